"""A house that is broken on purpose, in as many ways as come to mind: the simulator has to find each."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from tests.simulator.shared import Records
from turnwise.house.house import House
from turnwise.house.services.notices import Notices
from turnwise.house.store.interface import Append, Change, Conflict, Put, Unavailable, Writing
from turnwise.house.tables import playing
from turnwise.house.tables.answers import Answers
from turnwise.house.tables.duties import Duties
from turnwise.house.tables.hours import Hours
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.reading import Reading
from turnwise.house.tables.table import Table
from turnwise.house.tables.timers import Timers

Patch = pytest.MonkeyPatch
Way = Callable[[Patch], None]


def answers_before_the_commit(patch: Patch) -> None:
    """Whoever acts is told yes while his action is on its way."""
    kept = Records.commit

    def commit(self: Records, changes: Sequence[Change]) -> Writing:
        writing = kept(self, changes)
        if not any(isinstance(change, Append) for change in changes):
            return writing
        writing.add_done_callback(lambda done: done.exception())
        answered = Writing()
        answered.set_result(None)
        return answered

    patch.setattr(Records, "commit", commit)


def believes_in_an_old_lease(patch: Patch) -> None:
    """What it held once is its own for ever."""
    patch.setattr(Duties, "mine", lambda self, id: id in self._held or id in self._lapsed)


def forgets_keys(patch: Patch) -> None:
    """Who sends a request again is taken for somebody who asks for something new."""
    patch.setattr(Answers, "get", lambda *_: None)
    patch.setattr(Answers, "ever", lambda *_: None)


def takes_a_conflict_for_a_yes(patch: Patch) -> None:
    """Another worker was quicker, and whoever was slower hears yes."""
    kept = House._keep

    async def keep(self: House, *given: Any) -> Any:
        try:
            return await kept(self, *given)
        except Conflict:
            return None

    patch.setattr(House, "_keep", keep)


def takes_silence_for_a_yes(patch: Patch) -> None:
    """The records did not answer, and it is told as if they had."""
    kept = House._keep

    async def keep(self: House, *given: Any) -> Any:
        try:
            return await kept(self, *given)
        except Unavailable:
            return None

    patch.setattr(House, "_keep", keep)


def tells_nobody_what_was_missed(patch: Patch) -> None:
    """What others wrote is read, and the watchers here do not hear of it."""

    async def news(self: Reading, loaded: LoadedTable, happened: Sequence[AnyItem], before: int) -> None:
        self._house.take_care(loaded, happened)

    patch.setattr(Reading, "_news", news)


def hears_no_hints_and_compares_nothing(patch: Patch) -> None:
    """What is in memory stays as it is until somebody writes here."""
    patch.setattr(Reading, "grown", lambda *_: None)


def leaves_orphans_alone(patch: Patch) -> None:
    """What a dead worker looked after is looked after by nobody."""
    patch.setattr(Duties, "_take_up", lambda self, id: asyncio.sleep(0))


def rings_before_it_is_written(patch: Patch) -> None:
    """Word is sent without a note that it is, by whoever thinks of it."""
    patch.setattr(Duties, "mine", lambda self, id: True)

    async def tell(self: Notices, id: str, turn: Any) -> None:
        loaded = await self._house.find(id, None)
        for way in self._ways:
            await way.send(loaded.table.sitters[turn.seat], self._notice(loaded.table, turn))

    patch.setattr(Notices, "_tell", tell)


def turns_clocks_back(patch: Patch) -> None:
    """Whoever takes a table up begins its turn anew, though the house was open."""

    async def was_open(self: Hours) -> bool:
        return False

    patch.setattr(Hours, "_was_open", was_open)


def does_not_wait_for_the_clock(patch: Patch) -> None:
    """Time is over a second before it is."""
    before = playing.time_over
    patch.setattr(playing, "time_over", lambda table, now: before(table, now + 1000))
    when = Timers._when

    def sooner(self: Timers, table: Table) -> int | None:
        due = when(self, table)
        return due if due is None or table.status != "running" else due - 1000

    patch.setattr(Timers, "_when", sooner)


def lists_tables_as_they_were(patch: Patch) -> None:
    """The summary of a table is not written with what changes it."""
    kept = Records.commit

    def commit(self: Records, changes: Sequence[Change]) -> Writing:
        appends = any(isinstance(change, Append) and change.at for change in changes)
        return kept(self, [one for one in changes if not (appends and isinstance(one, Put) and one.kind == "table")])

    patch.setattr(Records, "commit", commit)


def refuses_by_what_it_remembers(patch: Patch) -> None:
    """Nobody looks whether something has changed before somebody is refused."""

    async def behind(self: Reading, loaded: LoadedTable) -> bool:
        return False

    patch.setattr(Reading, "behind", behind)


WAYS: tuple[Way, ...] = (
    answers_before_the_commit,
    believes_in_an_old_lease,
    forgets_keys,
    takes_a_conflict_for_a_yes,
    takes_silence_for_a_yes,
    tells_nobody_what_was_missed,
    hears_no_hints_and_compares_nothing,
    leaves_orphans_alone,
    rings_before_it_is_written,
    turns_clocks_back,
    does_not_wait_for_the_clock,
    lists_tables_as_they_were,
    refuses_by_what_it_remembers,
)


@contextmanager
def broken(way: Way) -> Iterator[None]:
    """A house that is broken in one way."""
    with pytest.MonkeyPatch.context() as patch:
        way(patch)
        yield
