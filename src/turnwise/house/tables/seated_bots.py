"""Bots in seats: which of them is to act, what it is told, and when its answer is shown.

A bot gets what its seat may know and nothing else. Where anything is hidden its answer comes at a moment that does not
depend on it (`slots`): after a fixed time, or later if many wait. Stand-ins for absent players are handled here too.
"""

import asyncio
import logging
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from turnwise.bots import Thought
from turnwise.bots.explain import explained
from turnwise.bots.manners import INTERJECTION, cost_of, goes_by_time, plies_of, seconds_of, takes_a_draw
from turnwise.bots.thinker import Task
from turnwise.house.tables import playing
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.table import Table
from turnwise.house.work.slots import BEAT, Slots, Want
from turnwise.house.work.thinkers import Thinkers
from turnwise.kit.errors import Refused, TurnwiseError
from turnwise.kit.position import rules_loaded
from turnwise.kit.words import Said, said
from turnwise.play import timing
from turnwise.play.entry import Special
from turnwise.play.match import Match

if TYPE_CHECKING:
    from turnwise.house.house import House
    from turnwise.house.tables.loaded import LoadedTable

log = logging.getLogger("turnwise")

CHANCE = SystemRandom()
ADVISER, ADVICE_SECONDS = "search:5", 1.0
LATELY = 60_000
"""Milliseconds for which a request counts as watching a table: a program may play without a socket."""


class Chance(NamedTuple):
    """A bot's chance to act, void once the match has moved on or the seat has another player."""

    version: int
    seat: int
    bot: str


class Sitting(NamedTuple):
    """A bot that is to act."""

    chance: Chance
    want: Want
    task: asyncio.Task[None]


class Advice(NamedTuple):
    """A hint: what to do at a version of the match, and why, in sentences."""

    version: int
    action: int
    told: list[Said]


class SeatedBots:
    """The bots of all tables in memory."""

    def __init__(self, house: "House", thinkers: Thinkers, pace: float) -> None:
        self._house, self._pace = house, pace
        self.slots = Slots(thinkers)
        self._sitting: dict[str, Sitting] = {}
        self._hints: dict[tuple[str, Chance], asyncio.Task[Advice]] = {}

    def busy(self, id: str) -> bool:
        """Whether a bot thinks at a table."""
        return id in self._sitting

    async def close(self) -> None:
        tasks = [sitting.task for sitting in self._sitting.values()] + list(self._hints.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.slots.close()

    def stir(self, loaded: "LoadedTable") -> None:
        """Something may have changed: let the bot that is to act think, and stop any other."""
        id = loaded.table.id
        chance = self._chance(loaded.table)
        if sitting := self._sitting.get(id):
            if sitting.chance == chance:
                return
            self.drop(id)
        if chance:
            self._sit(loaded, chance)

    def drop(self, id: str) -> None:
        """Stop the bot that thinks at a table."""
        if sitting := self._sitting.pop(id, None):
            sitting.task.cancel()
            sitting.want.cancel()

    def watched(self, loaded: "LoadedTable") -> None:
        """A table has a watcher: its bot moves into the queue of watched tables."""
        if sitting := self._sitting.get(loaded.table.id):
            self.slots.watched(sitting.want)

    def _chance(self, table: Table) -> Chance | None:
        """The bot to act: one that may interject, else the one on turn."""
        match, turn = table.match, table.turn
        if match is None or turn is None:
            return None
        if match.interruptible:
            for seat in range(len(table.sitters)):
                chance = Chance(table.version, seat, table.bot_of(seat))
                if chance.bot and seat != turn and match.position.legal(seat):
                    return chance
        name = table.bot_of(turn)
        return Chance(table.version, turn, name) if name else None

    def _sit(self, loaded: "LoadedTable", chance: Chance) -> None:
        """Let a bot think, and show its answer when it is due: nothing here may depend on what its seat knows."""
        table, house, began = loaded.table, self._house, asyncio.get_running_loop().time()
        game, match, bot, pace = table.game, table.match, chance.bot, self._pace
        assert match
        locked = began + (house.locked_until(table) - house.now()) / 1000
        out_of_turn = chance.seat != table.turn
        opens, soonest = began, began + pace * (INTERJECTION if out_of_turn else seconds_of(bot) + BEAT)
        if not out_of_turn and (waits := timing.pauses(match)):
            opens = max(locked, began + pace * waits[0])
            soonest = max(opens + pace * waits[1], soonest if game.hidden else 0)
        fixed = game.hidden and pace > 0
        # A bot does not search for an interjection.
        by_time, cost = goes_by_time(bot) and not out_of_turn, cost_of("" if out_of_turn else bot, rules_loaded(game))
        limit = timing.thinking(match) if plies_of(bot, game) else None
        want = Want(
            _task(table, chance.seat, bot),
            self._whose(loaded),
            cost if fixed else limit or longest(bot),
            by_time=by_time,
            fixed=fixed,
            soonest=max(locked, soonest),
        )
        shown = None if out_of_turn else opens
        self._sitting[table.id] = Sitting(chance, want, asyncio.create_task(self._answer(loaded, chance, want, shown)))
        self.slots.put(want)

    async def _answer(self, loaded: "LoadedTable", chance: Chance, want: Want, opens: float | None) -> None:
        id, loop = loaded.table.id, asyncio.get_running_loop()
        try:
            if opens is not None:
                await asyncio.sleep(opens - loop.time())
                self._house.show_opening(loaded)
            if want.fixed:
                thought = await want.on_time()
            else:
                thought = await want.thought
                await asyncio.sleep(want.soonest - loop.time())
        finally:
            want.cancel()
        del self._sitting[id]  # from here on it can't be cancelled; a late answer does nothing
        try:
            await self._house.change(id, None, partial(self._settled, chance=chance, thought=thought))
        except TurnwiseError as error:
            if error.code == "unavailable":
                self._house.timers.again(id)
            elif error.code != "closing":
                log.error("a bot can't go on", extra={"facts": {"error": error.code}})

    def _whose(self, loaded: "LoadedTable") -> tuple[str, str, bool]:
        """The person a bot's thought counts for: of those present, the one whose address has fewest waiting."""
        table, here = loaded.table, loaded.feed.here()
        watched = bool(loaded.feed) or self._house.now() - loaded.asked < LATELY
        people = [person for person in table.people if person in here] or sorted(here) or table.people or [table.host]
        found = [(self._house.whereabouts.of(person), person) for person in people]
        address, person = min(found, key=lambda one: self.slots.waiting_of(one[0]))
        return address, person, watched

    def _settled(self, table: Table, chance: Chance, thought: Thought | None) -> list[AnyItem]:
        """The items of a thought; empty if it is too late."""
        match, seat = table.match, chance.seat
        if not self._house.duties.mine(table.id):
            return []
        if table.status != "running" or match is None or chance != (table.version, seat, table.bot_of(seat)):
            return []
        now = self._house.now()
        if thought is None:  # no process could think: the table goes on nevertheless
            return playing.act(table, "", seat, [timing.overdue(match, seat, CHANCE)], chance.version, "", now)
        if match.draw_offer not in (None, seat) and takes_a_draw(thought):
            return playing.special(table, "", seat, Special.ACCEPT_DRAW, now)
        return playing.act(table, "", seat, [thought.action], chance.version, "", now)

    async def hint(self, id: str, person: str) -> Advice:
        """What a strong bot would do with what the person's seat knows; concurrent requests share one answer."""
        await self._house.change(id, person, lambda table: playing.ask_for_hint(table, person, self._house.now()))
        async with self._house.at(id, person) as loaded:
            table = loaded.table
            playing.ask_for_hint(table, person, self._house.now())  # the match may have moved on meanwhile
            seat = playing.seat_for(table, person)
            key = id, Chance(table.version, seat, ADVISER)
            if key not in self._hints:
                assert table.match
                self._hints[key] = asyncio.create_task(self._advice(key, self._asked(table, seat, person), table.match))
        return await asyncio.shield(self._hints[key])

    def _asked(self, table: Table, seat: int, person: str) -> Want:
        """The person knows the hand, so the hint is shown as soon as it is there; but the slot keeps its full
        length."""
        whose, fixed = (self._house.whereabouts.of(person), person, True), table.game.hidden and self._pace > 0
        want = Want(_task(table, seat, ADVISER), whose, ADVICE_SECONDS, by_time=True, fixed=fixed)
        self.slots.put(want)
        return want

    async def _advice(self, key: tuple[str, Chance], want: Want, match: Match) -> Advice:
        try:
            thought = await want.thought
        finally:
            del self._hints[key]
        if thought is None:
            raise Refused(said("Nobody can think of a hint right now."), "no_hint")
        told = explained(thought, match.spoken, said("A fierce player"))
        return Advice(key[1].version, thought.action, told)


def longest(bot: str) -> float:
    """Seconds that a bot may think. A bot that is not limited by time is done long before; on a slow machine it stops
    when its answer is due."""
    return seconds_of(bot) + BEAT * (not goes_by_time(bot))


def _task(table: Table, seat: int, bot: str) -> Task:
    """What a bot is given: what its seat may know of the position as shown. Its slot says how long it may think."""
    assert table.match
    state, beside = table.match.position.redacted(seat).pack()
    return Task(table.game.name, seat, bot, CHANCE.getrandbits(62), 0.0, state, beside)
