"""Connections by hand: bytes as a client sends them that keeps to no rule."""

import json
import socket as sockets
import struct
from urllib.parse import urlsplit

from websockets.frames import Close, Frame, Opcode
from websockets.streams import StreamReader

from tests.web.server import Client

TEXT, BINARY, PING, PONG, CONTINUED, LAST = 0x1, 0x2, 0x9, 0xA, 0x0, 0x80


def connection(url: str, address: str = "", receives: int = 0) -> sockets.socket:
    """A bare connection to the house. `address`: which of this machine's own addresses it comes from."""
    parts = urlsplit(url)
    wire = sockets.socket()
    wire.settimeout(30)
    if receives:
        wire.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, receives)
    if address:
        wire.bind((address, 0))
    wire.connect((parts.hostname, parts.port))
    return wire


def host(url: str) -> str:
    return f"Host: {urlsplit(url).netloc}\r\n"


def raw_socket(client: Client, id: str, receives: int = 0, address: str = "") -> sockets.socket:
    """A WebSocket by hand, that reads no more than the head."""
    wire = connection(client.url, address, receives)
    bearer = f"Authorization: Bearer {client.token}\r\n" if client.token else ""
    head = f"{host(client.url)}Upgrade: websocket\r\nConnection: Upgrade\r\n{bearer}"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    wire.sendall(f"GET /api/tables/{id}/socket HTTP/1.1\r\n{head}{key}".encode())
    told = b""
    while not told.endswith(b"\r\n\r\n"):
        if not (byte := wire.recv(1)):
            raise ConnectionError(told.decode())
        told += byte
    if b" 101 " not in told:
        wire.close()
        raise ConnectionRefusedError(told.decode())
    return wire


def frame(kind: int, body: bytes = b"") -> bytes:
    """A frame with a mask of zeros."""
    size = len(body)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFF)) + size.to_bytes(8)
    return head + bytes(4) + body


def closing_code(wire: sockets.socket) -> int:
    """Read everything that is there; the code of the last frame, which closes."""
    told = b""
    while part := wire.recv(1 << 20):
        told = (told + part)[-4096:]
    return code_in(told)


def code_in(told: bytes) -> int:
    """The code of the last frame, which closes."""
    at = told.rindex(b"\x88")
    return int(struct.unpack("!H", told[at + 2 : at + 4])[0])


class Listener:
    """Reads what the server sends over a bare socket."""

    def __init__(self, wire: sockets.socket) -> None:
        self._wire, self._reader = wire, StreamReader()

    def next(self) -> Frame:
        parsing = Frame.parse(self._reader.read_exact, mask=False)
        while True:
            try:
                next(parsing)
            except StopIteration as end:
                return Frame(end.value.opcode, end.value.data)
            self._reader.feed_data(self._wire.recv(1 << 16))

    def refused(self) -> str:
        """The key of the next request that was refused."""
        while True:
            told = self.next()
            if told.opcode is Opcode.CLOSE:
                raise EOFError(str(Close.parse(told.data)))
            if told.opcode is Opcode.TEXT and (said := json.loads(bytes(told.data)))["type"] == "refused":
                return str(said["key"]).rstrip("x")

    def closed(self) -> Close:
        """The code and the reason of what closes, after all else."""
        while (told := self.next()).opcode is not Opcode.CLOSE:
            pass
        return Close.parse(told.data)
