"""Faults in a game's files, as its author's page shows them: a sentence, file and line, and the lines around it."""

import re
import traceback
from collections.abc import Iterator
from linecache import checkcache, getline
from pathlib import Path
from typing import Any

from turnwise.kit.faults import Fault, raised

AROUND = 2
"""Lines before and after the one where it went wrong."""
FRAME = re.compile(r'^  File "(?P<file>.+)", line (?P<line>\d+) in ', re.M)
"""A frame as `faulthandler` writes it, the innermost first."""

Told = dict[str, Any]


def told(doing: str, fault: Fault, trace: str = "") -> Told:
    """A fault of the game, met while doing something."""
    code = list(_code(fault.file, fault.line))
    return {"doing": doing, "said": fault.told, "file": fault.file, "line": fault.line, "code": code, "trace": trace}


def told_of(doing: str, error: BaseException, folder: Path) -> Told:
    """An error for its author: with the innermost line of the author's own files, if one is concerned."""
    fault = raised(error, folder) or Fault(f"{type(error).__name__}: {error}")
    return told(doing, fault, "".join(traceback.format_exception(error, limit=-20)))


def told_of_silence(doing: str, written: str, seconds: float, folder: Path) -> Told:
    """A process that did not answer, by what `faulthandler` wrote about it; or one that ended without a message."""
    sentence = f"There was no answer for {seconds:g} seconds. Is there a loop without an end?"
    if not written:
        sentence = "The game has ended the process that it ran in."
    frames = ((found["file"], int(found["line"])) for found in FRAME.finditer(written))
    own = ((file, line) for file, line in frames if Path(file).is_relative_to(folder))
    return told(doing, Fault(sentence, *next(own, ("", 0))), written)


def _code(file: str, line: int) -> Iterator[Told]:
    checkcache(file)
    for number in range(max(1, line - AROUND), line + AROUND + 1):
        if text := getline(file, number):
            yield {"number": number, "text": text.rstrip("\n"), "here": number == line}
