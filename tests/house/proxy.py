"""A TCP proxy before the database's Unix socket, which can cut, hold back and refuse what goes through it."""

import selectors
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

STEP = 0.02
"""Seconds after which what is held back is looked at again."""


class Proxy:
    """What clients send goes to the server and back, until it is told otherwise."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self.refusing = self.holding = False
        """Refuse new connections at once; let no answer of the server through."""
        self.frozen = False
        """Let nothing through, and lose nothing: both ends believe that the other is there."""
        self.delay = 0.0
        """Seconds that everything takes on its way."""
        self.cut_after = 0
        """Cut a connection as soon as the server has answered so many bytes to it: the answer is lost, the work is done."""
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._answers: set[socket.socket] = set()
        self._late: deque[tuple[float, socket.socket, bytes]] = deque()
        """When what is to be sent to whom; in this order."""
        self._selector = selectors.DefaultSelector()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._wake, self._woken = socket.socketpair()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._closing = False
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def address(self, database: str) -> str:
        """The same database, through this."""
        head, _, _ = database.partition("?")
        return head.replace("@/", f"@127.0.0.1:{self.port}/")

    def cut(self) -> None:
        """Cut all connections that there are."""
        for one in list(self._pairs):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._closing = True
        self._wake.send(b"x")
        self._thread.join()
        for one in [*self._pairs, self._listener, self._wake, self._woken]:
            one.close()
        self._selector.close()

    def _work(self) -> None:
        while not self._closing:
            for key, _ in self._selector.select(STEP if self._late or self.frozen else None):
                one = key.fileobj
                assert isinstance(one, socket.socket)
                if one is self._woken:
                    one.recv(1)
                elif one is self._listener:
                    self._let_in()
                elif one in self._pairs:
                    self._pass_on(one)
            if self.frozen:
                time.sleep(STEP)  # what waits to be read is shown again and again
            while self._late and not self.frozen and self._late[0][0] <= time.monotonic():
                self._deliver(*self._late.popleft()[1:])

    def _let_in(self) -> None:
        client, _ = self._listener.accept()
        server = socket.socket(socket.AF_UNIX)
        try:
            if self.refusing:
                raise OSError
            server.connect(str(self._target))
        except OSError:
            client.close()
            server.close()
            return
        self._pairs |= {client: server, server: client}
        self._answers.add(server)
        for one in (client, server):
            self._selector.register(one, selectors.EVENT_READ)

    def _pass_on(self, one: socket.socket) -> None:
        other = self._pairs[one]
        if self.frozen:
            return
        try:
            data = one.recv(1 << 16)
            if one in self._answers and data and self.holding:
                return
            if one in self._answers and data and self.cut_after:
                self.cut_after -= 1
                data = b"" if not self.cut_after else data
        except OSError:
            data = b""
        if data and (self.delay or self._late):
            self._late.append((time.monotonic() + self.delay, other, data))
        else:
            self._deliver(other, data)

    def _deliver(self, to: socket.socket, data: bytes) -> None:
        if to not in self._pairs:
            return
        with suppress(OSError):
            if data:
                return to.sendall(data)
        for end in (to, self._pairs[to]):
            self._selector.unregister(end)
            self._answers.discard(end)
            del self._pairs[end]
            end.close()
