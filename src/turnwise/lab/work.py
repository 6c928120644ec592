"""Runs in parts that do not depend on a machine: a part's number determines it.

Every process that carries out a part gets the same result. Results are folded in the order of their numbers, and
finished ones may be in a file, from which a killed run continues.
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
    """Whether a part is compiled code, which lets other threads run."""
    guarded: bool
    """Whether a part runs a person's own agent, which may hang or crash its process."""
    limit: float
    """Seconds after which an own agent that does not answer is given up."""
    kind: Any
    """The type of a result, for reading it from a file."""

    def prepare(self) -> None:
        """Compile everything once, for all processes, before the clock starts."""

    def part(self, number: int, stop: Callable[[], bool], doing: Doing) -> Result:
        """Do a part. `doing` is called when an own agent's code begins and ends."""

    def lost(self, number: int, seat: int, why: Said) -> Result:
        """The result of a part whose process died while an own agent's code ran for a seat."""

    def games(self, result: Result) -> int:
        """How many games a part had, for progress."""


def in_order(
    work: Work[Result],
    parts: int,
    *,
    cores: int,
    on: str | None = None,
    kept: Kept | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Generator[tuple[int, Result], None, None]:
    """All parts by number, from a file and newly done. After Ctrl-C, yields those that were done after a gap, then
    raises it."""
    from turnwise.lab.cores import done

    old = {number for number in kept or () if number < parts}  # the file may be of a longer run
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
