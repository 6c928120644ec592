"""What a test reads from the screen of a full-screen table, and from what the program keeps."""

import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import turnwise as tw
from turnwise.kit.errors import TurnwiseError
from turnwise.terminal.saves import load


def moves_listed(seen: str) -> int:
    found = re.search(r"─ (\d+) moves? ─", seen)
    return int(found[1]) if found else 0


def finished(home: Path) -> "tw.Match":
    (file,) = home.glob("*.txt")
    match = tw.Match.load(file.read_text(), compiled=False)
    assert match.outcome is not None
    return match


def kept(home: Path) -> "tw.Match | None":
    """The match as it stands on the disk, while it runs."""
    for file in home.glob("*.table"):
        with suppress(TurnwiseError, OSError):  # it has been finished this very moment
            found = file.stat()
            return _read(file, found.st_mtime_ns, found.st_size)  # two moves may be written in one tick of the clock
    return None


@lru_cache(1)
def _read(file: Path, written: int, size: int) -> "tw.Match":
    return load(file)[0]


def in_step(seen: str, home: Path, seat: int) -> bool:
    """Whether the screen is that of the match on the disk, and a seat is to act. Parts of a screen are drawn one after the other: its
    log may be new while its moves are old."""
    match = kept(home)
    told = re.search(r"─ (\d+) entr", seen)
    if not match:
        return settled_now(seen) and told is None
    drawn = told is not None and int(told[1]) == match.version and moves_listed(seen) == len(match.legal)
    return drawn and match.turn == seat and settled_now(seen)


def acted(match: "tw.Match | None", seat: int) -> int:
    """How often a seat has acted; a bot may act out of turn before a key is read."""
    return sum(entry.seat == seat for entry in match.log) if match else 0


def moved_on(seen: str, home: Path, seat: int, before: int) -> bool:
    match = kept(home)
    return acted(match, seat) > before if match else bool(list(home.glob("*.txt")))


def settled_now(seen: str) -> bool:
    return "The match is over." in seen or ("Player is to act." in seen and moves_listed(seen) > 0)


def answered(seen: str, discs_now: int) -> bool:
    """Both have dropped a disc, and it is the person's turn again."""
    return settled_now(seen) and discs(seen) == discs_now or "The match is over." in seen


def lettered_places(line: str) -> list[int]:
    """Where the seven columns stand, in the line below the board."""
    found = re.search(r"a( +)b\1c\1d\1e\1f\1g", line)
    return [found.start() + n * (len(found[1]) + 1) for n in range(7)] if found else []


def holes(seen: str) -> list[str]:
    """The rows of the board, however far its holes are apart."""
    return ["".join(row.split()) for row in re.findall(r"^ *[1-6]((?: +[·●○]){7})", seen, re.M)]


def discs(seen: str) -> int:
    return sum(row.count("●") + row.count("○") for row in holes(seen))
