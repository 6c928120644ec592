"""The laws of `store/interface.py`, which every store keeps: beside a plain model, under races, and when its process is killed."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.house.memory_store import MemoryStore
from tests.house.opened import Records, child, either, open_either, outcome, run_either
from tests.house.postgres_server import emptied, own_database
from turnwise.house.store import sqlite
from turnwise.house.store.interface import Append, Change, Conflict, Drop, Erase, Put, Store, Unavailable
from turnwise.house.store.migrations import check

IDS = st.sampled_from(["ann", "bob", "", "zoë\0", "🦌"])
KINDS = st.sampled_from(["table", "person"])
NAMES = st.sampled_from(["game", "one name"])
VALUES = st.sampled_from(["x", "y"])
OFF = st.sampled_from([0, 0, 0, 0, 0, 1, -1])
"""How far what was seen is from what is there."""


class Step(NamedTuple):
    """A change whose guard is worked out when its turn comes."""

    of: str
    kind: str
    id: str
    off: int
    body: bytes
    marks: tuple[tuple[str, str], ...]
    rank: int

    def change(self, model: MemoryStore, before: Sequence[Change]) -> Change:
        ours = [
            change for change in before if not isinstance(change, Append | Erase) and change[:2] == (self.kind, self.id)
        ]
        if self.of == "append":
            earlier = sum(isinstance(change, Append) and change.log == self.id for change in before)
            return Append(self.id, len(model.logs[self.id]) + earlier + self.off, self.body)
        kept = model.docs.get((self.kind, self.id))
        seen = kept.doc.revision if kept else 0
        if ours:
            seen = 0 if isinstance(ours[-1], Drop) else ours[-1].seen + 1
        if self.of == "drop":
            return Drop(self.kind, self.id, seen + self.off)
        return Put(self.kind, self.id, self.body, seen + self.off, self.marks, self.rank)


STEPS = st.builds(
    Step,
    st.sampled_from(["append", "append", "put", "put", "put", "drop"]),
    KINDS,
    IDS,
    OFF,
    st.binary(max_size=3),
    st.lists(st.tuples(NAMES, VALUES), max_size=3).map(tuple),
    st.integers(-2, 2),
)
COMMITS = st.lists(STEPS, max_size=3)
BATCHES = st.lists(COMMITS, max_size=5)


async def everything(store: Store) -> list[object]:
    """All that can be asked of a store."""
    told: list[object] = [await store.lengths(["bob", "ann", "none", "bob"]), await store.lengths([])]
    for id in ("ann", "bob", "", "zoë\0", "🦌"):
        told += [await store.read(id), await store.read(id, 1), await store.read(id, 9)]
        told += [await store.get(kind, id) for kind in ("table", "person")]
    for kind in ("table", "person"):
        for mark in [(name, value) for name in ("game", "one name") for value in ("x", "y", "z")]:
            told += [
                await store.count(kind, *mark),
                await store.find(kind, *mark),
                await store.find(kind, *mark, limit=1),
            ]
            told += [await store.find(kind, *mark, below=(rank, id)) for rank in (-1, 0, 2) for id in ("", "bob")]
    return told


async def answers_as_the_model_does(records: Records, batches: list[list[list[Step]]]) -> None:
    model = MemoryStore()
    async with either(records) as store:
        for batch in batches:
            answers, expected = [], []
            for steps in batch:
                changes: list[Change] = []
                for step in steps:
                    changes.append(step.change(model, changes))
                expected.append(await outcome(model, changes))
                answers.append(outcome(store, changes))
            assert await asyncio.gather(*answers) == expected
            assert await everything(store) == await everything(model)
    async with either(records) as store:
        assert await everything(store) == await everything(model)


@settings(max_examples=30)
@given(st.lists(BATCHES, max_size=5), st.sampled_from([1, 2, sqlite.MOST]))
def test_a_file_answers_as_the_model_does(batches: list[list[list[Step]]], most: int) -> None:
    """However long the journal may become."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "MOST", most)
        path = Path(folder) / "house.sqlite"
        asyncio.run(answers_as_the_model_does(path, batches))
        assert check(path) == []


@settings(max_examples=20)
@given(st.lists(BATCHES, max_size=5))
def test_a_database_answers_as_the_model_does(postgres_server: Path, batches: list[list[list[Step]]]) -> None:
    asyncio.run(answers_as_the_model_does(emptied(postgres_server, own_database()), batches))


def test_more_than_is_read_at_once_is_found_whole(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "COUNTED_AT_ONCE", 7)
    items = [b"%d" % n for n in range(2 * sqlite.AT_ONCE + 3)]
    ids = [f"{n:04}" for n in range(sqlite.AT_ONCE + 9)]

    async def test(store: Store) -> None:
        await store.commit([Append("long", at, item) for at, item in enumerate(items)])
        await store.commit([Put("table", id, b"", marks=(("game", "whot"),)) for id in ids])
        assert await store.read("long") == items
        assert await store.read("long", 7) == items[7:]
        assert [doc.id for doc in await store.find("table", "game", "whot", limit=len(ids))] == ids
        assert [await store.count("table", "game", game) for game in ("whot", "rally")] == [len(ids), 0]

    run_either(test, records)


def test_a_log_is_erased_whole_or_not_at_all(records: Records) -> None:
    async def test(store: Store) -> None:
        await store.commit([Append("a", 0, b"0"), Append("a", 1, b"1"), Append("b", 0, b"b"), Put("table", "a", b"")])
        assert not await outcome(store, [Erase("a", 1)]), "somebody has written meanwhile"
        assert not await outcome(store, [Erase("a", 2), Drop("table", "a", 9)]), "something else of it is refused"
        assert await store.read("a") == [b"0", b"1"]
        late = [outcome(store, [Append("a", 2, b"2")]), outcome(store, [Erase("a", 2)])]
        assert await asyncio.gather(*late) == [True, False], "in the same batch"
        late = [outcome(store, [Append("a", 3, b"3")]), outcome(store, [Erase("a", 4)])]
        await asyncio.gather(*late)
        length = len(await store.read("a"))
        assert await outcome(store, [Erase("a", length), Drop("table", "a", 1)])
        assert await store.read("a") == [] and await store.get("table", "a") is None
        assert await store.read("b") == [b"b"]
        assert not await outcome(store, [Append("a", length, b"")]), "it has not that many items"
        assert await outcome(store, [Append("a", 0, b"new")])

    run_either(test, records)


def test_commits_gather_while_others_are_written(records: Records) -> None:
    async def test(store: Store) -> None:
        waiting = []
        for at in range(50):
            waiting.append(store.commit([Append("log", at, b"%d" % at)]))
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)
        assert await store.read("log") == [b"%d" % at for at in range(50)]

    run_either(test, records)


def test_one_of_many_gets_a_mark_that_only_one_may_have(records: Records) -> None:
    async def test(store: Store) -> None:
        claims = [store.commit([Put("person", str(n), b"", marks=(("one name", "ann"),))]) for n in range(50)]
        others = [store.commit([Append(f"log {n}", 0, b"")]) for n in range(50)]
        found = await asyncio.gather(*claims, return_exceptions=True)
        assert found == [None, *found[1:]] and all(isinstance(error, Conflict) for error in found[1:])
        await asyncio.gather(*others)
        await store.commit([Drop("person", "0", 1), Put("person", "7", b"", marks=(("one name", "ann"),))])

    run_either(test, records)


def test_a_large_commit_is_written_whole_or_not_at_all(records: Records) -> None:
    puts = [Put("a", str(n), b"", marks=(("m", "v"),)) for n in range(2 * sqlite.ROWS)]

    async def test(store: Store) -> None:
        answers = [store.commit([*puts, puts[-1]]), store.commit([Append("log", 0, b"")])]
        assert [type(error) for error in await asyncio.gather(*answers, return_exceptions=True)] == [
            Conflict,
            type(None),
        ]
        assert await store.count("a", "m", "v") == 0
        await store.commit(puts)
        assert await store.count("a", "m", "v") == len(puts)

    run_either(test, records)


def test_what_cannot_be_written_harms_nobody_else(records: Records) -> None:
    async def test(store: Store) -> None:
        bad = [
            store.commit([Append("log", 0, b"lost"), Put("a", "\ud800", b"")]),
            store.commit([Append("\ud800", 0, b"lost")]),
            store.commit([Put("a", "b", b"", marks=(("m", "v"),), rank=1 << 70)]),
        ]
        good = store.commit([Append("log", 0, b"kept")])
        assert [type(error) for error in await asyncio.gather(*bad, return_exceptions=True)] == [
            UnicodeEncodeError,
            UnicodeEncodeError,
            OverflowError,
        ]
        await good
        assert await store.read("log") == [b"kept"] and await store.get("a", "b") is None

    run_either(test, records)


def test_text_that_cannot_be_written_is_found_nowhere(records: Records) -> None:
    async def test(store: Store) -> None:
        await store.commit([Append("?", 0, b""), Put("a", "?", b"", marks=(("m", "?"),))])
        half = "\ud800"
        assert await store.get("a", half) is None and await store.get("a", "?")
        assert await store.find("a", "m", half) == await store.find("a", "m", half, limit=100_000) == []
        assert await store.count("a", "m", half) == 0 and await store.read(half) == []
        assert await store.lengths([half, "?"]) == [0, 1]

    run_either(test, records)


def test_who_goes_away_while_waiting_stops_nothing(records: Records) -> None:
    async def test(store: Store) -> None:
        first, second = store.commit([Append("log", 0, b"a")]), store.commit([Append("log", 1, b"b")])
        first.cancel()
        await second
        assert await store.read("log") == [b"a", b"b"]

    run_either(test, records)


def test_closing_writes_what_waits_and_then_refuses(records: Records) -> None:
    async def main() -> None:
        store = open_either(records)
        waiting = [store.commit([Append("log", n, b"")]) for n in range(20)]
        await store.close()
        assert [future.result() for future in waiting] == [None] * 20
        with pytest.raises(Unavailable):
            await store.commit([Append("log", 20, b"")])
        with pytest.raises(Unavailable):
            await store.read("log")
        await store.close()

    asyncio.run(main())
    if isinstance(records, Path):
        assert not records.with_name("house.sqlite-wal").exists()  # all of it is in the one file


WRITES_UNTIL_KILLED = """
import asyncio, os, sys
from tests.house.opened import open_either
from turnwise.house.store.interface import Append, Put

async def main():
    store = open_either(sys.argv[1])
    async def player(name):
        at = len(await store.read(name))
        doc = await store.get("table", name)
        seen = doc.revision if doc else 0
        while True:
            changes = [Append(name, at, b"%d" % at)]
            if at % 3 == 0:
                changes.append(Put("table", name, b"%d" % at, seen, (("player", name),), at))
                seen += 1
            await store.commit(changes)
            os.write(1, f"{name} {at}\\n".encode())
            at += 1
    await asyncio.gather(*(player(f"player{n}") for n in range(30)))

asyncio.run(main())
"""


def test_what_was_acknowledged_survives_a_kill(records: Records) -> None:
    dice = random.Random(4)
    told: dict[str, int] = {}
    for _ in range(5):
        with child(WRITES_UNTIL_KILLED, records) as process:
            assert process.stdout
            lines = [process.stdout.readline() for _ in range(dice.randrange(1, 1500))]
            process.kill()
            lines += process.stdout.readlines()
        for line in lines:
            name, at = line.split()
            assert int(at) > told.get(name, -1)
            told[name] = int(at)
        if isinstance(records, Path):
            assert check(records) == []

    async def test(store: Store) -> None:
        assert len(told) == 30
        for name, last in told.items():
            items = await store.read(name)
            assert items == [b"%d" % at for at in range(len(items))]
            assert len(items) > last
            doc = await store.get("table", name)
            assert doc and int(doc.body) == (len(items) - 1) // 3 * 3  # log and document changed together or not at all
            assert doc.revision == int(doc.body) // 3 + 1

    run_either(test, records)
