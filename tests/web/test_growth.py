"""What nobody can make grow: the house's memory, its sockets and what goes on in it."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from bench.wire import Wire, connect
from tests.web.raw import CONTINUED, LAST, PING, TEXT, closing_code, connection, frame, host, raw_socket
from tests.web.server import Client, Server, started
from tests.web.storm import until
from tests.web.test_faults import until as asked_until

pytestmark = pytest.mark.about_a_process

MEGABYTE = 1 << 20
CROWD, ROUNDS = 100, 3
WORDS = 2000
LOUD = "\U0001f3b2" * 500


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("house")
    with Server(folder, "--no-limits") as server:
        yield server


def figure(client: Client, name: str) -> float:
    """One of the figures that the house tells its host."""
    _, text = client.call("GET", "/metrics")
    found = re.search(rf"^{name} (\S+)$", text.decode(), re.MULTILINE)
    assert found, name
    return float(found[1])


def memory(client: Client) -> float:
    return figure(client, "process_resident_memory_bytes") / MEGABYTE


def peak(server: Server) -> float:
    """The most memory that the house ever had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{server.pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def test_who_never_reads_is_dropped_and_keeps_nobody_waiting(server: Server) -> None:
    players = [server.guest(name) for name in ("Ann", "Bob")]
    talkers = [server.guest(f"Carl {n}") for n in range(4)]
    id = started(players, game="connect_four")
    heard: list[str] = []

    async def talk() -> None:
        """Everybody talks, and one listens to all of it."""

        def hear(body: bytes) -> None:
            heard.extend(line["text"] for line in json.loads(body).get("talk", ()))

        wires: list[Wire] = []
        for talker in talkers:
            listen: Callable[[bytes], None] = (lambda body: None) if wires else hear
            headers = {"Authorization": f"Bearer {talker.token}"}
            wires.append(await connect(f"{server.url}/api/tables/{id}/socket", headers, listen))
        for n in range(WORDS):
            word = json.dumps({"type": "chat", "room": "watchers", "text": LOUD}, ensure_ascii=False)
            wires[n % len(wires)].send(word.encode())
            await until(lambda n=n: len(heard) > n - 8)  # type: ignore[misc]
        await until(lambda: len(heard) == WORDS)
        for wire in wires:
            wire.close()

    lazy, asking = raw_socket(server.guest("Lazy"), id, receives=4096), server.client()
    before = memory(asking)
    assert figure(asking, "turnwise_watchers") == 1
    with lazy, ThreadPoolExecutor() as pool:
        talking = pool.submit(asyncio.run, talk())
        asked_until(lambda: figure(asking, "turnwise_watchers") > len(talkers))
        asked_until(lambda: figure(asking, "turnwise_watchers") == len(talkers))
        assert not talking.done() and closing_code(lazy) == 4008
        talking.result(60)
    assert heard == [LOUD] * WORDS
    assert memory(asking) < before + 20
    asked_until(lambda: figure(asking, "turnwise_sockets") == 0)


def test_sockets_that_come_and_go_leave_nothing_behind(server: Server) -> None:
    players = [server.guest(name) for name in ("Ann", "Bob")]
    id = started(players, game="connect_four")
    asking = server.client()
    asking.get("/healthz")

    async def crowd() -> None:
        """Half of them hang up, and half are cut off while the house speaks to them."""
        wires = []
        for n in range(CROWD):
            headers = {"Authorization": f"Bearer {players[n % 2].token}"} if n % 3 else {}
            wires.append(await connect(f"{server.url}/api/tables/{id}/socket", headers, lambda body: None))
        for n, wire in enumerate(wires):
            (wire.close if n % 2 else wire._transport.abort)()
        await until(lambda: all(wire.lost for wire in wires))

    asyncio.run(crowd())
    names = ("turnwise_sockets", "turnwise_watchers", "turnwise_tasks", "process_open_fds")
    asked_until(lambda: figure(asking, "turnwise_sockets") == figure(asking, "turnwise_watchers") == 0)
    before, used = {name: figure(asking, name) for name in names}, memory(asking)
    for _ in range(ROUNDS):
        asyncio.run(crowd())
    asked_until(lambda: all(figure(asking, name) <= before[name] for name in names))
    assert memory(asking) < used + 10
    assert players[0].get(f"/api/tables/{id}")["presence"]["here"] == []


def test_large_bodies_and_frames_leave_memory_as_it_was(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id, asking = started([ann, bob], game="connect_four"), server.client()
    large = b" " * (10 * MEGABYTE)

    def send(*pieces: bytes) -> None:
        """Send it all, or as much as the house lets one."""
        with raw_socket(ann, id, receives=4096) as wire, suppress(OSError):
            for piece in pieces:
                wire.sendall(piece)

    def post(chunked: bool) -> None:
        head = f"POST /api/tables/{id}/actions HTTP/1.1\r\n{host(ann.url)}Authorization: Bearer {ann.token}\r\n"
        length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(large)}"
        with connection(server.url) as wire:
            wire.sendall(f"{head}Content-Type: application/json\r\n{length}\r\n\r\n".encode())
            with suppress(OSError):
                wire.sendall((b"%x\r\n" % len(large) if chunked else b"") + large)

    def attack() -> None:
        for chunked in (False, True):
            post(chunked)
        send(frame(LAST | TEXT, large))
        send(frame(TEXT, b"a"), frame(CONTINUED) * 20_000)
        send(frame(TEXT, b"a"), *[frame(CONTINUED, b"a" * 60_000)] * 100)

    attack()
    before, highest = memory(asking), peak(server)
    for _ in range(3):
        attack()
    send(*[frame(LAST | PING, b"x" * 125) * 10_000] * 12)  # and none of the answers is read
    asked_until(lambda: figure(asking, "turnwise_sockets") == 0)
    assert memory(asking) < before + 10
    assert peak(server) < highest + 10
    assert ann.post(f"/api/tables/{id}/actions", {"actions": "drop d", "version": 0})["version"] == 1
    assert not any('"level": "error"' in line for line in server.log), server.log
