"""Another file takes the place of the records: whenever that is broken off, the house has the old records or the new, never a mix."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.house.opened import run
from turnwise.house.store.interface import Append
from turnwise.house.store.migrations import back_up, check
from turnwise.house.store.sqlite import Sqlite
from turnwise.house.store.switching import restore
from turnwise.kit.errors import TurnwiseError

ROOT = Path(__file__).parents[2]
STEPS = "rename", "replace", "unlink", "fsync"
"""What a restore does to files, and all that a power cut can come between."""


def prepare(folder: Path) -> None:
    """A house whose latest action is in its write-ahead log alone, and a backup of another day."""
    path, copy = folder / "house.sqlite", folder / "copy.sqlite"

    async def old(store: Sqlite) -> None:
        await store.commit([Append("table old", 0, b"in the file")])

    async def new(store: Sqlite) -> None:
        await store.commit([Append("table new", 0, b"restored")])

    run(new, path)
    back_up(path, copy)
    path.unlink()
    path.with_name("house.sqlite.here").unlink()
    run(old, path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_autocheckpoint = 0")
        file.execute("INSERT INTO log VALUES ('table old', 1, 'in the write-ahead log')")
        file.commit()
        for end in ("", "-wal"):
            (folder / f"kept{end}").write_bytes(Path(f"{path}{end}").read_bytes())


def put(folder: Path) -> None:
    """Everything as it was before a restore."""
    for file in folder.iterdir():
        if file.name not in ("kept", "kept-wal", "copy.sqlite"):
            file.unlink()
    for end in ("", "-wal"):
        (folder / f"house.sqlite{end}").write_bytes((folder / f"kept{end}").read_bytes())


def dies_at(step: int, work: Callable[[], Any]) -> bool:
    """Do something in a process that is killed before its n-th step; whether it came to that."""
    child = os.fork()
    if child == 0:
        done = 0

        def counted(name: str) -> Callable[..., Any]:
            real = getattr(os, name)

            def call(*given: Any, **named: Any) -> Any:
                nonlocal done
                done += 1
                if done > step:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*given, **named)

            return call

        for name in STEPS:
            setattr(os, name, counted(name))
        work()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def logs(path: Path) -> list[str]:
    found: list[str] = []

    async def read(store: Sqlite) -> None:
        for log in ("table old", "table new"):
            found.extend(item if isinstance(item, str) else item.decode() for item in await store.read(log))

    run(read, path)
    assert check(path) == []
    return found


def enumerate_steps(folder: Path) -> None:
    """Kill a restore before each of its steps, and look what the next start finds."""
    path, seen = folder / "house.sqlite", list[list[str]]()
    prepare(folder)
    step, killed = 0, True
    while killed:
        put(folder)
        killed = dies_at(step, lambda: restore(folder / "copy.sqlite", path))
        # A start that is killed as well changes nothing about it.
        dies_at(step // 3, lambda: Sqlite(path))
        seen.append(logs(path))
        step += 1
    old, new = ["in the file", "in the write-ahead log"], ["restored"]
    turn = seen.index(new)
    assert seen == [old] * turn + [new] * (len(seen) - turn), seen
    assert turn > 3 and len(seen) - turn > 3, "there were steps before and after the one that decides"
    print(len(seen))


def test_a_restore_that_is_killed_at_any_step_has_happened_or_not(tmp_path: Path) -> None:
    """In a process of its own, which forks: this one may have threads."""
    program = (
        f"from pathlib import Path; from {__name__} import enumerate_steps; enumerate_steps(Path({str(tmp_path)!r}))"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert int(told.stdout) > 10


def test_what_was_there_is_whole_beside_the_restored(tmp_path: Path) -> None:
    prepare(tmp_path)
    put(tmp_path)
    old = restore(tmp_path / "copy.sqlite", tmp_path / "house.sqlite")
    assert old == tmp_path / "house.before-restore-1.sqlite"
    assert not list(tmp_path.glob("*next*")) + list(tmp_path.glob("*.new"))
    with closing(sqlite3.connect(old)) as file:
        assert [item for (item,) in file.execute("SELECT item FROM entry ORDER BY at")] == [
            b"in the file",
            "in the write-ahead log",
        ]
    assert logs(tmp_path / "house.sqlite") == ["restored"]


def test_a_house_stays_its_owners_when_root_restores_it(tmp_path: Path) -> None:
    prepare(tmp_path)
    if os.geteuid() == 0:  # nobody else could give files away
        os.chown(tmp_path, 65_534, 65_534)
    restore(tmp_path / "copy.sqlite", tmp_path / "house.sqlite")
    assert (tmp_path / "house.sqlite").stat().st_uid == tmp_path.stat().st_uid


def test_what_cannot_be_put_in_order_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite.new").mkdir()
    with pytest.raises(TurnwiseError, match="house.sqlite can't be put in its place: Is a directory."):
        Sqlite(tmp_path / "house.sqlite")
