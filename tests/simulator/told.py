"""What everybody was told, and whether it fits the logs in the end: of a simulated house, and of a real one (`tests/workers/`)."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.table import Table
from turnwise.kit.position import SPECTATOR

EARLY = 0.4
"""Seconds that clocks of workers may differ."""


class Wrong(AssertionError):
    """A promise was broken."""


class Told:
    """Written down as it happens. `now` tells the seconds since it began; the house may be late by `allowed`."""

    def __init__(self, now: Callable[[], float], allowed: float) -> None:
        self.now, self.allowed = now, allowed
        self.tables: list[str] = []
        self.seated: dict[str, list[str]] = {}
        self.watches: list[Watching] = []
        self.acknowledgements: dict[tuple[str, str, str], set[int | None]] = {}
        self.refusals: dict[tuple[str, str, str], str] = {}
        self.versions: dict[tuple[str, int], int] = {}
        self.found: list[str] = []
        self.latest = 0.0
        """Seconds by which the house was late at most when somebody's time was over, beside the faults."""
        self.sure_of_time = True
        """Whether no clock was very wrong: else somebody's time may be over early, or begin anew."""

    def wrong(self, what: str) -> None:
        self.found.append(f"{self.now():.3f}: {what}")

    def acknowledged(self, table: str, person: str, key: str, version: int | None) -> None:
        """Somebody heard yes; the version after it if he was told, -1 of what has none."""
        self.acknowledgements.setdefault((table, person, key), set()).add(version)

    def refused(self, table: str, person: str, key: str, code: str) -> None:
        self.refusals[table, person, key] = code

    def shown(self, table: str, n: int, version: int) -> None:
        if self.versions.setdefault((table, n), version) != version:
            self.wrong(f"{table} at {n} was shown as {version} and as {self.versions[table, n]}")

    # In the end.

    def judge(self, log: Sequence[AnyItem], written: Sequence[float], id: str, settled: int) -> Table | None:
        """Compare what was told of a table with its log, of which the first `settled` items were written long ago. `written`: when
        each was. Nothing if it was not played by the rules."""
        table = Table(id, stored=True)
        for item, when in zip(log, written, strict=True):
            if isinstance(item, items.Resumed) and self.sure_of_time:
                self.wrong(f"{id}: a clock was turned back in a house that was open")
            self._in_time(table, item, when)
            table.fold(item)
        if table.outdated:
            self.wrong(f"{id} was not played by the rules")
            return None
        self._keys(id, log)
        self._seats(id, log)
        for (of, n), version in self.versions.items():
            if of == id and (n > table.n or n and table.versions[n - 1] != version):
                self.wrong(f"{id} was shown as {version} at {n} of {table.n}")
        told = table.match.glimpse(SPECTATOR, -1).lines if table.match else []
        lines = [(line.seat, line.words) for line in told]
        for watch in self.watches:
            if watch.id == id:
                self._watched(watch, table, lines, list(log[:settled]))
        return table

    def _keys(self, id: str, log: Sequence[AnyItem]) -> None:
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
            if of == id and ((by, key) not in after or versions - {None, after[by, key]}):
                self.wrong(f"{key} of {by} was answered {versions} and is {after.get((by, key))} at {id}")

    def _seats(self, id: str, log: Sequence[AnyItem]) -> None:
        sat = [item.who for item in log if isinstance(item, items.Sat) and not item.who.startswith(BOT)]
        people = self.seated.get(id)
        if people is not None and (sorted(sat) != sorted(people) or len(set(sat)) < len(sat)):
            self.wrong(f"{id} seats {sat}, and {people} were told so")

    def _watched(self, watch: "Watching", table: Table, lines: list[Any], log: list[AnyItem]) -> None:
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
        over = self.moment(due)
        late = written - over - self.excused(over, written)
        self.latest = max(self.latest, late)
        if written < over - EARLY:
            self.wrong(f"{table.id}: time was over {over - written:.3f} s too early")
        if late > self.allowed:
            self.wrong(f"{table.id}: time was over {written - over:.3f} s too late, {late:.3f} s beyond the faults")

    def moment(self, at: int) -> float:
        """A time of an item, in seconds since it began."""
        raise NotImplementedError

    def excused(self, due: float, done: float) -> float:
        """Seconds between these two for which the faults of that time answer."""
        raise NotImplementedError


class Watching:
    """Somebody who watches a table, from worker to worker, and what he has been told in all."""

    def __init__(self, history: Told, id: str, person: str) -> None:
        self.history, self.id, self.person = history, id, person
        self.n = self.version = 0
        self.lines: list[Any] = []
        history.watches.append(self)

    def told(self, message: dict[str, Any]) -> None:
        """Take a snapshot or a delta, one that says how far the table is."""
        if message["n"] < self.n:
            self.history.wrong(f"{self.person} was shown {self.id} at {message['n']} after {self.n}")
        self.n, self.version = message["n"], message["version"]
        self.history.shown(self.id, self.n, self.version)
        if message["type"] == "snapshot":
            self.lines = []
        self.lines += message.get("lines", ())
        if self.lines and len(self.lines) != self.version + 1:
            self.history.wrong(f"{self.person} saw {len(self.lines)} lines of {self.id} at {self.version}")
