"""Damage: what can be read is kept, what is lost is said, and the house opens again; never a traceback."""

import asyncio
import os
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.house.kept_store import KeptStore
from tests.house.opened import opened, run
from tests.house.parlour import Parlour
from tests.house.town import live
from turnwise.cli import main
from turnwise.house.hosting.salvage import repair
from turnwise.house.store.interface import Append, Put, Unavailable
from turnwise.house.store.migrations import check
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.store.sqlite_pages import Gap, Pages, Row
from turnwise.house.tables import items
from turnwise.house.tables.items import Said, Terms
from turnwise.kit.errors import TurnwiseError

TABLES = 40
LINES = 12
PAGE = 4096


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a house with some tables, at which people play and talk."""
    path = tmp_path_factory.mktemp("sound") / "house.sqlite"

    async def main() -> None:
        memory = KeptStore()
        async with Parlour(memory) as parlour, opened(path) as store:
            ann, ben = await parlour.guests("Ann", "Ben")
            for _ in range(TABLES):
                id = await parlour.table(Terms("connect_four", 2), ann, ben)
                await parlour.act(id, 0, 3)
                for n in range(LINES):
                    said = Said(parlour.at, ann, "players", f"{n} " + "so " * 100)
                    await parlour.house.change(id, ann, lambda table, said=said: [said])  # type: ignore[misc]
            docs = [Put(kind, id, one.doc.body, 0, one.marks, one.rank) for (kind, id), one in memory.docs.items()]
            logs = [Append(name, at, item) for name, log in memory.logs.items() for at, item in enumerate(log)]
            await store.commit([*docs, *logs])

    asyncio.run(main())
    return path.read_bytes()


def contents(path: Path) -> dict[str, dict[tuple[object, ...], object]]:
    with closing(sqlite3.connect(path)) as file:
        return {
            "log": {row[:2]: row[2] for row in file.execute("SELECT name, at, item FROM entry")},
            "doc": {row[:2]: row[2:] for row in file.execute("SELECT kind, id, revision, body FROM doc")},
            "mark": dict.fromkeys(file.execute("SELECT * FROM mark"), True),
        }


def test_pages_say_what_sqlite_says(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    with closing(Pages(path)) as pages:
        roots = pages.tables()
        read = {tree: list(pages.rows(root)) for tree, root in roots.items() if root}
        assert pages.format and not list(pages.loose())
    told = contents(path)
    assert not any(isinstance(row, Gap) for rows in read.values() for row in rows)
    assert {row.values[:2]: row.values[2] for row in read["log"] if isinstance(row, Row)} == told["log"]
    assert {row.values[:2]: row.values[2:] for row in read["doc"] if isinstance(row, Row)} == told["doc"]
    assert {row.values for row in read["mark"] if isinstance(row, Row)} == set(told["mark"])


def lost_of(lines: list[str]) -> set[str]:
    return {found[1] for line in lines if (found := re.match(r"Table (\S+): ", line))}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_page_is_damaged_the_rest_is_kept_and_the_loss_is_told(path: Path, sound: bytes, seed: int) -> None:
    dice, damaged = random.Random(seed), bytearray(sound)
    for number in dice.sample(range(1, len(sound) // PAGE), 1 + seed // 2):
        damaged[number * PAGE : (number + 1) * PAGE] = dice.choice([dice.randbytes(PAGE), bytes(PAGE)])
    path.write_bytes(sound)
    before = contents(path)
    path.write_bytes(damaged)
    done = repair(path)
    if done is None:  # a page on which nothing stood
        assert check(path) == []
        return
    assert check(path) == [] and done.aside and done.aside.read_bytes() == damaged
    after = contents(path)
    lost = lost_of(done.lost)
    for (name, at), item in before["log"].items():
        assert after["log"].get((name, at)) == item or str(name).removeprefix("table ") in lost
    for name, at in after["log"]:
        assert after["log"][name, at] == before["log"][name, at] and (
            at == 0 or (name, int(str(at)) - 1) in after["log"]
        )
    for (kind, id), doc in before["doc"].items():
        assert (kind, id) in after["doc"] or str(id) in " ".join(done.lost), (kind, id, doc)
    for mark in before["mark"]:
        assert mark in after["mark"] or mark[-1] in lost or (mark[0], mark[-1]) not in after["doc"], mark


@pytest.mark.parametrize("tree", ["log", "doc", "mark", "schema"])
def test_what_a_damaged_page_led_to_is_found(path: Path, sound: bytes, tree: str) -> None:
    """The first page of a table leads to all others of it."""
    path.write_bytes(sound)
    before = contents(path)
    with closing(Pages(path)) as pages:
        root = 1 if tree == "schema" else pages.tables()[tree]
    damaged = bytearray(sound)
    damaged[(root - 1) * PAGE : root * PAGE] = bytes(PAGE)
    path.write_bytes(damaged)
    done = repair(path)
    assert done and check(path) == []
    after = contents(path)
    assert len(after["log"]) > 0.8 * len(before["log"]) and len(after["doc"]) > 0.8 * len(before["doc"])
    assert len(after["mark"]) > 0.8 * len(before["mark"]) and done.people == 2
    if tree != "log":
        assert after["log"] == before["log"]
    assert (tree in ("log", "schema")) == bool(lost_of(done.lost)), "where it can't be sure, it says so"


@live
async def test_a_table_that_lost_its_last_actions_goes_on_from_there(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    before = contents(path)
    with closing(sqlite3.connect(path)) as file:
        (name,) = file.execute("SELECT name FROM log LIMIT 1").fetchone()
        file.execute("DELETE FROM log WHERE name = ? AND at = 4", (name,))
        file.execute("DELETE FROM doc WHERE kind = 'table' AND id = ?", (name[6:],))
        file.commit()
    done = repair(path)
    length = sum(1 for log, _ in before["log"] if log == name)
    assert done and done.lost == [
        f"Table {name[6:]}: 4 entries of its log are kept, {length - 4} or more are lost.",
    ]
    async with opened(path) as store:
        parlour = Parlour(store)
        listed = await store.find("table", "status", "running", limit=100)
        assert name[6:] in {doc.id for doc in listed}, "it is listed again"
        assert (await parlour.act(name[6:], 0, 2)).table.version == 1
        await parlour.house.close()


def test_two_who_wrote_the_same_place_are_told_apart(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    with closing(sqlite3.connect(path)) as file:
        name, at, item = file.execute("SELECT name, at, item FROM log WHERE at = 5 LIMIT 1").fetchone()
        file.execute("DROP INDEX journal_once")
        theirs = items.encode(Said(0, "x", "players", "theirs"))
        for n in (1, 2):
            file.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (n, name, at, theirs))
        file.execute("PRAGMA user_version = 3")
        file.commit()
    with pytest.raises(TurnwiseError, match="admin repair"):
        Sqlite(path)
    done = repair(path)
    assert done and done.lost == [
        f"Table {name[6:]}: two entries claimed the same place in its log; the earlier is kept."
    ]
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT item FROM entry WHERE name = ? AND at = ?", (name, at)).fetchall() == [(item,)]


def test_a_write_ahead_log_alone_is_read(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All that a young house has may be there; SQLite would delete it beside an empty file."""
    wal = Path(f"{path}-wal")

    async def test(store: Sqlite) -> None:
        await store.commit([Put("person", "ann", b"{}", marks=(("one name", "ann"),))])
        path.with_name("kept").write_bytes(wal.read_bytes())

    run(test, path)
    path.write_bytes(b"")
    wal.write_bytes(path.with_name("kept").read_bytes())
    with pytest.raises(TurnwiseError, match="house.sqlite is empty, but .* Nothing was changed. .*admin repair"):
        Sqlite(path)
    for order in ("check",), ("backup", str(path.with_name("copy"))), ("people",), ("restore", str(path)):
        assert main(["admin", "--data", str(path.parent), *order]) == 2
        assert "is empty" in "".join(capsys.readouterr())
        assert wal.exists() and wal.stat().st_size, "what was there is still there"
    done = repair(path)
    assert done and done.people == 1 and check(path) == []
    assert contents(path)["doc"] == {("person", "ann"): (1, b"{}")}


# What is told.


def damage_log(data: bytearray, path: Path) -> None:
    with closing(Pages(path)) as pages:
        root = pages.tables()["log"]
    data[(root - 1) * PAGE : root * PAGE] = os.urandom(PAGE)


SPOILED: dict[str, tuple[Callable[[bytearray, Path], None], str]] = {
    "no database": (lambda data, _: data.__setitem__(slice(0, 16), b"a letter to them"), "not a database"),
    "cut off": (lambda data, _: data.__delitem__(slice(len(data) // 2, None)), "malformed"),
    "empty": (lambda data, _: data.clear(), "house.sqlite is empty, but house.sqlite.here says"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_damaged_house_is_refused_in_a_sentence_that_says_what_to_do(
    path: Path, sound: bytes, spoiled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(sound)
    asyncio.run(_open_and_close(path))
    data, (spoil, told) = bytearray(sound), SPOILED[spoiled]
    spoil(data, path)
    path.write_bytes(data)
    with pytest.raises(TurnwiseError, match=told) as error:
        Sqlite(path)
    assert "admin repair" in str(error.value) and "restore" in str(error.value)
    assert main(["admin", "--data", str(path.parent), "check"]) == 2
    out, err = capsys.readouterr()
    assert "is not sound" in err and "Traceback" not in out + err


async def _open_and_close(path: Path) -> None:
    async with opened(path):
        pass


def test_a_house_whose_file_is_gone_does_not_begin_anew(
    path: Path, sound: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(sound)
    asyncio.run(_open_and_close(path))
    path.unlink()
    with pytest.raises(TurnwiseError, match="house.sqlite is missing, but house.sqlite.here says"):
        Sqlite(path)
    assert main(["admin", "--data", str(path.parent), "people"]) == 2
    assert "house.sqlite is missing, but house.sqlite.here says" in capsys.readouterr().err
    assert not path.exists()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 0")
        file.execute("VACUUM")
    with pytest.raises(TurnwiseError, match=r"house.sqlite (holds no tables|is empty), but"):
        Sqlite(path)


def test_the_command_checks_and_repairs(path: Path, sound: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    def admin(*order: str) -> tuple[int, str]:
        code = main(["admin", "--data", str(path.parent), *order])
        out, err = capsys.readouterr()
        return code, out + err

    path.write_bytes(sound)
    assert admin("check") == (0, f"{path} is sound: {TABLES} tables, 2 people.\n")
    assert admin("repair") == (0, f"{path} is sound; nothing was changed.\n")
    data = bytearray(sound)
    damage_log(data, path)
    path.write_bytes(data)
    code, said = admin("check")
    assert code == 2 and "admin repair" in said
    code, said = admin("repair")
    assert code == 0 and "pages can't be read" in said and "kept as house.before-repair-1.sqlite" in said
    assert admin("check")[0] == 0


def test_a_page_that_is_found_damaged_while_the_house_is_open_stops_only_what_lies_on_it(path: Path) -> None:
    """Two logs, on pages far apart; one of them is overwritten behind the house's back."""

    async def fill(store: Sqlite) -> None:
        for at in range(40):
            await store.commit([Append(log, at, f"{log} {at} ".encode() * 40) for log in ("a", "b")])

    run(fill, path)
    data = bytearray(path.read_bytes())
    for number in range(len(data) // PAGE):
        if b"a 20 a 20" in data[number * PAGE : (number + 1) * PAGE]:
            data[number * PAGE : (number + 1) * PAGE] = bytes(PAGE)
    path.write_bytes(data)

    async def test(store: Sqlite) -> None:
        with pytest.raises(Unavailable):
            await store.read("a")
        assert len(await store.read("b")) == 40
        await store.commit([Append("b", 40, b"new")])
        assert len(await store.read("b")) == 41
        health = await store.health()
        assert "malformed" in health.damage and not health.fault, "the rest can be written"

    run(test, path)


def test_a_file_that_is_emptied_while_the_house_is_open_keeps_nothing_and_health_says_so(path: Path) -> None:
    async def test(store: Sqlite) -> None:
        await store.commit([Put("person", "ann", b"{}")])
        os.truncate(path, 0)
        with pytest.raises(Unavailable):
            await store.commit(())
        assert (await store.health()).fault == "house.sqlite: it was emptied"

    run(test, path)
