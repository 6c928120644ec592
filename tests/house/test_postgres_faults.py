"""A database that is cut off, killed, full or taken away: what was acknowledged is kept once, and work goes on by itself."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.house.opened import either, outcome, run_either
from tests.house.postgres_server import Cluster, emptied, home
from tests.house.proxy import Proxy
from turnwise.house.store import postgres, postgres_tables
from turnwise.house.store.copying import to_file
from turnwise.house.store.interface import Append, Change, Put, Store, Unavailable
from turnwise.house.store.postgres_address import Address
from turnwise.kit.errors import TurnwiseError

END_ALL = """SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE application_name LIKE 'turnwise%' AND datname = current_database()"""


@pytest.fixture
def proxy(postgres_server: Path) -> Iterator[Proxy]:
    with closing(Proxy(postgres_server / ".s.PGSQL.5432")) as found:
        yield found


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A server that writes to the disk in earnest."""
    with closing(Cluster(home())) as found:
        found.start()
        yield found


async def retried(store: Store, log: str, at: int) -> None:
    """Append until it is kept, as the house does when the records can't be written for a moment."""
    while True:
        try:
            await store.commit([Append(log, at, b"%d" % at)])
            return
        except Unavailable:
            await asyncio.sleep(0.02)


def test_what_was_acknowledged_survives_kills_of_the_server(cluster: Cluster) -> None:
    database = emptied(cluster.folder, "house")
    told = dict.fromkeys((f"log {n}" for n in range(8)), 0)

    async def test(store: Store) -> None:
        done = False

        async def player(name: str) -> None:
            while not done:
                await retried(store, name, told[name])
                told[name] += 1

        players = [asyncio.ensure_future(player(name)) for name in told]
        for _ in range(3):
            before = sum(told.values())
            while sum(told.values()) < before + 200:
                await asyncio.sleep(0.01)
            cluster.kill()
            while not (await store.health()).fault:  # a process of the server's may live a moment longer
                await asyncio.sleep(0.01)
            await asyncio.to_thread(cluster.start_again)
        done = True
        await asyncio.gather(*players)
        assert not (await store.health()).fault

    async def found(store: Store) -> None:
        assert {name: len(await store.read(name)) for name in told} == told
        for name in told:
            assert await store.read(name) == [b"%d" % at for at in range(told[name])], "each once, none skipped"

    run_either(test, database)
    run_either(found, database)


def test_an_answer_that_was_lost_is_looked_up(proxy: Proxy, database: str) -> None:
    """The connection is cut when the batch has been written and before anybody hears of it."""

    async def test(store: Store) -> None:
        await store.commit([Append("log", 0, b"")])
        for at in range(1, 6):
            proxy.cut_after = 1
            both = [outcome(store, [Append("log", at, b"%d" % at)]), outcome(store, [Append("log", at, b"loser")])]
            assert await asyncio.gather(*both) == [True, False]
        assert await store.read("log") == [b"", *(b"%d" % at for at in range(1, 6))]
        assert not (await store.health()).fault

    run_either(test, proxy.address(database))


def test_what_is_not_known_is_not_answered_and_others_are_refused(proxy: Proxy, database: str) -> None:
    async def test(store: Store) -> None:
        await store.commit([Append("log", 0, b"")])
        proxy.cut_after, proxy.refusing = 1, True
        unknown = store.commit([Append("log", 1, b"kept")])
        while not (await store.health()).fault:
            await asyncio.sleep(0.01)
        with pytest.raises(Unavailable):
            await store.commit([Append("other", 0, b"")])
        assert not unknown.done(), "it may have been written"
        with pytest.raises(Unavailable):
            await store.read("log")
        proxy.refusing = False
        await unknown
        assert await store.read("log") == [b"", b"kept"] and await store.read("other") == []

    run_either(test, proxy.address(database))


def test_a_connection_that_is_cut_while_nothing_is_asked_is_replaced_unnoticed(proxy: Proxy, database: str) -> None:
    async def test(store: Store) -> None:
        for at in range(3):
            await store.commit([Append("log", at, b"")])
            assert len(await store.read("log")) == at + 1
            proxy.cut()

    run_either(test, proxy.address(database))


def test_a_database_that_does_not_answer_is_given_up(
    proxy: Proxy, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_tables, "REACH", 2)

    async def test(store: Store) -> None:
        assert isinstance(store, postgres.Postgres)
        await store.commit([Append("log", 0, b"")])
        assert await store.read("log") == [b""]
        proxy.holding = True
        patient = postgres.PATIENCE
        monkeypatch.setattr(postgres, "PATIENCE", 0.2)
        assert store._watched
        store._watched.cancel()
        store._watched = None
        writing, reading = store.commit([Append("log", 1, b"")]), asyncio.ensure_future(store.read("log"))
        while not (await store.health()).fault:
            await asyncio.sleep(0.02)
        with pytest.raises(Unavailable):
            await reading
        monkeypatch.setattr(postgres, "PATIENCE", patient)
        proxy.holding = False
        await writing
        assert len(await store.read("log")) == 2

    run_either(test, proxy.address(database))


def test_a_full_disk_and_a_database_that_may_only_be_read(database: str) -> None:
    full = """CREATE FUNCTION turnwise.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"""

    async def test(store: Store) -> None:
        await store.commit([Append("log", 0, b"")])
        with closing(psycopg.connect(database, autocommit=True)) as host:
            host.execute(full)
            host.execute("CREATE TRIGGER disk BEFORE INSERT ON turnwise.log EXECUTE FUNCTION turnwise.full()")
            both = [store.commit([Append("log", 1, b"")]), store.commit([Put("a", "b", b"")])]
            refused = await asyncio.gather(*both, return_exceptions=True)
            assert [type(error) for error in refused] == [Unavailable] * 2
            assert "No space left" in (await store.health()).fault
            host.execute("DROP TRIGGER disk ON turnwise.log")
            await store.commit([Append("log", 1, b"")])
            assert not (await store.health()).fault
            host.execute(f"ALTER DATABASE {host.info.dbname} SET default_transaction_read_only = on".encode())
            host.execute(END_ALL)
            with pytest.raises(Unavailable, match="read"):
                await store.commit([Append("log", 2, b"")])
            assert len(await store.read("log")) == 2
            host.execute(f"ALTER DATABASE {host.info.dbname} RESET default_transaction_read_only".encode())
        await store.commit([Append("log", 2, b"")])

    run_either(test, database)


AWAY: dict[str, tuple[str, str, str]] = {
    "of a newer format": (
        "UPDATE turnwise.house SET format = format + 90",
        "UPDATE turnwise.house SET format = format - 90",
        "was written by a newer Turnwise: it has format 9.*Update Turnwise",
    ),
    "another house": (
        "UPDATE turnwise.house SET id = 'another ' || id",
        "UPDATE turnwise.house SET id = replace(id, 'another ', '')",
        "holds another house now. Nothing was written.",
    ),
    "no house": (
        "ALTER SCHEMA turnwise RENAME TO elsewhere",
        "ALTER SCHEMA elsewhere RENAME TO turnwise",
        "holds no house now. Nothing was written.",
    ),
    "another program's": (
        "ALTER TABLE turnwise.house RENAME TO theirs",
        "ALTER TABLE turnwise.theirs RENAME TO house",
        "belongs to another program",
    ),
}


def test_a_database_that_becomes_another_while_the_house_is_open_is_left_alone(database: str) -> None:
    """Nothing is written there until it is again what it was, and whoever asks is told why."""

    async def test(store: Store) -> None:
        with closing(psycopg.connect(database, autocommit=True)) as host:
            for at, (becomes, comes_back, told) in enumerate(AWAY.values()):
                await store.commit([Append("log", at, b"")])
                host.execute(becomes.encode())
                host.execute(END_ALL)
                with pytest.raises(Unavailable, match=told):
                    await store.commit([Append("log", at + 1, b"lost"), Put("lost", str(at), b"")])
                assert re.search(told, (await store.health()).fault)
                host.execute(comes_back.encode())
                assert len(await store.read("log")) == at + 1
            await store.commit([Append("log", len(AWAY), b"")])
            assert host.execute("SELECT count(*) FROM turnwise.doc").fetchall() == [(0,)]
            assert not (await store.health()).fault

    run_either(test, database)


def test_whoever_comes_back_after_somebody_had_the_records_alone_writes_no_more(
    proxy: Proxy, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_tables, "WAIT", 0.1)

    async def test() -> None:
        async with either(proxy.address(database)) as first:
            await first.commit([Append("log", 0, b"first")])
            with pytest.raises(TurnwiseError, match="is in use: process .* has it open"):
                to_file(Address(database), tmp_path / "early", lambda done: None)
            proxy.refusing = True
            proxy.cut()
            monkeypatch.setattr(postgres_tables, "WAIT", 30.0)  # until the server has noticed
            await asyncio.to_thread(to_file, Address(database), tmp_path / "moved", lambda done: None)
            proxy.refusing = False
            with pytest.raises(Unavailable, match="was opened by process .* alone meanwhile. Close this house."):
                await first.commit([Append("log", 1, b"late")])
        async with either(database) as second:
            assert await second.read("log") == [b"first"]

    asyncio.run(test())


def test_somebody_else_wrote_into_the_tables(database: str) -> None:
    async def test(store: Store) -> None:
        await store.commit([Append("log", 0, b"a"), Append("other", 0, b"a")])
        with closing(psycopg.connect(database, autocommit=True)) as host:
            host.execute("INSERT INTO turnwise.log VALUES ('log', 1, 'theirs')")
        both = [
            outcome(store, [Append("log", 1, b"b")]),
            outcome(store, [Append("other", 1, b"b"), Put("a", "b", b"")]),
        ]
        assert await asyncio.gather(*both) == [False, True]
        assert await store.read("log") == [b"a", b"theirs"] and await store.get("a", "b")

    run_either(test, database)


def test_commits_that_wait_share_a_transaction(database: str) -> None:
    async def test(store: Store) -> None:
        await store.commit(())
        with closing(psycopg.connect(database, autocommit=True)) as host:
            count = "SELECT batch FROM turnwise.worker"
            ((before,),) = host.execute(count)
            commits: list[list[Change]] = [
                [Append(f"log {n}", 0, b""), Put("a", str(n), b"", marks=(("m", "v"),))] for n in range(300)
            ]
            await asyncio.gather(*map(store.commit, commits))
            assert host.execute(count).fetchall() == [(before + 1,)]

    run_either(test, database)
