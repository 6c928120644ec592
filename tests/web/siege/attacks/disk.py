"""What befalls the records and the machine beneath: a second house, files gone or damaged, a wrong clock, no room."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.web.server import INTERPRETED, Client, Refused, Server, started
from tests.web.siege.attack import ADDRESS, Siege, attack
from tests.web.siege.bystander import Bystander

FOUR: dict[str, Any] = {"game": "connect_four", "access": "link"}
ROOT = Path(__file__).resolve().parents[4]
PAGE = 4096
YEAR = 365 * 24
ROW = 2 << 20


def opened(folder: Path, *program: str) -> Server:
    return Server(folder, "--no-limits", program=program or ("turnwise",))


def refused_to_open(folder: Path) -> str:
    """What a house says that does not open."""
    try:
        with opened(folder):
            raise AssertionError("it opened")
    except RuntimeError as told:
        assert "Traceback" not in str(told), f"a traceback: {told}"
        return str(told)


def admin(folder: Path, *order: object) -> str:
    command = [sys.executable, "-m", "turnwise", "admin", "--data", str(folder), *map(str, order)]
    told = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **INTERPRETED})
    assert told.returncode == 0, told.stderr
    return told.stdout


def pair(server: Server) -> list[Client]:
    return [server.guest(name, ADDRESS) for name in ("Ann", "Ben")]


def copied(siege: Siege, folder: Path) -> Path:
    """The records of the house as they are now, in another folder."""
    folder.mkdir(exist_ok=True)
    path = folder / "house.sqlite"
    with closing(sqlite3.connect(siege.folder / path.name)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
    return path


@attack("lock file deleted", "a second house in the same folder is refused", bystander=False)
def second_house(siege: Siege) -> None:
    for lock in siege.folder.glob("*.lock"):
        lock.unlink()
    assert "is in use" in refused_to_open(siege.folder)


@attack(
    "records emptied, damaged", "no empty house opens; what can be read is kept, and the loss is told", bystander=False
)
def damaged(siege: Siege) -> None:
    people = pair(siege.server)
    ids = [started(people, **FOUR) for _ in range(8)]
    folder = siege.folder.with_name("damaged")
    folder.mkdir(exist_ok=True)
    path, wal = folder / "house.sqlite", folder / "house.sqlite-wal"
    for part in (path, wal):  # as if the power had failed now
        shutil.copy(siege.folder / part.name, part)
    before = path.read_bytes(), wal.read_bytes()
    path.write_bytes(b"")
    assert "Nothing was changed" in refused_to_open(folder)
    assert wal.read_bytes() == before[1], "the write-ahead log is gone"
    path.write_bytes(before[0])
    with closing(sqlite3.connect(path)) as file:  # all of it is in the one file then
        (root,) = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'doc'").fetchone()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as data:
        data.seek((root - 1) * PAGE)
        data.write(os.urandom(PAGE))
    assert "is sound now" in admin(folder, "repair")
    assert ids[0] in admin(folder, "tables")


KILLED = """
import os, signal, sys
from turnwise.cli import main
folder, copy = sys.argv[1:]

def dies_at(step, *order):
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = [step]
    def counted(real):
        def call(*given, **named):
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*given, **named)
        return call
    os.rename, os.replace = counted(os.rename), counted(os.replace)
    os._exit(main(["admin", "--data", folder, *order]))

step = 0
while dies_at(step, "restore", copy) == -signal.SIGKILL:
    assert dies_at(99, "tables", "running") == 0
    step += 1
"""


@attack("restore killed", "before each of its renames: the house has its tables, the old or the new", bystander=False)
def restore_killed(siege: Siege) -> None:
    ids = [started(pair(siege.server), **FOUR) for _ in range(2)]
    folder = siege.folder.with_name("restored")
    copy = copied(siege, folder).with_name("copy.sqlite")
    shutil.copy(folder / "house.sqlite", copy)
    told = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), str(copy)], capture_output=True, text=True, cwd=ROOT
    )
    assert told.returncode == 0, told.stderr
    shown = told.stdout.split("\n")
    assert sum(ids[0] in line for line in shown) > 2, "it was killed between renames"
    assert "No running." not in shown and "No tables." not in shown, "the house opened empty"


@attack("clock wrong at one boot", "a match by days is not forfeited", bystander=False)
def wrong_clock(siege: Siege) -> None:
    folder = siege.folder.with_name("clock")
    with opened(folder) as server:
        ann, ben = pair(server)
        id = started([ann, ben], **FOUR, clock={"kind": "days", "seconds": 86400}, absence="forfeit")
        server.kill()
    with opened(folder, "tests.web.shifted_house", str(YEAR)) as server:
        told = server.client().get(f"/api/tables/{id}")  # as a stranger: in another year tokens have lapsed
        left = told["clock"]["left"][0] / 3_600_000
        assert told["table"]["status"] == "running" and left > 23, f"a year from now {left:.0f} hours are left"
        server.kill()


@attack(
    "no files, no room",
    "matches end; what can't be kept is refused, health says so, and it goes on by itself",
    bystander=False,
)
def exhausted(siege: Siege) -> None:
    server = siege.server
    people = pair(server)
    ann, ben = people
    files, full = started(people, **FOUR), started(people, **FOUR)
    for person in people:
        person.get("/healthz")
    limits = {which: resource.prlimit(server.pid, which) for which in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE)}
    try:
        used = len(os.listdir(f"/proc/{server.pid}/fd"))
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (used - 1, limits[resource.RLIMIT_NOFILE][1]))
        ann.post(f"/api/tables/{files}/actions", {"actions": ["drop d"], "version": 0})
        ben.post(f"/api/tables/{files}/resign")
        status, _ = ann.call("GET", f"/tables/{files}/end")
        assert status == 200, f"the page of its end answers {status}"
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limits[resource.RLIMIT_NOFILE])
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (100, limits[resource.RLIMIT_FSIZE][1]))
        try:
            ann.post(f"/api/tables/{full}/actions", {"actions": ["drop d"], "version": 0, "key": "k"})
            raise AssertionError("it was acknowledged without room for it")
        except Refused as told:
            assert (told.status, told.body["error"]) == (503, "unavailable")
        assert ann.call("GET", "/healthz")[0] == 503, "health says that all is well"
    finally:
        for which, limit in limits.items():
            resource.prlimit(server.pid, which, limit)
    ann.post(f"/api/tables/{full}/actions", {"actions": ["drop d"], "version": 0, "key": "k"})
    assert ann.call("GET", "/healthz")[0] == 200


@attack("backup beside play", "moves are as quick as ever", bystander=False)
def backup(siege: Siege) -> None:
    """Of 300 megabytes in ten seconds, and of 12 in two."""
    folder, row = siege.folder.with_name("large"), siege.folder.with_name("backups")
    path = folder / "house.sqlite"
    if not path.exists():
        copied(siege, folder)
        with closing(sqlite3.connect(path)) as file:
            for n in range(int(1.5 * siege.seconds**2)):
                file.execute("INSERT INTO log VALUES (?, 0, zeroblob(?))", (f"large {n}", ROW))
            file.commit()
    with opened(folder) as server:
        bystander = Bystander(server)
        bystander.mark()
        admin(folder, "backup", "--into", row, "--keep", 1)
        seen = bystander.times()
    assert not siege.slow(seen), siege.slow(seen)
