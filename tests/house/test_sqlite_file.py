"""The file of the embedded store: its versions, copies of it, and damage."""

import asyncio
import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.house.opened import keep_nothing, run
from tests.house.town import HOME, PASSWORD, Counting, newcomers, refused
from turnwise.house.people.entrance import Entrance
from turnwise.house.people.people import People
from turnwise.house.store import migrations
from turnwise.house.store.interface import Append, Put
from turnwise.house.store.migrations import check, open_to_read
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.store.switching import restore
from turnwise.house.work.limits import Limits
from turnwise.kit.errors import TurnwiseError


async def keep_something(store: Sqlite) -> None:
    await store.commit([Append("log", 0, b"old"), Put("a", "b", b"old", marks=(("m", "v"),))])


def numbered(path: Path) -> int:
    with closing(open_to_read(path)) as file:
        return migrations.version(file, path)


def test_an_older_file_is_copied_and_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(keep_something, path)
    later = [
        *migrations.STEPS,
        ["ALTER TABLE doc ADD COLUMN colour TEXT"],
        ["UPDATE doc SET body = CAST('new' AS BLOB)"],
    ]
    monkeypatch.setattr(migrations, "STEPS", later)

    async def test(store: Sqlite) -> None:
        doc = await store.get("a", "b")
        assert doc and doc.body == b"new"
        await store.commit([Append("log", 1, b"")])

    run(test, path)
    run(keep_nothing, path)
    before = path.with_name(f"house.before-{len(later)}.sqlite")
    assert (numbered(before), numbered(path)) == (len(later) - 2, len(later))
    with closing(open_to_read(before)) as file:
        assert file.execute("SELECT body FROM doc").fetchall() == [(b"old",)]


def test_people_of_an_older_file_get_the_looks_of_their_names(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = [("ann", "Anna", 2), ("eve", "\u0410nn\u0430", 3), ("bob", "Bob", 1)]

    async def keep(store: Sqlite) -> None:
        for id, name, made in old:
            body = f'{{"name":"{name}","made":{made},"password":"x"}}'.encode()
            await store.commit(
                [Put("person", id, body, 0, (("one name", name.casefold()), ("status", "account")), made)]
            )
        body = '{"name":"\u0441\u043e\u0440\u0430","made":4}'.encode()
        await store.commit([Put("person", "guest", body, 0, (("guest name", "x"), ("status", "guest")), 4)])

    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", migrations.STEPS[:2])
        run(keep, path)

    async def test(store: Sqlite) -> None:
        people = People(store, lambda: 5, newcomers(store, lambda: 5, Limits(lambda: 5)))
        entrance = Entrance(people, lambda: 5, Limits(lambda: 5), Counting())
        await refused("name_taken", people.guest("B0b", HOME))
        found = await store.find("person", "one look", "small anna")
        assert [doc.id for doc in found] == ["ann"], "who came first"
        assert (await people.rename("eve", "Eve")).name == "Eve"
        await people.block("ann", "bob")
        assert [doc.id for doc in await store.find("person", "one look", "small anna")] == ["ann"], "it stays hers"
        await entrance.register(None, "copa", PASSWORD, HOME)
        guest = await people.get("guest")
        assert guest and guest.name[:5] == "\u0441\u043e\u0440\u0430 ", "he made way"
        entrance.close()

    run(test, path)


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(keep_something, path)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", [*migrations.STEPS, ["DELETE FROM doc", "DROP TABLE mark", "nonsense"]])
        with pytest.raises(TurnwiseError, match="cannot be opened"):
            Sqlite(path)
    assert numbered(path) == len(migrations.STEPS)

    async def test(store: Sqlite) -> None:
        assert await store.get("a", "b") and await store.count("a", "m", "v") == 1

    run(test, path)


def test_a_newer_file_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", [*migrations.STEPS, []])
        run(keep_something, path)
    known = len(migrations.STEPS)
    newer = f"newer Turnwise: it has format {known + 1}, and this one knows {known}."
    with pytest.raises(TurnwiseError, match=newer) as told:
        Sqlite(path)
    assert told.value.code == "bad_store"
    assert check(path) == [f"house.sqlite has format {known + 1}, and this Turnwise knows 1 to {known}."]


def test_what_is_no_file_of_ours_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE log (name, at, item)")
    with pytest.raises(TurnwiseError, match="belongs to another program"):
        Sqlite(path)
    path.write_bytes(b"a letter to the editor, of some length" * 50)
    with pytest.raises(TurnwiseError, match="not a database"):
        Sqlite(path)
    with pytest.raises(TurnwiseError, match="cannot be opened"):
        Sqlite(path / "below a file")
    with pytest.raises(TurnwiseError, match="cannot be opened: Is a directory."):
        Sqlite(path.parent)
    assert [*check(path), *check(path.with_name("nothing"))] == [
        "house.sqlite cannot be read: file is not a database.",
        "nothing cannot be read: unable to open database file.",
    ]


def test_a_copy_while_others_write_is_of_one_moment(path: Path) -> None:
    copies = [path.with_name(f"copy{n}.sqlite") for n in range(3)]

    async def test(store: Sqlite) -> None:
        done = False

        async def player(name: str) -> int:
            for at in count():
                if done:
                    return at
                await store.commit([Append(name, at, b"x" * 500), Append(f"{name} again", at, b"")])
            raise AssertionError

        players = [asyncio.ensure_future(player(f"player {n}")) for n in range(10)]
        for copy in copies:
            await store.back_up(copy)
        done = True
        assert min(await asyncio.gather(*players)) > 0

    run(test, path)
    for copy in copies:
        assert check(copy) == []
        with closing(open_to_read(copy)) as file:
            lengths = dict(file.execute("SELECT name, count(*) FROM entry GROUP BY name"))
        assert all(lengths[f"{name} again"] == n for name, n in lengths.items() if not name.endswith("again"))
    assert not list(path.parent.glob("*.draft"))


def test_a_backup_takes_the_place_of_a_damaged_file(path: Path) -> None:
    copy = path.with_name("copy.sqlite")

    async def test(store: Sqlite) -> None:
        await keep_something(store)
        await store.back_up(copy)
        await store.commit([Append("log", 1, b"after the backup")])

    run(test, path)
    damaged = bytearray(path.read_bytes())
    damaged[4096:] = os.urandom(len(damaged) - 4096)
    path.write_bytes(damaged)
    assert check(path)
    assert restore(copy, path) == path.with_name("house.before-restore-1.sqlite")
    assert path.with_name("house.before-restore-1.sqlite").read_bytes() == damaged
    assert restore(copy, path) == path.with_name("house.before-restore-2.sqlite")

    async def again(store: Sqlite) -> None:
        assert await store.read("log") == [b"old"]

    run(again, path)
    copy.write_bytes(damaged)
    with pytest.raises(TurnwiseError, match="copy.sqlite is not sound"):
        restore(copy, path)
    assert check(path) == []


@pytest.mark.parametrize("spoiled", ["log VALUES ('log', 2, 'x')", "journal VALUES (9, 'log', 2, 'x')"])
def test_a_gap_in_a_log_is_found(spoiled: str, path: Path) -> None:
    run(keep_something, path)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(f"INSERT INTO {spoiled}")
    assert check(path) == ["Items are missing in the log 'log'."]


def test_an_item_that_stands_in_a_log_twice_is_found(path: Path) -> None:
    run(keep_something, path)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("INSERT INTO journal VALUES (9, 'log', 0, 'x')")
    assert check(path) == ["An item stands in the log 'log' twice."]
