"""A table as server-sent events. Streams are read straight from the application: a client library would wait for their end."""

import asyncio
import json
import socket
from typing import Any

import uvicorn

from tests.web.hall import Hall, Somebody, in_hall, refusal
from turnwise.web.http.backlog import MOST_WAITING
from turnwise.web.live import events


class Reader:
    """Somebody's open stream; `slow` never takes anything after the head."""

    def __init__(self, who: Somebody, path: str, *, last: str = "", slow: bool = False) -> None:
        headers = [(b"host", b"turnwise.test")]
        if who.token:
            headers.append((b"authorization", f"Bearer {who.token}".encode()))
        if last:
            headers.append((b"last-event-id", last.encode()))
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": f"{path}/events",
            "query_string": b"",
            "headers": headers,
            "scheme": "http",
            "server": ("turnwise.test", 80),
            "client": ("192.0.2.1", 5000),
        }
        self.slow, self.head = slow, dict[str, Any]()
        self._gone, self._pieces = asyncio.Event(), asyncio.Queue[bytes]()
        self.ended = False
        self.task = asyncio.create_task(self._run(who.hall))

    async def _run(self, hall: Hall) -> None:
        async def receive() -> dict[str, Any]:
            await self._gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.head = message
                return
            if self.slow:
                await asyncio.Event().wait()
            await self._pieces.put(message["body"])
            self.ended = not message.get("more_body")

        await hall.app(self.scope, receive, send)

    async def next(self) -> tuple[str, str, Any]:
        """The next event: its name, its id and its data."""
        async with asyncio.timeout(20):
            piece = (await self._pieces.get()).decode()
        assert piece.endswith("\n\n")
        fields = dict(line.split(": ", 1) for line in piece.strip().split("\n"))
        data = json.loads(fields["data"])
        assert data["type"] == fields["event"]
        return fields["event"], fields.get("id", ""), data

    async def until(self, name: str) -> tuple[str, Any]:
        while True:
            event, id, data = await self.next()
            if event == name:
                return id, data

    async def leave(self) -> None:
        self._gone.set()
        await self.task


@in_hall
async def test_a_snapshot_then_deltas(hall: Hall) -> None:
    ann, _, table = await hall.match()
    reader = Reader(hall.nobody, table)
    id, snapshot = await reader.until("snapshot")
    assert (id, snapshot["version"]) == (str(snapshot["n"]), 0)
    assert (await reader.next())[:2] == ("presence", "")
    await ann.did(f"{table}/actions", {"actions": "drop d", "version": 0})
    id, delta = await reader.until("delta")
    assert (delta["version"], [line["words"] for line in delta["lines"]]) == (1, ["drop d"])
    assert int(id) == snapshot["n"] + 1
    assert dict(reader.head["headers"])[b"content-type"] == b"text/event-stream; charset=utf-8"
    assert dict(reader.head["headers"])[b"cache-control"] == b"no-store"
    await reader.leave()
    assert not hall.house.loaded[table.rpartition("/")[2]].feed


@in_hall
async def test_whoever_comes_back_gets_what_he_missed(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    first = Reader(hall.nobody, table)
    id, _ = await first.until("snapshot")
    await first.leave()
    await ann.did(f"{table}/actions", {"actions": "drop d", "version": 0})
    await ben.did(f"{table}/actions", {"actions": "drop e", "version": 1})
    again = Reader(hall.nobody, table, last=id)
    _, delta = await again.until("delta")
    assert (delta["since"], delta["version"]) == (int(id), 2)
    await again.leave()
    for odd in ("yesterday", "9" * 40, "-1", "999999"):
        reader = Reader(hall.nobody, table, last=odd)
        assert (await reader.until("snapshot"))[1]["version"] == 2
        await reader.leave()


@in_hall
async def test_a_seat_watches_with_its_own_eyes(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened("whot", 2)
    await ben.did(f"{table}/seats")
    await ann.did(f"{table}/start")
    readers = [Reader(who, table) for who in (ann, ben, hall.nobody)]
    states = [(await reader.until("snapshot"))[1]["state"] for reader in readers]
    assert states[0] != states[1] != states[2] != states[0]
    assert states[0] == (await ann.got(table))["state"]
    for reader in readers:
        await reader.leave()


@in_hall
async def test_a_client_that_never_reads_is_dropped(hall: Hall) -> None:
    ann, _, table = await hall.match()
    reader = Reader(hall.nobody, table, slow=True)
    loaded = hall.house.loaded[table.rpartition("/")[2]]
    while not loaded.feed:
        await asyncio.sleep(0)
    (stream,) = loaded.feed.all()
    for _ in range(MOST_WAITING + 10):
        stream.push(b'{"type":"presence"}')
    await asyncio.wait_for(reader.task, 20)
    assert not loaded.feed and not reader.ended
    assert (await ann.got(table))["presence"]["watchers"] == 0


@in_hall
async def test_a_table_that_must_be_read_again_ends_the_stream(hall: Hall) -> None:
    ann, _, table = await hall.match()
    reader = Reader(hall.nobody, table)
    await reader.until("snapshot")
    hall.store.broken = True
    refusal(await ann.post(f"{table}/actions", {"actions": "drop d", "version": 0}), 503, "unavailable")
    hall.store.broken = False
    await asyncio.wait_for(reader.task, 20)
    assert reader.ended
    assert (await ann.did(f"{table}/actions", {"actions": "drop d", "version": 0}))["version"] == 1


@in_hall
async def test_a_quiet_table_says_that_it_is_still_there(hall: Hall) -> None:
    _, _, table = await hall.match()
    usual, events.QUIET = events.QUIET, 0.0
    try:
        reader = Reader(hall.nobody, table)
        await reader.until("snapshot")
        await reader.until("presence")
        assert await asyncio.wait_for(reader._pieces.get(), 20) == b": still here\n\n"
        await reader.leave()
    finally:
        events.QUIET = usual


@in_hall
async def test_one_person_has_so_many_streams_at_once(hall: Hall) -> None:
    ann, _, table = await hall.match()
    readers = [Reader(ann, table) for _ in range(20)]
    for reader in readers:
        await reader.until("snapshot")
    refusal(await ann.get(f"{table}/events"), 429, "too_many")
    await readers.pop().leave()
    readers.append(Reader(ann, table))
    await readers[-1].until("snapshot")
    for reader in readers:
        await reader.leave()


@in_hall
async def test_a_real_connection_that_never_reads_is_dropped(hall: Hall) -> None:
    _, _, table = await hall.match()
    server = uvicorn.Server(uvicorn.Config(hall.app, port=0, log_config=None, lifespan="off"))
    listener = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve([listener]))
    loaded = hall.house.loaded[table.rpartition("/")[2]]
    with socket.socket() as deaf:
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, listener.getsockname())
        request = f"GET {table}/events HTTP/1.1\r\nHost: turnwise.test\r\n\r\n"
        await asyncio.get_running_loop().sock_sendall(deaf, request.encode())
        while not loaded.feed:
            await asyncio.sleep(0)
        (stream,) = loaded.feed.all()
        news = json.dumps({"type": "presence", "more": "x" * 100_000}).encode()
        pushed = 0
        while loaded.feed:
            stream.push(news)
            pushed += 1
            await asyncio.sleep(0)
            assert pushed < 2000, "200 MB have gone somewhere"
    server.should_exit = True
    await asyncio.wait_for(serving, 30)
