"""A real house for tests: its own process, its own folder, any port, and everything that it says."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests import stores

INTERPRETED = {"TURNWISE_INTERPRET": "1"}
OPEN = re.compile(r"Turnwise is open: (\S+)/")


class Server:
    """`turnwise serve` on loopback. `log` is what it wrote to standard error.

    It plays by interpreted rules, which are the same, unless a test is about time, memory, secrets or bots:
    to load the compiled rules of all games takes a house longer than to open.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        program: Sequence[str] = ("turnwise",),
        python: str = sys.executable,
        compiled: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        command = [python, "-m", *program, "serve", "--port", "0", "--data", str(folder), "--pace", "0"]
        if "--store" not in arguments and "TURNWISE_STORE" not in (environment or {}):
            arguments = (*arguments, *stores.arguments_of_house(folder))
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **({} if compiled else INTERPRETED), **(environment or {})},
        )
        self.log: list[str] = []
        self._clients: list[Client] = []
        assert self.process.stdout and self.process.stderr
        self._reader = threading.Thread(target=self.log.extend, args=(self.process.stderr,), daemon=True)
        self._reader.start()
        self.greeting: list[str] = []
        for line in self.process.stdout:
            self.greeting.append(line)
            if found := OPEN.search(line):
                self.url = found[1]
                break
        else:
            self._reader.join()
            self.process.wait(30)
            self.process.stdout.close()
            self.process.stderr.close()
            raise RuntimeError(f"the house did not open: {''.join(self.log)}")
        self._rest = threading.Thread(target=self.greeting.extend, args=(self.process.stdout,), daemon=True)
        self._rest.start()

    @property
    def pid(self) -> int:
        return self.process.pid

    def children(self, module: str) -> list[int]:
        """The processes of this house that run a module."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.pid and module.encode() in (process / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(process.name))
            except OSError:
                continue  # it has ended meanwhile
        return found

    def kill(self) -> None:
        """As if the power had failed, for this process."""
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """Ask it to close; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        for client in self._clients:
            client.close()
        code = self.process.wait(30)
        self._reader.join(30)
        self._rest.join(30)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe
            pipe.close()
        return code

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.stop()
        elif self.process.stdout and not self.process.stdout.closed:
            self._end()

    def client(self, token: str = "", address: str = "") -> "Client":
        """Somebody who has a token, or nobody; hung up when the house ends."""
        self._clients.append(Client(self.url, token, address))
        return self._clients[-1]

    def guest(self, name: str, address: str = "") -> "Client":
        """Somebody new."""
        made = self.client("", address).post("/api/guests", {"name": name})
        client = self.client(made["token"], address)
        client.person = made["person"]["id"] if isinstance(made["person"], dict) else made["person"]
        return client


class Refused(AssertionError):
    """An answer that was not a yes."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status} {body}")
        self.status, self.body = status, body


class Client:
    """Somebody who speaks REST."""

    def __init__(self, url: str, token: str, address: str = "") -> None:
        """`address`: which of this machine's own addresses they come from."""
        parts = urlsplit(url)
        self.url, self.token, self.address, self.person = url, token, address, ""
        source = (address, 0) if address else None
        self._connection = HTTPConnection(parts.hostname or "", parts.port, timeout=30, source_address=source)

    def call(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            sent["Content-Type"] = "application/json"
        self._connection.request(method, path, None if body is None else json.dumps(body), sent | dict(headers or {}))
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        status, text = self.call(method, path, body)
        told = json.loads(text) if text else None
        if status >= 300:
            raise Refused(status, told)
        return told

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, {} if body is None else body)

    def delete(self, path: str) -> Any:
        return self.ask("DELETE", path)

    def close(self) -> None:
        self._connection.close()


def started(players: "list[Client]", **terms: Any) -> str:
    """A table at which these people sit in this order, in a running match."""
    host = players[0]
    given = {"seats": len(players), "clock": {"kind": "none"}, **terms, "sit": True}
    id: str = host.post("/api/tables", given)["id"]
    for player in players[1:]:
        player.post(f"/api/tables/{id}/seats", {})
    host.post(f"/api/tables/{id}/start", {})
    return id
