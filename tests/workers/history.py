"""Whether a real house has kept its promises under faults: what its people were told, and its logs as the database has them."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tests.simulator.told import Told
from turnwise.house.tables import items
from turnwise.house.tables.loaded import log_of
from turnwise.house.tables.table import Table

SLACK = 10.0
"""Seconds that anything may take on a machine with much to do."""
BEATS = 0.25
"""Of the time that a lease lasts: how often a worker looks for what others have left behind."""

Logs = Mapping[str, Sequence[tuple[bytes, float]]]
"""Items by log, with the seconds since 1970 when each was written."""


class Fault(NamedTuple):
    """Something that went wrong, from when to when, in seconds since the beginning."""

    what: str
    began: float
    ended: float


class History(Told):
    """Written down as it happens. `beginning`: seconds since 1970."""

    def __init__(self, beginning: float, now: Callable[[], float], lease: float) -> None:
        super().__init__(now, SLACK + (1 + BEATS) * lease)
        self._beginning, self._lease = beginning, lease
        self.faults: list[Fault] = []
        self.by_itself = 0
        """What bots and clocks did."""

    def moment(self, at: int) -> float:
        return at / 1000 - self._beginning

    def excused(self, due: float, done: float) -> float:
        """The time of all faults, each with that of its leases after it: what a worker held is taken over by then."""
        found, until = 0.0, due
        for _, began, ended in sorted(self.faults, key=lambda fault: fault.began):
            ended = min(done, ended + (1 + BEATS) * self._lease)
            if ended > max(began, until):
                found, until = found + ended - max(began, until), ended
        return found

    def check(self, logs: Logs, settled: Mapping[str, int]) -> list[str]:
        """Everything that does not fit. `settled`: how long each log was some time ago, so that all of that must have been seen."""
        for id in self.tables:
            log = [(items.decode(body), written - self._beginning) for body, written in logs.get(log_of(id), ())]
            if not log:
                self.wrong(f"{id} was opened, and is not there")
                continue
            happened = [item for item, _ in log]
            self.by_itself += sum(isinstance(item, items.Acted) and not item.by for item in happened)
            self.judge(happened, [when for _, when in log], id, settled.get(id, 0))
        return self.found

    def behind(self, logs: Logs) -> bool:
        """Whether somebody has not seen yet what these logs have for him."""
        ends = {id: [b'"what":"said"' in body for body, _ in logs.get(log_of(id), ())] for id in self.tables}
        heard = {id: max((n for n, talk in enumerate(ends[id], 1) if not talk), default=0) for id in self.tables}
        return any(
            one.n < (len(ends[one.id]) if one.person in self.seated[one.id] else heard[one.id]) for one in self.watches
        )

    def undone(self, logs: Logs, now: float) -> list[str]:
        """What should have been done by itself long ago, in seconds since 1970, and is not."""
        found = []
        for id in self.tables:
            table = Table(id, stored=True)
            for body, _ in logs.get(log_of(id), ()):
                table.fold(items.decode(body))
            found += _undone(table, int(1000 * (now - SLACK)))
        return found


def _undone(table: Table, long_ago: int) -> list[str]:
    due, turn = table.clock.due, table.turn
    found = []
    if turn is not None and table.bot_of(turn) and table.acted_at < long_ago:
        found.append(f"{table.id}: a bot does not play")
    elif turn is not None and due is not None and due < long_ago:
        found.append(f"{table.id}: time is over, and nobody has noticed")
    if table.status == "beginning" and table.called < long_ago:
        found.append(f"{table.id}: the match does not begin")
    if table.to_be_rated and table.ended_at < long_ago:
        found.append(f"{table.id}: the ratings are not counted")
    return found
