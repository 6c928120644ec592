"""What everybody was told, and whether it fits what is kept in the end."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.simulator.shared import LIFE, Database
from tests.simulator.stage import BEGINNING, Stage
from turnwise.house.services.notices import Notice
from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.place import log_of
from turnwise.house.tables.summary import summary_of
from turnwise.house.tables.table import Table
from turnwise.kit.position import SPECTATOR

if TYPE_CHECKING:
    from tests.simulator.people import Watch

TAKING_OVER = 1.25 * LIFE
"""Seconds until what a dead worker looked after is looked after again."""
SLACK = 2.5
"""Seconds that everything else may take: slow wires, a bot's thought, what is tried again."""
SETTLED = 8.0
"""Seconds in a calm house after which nothing is left to be done by itself."""
EARLY = 0.4
"""Seconds that clocks of workers may differ."""
HEADS = 5
"""Seconds of a try that could not be kept."""


class Wrong(AssertionError):
    """A promise was broken."""


class History:
    """Written down as it happens."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.keep: list[Any] = []
        """Whatever died, so that nothing of it is cleared away at a time of its own."""
        self.faults: list[float] = []
        self.tables: list[str] = []
        self.seated: dict[str, list[str]] = {}
        self.watches: list[Watch] = []
        self.acknowledgements: dict[tuple[str, str, str], set[int]] = {}
        self.refusals: dict[tuple[str, str, str], str] = {}
        self.versions: dict[tuple[str, int], int] = {}
        self.notices: Counter[tuple[str, str, int]] = Counter()
        self.found: list[str] = []
        self.sure_of_time = True
        """Whether no clock was very wrong: else somebody's time may be over early, or begin anew."""

    def wrong(self, what: str) -> None:
        self.found.append(f"{self._stage.late:.3f}: {what}")

    def acknowledged(self, table: str, person: str, key: str, version: int) -> None:
        self.acknowledgements.setdefault((table, person, key), set()).add(version)

    def refused(self, table: str, person: str, key: str, code: str) -> None:
        self.refusals[table, person, key] = code

    def shown(self, table: str, n: int, version: int) -> None:
        if self.versions.setdefault((table, n), version) != version:
            self.wrong(f"{table} at {n} was shown as {version} and as {self.versions[table, n]}")

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
        table = Table(id, stored=True)
        for item, written in zip(log, database.grown[log_of(id)], strict=True):
            if isinstance(item, items.Resumed) and self.sure_of_time:
                self.wrong(f"{id}: a clock was turned back in a house that was open")
            self._in_time(table, item, written)
            table.fold(item)
        if table.outdated:
            self.wrong(f"{id} was not played by the rules")
            return
        self._keys(id, log)
        self._seats(id, table, log)
        for (of, n), version in self.versions.items():
            if of == id and (n > table.n or n and table.versions[n - 1] != version):
                self.wrong(f"{id} was shown as {version} at {n} of {table.n}")
        told = table.match.glimpse(SPECTATOR, -1).lines if table.match else []
        lines = [(line.seat, line.words) for line in told]
        long_ago = sum(when < self._stage.late - SLACK for when in database.grown[log_of(id)])
        for watch in self.watches:
            if watch.id == id:
                self._watched(watch, table, lines, log[:long_ago])
        self._settled(table, database)

    def _keys(self, id: str, log: list[AnyItem]) -> None:
        kept: Counter[tuple[str, str]] = Counter()
        after: dict[tuple[str, str], int] = {}
        for item in log:
            if isinstance(item, items.Acted | items.Said) and item.key:
                kept[item.by, item.key] += 1
                after[item.by, item.key] = item.version if isinstance(item, items.Acted) else -1
        for (by, key), times in kept.items():
            if times > 1:
                self.wrong(f"{key} of {by} happened {times} times at {id}")
            if (id, by, key) in self.refusals:
                self.wrong(f"{key} of {by} was refused ({self.refusals[id, by, key]}) and happened at {id}")
        for (of, by, key), versions in self.acknowledgements.items():
            if of == id and versions != {after.get((by, key))}:
                self.wrong(f"{key} of {by} was answered {versions} and is {after.get((by, key))} at {id}")

    def _seats(self, id: str, table: Table, log: list[AnyItem]) -> None:
        sat = [item.who for item in log if isinstance(item, items.Sat) and not item.who.startswith(BOT)]
        people = self.seated.get(id)
        if people is not None and (sorted(sat) != sorted(people) or len(set(sat)) < len(sat)):
            self.wrong(f"{id} seats {sat}, and {people} were told so")

    def _watched(self, watch: "Watch", table: Table, lines: list[Any], log: list[AnyItem]) -> None:
        while log and isinstance(log[-1], items.Said) and table.seat_of(watch.person) is None:
            log.pop()  # what players say among themselves
        if watch.n < len(log):
            self.wrong(f"{watch.person} has seen {watch.n} of {table.n} items of {table.id}")
        told = [(line["seat"], line["words"]) for line in watch.lines]
        is_open = table.match is not None and table.match.open
        if is_open and told != lines[: len(told)]:
            self.wrong(f"{watch.person} was told {told} at {table.id}, where {lines} happened")

    def _in_time(self, table: Table, item: AnyItem, written: float) -> None:
        """What the house does when somebody's time is over is done then."""
        if not isinstance(item, items.Acted | items.Away) or item.by or not table.match or table.bot_of(item.seat):
            return
        due = table.clock.due
        if due is None or item.seat in table.away or not self.sure_of_time:
            return
        over = due / 1000 - BEGINNING
        if written < over - EARLY:
            self.wrong(f"{table.id}: time was over {over - written:.3f} s too early")
        if written - over > self._allowed(over, written):
            self.wrong(f"{table.id}: time was over {written - over:.3f} s too late")

    def _allowed(self, due: float, done: float) -> float:
        """Seconds by which something may be late, with the faults of that time."""
        faults = sum(due - 3 * LIFE < when < done for when in self.faults)
        return SLACK + faults * (TAKING_OVER + HEADS)

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
