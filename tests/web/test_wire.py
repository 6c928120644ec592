"""Frames in every shape that a client may send them in, by hand on a real server: each message is heard once and in its order."""

import json
import socket as sockets
from collections.abc import Iterator, Sequence

import pytest
from websockets.frames import Opcode

from tests.web.raw import Listener, raw_socket
from tests.web.server import Client, Server, started

pytestmark = pytest.mark.about_a_process

MASK = bytes((7, 77, 177, 254))
PONG_WANTED = b"are you there?"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), "--no-limits") as server:
        yield server


def frame(body: bytes, kind: Opcode = Opcode.TEXT, last: bool = True) -> bytes:
    """A frame as a client sends it."""
    masked = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(body))
    size = bytes((0x80 | len(body),)) if len(body) < 126 else bytes((0x80 | 126,)) + len(body).to_bytes(2)
    return bytes((kind | (0x80 if last else 0),)) + size + MASK + masked


def asked(version: int, padding: int = 0) -> bytes:
    """An action that is refused, whatever it is called; the version in it says which one it was."""
    message = {"type": "act", "actions": ["drop z"], "version": 0, "key": f"{version}"}
    return json.dumps(message).encode() + b" " * padding


def halves(data: bytes) -> list[bytes]:
    return [data[: len(data) // 2], data[len(data) // 2 :]]


PING = frame(PONG_WANTED, Opcode.PING)
SHAPES: dict[str, Sequence[bytes]] = {
    "one by one": [frame(asked(n)) for n in range(3)],
    "of middle size": [frame(asked(n, padding=300)) for n in range(3)],
    "too large to be usual": [frame(asked(n, padding=5000)) for n in range(3)],
    "all together": [b"".join(frame(asked(n)) for n in range(3))],
    "one in two halves": [frame(asked(0)), *halves(frame(asked(1))), frame(asked(2))],
    "byte by byte": [*(bytes((byte,)) for byte in frame(asked(0))), frame(asked(1)), frame(asked(2))],
    "the end of one with the next": [frame(asked(0))[:9], frame(asked(0))[9:] + frame(asked(1)), frame(asked(2))],
    "with pings between": [PING, frame(asked(0)), PING + frame(asked(1)), PING, frame(asked(2))],
    "in pieces with a ping between": [
        frame(asked(0)),
        frame(asked(1)[:20], last=False),
        PING,
        frame(asked(1)[20:], Opcode.CONT),
        frame(asked(2)),
    ],
    "as bytes": [frame(asked(0)), frame(asked(1), Opcode.BINARY), frame(asked(2))],
}


def sent(wire: sockets.socket, client: Client, pieces: Sequence[bytes]) -> None:
    """Send pieces apart: the server has read one before the next is sent."""
    wire.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
    for piece in pieces:
        wire.sendall(piece)
        client.call("GET", "/healthz")


@pytest.mark.parametrize("shape", SHAPES)
def test_every_message_is_heard_once_and_in_order(server: Server, shape: str) -> None:
    ann = server.guest("Ann")
    id = started([ann, server.guest("Bob")], game="connect_four")
    with raw_socket(ann, id) as wire:
        listener = Listener(wire)
        sent(wire, ann, SHAPES[shape])
        assert [listener.refused() for _ in range(3)] == ["0", "1", "2"]


def test_what_looks_like_a_frame_within_a_frame_is_none(server: Server) -> None:
    ann = server.guest("Ann")
    id = started([ann, server.guest("Bob")], game="connect_four")
    inner = frame(asked(9))
    outer = bytes((0x80 | Opcode.BINARY, 0xFE)) + len(inner).to_bytes(2) + MASK + inner
    with raw_socket(ann, id) as wire:
        listener = Listener(wire)
        sent(wire, ann, [frame(asked(0)), outer[: -len(inner)], inner, frame(asked(1))])
        assert [listener.refused() for _ in range(3)] == ["0", "", "1"]


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ([frame(asked(0)), frame(b"\xff\xfe")], 1007),
        ([frame(asked(0)), frame(b"half", last=False), frame(asked(1))], 1002),
        ([frame(asked(0)), b"\x81\x02hihihi"], 1002),
        ([frame(asked(0)), b"\xc1" + frame(asked(1))[1:]], 1002),
        ([frame(asked(0)), b"\x81\xff" + (1 << 40).to_bytes(8) + MASK], 1009),
    ],
    ids=["no UTF-8", "a new message in the midst of one", "without a mask", "with a reserved bit", "far too large"],
)
def test_what_is_no_message_closes_the_socket(server: Server, pieces: Sequence[bytes], code: int) -> None:
    ann = server.guest("Ann")
    id = started([ann, server.guest("Bob")], game="connect_four")
    with raw_socket(ann, id) as wire:
        listener = Listener(wire)
        sent(wire, ann, pieces)
        assert listener.refused() == "0"
        assert listener.closed().code == code
