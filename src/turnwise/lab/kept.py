"""The finished parts of a run, in a file from which a run that was stopped or killed continues.

The first line describes the run; each further one is a part with its number. An incomplete last line is ignored.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from turnwise import __version__
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.folders import data_folder
from turnwise.kit.words import said

Result = TypeVar("Result")
encode = msgspec.json.Encoder().encode


def of_run(what: str, about: dict[str, Any], resume: bool) -> "Kept":
    """The file of a run, named after everything that its parts depend on. Without `resume` it begins anew."""
    text = json.dumps({"what": what, "turnwise": __version__} | about, sort_keys=True, default=str)
    digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    file = data_folder() / "runs" / f"{what}-{about['game']}-{digest}.jsonl"
    try:
        return Kept(file, text, resume)
    except Locked:
        if resume:
            raise
        return Kept(file.with_suffix(f".{os.getpid()}.jsonl"), text, resume)  # another process has it open


class Locked(TurnwiseError):
    code = "locked"


class Kept:
    """The finished parts of one run; only this process writes to it."""

    def __init__(self, file: Path, about: str, resume: bool) -> None:
        self.file, self._added = file, 0
        self._places: dict[int, tuple[int, int]] = {}  # of what was there before; later parts need not be read again
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            why = error.strerror or str(error)
            raise TurnwiseError(said("{file} cannot be written: {why}.", file=str(file), why=why)) from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._descriptor)
            raise Locked(said("The same run goes on in another window.")) from None
        head = about.encode() + b"\n"
        if not resume or not self._look_through(head):
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, head)

    def _look_through(self, head: bytes) -> bool:
        """Index the parts; whether it is a file of this run."""
        at = 0
        with open(self.file, "rb") as lines:
            for number, line in enumerate(lines):
                if not line.endswith(b"\n"):
                    break  # its writer was killed in the middle of a line
                if number == 0 and line != head:
                    return False
                if number:
                    self._places[int(line[: line.index(b" ")])] = at, len(line)
                at += len(line)
        os.ftruncate(self._descriptor, at)
        return at > 0

    def __iter__(self) -> Iterator[int]:
        """The parts that were finished before."""
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places) + self._added

    def read(self, number: int, kind: type[Result]) -> Result:
        at, size = self._places[number]
        line = os.pread(self._descriptor, size, at)
        return msgspec.json.decode(line[line.index(b" ") + 1 :], type=kind)

    def add(self, number: int, result: Any) -> None:
        line = b"%d %s\n" % (number, encode(result))
        try:
            os.write(self._descriptor, line)  # one call: a killed process leaves a whole line or a torn one
        except OSError as error:
            why = error.strerror or str(error)
            raise TurnwiseError(said("{file} cannot be written: {why}.", file=str(self.file), why=why)) from None
        self._added += 1

    def close(self, *, finished: bool) -> None:
        """Close the file; a finished run's is deleted."""
        if finished:
            self.file.unlink(missing_ok=True)
        os.close(self._descriptor)
