"""Bots in seats: who of them is to act, what it is told, and when its answer is shown.

A bot gets what its seat may know and nothing else. Where anything is hidden its answer comes at a fixed time after its turn began, so
that how long it thought tells nothing of its hand. Whoever stands in for somebody who is away sits here too.
"""

import asyncio
import logging
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from turnwise.bots import Thought
from turnwise.bots.explain import explained
from turnwise.bots.manners import INTERJECTION, goes_by_time, plies_of, seconds_of, takes_a_draw
from turnwise.bots.thinker import Task
from turnwise.house import playing
from turnwise.house.items import AnyItem
from turnwise.house.table import Table
from turnwise.house.thinkers import NoThought, Thinkers
from turnwise.kit.errors import Refused, TurnwiseError
from turnwise.play import timing
from turnwise.play.entry import Special

if TYPE_CHECKING:
    from turnwise.house.house import House, Place

log = logging.getLogger("turnwise")

CHANCE = SystemRandom()
BEAT = 0.4
"""Seconds that a bot's answer takes beside its thinking."""
ADVISER, ADVICE_SECONDS = "search:5", 1.0


class Chance(NamedTuple):
    """A bot's chance to act, which is gone once the match has moved on or somebody else sits there."""

    version: int
    seat: int
    bot: str


class Sitters:
    """The bots of all tables in memory."""

    def __init__(self, house: "House", thinkers: Thinkers, pace: float) -> None:
        self._house, self._thinkers, self._pace = house, thinkers, pace
        self._sitting: dict[str, tuple[Chance, asyncio.Task[None]]] = {}
        self._hints: dict[tuple[str, Chance], asyncio.Task[list[str]]] = {}

    def busy(self, id: str) -> bool:
        """Whether somebody thinks at a table."""
        return id in self._sitting

    async def close(self) -> None:
        tasks = [task for _, task in self._sitting.values()] + list(self._hints.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinkers.close()

    def stir(self, place: "Place") -> None:
        """Something may have changed: let the bot that is to act think, and no other."""
        id = place.table.id
        chance = self._chance(place.table)
        if sitting := self._sitting.get(id):
            if sitting[0] == chance:
                return
            del self._sitting[id]
            sitting[1].cancel()
        if chance:
            task = asyncio.create_task(self._sit(place, chance))
            self._sitting[id] = chance, task

    def _chance(self, table: Table) -> Chance | None:
        """Whose turn it is among the bots: one that may interject, else the one on turn."""
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

    async def _sit(self, place: "Place", chance: Chance) -> None:
        table, seed, house, loop = place.table, CHANCE.getrandbits(62), self._house, asyncio.get_running_loop()
        id, match, began = table.id, table.match, loop.time()
        assert match
        locked = began + (house.locked_until(table) - house.now()) / 1000
        out_of_turn = chance.seat != table.turn
        thinking = asyncio.create_task(self._thought(table, chance, seed))
        try:
            release = began + self._pace * (INTERJECTION if out_of_turn else seconds_of(chance.bot) + BEAT)
            if not out_of_turn and (waits := timing.pauses(match)):
                await asyncio.sleep(max(locked, began + self._pace * waits[0]) - began)
                soonest = loop.time() + self._pace * waits[1]
                release = max(soonest, release) if table.game.hidden else soonest
            if not out_of_turn:
                house.show_opening(place)
            thought = await thinking
            await asyncio.sleep(max(locked, release) - loop.time())
        finally:
            thinking.cancel()
        del self._sitting[id]  # from here on it can't be called off; what comes too late does nothing
        try:
            await self._house.change(id, None, partial(self._settled, chance=chance, thought=thought))
        except TurnwiseError as error:
            if error.code == "unavailable":
                self._house.timers.again(id)
            elif error.code != "closing":
                log.error("a bot can't go on", extra={"facts": {"error": error.code}})

    async def _thought(self, table: Table, chance: Chance, seed: int) -> Thought | None:
        assert table.match
        limit = timing.thinking(table.match) if plies_of(chance.bot, table.game) else None
        try:
            return await self._thinkers.think(_task(table, chance.seat, chance.bot, seed, limit or longest(chance.bot)))
        except NoThought:
            return None

    def _settled(self, table: Table, chance: Chance, thought: Thought | None) -> list[AnyItem]:
        """What comes of a thought: nothing if it is too late."""
        match, seat = table.match, chance.seat
        if table.status != "running" or match is None or chance != (table.version, seat, table.bot_of(seat)):
            return []
        now = self._house.now()
        if thought is None:  # no process could think: the table goes on all the same
            return playing.act(table, "", seat, [timing.overdue(match, seat, CHANCE)], chance.version, "", now)
        if match.draw_offer not in (None, seat) and takes_a_draw(thought):
            return playing.special(table, "", seat, Special.ACCEPT_DRAW, now)
        return playing.act(table, "", seat, [thought.action], chance.version, "", now)

    async def hint(self, id: str, person: str) -> list[str]:
        """What a strong bot would do with what somebody's seat knows; who asks twice at once is answered once."""
        await self._house.change(id, person, lambda table: playing.ask_for_hint(table, person, self._house.now()))
        place = await self._house.held(id, person)
        try:
            table = place.table
            playing.ask_for_hint(table, person, self._house.now())  # the match may have moved on meanwhile
            seat = playing.seat_for(table, person)
            key = id, Chance(table.version, seat, ADVISER)
            if key not in self._hints:
                task = _task(table, seat, ADVISER, CHANCE.getrandbits(62), ADVICE_SECONDS)
                self._hints[key] = asyncio.create_task(self._advice(key, task, place))
        finally:
            place.lock.release()
        return await asyncio.shield(self._hints[key])

    async def _advice(self, key: tuple[str, Chance], task: Task, place: "Place") -> list[str]:
        match = place.table.match
        assert match
        try:
            thought = await self._thinkers.think(task, can_wait=True)
        except NoThought:
            raise Refused("Nobody can think of a hint right now.", "no_hint") from None
        finally:
            del self._hints[key]
        return explained(thought, match.spoken, "A fierce player")


def longest(bot: str) -> float:
    """Seconds that a bot may think. One that does not go by time is done long before; on a slow machine it stops when its answer
    is due."""
    return seconds_of(bot) + BEAT * (not goes_by_time(bot))


def _task(table: Table, seat: int, bot: str, seed: int, seconds: float) -> Task:
    assert table.match
    state, beside = table.match.position.redacted(seat).pack()
    return Task(table.game.name, seat, bot, seed, seconds, state, beside)
