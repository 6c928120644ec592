"""Who owns these records: one process locks their folder, and no new house begins where there is one already."""

import fcntl
import os
import platform
import time
from contextlib import suppress
from pathlib import Path

from turnwise.house.store.migrations import BadFile, private
from turnwise.kit.errors import TurnwiseError


class Claim:
    """The lock on the folder of a file. The system releases it when the process ends, and no child inherits it.

    The folder itself is locked: a lock file could be deleted and created again while the old one is still held."""

    def __init__(self, path: Path) -> None:
        self._path, self._parent = path, path.parent
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise BadFile(f"{path} cannot be opened: {error.strerror}.") from error
        self._folder = os.fstat(self._lock)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            if not isinstance(error, BlockingIOError):
                raise BadFile(f"{path.parent} can't be locked: {error.strerror}. Choose another: --data.") from error
            raise TurnwiseError(f"{path.name} is in use: {self._holder()} has it open.", "store_in_use") from None
        self._file: os.stat_result | None = None
        with suppress(OSError), open(_note(path), "w", opener=private) as note:  # only for people to read
            note.write(f"process {os.getpid()} on {platform.node()}")

    def _holder(self) -> str:
        with suppress(OSError):
            return _note(self._path).read_text(errors="replace")[:200] or "another process"
        return "another process"

    def take(self) -> None:
        """Take the file that is there now as the one that this process writes."""
        self._file = self._path.stat()

    def check(self) -> None:
        """Raise an OSError if the folder or the file is gone, empty or replaced."""
        found = os.stat(self._path)
        if not self._file or not os.path.samestat(self._file, found):
            raise FileNotFoundError("another file has taken its place")
        if not found.st_size:
            raise FileNotFoundError("it was emptied")
        if not os.path.samestat(self._folder, os.stat(self._parent)):
            raise FileNotFoundError("another folder has taken its place")

    def close(self) -> None:
        os.close(self._lock)


def remember(path: Path) -> None:
    """Note that a house keeps its records here."""
    if not _mark(path).exists():
        with open(_mark(path), "w", opener=private) as mark:
            mark.write(
                f"A house has kept its records here since {time.strftime('%Y-%m-%d')}. "
                "While this file is here, Turnwise begins no new house in this folder.\n"
            )


def forget(path: Path) -> None:
    """Note that the house keeps its records elsewhere from now on."""
    _mark(path).unlink(missing_ok=True)


def begun(path: Path) -> bool:
    """Whether a house keeps its records in a file, or should."""
    return path.exists() or _mark(path).exists()


def refuse_to_begin(path: Path, instead: str) -> None:
    """Raise BadFile if a file that is missing or empty should hold the records of a house."""
    wal = Path(f"{path}-wal")
    if _mark(path).exists():
        why = f"{_mark(path).name} says that a house has its records here"
    elif wal.exists() and wal.stat().st_size:
        why = f"{wal.name} holds something"
    else:
        return
    raise BadFile(
        f"{path.name} {instead}, but {why}. Nothing was changed. Put the file back, restore a backup "
        "(turnwise admin restore FILE), or read what can still be read (turnwise admin repair). "
        "To begin a new house, choose another folder: --data."
    )


def _note(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _mark(path: Path) -> Path:
    return path.with_name(f"{path.name}.here")
