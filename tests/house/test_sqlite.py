"""The embedded store: its laws beside a plain model, and what it does when the disk, the file or the process fails."""

import asyncio
import random
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.house.memory_store import MemoryStore
from tests.house.opened import opened, run
from turnwise.house import opening, sqlite
from turnwise.house.migrations import back_up, check
from turnwise.house.sqlite import Sqlite
from turnwise.house.store import Append, Change, Conflict, Drop, Erase, Put, Store, Unavailable
from turnwise.house.switching import restore
from turnwise.kit.errors import TurnwiseError

ROOT = Path(__file__).parents[2]


# The laws of store.py, beside a model.

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


async def outcome(store: Store, changes: Sequence[Change]) -> bool:
    try:
        await store.commit(changes)
    except Conflict:
        return False
    return True


async def everything(store: Store) -> list[object]:
    """All that can be asked of a store."""
    told: list[object] = []
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


@settings(max_examples=30)
@given(st.lists(BATCHES, max_size=5), st.sampled_from([1, 2, sqlite.MOST]))
def test_it_answers_as_the_model_does(batches: list[list[list[Step]]], most: int) -> None:
    """However long the journal may become."""

    async def main(path: Path) -> None:
        model = MemoryStore()
        async with opened(path) as store:
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
        async with opened(path) as store:
            assert await everything(store) == await everything(model)
        assert check(path) == []

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "MOST", most)
        asyncio.run(main(Path(folder) / "house.sqlite"))


def test_more_than_is_read_at_once_is_found_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "COUNTED_AT_ONCE", 7)
    items = [b"%d" % n for n in range(2 * sqlite.AT_ONCE + 3)]
    ids = [f"{n:04}" for n in range(sqlite.AT_ONCE + 9)]

    async def test(store: Sqlite) -> None:
        await store.commit([Append("long", at, item) for at, item in enumerate(items)])
        await store.commit([Put("table", id, b"", marks=(("game", "whot"),)) for id in ids])
        assert await store.read("long") == items
        assert await store.read("long", 7) == items[7:]
        assert [doc.id for doc in await store.find("table", "game", "whot", limit=len(ids))] == ids
        assert [await store.count("table", "game", game) for game in ("whot", "rally")] == [len(ids), 0]

    run(test, path)


def test_a_log_is_erased_whole_or_not_at_all(path: Path) -> None:
    async def test(store: Sqlite) -> None:
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

    run(test, path)
    assert check(path) == []


def test_commits_that_wait_share_a_transaction(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SOME", 10_000)  # nothing is put in order meanwhile, however slow this machine is

    async def test(store: Sqlite) -> None:
        said: list[str] = []
        store._writer._file.set_trace_callback(said.append)
        await asyncio.gather(*(store.commit([Append(f"log {n}", 0, b"")]) for n in range(100)))
        (written,) = {line for line in said if not line.startswith("SELECT")}  # its trigger is told by the same words
        assert written.startswith("INSERT INTO journal")
        await asyncio.gather(*(store.commit([Append(f"new {n}", 0, b""), Put("a", f"{n}", b"")]) for n in range(300)))
        assert said.count("COMMIT") == said.count("BEGIN IMMEDIATE") == 1

    run(test, path)


def test_commits_gather_while_others_are_written(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        waiting = []
        for at in range(50):
            waiting.append(store.commit([Append("log", at, b"%d" % at)]))
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)
        assert await store.read("log") == [b"%d" % at for at in range(50)]

    run(test, path)


def test_one_of_many_gets_a_mark_that_only_one_may_have(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        claims = [store.commit([Put("person", str(n), b"", marks=(("one name", "ann"),))]) for n in range(50)]
        others = [store.commit([Append(f"log {n}", 0, b"")]) for n in range(50)]
        found = await asyncio.gather(*claims, return_exceptions=True)
        assert found == [None, *found[1:]] and all(isinstance(error, Conflict) for error in found[1:])
        await asyncio.gather(*others)
        await store.commit([Drop("person", "0", 1), Put("person", "7", b"", marks=(("one name", "ann"),))])

    run(test, path)


def test_a_large_commit_is_written_whole_or_not_at_all(path: Path) -> None:
    puts = [Put("a", str(n), b"", marks=(("m", "v"),)) for n in range(2 * sqlite.ROWS)]

    async def test(store: Sqlite) -> None:
        answers = [store.commit([*puts, puts[-1]]), store.commit([Append("log", 0, b"")])]
        assert [type(error) for error in await asyncio.gather(*answers, return_exceptions=True)] == [
            Conflict,
            type(None),
        ]
        assert await store.count("a", "m", "v") == 0
        await store.commit(puts)
        assert await store.count("a", "m", "v") == len(puts)

    run(test, path)


def test_what_cannot_be_written_harms_nobody_else(path: Path) -> None:
    async def test(store: Sqlite) -> None:
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

    run(test, path)


def test_who_goes_away_while_waiting_stops_nothing(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        first, second = store.commit([Append("log", 0, b"a")]), store.commit([Append("log", 1, b"b")])
        first.cancel()
        await second
        assert await store.read("log") == [b"a", b"b"]

    run(test, path)


def test_closing_writes_what_waits_and_then_refuses(path: Path) -> None:
    async def main() -> None:
        store = Sqlite(path)
        waiting = [store.commit([Append("log", n, b"")]) for n in range(20)]
        await store.close()
        assert [future.result() for future in waiting] == [None] * 20
        with pytest.raises(Unavailable):
            await store.commit([Append("log", 20, b"")])
        with pytest.raises(Unavailable):
            await store.read("log")
        await store.close()

    asyncio.run(main())
    assert not path.with_name("house.sqlite-wal").exists()  # all of it is in the one file


def test_only_its_owner_may_read_it(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        await store.commit([Append("log", 0, b"")])
        await store.back_up(path.with_name("copy.sqlite"))
        assert {file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {0}

    run(test, path)


# Faults.

WRITES_UNTIL_KILLED = """
import asyncio, os, sys
from pathlib import Path
from turnwise.house.sqlite import Sqlite
from turnwise.house.store import Append, Put

async def main():
    store = Sqlite(Path(sys.argv[1]))
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


def child(code: str, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def test_what_was_acknowledged_survives_a_kill(path: Path) -> None:
    dice = random.Random(4)
    told: dict[str, int] = {}
    for _ in range(5):
        with child(WRITES_UNTIL_KILLED, path) as process:
            assert process.stdout
            lines = [process.stdout.readline() for _ in range(dice.randrange(1, 1500))]
            process.kill()
            lines += process.stdout.readlines()
        for line in lines:
            name, at = line.split()
            assert int(at) > told.get(name, -1)
            told[name] = int(at)
        assert check(path) == []

    async def test(store: Sqlite) -> None:
        assert len(told) == 30
        for name, last in told.items():
            items = await store.read(name)
            assert items == [b"%d" % at for at in range(len(items))]
            assert len(items) > last
            doc = await store.get("table", name)
            assert doc and int(doc.body) == (len(items) - 1) // 3 * 3  # log and document changed together or not at all
            assert doc.revision == int(doc.body) // 3 + 1

    run(test, path)


FILLS_THE_DISK = """
import asyncio, resource, sys
from pathlib import Path
from turnwise.house.sqlite import Sqlite
from turnwise.house.store import Append, Unavailable

def most(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def main():
    store = Sqlite(Path(sys.argv[1]))
    most(300_000)
    kept = 0
    try:
        while True:
            await store.commit([Append("log", kept, b"x" * 5000)])
            kept += 1
    except Unavailable:
        pass
    for _ in range(3):
        both = [store.commit([Append("log", kept, b"x" * 5000)]), store.commit([Append("other", 0, b"x" * 5000)])]
        assert [type(error) for error in await asyncio.gather(*both, return_exceptions=True)] == [Unavailable] * 2
    assert len(await store.read("log")) == kept > 10
    assert await store.read("other") == []
    most(resource.RLIM_INFINITY)
    await store.commit([Append("log", kept, b"enough")])
    await store.close()
    print(kept)

asyncio.run(main())
"""


def test_a_full_disk_refuses_and_work_goes_on_when_there_is_room(path: Path) -> None:
    with child(FILLS_THE_DISK, path) as process:
        kept, _ = process.communicate()
    assert process.returncode == 0

    async def test(store: Sqlite) -> None:
        assert await store.read("log") == [b"x" * 5000] * int(kept) + [b"enough"]

    run(test, path)


def test_a_file_that_may_not_grow(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        file = store._writer._file
        await store.commit([Append("log", 0, b"")])
        ((pages,),) = file.execute("PRAGMA page_count")
        file.execute(f"PRAGMA max_page_count = {pages}")
        large = Put("a", "b", b"x" * 50_000)
        with pytest.raises(Unavailable, match="full"):
            await store.commit([Append("log", 1, b"x" * 50_000), large])
        await store.commit([Append("log", 1, b"small")])
        file.execute("PRAGMA max_page_count = 1000000")
        await store.commit([Append("log", 2, b"x" * 50_000), large])

    run(test, path)


def test_a_locked_file_refuses_writing_but_not_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.05)

    async def test(store: Sqlite) -> None:
        await store.commit([Append("log", 0, b"a")])
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = [store.commit([Append("log", 1, b"b")]), store.commit([Put("a", "b", b"")])]
            assert await store.read("log") == [b"a"]
            found = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(error) for error in found] == [Unavailable] * 2
            assert await store.read("log") == [b"a"]
            other.execute("ROLLBACK")
        await store.commit([Append("log", 1, b"b")])
        assert await store.read("log") == [b"a", b"b"]

    run(test, path)


def test_a_file_that_is_gone_keeps_nothing(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        await store.commit([Append("log", 0, b"a")])
        path.rename(path.with_suffix(".away"))
        with pytest.raises(Unavailable, match="No such file"):
            await store.commit([Append("log", 1, b"b")])
        path.touch()
        with pytest.raises(Unavailable, match="another file"):
            await store.commit([Append("log", 1, b"b")])
        path.with_suffix(".away").replace(path)
        await store.commit([Append("log", 1, b"b")])

    run(test, path)


def test_somebody_else_wrote_into_a_log(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        await store.commit([Append("log", 0, b"a")])
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("INSERT INTO log VALUES ('log', 1, 'theirs')")
        assert not await outcome(store, [Append("log", 1, b"b"), Put("a", "b", b"")])
        assert await outcome(store, [Append("log", 2, b"b")])
        assert await store.get("a", "b") is None

    run(test, path)


def test_somebody_else_wrote_into_the_journal_and_only_who_meant_the_same_place_is_refused(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        await store.commit([Append("log", 0, b"a"), Append("other", 0, b"a")])
        with closing(sqlite3.connect(path)) as theirs, theirs:
            theirs.execute("INSERT INTO journal (name, at, item) VALUES ('log', 1, 'theirs')")
            with pytest.raises(sqlite3.IntegrityError):
                theirs.execute("INSERT INTO journal (name, at, item) VALUES ('log', 1, 'again')")
        both = [store.commit([Append("log", 1, b"b")]), store.commit([Append("other", 1, b"b")])]
        refused, kept = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(refused, Conflict) and kept is None
        await store.commit([Append("log", 2, b"c")])
        assert await store.read("log") == [b"a", "theirs", b"c"] and await store.read("other") == [b"a", b"b"]

    run(test, path)
    assert check(path) == []


def test_a_folder_that_is_gone_keeps_nothing_until_it_is_back(path: Path) -> None:
    folder = path.parent / "records"
    path = folder / path.name

    async def test(store: Sqlite) -> None:
        await store.commit([Append("log", 0, b"a")])
        folder.rename(folder.with_name("away"))
        with pytest.raises(Unavailable, match="No such file"):
            await store.commit([Append("log", 1, b"b")])
        assert (await store.health()).fault
        folder.mkdir()
        (folder / path.name).hardlink_to(folder.with_name("away") / path.name)
        with pytest.raises(Unavailable, match="another folder"):
            await store.commit([Append("log", 1, b"b")])
        (folder / path.name).unlink()
        folder.rmdir()
        folder.with_name("away").rename(folder)
        await store.commit([Append("log", 1, b"b")])
        assert not (await store.health()).fault

    run(test, path)


HOLDS = """
import asyncio, sys
from pathlib import Path
from turnwise.house.sqlite import Sqlite
from turnwise.house.store import Append

async def main():
    store = Sqlite(Path(sys.argv[1]))
    await store.commit([Append("log", 0, b"theirs")])
    print("open", flush=True)
    sys.stdin.read()

asyncio.run(main())
"""


def test_a_file_belongs_to_one_process(path: Path) -> None:
    copy = path.with_name("copy.sqlite")
    with child(HOLDS, path) as process:
        assert process.stdout and process.stdout.readline() == "open\n"
        with pytest.raises(
            TurnwiseError, match=f"house.sqlite is in use: process {process.pid} on .+ has it open."
        ) as told:
            Sqlite(path)
        assert told.value.code == "store_in_use"
        with pytest.raises(TurnwiseError, match="in use"):
            back_up(path, copy)  # whoever only reads may
            restore(copy, path)
        assert check(copy) == check(path) == []
        path.with_name("house.sqlite.lock").unlink()
        with pytest.raises(TurnwiseError, match="house.sqlite is in use: another process has it open."):
            Sqlite(path)
        process.kill()

    async def test(store: Sqlite) -> None:
        assert await store.read("log") == [b"theirs"]

    run(test, path)
