"""What one caller may send, hold and leave unread, on a real house: whoever goes too far is told so, and nobody else is."""

import asyncio
import json
import socket as sockets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import pytest
import uvicorn
from websockets.frames import Close

from tests.web.raw import BINARY, CONTINUED, LAST, PING, TEXT, Listener, connection, frame, host, raw_socket
from tests.web.server import Client, Server, started
from tests.web.test_faults import until
from tests.web.test_growth import figure
from turnwise.house.work.limits import RATES, Limits, Rate, TooMany
from turnwise.web.http.backlog import BACKLOG, MOST_BYTES, Backlog
from turnwise.web.http.connections import AHEAD, BYTE, FRAME, PER_ADDRESS, Allowance, Connections, Full
from turnwise.web.http.http_protocol import (
    LARGEST_BODY,
    LARGEST_HEAD,
    MOST_HEADERS,
    MOST_IN_A_ROW,
    MOST_PIECES,
    HttpProtocol,
)
from turnwise.web.http.websocket_protocol import FLOODING, SLOW
from turnwise.web.live.events import Stream
from turnwise.web.live.socket import Wire

pytestmark = pytest.mark.about_a_process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    names = ("--address", "https://games.example.org/", "--host", "games.example.net", "--host", "Bücher.example")
    with Server(tmp_path_factory.mktemp("house"), *names, program=("tests.web.hasty_house",)) as server:
        yield server


# Sockets.


def watched(server: Server, name: str) -> tuple[Client, str]:
    client = server.guest(name)
    return client, started([client, server.guest("Somebody")], game="connect_four", access="link")


@pytest.mark.parametrize(
    "flood",
    [
        frame(LAST | PING) * 2000,
        frame(TEXT, b"a") + frame(CONTINUED) * 2000,
        frame(LAST | BINARY, b"x" * 60_000) * 20,
    ],
    ids=["pings", "empty pieces", "bytes"],
)
def test_who_sends_too_many_frames_or_bytes_is_closed_and_told_why(server: Server, flood: bytes) -> None:
    with ThreadPoolExecutor() as pool, raw_socket(*watched(server, "Mallory")) as wire:
        pool.submit(wire.sendall, flood)  # not all of it is taken
        assert Listener(wire).closed() == Close(FLOODING, "You send too much; wait before you connect again.")
        wire.shutdown(sockets.SHUT_RDWR)
    _, figures = server.client().call("GET", "/metrics")
    assert b'turnwise_refusals_total{code="flooding"}' in figures


def test_a_fast_program_is_heard_out(server: Server) -> None:
    """As many actions at once as somebody may take, with a ping between any two of ten."""
    ann, id = watched(server, "Ann")
    actions = RATES["actions"].burst
    asked = [json.dumps({"type": "act", "actions": "drop z", "version": 0, "key": f"{n}"}) for n in range(actions)]
    told = b""
    with raw_socket(ann, id) as wire:
        wire.sendall(
            b"".join(
                frame(LAST | TEXT, one.encode()) + frame(LAST | PING) * (n % 10 == 0) for n, one in enumerate(asked)
            )
        )
        while told.count(b'"type":"refused"') < actions and (more := wire.recv(1 << 16)):
            told += more
    assert b'"too_many"' not in told and f'"key":"{actions - 1}"'.encode() in told


def test_an_allowance_comes_back_and_is_shared_by_an_address() -> None:
    """200 actions of 200 bytes each second for a minute are less than one socket may send; 500 are more."""
    for rate, fine in ((200, True), (600, False)):
        own = Allowance()
        assert all(own.spend(FRAME + 200 * BYTE, n / rate) for n in range(60 * rate)) is fine
    house = Connections(Limits(lambda: 0), most=9, proxies=())
    burst = int(PER_ADDRESS * AHEAD / FRAME)
    assert all(house.allowance_of("192.0.2.1").spend(FRAME, 0.0) for _ in range(burst - 1))
    assert not house.allowance_of("192.0.2.1").spend(2 * FRAME, 0.0), "also for a socket that is opened later"
    assert house.allowance_of("192.0.2.2").spend(FRAME, 0.0) and house.allowance_of("192.0.2.1").spend(FRAME, 1.0)
    free = Connections(Limits(lambda: 0), most=9, proxies=(), limited=False)
    assert all(free.allowance().spend(1.0, 0.0) for _ in range(9))


# Requests.


def answer(server: Server, *sent: bytes) -> tuple[int, dict[str, str]]:
    """What a request is answered with before the house hangs up."""
    with connection(server.url) as wire:
        with suppress(ConnectionError):
            for piece in sent:
                wire.sendall(piece)
        return answered(wire)


def answered(wire: sockets.socket) -> tuple[int, dict[str, str]]:
    told = b""
    with suppress(ConnectionError):
        while more := wire.recv(1 << 16):
            told += more
    head, _, body = told.partition(b"\r\n\r\n")
    assert head, "hung up without a word"
    return int(head.split()[1]), json.loads(body)


def test_a_request_that_is_too_large_is_told_which_part_is(server: Server) -> None:
    get, post = (f"{method} HTTP/1.1\r\n{host(server.url)}".encode() for method in ("GET /healthz", "POST /api/guests"))
    chunked = post + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    expected = {
        get + b"X: " + b"x" * LARGEST_HEAD: (431, "head_too_large"),
        get + b"a: b\r\n" * MOST_HEADERS + b"\r\n": (431, "head_too_large"),
        b"GET /" + b"x" * LARGEST_HEAD: (414, "address_too_long"),
        b"\r\n" * LARGEST_HEAD: (414, "address_too_long"),
        chunked + b"1\r\n \r\n" * (MOST_PIECES + 1): (413, "too_large"),
        chunked + b"0\r\n" + b"a: b\r\n" * MOST_HEADERS: (431, "head_too_large"),
        b"Good day\r\n\r\n": (400, "bad_request"),
    }
    for sent, (status, code) in expected.items():
        got, told = answer(server, sent)
        assert (got, told["error"]) == (status, code) and told["message"].endswith("."), sent[:60]
    large = (
        post + b"X: " + b"x" * (LARGEST_HEAD - 2000) + b"\r\nConnection: close\r\nContent-Type: application/json\r\n"
    )
    body = b'{"name": "Ann"}'
    assert answer(server, large + b"Content-Length: %d\r\n\r\n" % len(body), body)[0] == 201, "in two packets"


def test_a_body_without_end_is_hung_up_on(server: Server) -> None:
    head = f"POST /api/guests HTTP/1.1\r\n{host(server.url)}Content-Length: {1 << 30}\r\n\r\n".encode()
    with connection(server.url) as wire, pytest.raises(ConnectionError):
        wire.sendall(head)
        for _ in range(64):
            wire.sendall(b" " * (LARGEST_BODY // 8))


def test_what_does_not_come_in_time_is_not_waited_for(server: Server) -> None:
    get, post = (f"{method} HTTP/1.1\r\n{host(server.url)}".encode() for method in ("GET /healthz", "POST /api/guests"))
    body = post + b"Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
    with ExitStack() as opened:
        head, half, silent, kept = (opened.enter_context(connection(server.url)) for _ in range(4))
        head.sendall(get)
        half.sendall(body)
        kept.sendall(get + b"\r\n")
        told = b""
        while not told.endswith(b"}"):
            told += kept.recv(1 << 16)
        kept.sendall(get)
        assert answered(head) == (408, {"error": "request_timeout", "message": told_late("head")})
        assert answered(half) == (408, {"error": "request_timeout", "message": told_late("body")})
        assert silent.recv(100) == b"", "who says nothing is told nothing"
        assert answered(kept)[0] == 408, "also on a connection that was answered before"


def told_late(what: str) -> str:
    return f"The {what} of a request has to be there within 2 seconds."


def test_a_few_requests_in_a_row_are_answered_and_many_are_not(server: Server) -> None:
    get = f"GET /healthz HTTP/1.1\r\n{host(server.url)}".encode()
    with connection(server.url) as wire:
        wire.sendall((get + b"\r\n") * (MOST_IN_A_ROW - 1) + get + b"Connection: close\r\n\r\n")
        told = b""
        while more := wire.recv(1 << 16):
            told += more
    assert told.count(b"HTTP/1.1 200") == MOST_IN_A_ROW
    with connection(server.url) as wire:
        wire.sendall((get + b"\r\n") * 1000)
        with pytest.raises(ConnectionError):
            while wire.recv(1 << 16):
                pass
            raise ConnectionError


def test_connections_are_counted_by_address_but_not_those_of_a_proxy() -> None:
    at, said = 0, r"^Many connections come from your address; try again in 5 seconds\.$"
    rates = {"connections from an address": Rate(3, 1000, "Many connections come from your address", open=2)}
    house = Connections(Limits(lambda: at, rates), most=5, proxies=("127.0.0.1",))
    with house.one_more("192.0.2.1"), house.one_more("192.0.2.1"):
        with pytest.raises(TooMany, match=said), house.one_more("192.0.2.1"):
            pass
        proxied = house.one_more("127.0.0.1"), house.one_more("127.0.0.1"), house.one_more("127.0.0.1")
        with house.one_more("192.0.2.2"), proxied[0], proxied[1], pytest.raises(Full), proxied[2]:
            pass
    with house.one_more("192.0.2.1"):
        pass
    with pytest.raises(TooMany, match="in a second"), house.one_more("192.0.2.1"):
        pass
    at += 1000
    with house.one_more("192.0.2.1"):
        pass


def test_a_connection_that_is_closed_counts_no_more(server: Server) -> None:
    """Requests, sockets, and some that were refused."""
    ann, id = watched(server, "Ann")
    asking = server.client()
    before = figure(asking, "turnwise_connections")
    for _ in range(5):
        raw_socket(ann, id).close()
        connection(server.url).close()
        answer(server, b"Good day\r\n\r\n")
    until(lambda: figure(asking, "turnwise_connections") == before)


def test_the_next_request_waits_until_the_answer_before_is_read() -> None:
    """Otherwise each in a row would leave its answer in memory."""
    begun = 0

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal begun
        begun += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * (8 << 20)})

    async def test() -> int:
        http = partial(HttpProtocol, Connections(Limits(lambda: 0), most=9, proxies=()))
        config = uvicorn.Config(app, http=http, log_config=None, lifespan="off")  # type: ignore[arg-type]
        house, listener = uvicorn.Server(config), sockets.create_server(("127.0.0.1", 0))
        serving, where = asyncio.create_task(house.serve([listener])), listener.getsockname()
        reader, writer = await asyncio.open_connection(*where)
        writer.write(b"GET / HTTP/1.1\r\n\r\n" * 2 + b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        while not BACKLOG.size:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        before = begun
        assert (await reader.read()).count(b"HTTP/1.1 200") == 3
        writer.close()
        house.should_exit = True
        await asyncio.wait_for(serving, 30)
        return before

    assert asyncio.run(test()) == 1 and begun == 3


# Names.


@pytest.mark.parametrize(
    "name",
    [
        "localhost",
        "LocalHost:1",
        "127.0.0.1:8000",
        "[::1]",
        "games.example.org",
        "Games.Example.NET.:443",
        "xn--bcher-kva.example",
    ],
)
def test_the_house_goes_by_its_names(server: Server, name: str) -> None:
    asked = f"GET /healthz HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
    assert answer(server, asked.encode())[0] == 200


@pytest.mark.parametrize(
    "lines",
    [
        "Host: evil.example",
        "Host: 192.0.2.1",
        "Host: localhost.evil.example",
        "Host: [",
        "Host:",
        "X: y",
        "Host: localhost\r\nHost: localhost",
    ],
)
def test_by_another_name_nobody_is_answered(server: Server, lines: str) -> None:
    _, id = watched(server, "Ann")
    for path, more in (("/", ""), (f"/api/tables/{id}/socket", SOCKET)):
        status, told = answer(server, f"GET {path} HTTP/1.1\r\n{lines}\r\n{more}Connection: close\r\n\r\n".encode())
        assert (status, told["error"]) == (421, "wrong_host")
        assert told["message"] == "This house has another name. Whoever runs it can add this one: --host NAME."


SOCKET = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n"
)


# Who does not read.


class Deaf:
    def __init__(self) -> None:
        self.dropped = False

    def too_slow(self) -> None:
        self.dropped = True


def test_whoever_has_not_read_for_longest_is_dropped_first() -> None:
    backlog, readers = Backlog(100), [Deaf() for _ in range(4)]
    for reader in readers[:3]:
        backlog.hold(reader, 30)
    backlog.hold(readers[0], 35)
    assert not any(reader.dropped for reader in readers) and backlog.size == 95
    backlog.release(readers[1])
    backlog.hold(readers[3], 40)
    assert [reader.dropped for reader in readers] == [True, False, False, False] and backlog.size == 70


def test_bytes_that_wait_for_a_socket_or_a_stream_are_bounded() -> None:
    """One message may be large; many that are not small may not wait."""

    async def test() -> list[int]:
        closed, stuck = list[int](), asyncio.Event()

        async def send(message: dict[str, object]) -> None:
            if message["type"] == "websocket.close":
                closed.append(int(str(message["code"])))
            else:
                await stuck.wait()

        wire, stream = Wire("ann", lambda message: False), Stream("ann")
        wire.open(send)  # type: ignore[arg-type]
        for reader in (wire, stream):
            reader.push(b"x" * (2 * MOST_BYTES))
            await asyncio.sleep(0)
        stream.next()
        for _ in range(10):
            wire.push(b"x" * (MOST_BYTES // 10))
            stream.push(b"x" * (MOST_BYTES // 10))
        assert not closed and not stream.ended
        for reader in (wire, stream):
            reader.push(b"x" * (MOST_BYTES // 10))
        await wire.hang_up()
        assert stream.ended
        return closed

    assert asyncio.run(test()) == [SLOW]
