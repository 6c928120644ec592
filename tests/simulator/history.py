"""Whether a simulated house has kept its promises: what everybody was told (`told.py`), and what should have been done by itself."""

from collections import Counter
from typing import Any

from tests.simulator.shared import LIFE, Database
from tests.simulator.stage import BEGINNING, Stage
from tests.simulator.told import Told, Wrong
from turnwise.house.services.notices import Notice
from turnwise.house.tables import items
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import log_of
from turnwise.house.tables.summary import summary_of
from turnwise.house.tables.table import Table

TAKING_OVER = 1.25 * LIFE
"""Seconds until what a dead worker looked after is looked after again."""
SLACK = 2.5
"""Seconds that everything else may take: slow wires, a bot's thought, what is tried again."""
SETTLED = 8.0
"""Seconds in a calm house after which nothing is left to be done by itself."""
HEADS = 5
"""Seconds of a try that could not be kept."""


class History(Told):
    """Written down as it happens."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(lambda: stage.late, SLACK)
        self._stage = stage
        self.keep: list[Any] = []
        """Whatever died, so that nothing of it is cleared away at a time of its own."""
        self.faults: list[float] = []
        self.notices: Counter[tuple[str, str, int]] = Counter()

    async def rung(self, where: str, notice: Notice) -> bool:
        """Word that was sent to somebody."""
        self.notices[notice.table, where, notice.turn] += 1
        return True

    # In the end.

    def check(self, database: Database) -> None:
        """Raise Wrong with everything that does not fit."""
        self.found += database.lawless
        self.found += [f"{one} was told {times} times" for one, times in self.notices.items() if times > 1]
        logs = {id: [items.decode(body) for body in bodies] for id, bodies in _logs(database).items()}
        for id in self.tables:
            self._table(id, logs[id], database)
        followers = Counter(
            item.follows for log in logs.values() for item in log if isinstance(item, items.Opened) and item.follows
        )
        self.found += [f"{id} has {number} rematches" for id, number in followers.items() if number > 1]
        if self.found:
            raise Wrong("\n".join(self.found))

    def _table(self, id: str, log: list[AnyItem], database: Database) -> None:
        written = database.grown[log_of(id)]
        long_ago = sum(when < self._stage.late - SLACK for when in written)
        if table := self.judge(log, written, id, long_ago):
            self._settled(table, database)

    def moment(self, at: int) -> float:
        return at / 1000 - BEGINNING

    def excused(self, due: float, done: float) -> float:
        return (TAKING_OVER + HEADS) * sum(due - 3 * LIFE < when < done for when in self.faults)

    def _settled(self, table: Table, database: Database) -> None:
        """In a calm house nothing is left undone."""
        now = int(1000 * self._stage.now())
        id, rested = table.id, now - SETTLED * 1000
        overdue = table.clock.due is not None and table.turn is not None and not table.bot_of(table.turn)
        if overdue and table.clock.due is not None and table.clock.due < rested:
            self.wrong(f"{id}: time is over since {now - table.clock.due} ms")
        if table.turn is not None and table.bot_of(table.turn) and table.acted_at < rested:
            self.wrong(f"{id}: a bot does not play since {now - table.acted_at} ms")
        if table.status == "beginning" and table.called < rested:
            self.wrong(f"{id}: the match does not begin since {now - table.called} ms")
        if table.to_be_rated and table.ended_at < rested:
            self.wrong(f"{id}: the ratings are not counted")
        quiet = database.grown[log_of(id)][-1] < self._stage.late - SETTLED
        if quiet and table.asking and table.asking.for_ == "rematch" and not table.waiting_for:
            self.wrong(f"{id}: the rematch does not begin")
        kept = database.store.docs["table", id]
        if (kept.doc.body, kept.marks) != summary_of(table, now):
            self.wrong(f"{id} is listed otherwise than it is")


def _logs(database: Database) -> dict[str, list[bytes]]:
    prefix = log_of("")
    return {name.removeprefix(prefix): log for name, log in database.store.logs.items() if name.startswith(prefix)}
