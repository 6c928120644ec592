"""Whose records these are: one process has them, and notices whoever else writes, or takes the file or the folder away."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.house.opened import child, outcome, run
from turnwise.house.store.interface import Append, Conflict, Put, Unavailable
from turnwise.house.store.migrations import back_up, check
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.store.switching import restore
from turnwise.kit.errors import TurnwiseError


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
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.store.interface import Append

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
