"""A house whose records are in PostgreSQL: opened, looked after, killed, and told what is wrong, as a host meets it."""

import asyncio
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.house.postgres_server import OWNER, address, own_database
from tests.web.server import Server, started
from tests.web.storm import Game
from tests.web.test_kill import GAMES, check, storm
from turnwise.cli import main
from turnwise.house.store import postgres_tables
from turnwise.house.store.choice import open_store
from turnwise.house.store.postgres_address import Address
from turnwise.kit.errors import TurnwiseError

FULL = """CREATE FUNCTION public.full() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"""
SECRET = "s3cret-and-%2Flong"


def refusal(folder: Path, store: str = "") -> str:
    """Why the house of a folder does not open, in a sentence that nothing secret is in."""
    with pytest.raises(TurnwiseError) as told:
        open_store(folder, Address(store) if store else None)
    assert "s3cret" not in str(told.value)
    return str(told.value)


def open_and_close(folder: Path, store: str = "") -> None:
    folder.mkdir(exist_ok=True)

    async def main() -> None:
        await open_store(folder, Address(store) if store else None).close()

    asyncio.run(main())


def test_nothing_acknowledged_is_lost_when_the_house_is_killed(tmp_path: Path, database: str) -> None:
    """Three kills under load; whoever opens the house again finds everything and plays on."""
    chance, games = Random(5), list[Game]()
    for round_ in range(3):
        with Server(tmp_path, "--no-limits", "--store", database) as server:
            check(server, games)
            players = [server.guest(name) for name in ("Ann", "Bob")]
            ids = [started(players, **GAMES[n % len(GAMES)]) for n in range(12)]
            games = [Game(id, players, Random(f"{round_} {id}")) for id in ids]
            asyncio.run(storm(server, games, kill_after=chance.randint(100, 400)))
            server.kill()
        assert not any(game.errors for game in games)
        assert sum(game.accepted for game in games) >= 50
    with Server(tmp_path, "--no-limits", environment={"TURNWISE_STORE": database}) as server:
        check(server, games)


def test_the_host_gives_orders_whether_the_house_is_open_or_not(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def ordered(*arguments: object) -> str:
        main(["admin", "--data", str(tmp_path), *map(str, arguments)])
        told = capsys.readouterr()
        return told.out + told.err

    def ordered_otherwise(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 2
        return capsys.readouterr().err

    with Server(tmp_path, "--store", database) as server:
        server.guest("Ann")
        assert "Ann" in ordered("people")
        assert server.client().get("/healthz")["records"] == "ok"
        assert f"is in use: process {server.pid} on" in ordered_otherwise("migrate", database, tmp_path / "other")
        open_and_close(tmp_path / "another worker", database)
        assert server.stop() == 0
    assert f"/{own_database()}. Ctrl-C closes it." in "".join(server.greeting)
    assert "Ann" in ordered("--store", database, "people")
    assert "has its records in postgresql://" in ordered("people")
    for order in (["backup", tmp_path / "copy"], ["restore", tmp_path / "copy"], ["check"], ["repair"]):
        assert "pg_dump" in ordered(*order)
    assert "name it with --store" in refusal(tmp_path)
    assert not (tmp_path / "house.sqlite").exists()


def test_each_folder_has_its_own_house(tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = tmp_path / "first", tmp_path / "second", tmp_path / "third"
    open_and_close(first, database)
    open_and_close(second)
    assert "Copy them first: turnwise migrate" in refusal(second, database)
    with closing(psycopg.connect(database, autocommit=True)) as host:
        host.execute("DROP SCHEMA turnwise CASCADE")
        assert "holds no house, and not the one of this folder" in refusal(first, database)
        assert main(["admin", "--data", str(tmp_path), "--store", database, "people"]) == 2
        assert "There is no house in postgresql://" in capsys.readouterr().err
        assert host.execute("SELECT to_regnamespace('turnwise')").fetchall() == [(None,)]
    open_and_close(third, database)
    assert "holds another house, and not the one of this folder" in refusal(first, database)


def test_a_database_that_will_not_do_is_told_in_a_sentence(
    tmp_path: Path,
    database: str,
    postgres_server: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def told(store: str) -> str:
        return refusal(tmp_path, store)

    with closing(psycopg.connect(database, autocommit=True)) as host:
        host.execute("DROP ROLE IF EXISTS locked")
        host.execute("CREATE ROLE locked LOGIN PASSWORD 's3cret-and-/long'")
        name = own_database()
        locked = address(postgres_server, name, f"locked:{SECRET}")
        assert "can't be reached" in told(locked.replace("long", "wrong"))
        assert "GRANT CREATE ON DATABASE" in told(locked)
        assert main(["serve", "--data", str(tmp_path), "--store", locked]) == 2
        told_there = capsys.readouterr().err
        assert "PGPASSFILE" in told_there and "s3cret" not in told_there
        assert 'database "nothing" does not exist' in told(address(postgres_server, "nothing"))
        assert "is the server running?" in told(address(tmp_path, name))
        assert "is the server running?" in told(f"postgresql://{OWNER}@127.0.0.1:1/{name}")
        for strange in ("postgresql://ann:s3cret/x@host/db", "postgresql://ann:x@s3cret@host/db", "mysql://s3cret"):
            assert "can't be read. It is written postgresql://USER@HOST" in told(strange)
        host.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
        assert "can only be read" in told(database)
        host.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'.encode())
        host.execute("ALTER ROLE locked CONNECTION LIMIT 0")
        assert "too many connections" in (many := told(locked)) and "A worker needs up to six." in many
        host.execute(FULL)
        host.execute("CREATE EVENT TRIGGER disk ON ddl_command_start EXECUTE FUNCTION public.full()")
        assert "can't be used: could not extend file: No space left on device" in told(database)
        host.execute("DROP EVENT TRIGGER disk")
        host.execute("DROP FUNCTION public.full")
        with monkeypatch.context() as patch:
            patch.setattr(postgres_tables, "OLDEST", 99)
            assert "and Turnwise needs 99 or newer" in told(database)
        assert host.execute("SELECT to_regnamespace('turnwise')").fetchall() == [(None,)], "nothing was begun anywhere"
        assert not list(tmp_path.iterdir()), "nor in the folder"
        host.execute("CREATE SCHEMA turnwise")
        assert "belongs to another program" in told(database)
        host.execute("DROP SCHEMA turnwise")
        open_and_close(tmp_path / "house", database)
        host.execute("UPDATE turnwise.house SET format = 99")
        assert "newer Turnwise: it has format 99" in refusal(tmp_path / "house", database)
        assert host.execute("SELECT format FROM turnwise.house").fetchall() == [(99,)]
        host.execute("DROP ROLE locked")


def test_a_password_is_in_no_list_of_processes(tmp_path: Path, database: str, postgres_server: Path) -> None:
    with closing(psycopg.connect(database, autocommit=True)) as host:
        host.execute("DROP ROLE IF EXISTS locked")
        host.execute("CREATE ROLE locked LOGIN PASSWORD 's3cret-and-/long'")
        host.execute(f'GRANT CREATE ON DATABASE "{own_database()}" TO locked'.encode())
        store = address(postgres_server, own_database(), f"locked:{SECRET}")
        with Server(tmp_path, environment={"TURNWISE_STORE": store}) as server:
            server.guest("Ann")
            shown = Path(f"/proc/{server.pid}/cmdline").read_text() + "".join(server.greeting)
        assert "s3cret" not in shown + "".join(server.log) + (tmp_path / "house.postgresql").read_text()
        passwords = tmp_path / "passwords"
        passwords.write_text("*:*:*:locked:s3cret-and-/long\n")
        passwords.chmod(0o600)
        plain = address(postgres_server, own_database(), "locked")
        with Server(tmp_path, "--store", plain, environment={"PGPASSFILE": str(passwords)}) as server:
            assert server.stop() == 0
        host.execute("DROP SCHEMA turnwise CASCADE")
        host.execute(f'REVOKE CREATE ON DATABASE "{own_database()}" FROM locked'.encode())
        host.execute("DROP ROLE locked")
