"""The embedded store: one transaction for many, its file, and what it does when the disk is full or the file locked."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.house.opened import child, run
from turnwise.house.store import sqlite
from turnwise.house.store import sqlite_opening as opening
from turnwise.house.store.interface import Append, Put, Unavailable
from turnwise.house.store.sqlite import Sqlite


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


def test_only_its_owner_may_read_it(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        await store.commit([Append("log", 0, b"")])
        await store.back_up(path.with_name("copy.sqlite"))
        assert {file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {0}

    run(test, path)


# Faults.

FILLS_THE_DISK = """
import asyncio, resource, sys
from pathlib import Path
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.store.interface import Append, Unavailable

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
