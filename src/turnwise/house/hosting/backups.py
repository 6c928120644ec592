"""Backups: encrypted for given readers, and rotated, so that the oldest make room.

They are encrypted with age (https://age-encryption.org), so that the machine which stores them can't read them, and any
age program can open them with the key.
"""

import fcntl
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pyrage

from turnwise.house.store.claim import Claim
from turnwise.house.store.migrations import DRAFT, BadFile, back_up, check, finished, private
from turnwise.house.store.switching import draft, finish, restore, switch
from turnwise.kit.errors import TurnwiseError, quoted

ENCRYPTED = b"age-encryption.org/v1\n"
"""The first bytes of an encrypted file."""
SECRET = "AGE-SECRET-KEY-"
"""The prefix of a secret key."""
ONE_OF_A_ROW = re.compile(r"turnwise-(\d{6})-\d{8}T\d{6}Z\.sqlite(\.age)?")
"""The names of rotated backups. The number says which is older, because a clock may have been wrong."""
Reader: TypeAlias = pyrage.x25519.Recipient


class BadKey(TurnwiseError):
    code = "bad_key"


def readers(keys: Sequence[str], file: Path | None = None) -> list[Reader]:
    """The readers of a backup, from their public keys; a file has one per line, and comments that begin with #."""
    lines = [*keys, *(_lines(file) if file else ())]
    found = []
    for line in lines:
        if line.upper().startswith(SECRET):
            raise BadKey("That is a secret key, which belongs on no such machine. Name the public one: age1…")
        try:
            found.append(Reader.from_str(line))
        except pyrage.RecipientError as error:
            raise BadKey(f"{quoted(line)} is no public key of age, which begins with “age1”: {error}.") from None
    if file and not lines:
        raise BadKey(f"There is no key in {file}.")
    return found


def make(records: Path, target: Path, to: Sequence[Reader] = ()) -> None:
    """Copy the records at one moment into a new file, while others may write, and check the copy."""
    with _one_by_one(records):
        _make(records, target, to)


def _make(records: Path, target: Path, to: Sequence[Reader]) -> None:
    if target.exists():
        raise TurnwiseError(f"{target} is there already; choose another name.", "file_exists")
    if not target.parent.is_dir():
        raise TurnwiseError(f"There is no folder {target.parent}.", "no_such_file")
    if not to:
        back_up(records, target)
        _must_be_sound(target)
        return
    # The unencrypted copy is made beside the records, never where the backup goes.
    plain = records.with_name(f"{records.name}.backup")
    try:
        back_up(records, plain)
        _must_be_sound(plain)
        with finished(target) as encrypted, plain.open("rb") as source, encrypted.open("wb") as out:
            pyrage.encrypt_io(source, out, list(to))
    finally:
        plain.unlink(missing_ok=True)


def make_next(records: Path, folder: Path, keep: int, to: Sequence[Reader] = ()) -> tuple[Path, list[Path]]:
    """Add a backup to the rotation of a folder, then remove its oldest: returns the new one, and those removed."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _one_by_one(records):
        for file in folder.iterdir():
            if file.suffix == DRAFT and ONE_OF_A_ROW.fullmatch(file.stem):
                file.unlink()  # left by a backup that was killed
        numbers = [number for number, _ in _row(folder)]
        now = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        target = folder / f"turnwise-{max(numbers, default=0) + 1:06}-{now}.sqlite{'.age' if to else ''}"
        _make(records, target, to)
        old = [file for _, file in _row(folder)[:-keep]]
        for file in old:
            file.unlink()
    return target, old


@contextmanager
def _one_by_one(records: Path) -> Iterator[None]:
    """Wait for another backup of these records, such as the timer's, to finish."""
    with ExitStack() as held:
        with suppress(OSError):  # a backup without a lock is better than none
            name = records.with_name(f"{records.name}.backup-lock")
            fcntl.flock(held.enter_context(open(name, "w", opener=private)), fcntl.LOCK_EX)
        yield


def put_back(backup: Path, path: Path, keys: Path | None = None) -> Path | None:
    """Replace the records by a backup, encrypted or not. The old file is kept under the name returned."""
    if not is_encrypted(backup):
        return restore(backup, path)
    if not keys:
        raise BadKey(f"{backup.name} is encrypted: name the file with its secret key, --identity FILE.")
    path = path.resolve()
    with closing(Claim(path)):
        finish(path)
        new = draft(path)
        try:
            _open(backup, new, keys)
            if faults := check(new):
                raise BadFile(f"{backup.name} is not sound: {faults[0]}")
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        return switch(new, path, "before-restore")


def is_encrypted(backup: Path) -> bool:
    with backup.open("rb") as file:
        return file.read(len(ENCRYPTED)) == ENCRYPTED


def _open(backup: Path, plain: Path, keys: Path) -> None:
    found = []
    for line in _lines(keys):
        try:
            found.append(pyrage.x25519.Identity.from_str(line))
        except pyrage.IdentityError as error:
            raise BadKey(f"{keys} holds no secret key of age, which begins with “{SECRET}1”: {error}.") from None
    try:
        plain.unlink(missing_ok=True)
        with backup.open("rb") as source, open(plain, "wb", opener=private) as out:
            pyrage.decrypt_io(source, out, found)
    except pyrage.DecryptError as error:
        raise BadKey(f"{keys} does not open {backup.name}: {error}.") from None
    except OSError as error:
        raise BadFile(f"{backup.name} is not as it was written: {error}.") from None


def _lines(file: Path) -> list[str]:
    try:
        text = file.read_text(errors="replace")
    except OSError as error:
        raise BadKey(f"{file} can't be read: {error.strerror}.") from None
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _row(folder: Path) -> list[tuple[int, Path]]:
    """The rotated backups in a folder, the oldest first; other files are ignored."""
    named = ((ONE_OF_A_ROW.fullmatch(file.name), file) for file in folder.iterdir() if file.is_file())
    return sorted((int(match[1]), file) for match, file in named if match)


def _must_be_sound(file: Path) -> None:
    if faults := check(file):
        file.unlink()
        raise BadFile(
            f"The records are damaged, so there is no new backup: {faults[0]} “turnwise admin check” says more."
        )
