"""A house moves into a database and back: nothing is lost or changed, whenever it is killed, and no other house is touched."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.house.opened import open_either, run_either
from turnwise.cli import main
from turnwise.house.store import copying
from turnwise.house.store.choice import open_store
from turnwise.house.store.copying import to_database, to_file
from turnwise.house.store.interface import Append, Drop, Put, Store
from turnwise.house.store.migrations import check
from turnwise.house.store.postgres_address import Address
from turnwise.kit.errors import TurnwiseError

NAMES = ["ann", "", "zoë\0", "🦌"]


class Killed(BaseException):
    pass


async def fill(store: Store) -> None:
    for n, name in enumerate(NAMES):
        marks = (("one name", name), ("game", "x"))
        await store.commit([Append(name, at, b"%d\0" % at) for at in range(5 + n)])
        await store.commit([Put("table", name, name.encode(), 0, marks, n), Put("person", name, b"", 0, marks[1:])])
        await store.commit([Put("table", name, b"again" + name.encode(), 1, marks, -n)])
    await store.commit([Drop("person", "ann", 1)])


async def all_of(store: Store) -> list[object]:
    told: list[object] = []
    for name in NAMES:
        told += [await store.read(name), await store.get("table", name), await store.get("person", name)]
        told += [await store.find("table", "one name", name), await store.count("person", "game", "x")]
    return [*told, await store.find("table", "game", "x")]


def house(folder: Path) -> list[object]:
    """A house in a folder; everything that is in it."""
    told: list[object] = []

    async def made(store: Store) -> None:
        await fill(store)
        told.extend(await all_of(store))

    folder.mkdir(exist_ok=True)
    run_either(made, folder / "house.sqlite")
    return told


def in_store(folder: Path, database: str = "") -> list[object]:
    async def main() -> list[object]:
        store = open_store(folder, Address(database) if database else None)
        try:
            return await all_of(store)
        finally:
            await store.close()

    return asyncio.run(main())


def test_a_house_moves_there_and_back(tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    before, folder, back = house(tmp_path), str(tmp_path), tmp_path / "back"
    assert main(["migrate", folder, database]) == 0
    told = capsys.readouterr().out
    assert "7 documents, 4 logs, 26 items, fingerprint " in told
    assert in_store(tmp_path, database) == before
    with pytest.raises(TurnwiseError, match="name it with --store"):
        in_store(tmp_path)
    assert check(tmp_path / "house.before-postgresql-1.sqlite") == []
    assert main(["migrate", database, str(back)]) == 0
    assert told.split("fingerprint")[1] in capsys.readouterr().out
    assert in_store(back) == before and check(back / "house.sqlite") == []
    assert main(["migrate", database, folder]) == 0, "where it came from"
    assert in_store(tmp_path) == before
    assert main(["migrate", folder, str(back)]) == 2


@pytest.mark.parametrize("dies_at", [0, 1, 7, 20, 44])
def test_whoever_was_killed_goes_on(
    dies_at: int, tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each way, killed after so many rows; the second attempt copies only the rest."""
    monkeypatch.setattr(copying, "PART", 1)
    before, copied = house(tmp_path), list[int]()

    def tell(done: int) -> None:
        copied.append(done)
        if done == dies_at:
            raise Killed

    for move in (
        lambda tell: to_database(tmp_path, Address(database), tell),
        lambda tell: to_file(Address(database), tmp_path, tell),
    ):
        copied.clear()
        if dies_at:
            with pytest.raises(Killed):
                move(tell)
            assert len(copied) == dies_at
        whole = len(copied)
        if dies_at and not (tmp_path / "house.postgresql").exists():
            with pytest.raises(TurnwiseError, match="half a house|Copy them first"):
                in_store(tmp_path, database)
        copied.clear()
        proof = move(copied.append)
        assert (proof.documents, proof.logs, proof.items) == (7, 4, 26)
        assert len(copied) + whole == 7 + 11 + 26
    assert in_store(tmp_path) == before


def test_no_other_house_is_touched(tmp_path: Path, database: str) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    before = house(ours)

    async def keep(store: Store) -> None:
        await store.commit([Append("log", 0, b"theirs")])

    run_either(keep, database)
    with pytest.raises(TurnwiseError, match="holds another house. Nothing was changed."):
        to_database(ours, Address(database), lambda done: None)
    house(theirs)
    with pytest.raises(TurnwiseError, match="holds another house. Nothing was changed."):
        to_file(Address(database), theirs, lambda done: None)
    with pytest.raises(TurnwiseError, match="There is no house"):
        to_database(tmp_path / "nowhere", Address(database), lambda done: None)

    async def test(store: Store) -> None:
        assert await store.read("log") == [b"theirs"] and await store.get("table", "ann") is None

    run_either(test, database)
    assert in_store(ours) == in_store(theirs) == before


def test_a_copy_that_differs_does_not_become_the_house(tmp_path: Path, database: str) -> None:
    house(tmp_path)

    def spoil(done: int) -> None:
        with closing(sqlite3.connect(tmp_path / "house.sqlite")) as file, file:
            file.execute("UPDATE doc SET revision = 9 WHERE kind = 'table' AND id = 'ann'")

    with pytest.raises(TurnwiseError, match="The copy differs at doc .*DROP SCHEMA turnwise CASCADE"):
        to_database(tmp_path, Address(database), spoil)
    with pytest.raises(TurnwiseError, match="half a house"):
        open_either(database)
    with closing(psycopg.connect(database, autocommit=True)) as host:
        host.execute("DROP SCHEMA turnwise CASCADE")
    to_database(tmp_path, Address(database), lambda done: None)
