"""What is played in parts that belong to the run and to no machine: a part's number says all about it.

Whoever carries out a part, here or elsewhere, gets the same result. Results are folded in the order of their numbers, and a finished one
may lie in a file, from which a run that was killed goes on.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, Protocol, TypeVar

from turnwise.kit.words import Said
from turnwise.lab.bout import Doing
from turnwise.lab.kept import Kept

Result = TypeVar("Result")


class Work(Protocol[Result]):
    """Parts by their numbers. It can be sent to another process."""

    threads: bool
    """Whether a part is compiled code, beside which other threads run."""
    guarded: bool
    """Whether a part runs code of somebody's own, which may hang or take its process with it."""
    limit: float
    """Seconds after which somebody's own code that does not answer is given up."""
    kind: Any
    """What a result is, for whoever reads it from a file."""

    def prepare(self) -> None:
        """Have everything compiled once, for all processes, before the clock starts."""

    def part(self, number: int, stop: Callable[[], bool], doing: Doing) -> Result:
        """Do a part. `doing` hears when somebody's own code begins and ends."""

    def lost(self, number: int, seat: int, why: Said) -> Result:
        """What a part comes to that ended with its process, while somebody's own code ran for a seat."""

    def games(self, result: Result) -> int:
        """How many games a part was, for whoever waits."""


def in_order(
    work: Work[Result],
    parts: int,
    *,
    cores: int,
    on: str | None = None,
    kept: Kept | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Generator[tuple[int, Result], None, None]:
    """All parts by number, those of a file and those that are done now. Ctrl-C gives those that were done after a gap, then itself."""
    from turnwise.lab.cores import done

    old = {number for number in kept or () if number < parts}  # it may have been meant to be a longer run
    waiting: dict[int, Result] = {}
    following = games = 0
    todo: Iterator[int] = (number for number in range(parts) if number not in old)

    def ready() -> Generator[tuple[int, Result], None, None]:
        nonlocal following
        while following in waiting or following in old:
            yield following, waiting.pop(following) if following in waiting else read(following)
            following += 1

    def read(number: int) -> Result:
        nonlocal games
        assert kept is not None
        found: Result = kept.read(number, work.kind)
        games += work.games(found)
        return found

    yield from ready()
    if games:
        progress(games)
    try:
        with closing(done(work, todo, cores, on)) as arrivals:
            for number, result in arrivals:
                if kept is not None:
                    kept.add(number, result)
                waiting[number] = result
                games += work.games(result)
                progress(games)
                yield from ready()
    except KeyboardInterrupt:
        for number in sorted({*waiting, *(one for one in old if one > following)}):
            yield number, waiting.pop(number) if number in waiting else read(number)
        raise
