"""What is appended stands in a journal before it is put into its log: whoever reads sees no difference."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.house.opened import keep_nothing, run
from turnwise.house.store import sqlite
from turnwise.house.store import sqlite_opening as opening
from turnwise.house.store.interface import Append, Conflict, Put
from turnwise.house.store.migrations import check, open_to_read
from turnwise.house.store.sqlite import Sqlite


def kept(path: Path) -> tuple[int, int]:
    """How many items stand in the journal, and how many in their logs."""
    with closing(open_to_read(path)) as file:
        (journal,), (log,) = (file.execute(f"SELECT count(*) FROM {name}").fetchone() for name in ("journal", "log"))
        return journal, log


def test_a_long_journal_is_put_into_its_logs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MOST", 10)

    async def test(store: Sqlite) -> None:
        for at in range(7):
            await asyncio.gather(*(store.commit([Append(f"log {n}", at, b"%d %d" % (n, at))]) for n in range(3)))
            for n in range(3):
                assert await store.read(f"log {n}") == [b"%d %d" % (n, at) for at in range(at + 1)]
        assert kept(path) == (9, 12)
        with pytest.raises(Conflict):
            await store.commit([Append("log 1", 6, b"again")])

    run(test, path)
    assert kept(path) == (0, 21)


def test_a_journal_is_put_into_its_logs_when_nobody_writes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SOME", 2)

    async def test(store: Sqlite) -> None:
        begun, loop = asyncio.Event(), asyncio.get_running_loop()

        def heard(statement: str) -> None:
            if statement == sqlite.SETTLE[-1]:
                loop.call_soon_threadsafe(begun.set)

        store._writer._file.set_trace_callback(heard)
        await store.commit([Append("log", 0, b"a")])
        assert kept(path) == (1, 0)
        await store.commit([Append("log", 1, b"b")])
        await asyncio.wait_for(begun.wait(), 60)
        await store.commit(())  # which comes after it
        assert kept(path) == (0, 2)
        await store.commit([Append("log", 2, b"c")])
        assert await store.read("log") == [b"a", b"b", b"c"]

    run(test, path)


def test_a_journal_that_cannot_be_put_into_its_logs_is_read_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def first(store: Sqlite) -> None:
        for at in range(3):
            await store.commit([Append("log", at, b"%d" % at), Put("a", f"{at}", b"")])
        assert await store.read("log") == [b"0", b"1", b"2"] and await store.get("a", "2")

    async def second(store: Sqlite) -> None:
        assert await store.read("log") == [b"0", b"1", b"2"]
        with pytest.raises(Conflict):
            await store.commit([Append("log", 2, b"again")])
        await store.commit([Append("log", 3, b"3")])

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "MOST", 1)
        patch.setattr(sqlite, "SETTLE", [*sqlite.SETTLE[:-1], "nonsense"])
        run(first, path)
        run(second, path)
        assert kept(path) == (4, 0)
    run(keep_nothing, path)
    assert kept(path) == (0, 4) and check(path) == []


def test_a_write_ahead_log_has_its_size_from_the_start(path: Path) -> None:
    """What was synced and did not make the file longer is on the disk sooner."""
    wal = path.with_name(f"{path.name}-wal")

    async def test(store: Sqlite) -> None:
        for at in range(30):
            await store.commit([Append("log", at, b"x" * 1000)])
            assert wal.stat().st_size == opening.ROOM
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("SELECT count(*) FROM entry").fetchone() == (30,)

    run(test, path)
