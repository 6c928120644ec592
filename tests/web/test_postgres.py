"""A house whose records are in PostgreSQL: opened, looked after, killed, and told what is wrong, as a host meets it."""

import asyncio
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg

from tests.house.postgres_server import OWNER, address, own_database
from tests.web.server import Server, started
from tests.web.storm import Game
from tests.web.test_kill import GAMES, check, storm

SECRET = "s3cret-and-%2Flong"


def turnwise(*arguments: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A command, as a host gives it."""
    command = [sys.executable, "-m", "turnwise", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, timeout=60)


def refused(*arguments: object, **environment: str) -> str:
    """Why a command is refused, in one line that nothing secret is in."""
    done = turnwise(*arguments, **environment)
    told = done.stdout + done.stderr
    assert done.returncode and "Traceback" not in told and "s3cret" not in told, told
    return done.stderr.strip()


def serve(data: Path, **environment: str) -> str:
    return refused("serve", "--port", 0, "--data", data, **environment)


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


def test_the_host_gives_orders_whether_the_house_is_open_or_not(tmp_path: Path, database: str) -> None:
    with Server(tmp_path, "--store", database) as server:
        server.guest("Ann")
        assert f"/{own_database()}. Ctrl-C closes it." in "".join(server.greeting) or server.stop() == 0
        assert "Ann" in turnwise("admin", "--data", tmp_path, "people").stdout
        second = refused("serve", "--port", 0, "--data", tmp_path / "other", "--store", database)
        assert f"is in use: process {server.pid} on" in second
    assert "Ann" in turnwise("admin", "--data", tmp_path, "--store", database, "people").stdout
    assert "has its records in postgresql://" in refused("admin", "--data", tmp_path, "people")
    for order in (["backup", tmp_path / "copy"], ["restore", tmp_path / "copy"], ["check"], ["repair"]):
        assert "pg_dump" in refused("admin", "--data", tmp_path, *order)
    assert "name it with --store" in serve(tmp_path)
    assert not (tmp_path / "house.sqlite").exists()


def test_each_folder_has_its_own_house(tmp_path: Path, database: str) -> None:
    first, second, third = tmp_path / "first", tmp_path / "second", tmp_path / "third"
    with Server(first, "--store", database):
        pass
    with Server(second):
        pass
    assert "Copy them first: turnwise migrate" in serve(second, TURNWISE_STORE=database)
    with closing(psycopg.connect(database, autocommit=True)) as host:
        host.execute("DROP SCHEMA turnwise CASCADE")
        assert "holds no house, and not the one of this folder" in serve(first, TURNWISE_STORE=database)
        assert host.execute("SELECT to_regnamespace('turnwise')").fetchall() == [(None,)]
    with Server(third, "--store", database):
        pass
    assert "holds another house, and not the one of this folder" in serve(first, TURNWISE_STORE=database)
    assert "There is no house" in refused(
        "admin", "--data", tmp_path / "new", "people", TURNWISE_STORE=database.replace(own_database(), "postgres")
    )


def test_a_database_that_will_not_do_is_told_in_a_sentence(
    tmp_path: Path, database: str, postgres_server: Path
) -> None:
    def told(store: str) -> str:
        return serve(tmp_path, TURNWISE_STORE=store)

    with closing(psycopg.connect(database, autocommit=True)) as host:
        host.execute("DROP ROLE IF EXISTS locked")
        host.execute("CREATE ROLE locked LOGIN PASSWORD 's3cret-and-/long'")
        name = own_database()
        locked = address(postgres_server, name, f"locked:{SECRET}")
        assert "can't be reached" in told(locked.replace("long", "wrong"))
        assert "GRANT CREATE ON DATABASE" in told(locked)
        assert "PGPASSFILE" in refused("serve", "--data", tmp_path, "--store", locked)
        assert 'database "nothing" does not exist' in told(address(postgres_server, "nothing"))
        assert "is the server running?" in told(address(tmp_path, name))
        assert "is the server running?" in told(f"postgresql://{OWNER}@127.0.0.1:1/{name}")
        for strange in ("postgresql://ann:s3cret/x@host/db", "postgresql://ann:x@s3cret@host/db", "mysql://s3cret"):
            assert "can't be read. It is written postgresql://USER@HOST" in told(strange)
        host.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
        assert "can only be read" in told(database)
        host.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'.encode())
        host.execute("CREATE SCHEMA turnwise")
        assert "belongs to another program" in told(database)
        host.execute("DROP SCHEMA turnwise")
        with Server(tmp_path / "house", "--store", database):
            pass
        host.execute("UPDATE turnwise.house SET format = 99")
        assert "newer Turnwise: it has format 99" in serve(tmp_path / "house", TURNWISE_STORE=database)
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
