"""Replaces the file of the records in one atomic step: by a backup, or by what could be read of a damaged file.

A database is up to three files, and a write-ahead log that is left beside another database would be applied to it. So
one rename decides, to a name that says what is to be done; moving the old files aside and the new one in comes after
it, and is finished by whichever process opens the records next. A crash before the rename changes nothing; after it,
all is done.
"""

import os
from contextlib import closing
from itertools import count
from pathlib import Path

from turnwise.house.store.claim import Claim
from turnwise.house.store.migrations import BadFile, back_up, check, sync_file, sync_folder

NEXT = "next-"
"""`house.sqlite.next-LABEL` replaces `house.sqlite`, whose old content becomes `house.LABEL.sqlite`."""
ENDS = "-wal", "-shm", ""


def restore(backup: Path, path: Path) -> Path | None:
    """Put a backup in the place of a file that no process has open. The old file is kept under the name returned."""
    if faults := check(backup):
        raise BadFile(f"{backup.name} is not sound: {faults[0]}")
    path = path.resolve()
    with closing(Claim(path)):
        finish(path)
        new = draft(path)
        back_up(backup, new)
        return switch(new, path, "before-restore")


def draft(path: Path) -> Path:
    """Where the replacement of a file is written."""
    return path.with_name(f"{path.name}.new")


def switch(new: Path, path: Path, label: str) -> Path | None:
    """Let a finished file replace the records, whose folder the caller has claimed."""
    labels = (f"{label}-{n}" for n in count(1))
    free = next(one for one in labels if not any(Path(f"{_aside(path, one)}{end}").exists() for end in ENDS))
    if os.geteuid() == 0:  # root restores it for the owner of the folder
        owner = path.parent.stat()
        os.chown(new, owner.st_uid, owner.st_gid)
    sync_file(new)
    sync_folder(path)
    new.rename(path.with_name(f"{path.name}.{NEXT}{free}"))  # this decides
    return finish(path)


def finish(path: Path) -> Path | None:
    """Finish a switch that was decided; returns where the old records are now, if there were any."""
    try:
        return _finish(path)
    except OSError as error:
        raise BadFile(f"{path} can't be put in its place: {error.strerror}.") from error


def _finish(path: Path) -> Path | None:
    old = None
    for decided in path.parent.glob(f"{path.name}.{NEXT}*"):
        sync_folder(path)
        old = _aside(path, decided.name.removeprefix(f"{path.name}.{NEXT}"))
        for end in ENDS:
            _move(Path(f"{path}{end}"), Path(f"{old}{end}"))
        sync_folder(path)
        decided.rename(path)
        sync_folder(path)
    if draft(path).exists():  # left by a switch that was interrupted before the rename
        draft(path).unlink()
    return old if old and old.exists() else None


def finish_if_decided(path: Path) -> None:
    """For readers: finish an interrupted switch first. An open house has done so."""
    if any(path.parent.glob(f"{path.name}.{NEXT}*")):
        with closing(Claim(path.resolve())):
            finish(path.resolve())


def _move(file: Path, aside: Path) -> None:
    if aside.exists():  # moved before the interruption: what is there now belongs to nothing
        file.unlink(missing_ok=True)
    elif file.exists():
        file.rename(aside)


def _aside(path: Path, label: str) -> Path:
    return path.with_name(f"{path.stem}.{label}{path.suffix}")
