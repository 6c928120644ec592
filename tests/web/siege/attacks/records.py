"""What people can make the house keep, and read again: keys, undos, talk, and what is looked up for them."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing, suppress
from statistics import median
from typing import Any

from bench.wire import Wire, connect
from tests.web.server import Client, Refused, started
from tests.web.siege.attack import ADDRESS, Siege, attack
from turnwise.games.rally.workshop import samples

LONG = 65_000
"""Letters of a key or an action; a message may have 64 kB."""
A_SECOND = 150
"""Requests, as many as did harm."""
ENTRIES = 1100
"""Of a match in which somebody takes back whatever he has done, which he may 500 times."""
SNAPSHOT = 40_000
"""Bytes that a snapshot may have, however long the match."""
KEPT_AT_ONCE, KEPT_A_SECOND = 4.5, 0.1
"""Megabytes that one person may have kept (`house/work/limits.py`), and a little for the others."""
SOON = 0.1
"""Seconds in which a request is answered whose key was used long ago."""


def players(siege: Siege, **terms: Any) -> tuple[list[Client], str]:
    """Two guests at a table where one takes back without asking."""
    both = [siege.guest(), siege.guest()]
    return both, started(both, game="differo", options={"undo": "free"}, access="link", **terms)


def legal(client: Client, table: str) -> tuple[int, int]:
    """The version of a match, and an action that may be taken."""
    told = client.get(f"/api/tables/{table}/legal")
    return told["version"], told["legal"][0]["id"]


def undone(client: Client, table: str) -> bool:
    """Whether the house took back the latest request."""
    try:
        client.post(f"/api/tables/{table}/undo")
    except Refused as refusal:
        if refusal.status == 429:
            time.sleep(0.05)  # as fast as it may, and no faster
            return True
        return False
    return True


def timed(client: Client, path: str, body: dict[str, Any]) -> tuple[float, Any]:
    """What a request is answered, and in which time; whoever sends too much waits first."""
    while True:
        began = time.monotonic()
        status, text = client.call("POST", path, body)
        if status != 429:
            return time.monotonic() - began, json.loads(text)
        time.sleep(0.05)


def kept(siege: Siege) -> float:
    """Megabytes that the house has in its records: the size of the file is known only when it is put in order."""
    with closing(sqlite3.connect(f"file:{siege.folder / 'house.sqlite'}?mode=ro", uri=True)) as records:
        ((items,),) = records.execute("SELECT coalesce(sum(length(item)), 0) FROM entry")
        ((documents,),) = records.execute("SELECT coalesce(sum(length(body)), 0) FROM doc")
    return float(items + documents) / 1e6


class Line:
    """A socket at a table, and what was answered last."""

    def __init__(self, wire: Wire, answers: "asyncio.Queue[dict[str, Any]]") -> None:
        self.wire, self._answers = wire, answers

    @staticmethod
    async def to(client: Client, table: str) -> "Line":
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        headers = {"Authorization": f"Bearer {client.token}"}
        address = f"{client.url}/api/tables/{table}/socket"
        wire = await connect(address, headers, lambda body: answers.put_nowait(json.loads(body)), ADDRESS)
        return Line(wire, answers)

    async def answer(self, *kinds: str) -> dict[str, Any] | None:
        """The next message of one of these kinds; None if the house has hung up or says nothing."""
        with suppress(TimeoutError):
            while not self.wire.lost:
                told = await asyncio.wait_for(self._answers.get(), 2)
                if told["type"] in kinds:
                    return told
        return None


@attack("keys of 65,000 letters", "what is sent over a socket is bounded as over REST, and nothing of it is kept")
def long_keys(siege: Siege) -> None:
    (one, _), table = players(siege)
    before = kept(siege)

    async def besiege() -> None:
        line, until, n = await Line.to(one, table), time.monotonic() + siege.seconds, 0
        await line.answer("snapshot")
        version, action = legal(one, table)
        while time.monotonic() < until and not line.wire.lost:
            key, n = f"{n:0{LONG}}", n + 1
            line.wire.send(json.dumps({"type": "act", "actions": action, "version": version, "key": key}).encode())
            told = await line.answer("delta", "refused") or {}
            await asyncio.to_thread(undone, one, table)
            if told.get("type") == "delta":
                told = await line.answer("delta") or {}
            version = told.get("version", version)
        line.wire.close()

    asyncio.run(besiege())
    grown = kept(siege) - before
    assert grown < 0.5 + siege.seconds / 10, f"{grown:.1f} MB were kept"


@attack("drop and undo for ever", "a match has an end, and what is told of it is bounded, however long it went on")
def without_end(siege: Siege) -> None:
    both, table = players(siege)
    one, before, memory = both[0], kept(siege), siege.memory
    first, action = legal(one, table)
    one.post(f"/api/tables/{table}/actions", {"actions": action, "version": first, "key": "first"})
    one.post(f"/api/tables/{table}/undo")
    version, until = first + 2, time.monotonic() + siege.seconds
    while time.monotonic() < until:
        for path, body in (("actions", {"actions": action, "version": version, "key": str(version)}), ("undo", {})):
            status, text = one.call("POST", f"/api/tables/{table}/{path}", body)
            version = json.loads(text).get("version", version)
            if status == 429:
                time.sleep(0.02)
    assert version < ENTRIES, f"the match has {version} entries"
    status, told = one.call("GET", f"/api/tables/{table}")
    assert status == 200 and len(told) < SNAPSHOT, f"{len(told)} bytes are told of a match of {version} entries"
    times = []
    for n in range(20):  # a key of long ago, on a version of long ago
        asked = {"actions": action, "version": n, "key": "first"}
        seconds, answer = timed(one, f"/api/tables/{table}/actions", asked)
        times.append(seconds)
        assert answer == {"version": first + 1, "repeated": True}, answer
    assert median(times) < siege.within(SOON), f"an old key took {1000 * median(times):.0f} ms"
    timed(one, f"/api/tables/{table}/resign", {})  # which is always possible
    branched = both[1].post(f"/api/tables/{table}/branches", {"ply": version // 2})
    assert branched["table"]
    assert both[1].call("GET", f"/api/tables/{table}/transcript")[0] == 200
    grown = kept(siege) - before
    assert grown < 1 + siege.seconds / 10, f"{grown:.1f} MB were kept"
    assert siege.memory - memory < 60, f"memory grew by {siege.memory - memory:.0f} MB"


@attack("unknown actions of 60 kB", "what is compared with the words of a game is bounded first")
def unknown_actions(siege: Siege) -> None:
    (one, _), table = players(siege)

    async def besiege() -> None:
        line, until = await Line.to(one, table), time.monotonic() + siege.seconds
        snapshot = await line.answer("snapshot")
        assert snapshot
        text = json.dumps({"type": "act", "actions": "move a1 b2 " * 5400, "version": snapshot["version"], "key": "k"})
        while time.monotonic() < until and not line.wire.lost:
            began = time.monotonic()
            line.wire.send(text.encode())
            await line.answer("refused")
            await asyncio.sleep(max(0.0, 1 / A_SECOND - (time.monotonic() - began)))
        line.wire.close()

    asyncio.run(besiege())


@attack("boards, asks, talk and absence", "what one person can have the house keep in a minute is bounded")
def beside_the_match(siege: Siege) -> None:
    owner, before, began = siege.guest(), kept(siege), time.monotonic()
    asked = [{"text": f"{n:0300}", "answers": ["a", "b", "c"], "right": 0, "note": "n" * 600} for n in range(200)]
    harbour = samples()["Old Harbour"]
    large = harbour | {"packs": harbour["packs"] | {"sea": {"title": "Sea", "questions": asked}}}
    for _ in range(50):  # as many as one may keep
        owner.call("POST", "/api/boards", {"game": "rally", "document": large})
    both = [siege.guest(), siege.guest()]
    table = started(both, game="connect_four", access="link", absence="move")
    one, other = both
    version, action = legal(one, table)
    one.post(f"/api/tables/{table}/actions", {"actions": action, "version": version})
    until, sent = time.monotonic() + siege.seconds, 0
    said = {"text": "🂡" * 500, "room": "players"}
    path = f"/api/tables/{table}"
    while time.monotonic() < until:
        for client, what, body in (
            (one, "undo", {}),
            (other, "chat", said),
            (other, "away", {}),
            (other, "back", {}),
            (one, "undo", {}),
            (one, "chat", said),
        ):
            sent += 1
            client.call("POST", f"{path}/{what}", body)
            time.sleep(1 / A_SECOND)  # as fast as one may act
    things, grown, lasted = one.get(path)["n"], kept(siege) - before, time.monotonic() - began
    assert things < 150 + 5 * lasted, f"{things} things were kept of {sent}"
    most = KEPT_AT_ONCE + KEPT_A_SECOND * lasted
    assert grown < most, f"{grown:.1f} MB were kept, not {most:.1f} at most"
