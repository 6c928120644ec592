"""The checker of what everybody was told finds whatever does not fit the logs."""

from collections.abc import Callable

import pytest

from tests.house.bare_table import full
from tests.simulator.told import Watching
from tests.workers.history import Fault, History
from turnwise.house.tables import items
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.loaded import log_of

LEASE = 2.0
COLUMNS = (3, 3, 2)
"""What Ann and Ben drop in turn, the last after 0.4 seconds; five later Ben's time is over."""


class Evening:
    """A table as it was, and those who were told of it."""

    def __init__(self) -> None:
        self.bare = full(Terms("connect_four", 2, clock=Control("move", 5), absence="forfeit"), "ann", "ben")
        self.history = History(0.0, lambda: 100.0, LEASE)
        self.written = [0.0] * self.bare.table.n
        self.history.tables.append("t")
        self.history.seated["t"] = ["ann", "ben"]
        self.watch = Watching(self.history, "t", "cat")
        self._shown("snapshot")
        for n, column in enumerate(COLUMNS):
            by = ("ann", "ben")[n % 2]
            self.happens(items.Acted(200 * n, by, n % 2, [column], n + 1, f"k{n}"), 0.2 * n)
            self.history.acknowledged("t", by, f"k{n}", n + 1)
        self.happens(items.Said(500, "ben", "players", "hello", "k9"), 0.5)

    def happens(self, item: AnyItem, when: float) -> None:
        self.bare.keep([item])
        self.written.append(when)
        self._shown("delta")

    def _shown(self, kind: str) -> None:
        table = self.bare.table
        assert table.match
        lines = table.match.glimpse(-1, len(self.watch.lines) - 1).lines
        told = [{"seat": line.seat, "words": line.words} for line in lines]
        self.watch.told({"type": kind, "n": table.n, "version": table.version, "lines": told})

    def found(self) -> list[str]:
        logs = {log_of("t"): list(zip(self.bare.log, self.written, strict=True))}
        return self.history.check(logs, {"t": len(self.bare.log)})


def lost(evening: Evening) -> None:
    """What was acknowledged is not there."""
    evening.history.acknowledged("t", "ann", "k7", 4)


def doubled(evening: Evening) -> None:
    """One request has happened twice."""
    evening.happens(items.Acted(900, "ben", 1, [0], 4, "k1"), 0.9)


def moved_elsewhere(evening: Evening) -> None:
    """Somebody was told another place than the one that his move has."""
    evening.history.acknowledged("t", "ann", "k0", 2)


def refused_and_done(evening: Evening) -> None:
    """Somebody was refused what has happened."""
    evening.history.refused("t", "ben", "k1", "stale")


def two_answers(evening: Evening) -> None:
    """A version was shown that the log does not have there."""
    evening.history.shown("t", evening.bare.table.n, 2)


def another_story(evening: Evening) -> None:
    """A watcher was told a move that nobody has made."""
    evening.watch.lines[2]["words"] = "drop g"


def left_behind(evening: Evening) -> None:
    """A watcher has not seen what happened long ago."""
    evening.watch.n -= 3


def shown_the_past(evening: Evening) -> None:
    """A watcher was shown something older than what he had seen."""
    evening.watch.told({"type": "delta", "n": 1, "version": 0})


def two_in_one_seat(evening: Evening) -> None:
    """Somebody was given a seat that another has."""
    evening.history.seated["t"].append("cat")


def bot_moves_twice(evening: Evening) -> None:
    """The house has moved for somebody who was not on turn."""
    item = items.Acted(900, "", 0, [1], 4)
    evening.bare.log.append(items.encode(item))
    evening.written.append(0.9)


def too_late(evening: Evening) -> None:
    """Time was over, and that was found much later, though nothing went wrong."""
    evening.happens(items.Away(60_000, "", 1), 60.0)


def too_early(evening: Evening) -> None:
    evening.happens(items.Away(3000, "", 1), 3.0)


def turned_back(evening: Evening) -> None:
    """A clock began anew in a house that was open."""
    evening.happens(items.Resumed(900, ""), 0.9)


def never_opened(evening: Evening) -> None:
    """A table is gone that somebody opened."""
    evening.history.tables.append("u")


@pytest.mark.parametrize(
    "way",
    [
        *(lost, doubled, moved_elsewhere, refused_and_done, two_answers, another_story, left_behind, shown_the_past),
        *(two_in_one_seat, bot_moves_twice, too_late, too_early, turned_back, never_opened),
    ],
    ids=lambda way: way.__name__,
)
def test_what_does_not_fit_is_found(way: Callable[[Evening], None]) -> None:
    evening = Evening()
    way(evening)
    assert evening.found()


def test_what_fits_is_not_complained_of() -> None:
    evening = Evening()
    evening.happens(items.Away(5500, "", 1), 5.5)
    assert evening.found() == []


@pytest.mark.parametrize(("when", "is_late"), [(40, False), (60, True)])
def test_a_clock_may_be_late_by_what_went_wrong_meanwhile(when: int, is_late: bool) -> None:
    evening = Evening()
    evening.history.faults.append(Fault("stop a worker", 4.0, 34.0))
    evening.happens(items.Away(1000 * when, "", 1), when)
    assert bool(evening.found()) == is_late


def test_what_nobody_does_is_missed() -> None:
    evening = Evening()
    logs = {log_of("t"): list(zip(evening.bare.log, evening.written, strict=True))}
    assert evening.history.undone(logs, 7.0) == []
    assert evening.history.undone(logs, 60.0)
