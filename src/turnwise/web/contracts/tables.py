"""The house's tables as a game's own contract needs them: a `ContractTables` (`mounting.py`) over the house.

Opening or joining a table here makes a guest with a token for that one seat. A person who sits there with another kind
of token may use the contract too, and all of them may use everything else that the house offers.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from turnwise.house.house import House
from turnwise.house.people.proofs import Proof
from turnwise.house.tables import held_requests, items, playing, seating
from turnwise.house.tables.answers import Answer
from turnwise.house.tables.clock import NO_CLOCK, Control
from turnwise.house.tables.items import AnyItem, Begins, Terms
from turnwise.house.tables.loaded import LoadedTable, NoSuchTable
from turnwise.house.tables.table import OldRules, Table
from turnwise.kit.errors import MatchOver, Refused, Stale, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.routes import Act, Contract, Sight, Sit
from turnwise.play.match import Match
from turnwise.web.contracts.mounting import Chair, Played, bad_token


class GameTables:
    """The tables of one game."""

    def __init__(self, house: House, game: Game, contract: Contract) -> None:
        self._house, self._game, self._contract = house, game, contract

    async def open(self, given: dict[str, Any], address: str, proof: Proof | None) -> tuple[Sight, str]:
        options, seconds = self._contract.terms(given)
        options, settings = self._game.told_apart(options)
        clock = Control("move", seconds) if seconds else NO_CLOCK
        seats = self._game.frame(None, {}).seats
        terms = Terms(self._game.name, seats, options, access="link", clock=clock, settings=settings)
        terms = seating.opened(terms, "", self._house.now()).terms  # checked before a guest is made
        begins: Begins = "full" if self._contract.begins_at_once(terms.options) else "early"
        person, now = await self._guest("tables", address, proof), self._house.now()
        table = await self._house.begin(
            [seating.opened(terms, person, now, begins=begins), items.Sat(now, person, 0, person, silent=True)]
        )
        return await self._seated(table, person)

    async def join(
        self, table: str, choose: Callable[[Sight], Act | Sit], address: str, proof: Proof | None
    ) -> tuple[Sight, str]:
        self._joined((await self._place(table, "")).table, "", choose)  # checked before a guest is made
        person = await self._guest("joins", address, proof)
        await self._house.change(table, person, lambda found: self._joined(found, person, choose))
        return await self._seated(table, person)

    async def chair_of(self, token: str, table: str | None, address: str) -> Chair | None:
        found = await self._house.people.by_token(token)
        if found is None:
            return None
        named = found.scope.table if found.scope else table
        if named is None:
            raise TurnwiseError(
                "This token is good for many tables: name one in the address, ?game=….", "no_such_table"
            )
        person = found.person.id
        self._house.whereabouts.saw(person, address)
        try:
            loaded = await self._place(named, person)
        except NoSuchTable:
            if found.scope:
                return None
            raise
        seat = loaded.table.seat_of(person)
        return None if seat is None else Chair(named, loaded.table.players.index(seat), person)

    async def look(self, table: str, chair: Chair | None) -> Sight:
        return await self._look(table, chair.who if chair else None)

    async def play(self, chair: Chair, choose: Callable[[Sight], Act | Sit], rev: int | None, key: str) -> Played:
        house, person, answers = self._house, chair.who, list[Answer]()
        house.limits.allow("actions", person)

        def verb(table: Table) -> Sequence[AnyItem]:
            answers.clear()
            if known := table.answers.ever(person, key):
                answers.append(known)
                return []
            sight = self._sight(table, person)
            if rev is not None and rev != table.version:
                raise Stale(f"The match is at version {table.version}, not the one you saw.")
            happened = self._wished(table, person, choose(sight), key)
            answers.append(Answer(sight.view.version, -1))
            return happened

        loaded = await house.change(chair.table, person, verb)
        # No other task has run since the lock was released.
        (before, after), sight = answers[0], self._sight(loaded.table, person)
        return Played(before, loaded.table.version if after < 0 else after, sight)

    # Internals.

    async def _look(self, table: str, person: str | None) -> Sight:
        async with self._house.at(table, person or "") as loaded:
            return self._sight(loaded.table, person)

    def _joined(self, table: Table, person: str, choose: Callable[[Sight], Act | Sit]) -> list[AnyItem]:
        """Sit down where `choose` says."""
        if table.status == "over":
            raise MatchOver("This table is closed.")
        if all(table.sitters):
            raise Refused("All seats are taken.", "table_full")
        wish = choose(replace(self._sight(table, None), player=table.players.index(table.sitters.index(""))))
        assert isinstance(wish, Sit)
        return seating.sit_instead(table, person, wish.seat, self._house.now())

    def _wished(self, table: Table, person: str, wish: Act | Sit, key: str) -> list[AnyItem]:
        seat, now = playing.seat_for(table, person), self._house.now()
        if table.closed is not None:
            raise MatchOver("This table is closed.")
        if isinstance(wish, Sit):
            return seating.change_seats(table, person, wish.seat, key, now)
        back = playing.come_back(table, person, seat, now) if seat in table.away else []
        if wish.early and (table.match is None or table.turn not in (None, seat)):
            return [*back, *held_requests.hold(table, person, seat, wish.actions, key, now)]
        if table.match is None:
            raise Refused("The match has not begun.", "not_begun")
        self._house.unlocked(table)
        return [*back, *playing.act(table, person, seat, wish.actions, None, key, now)]

    def _sight(self, table: Table, person: str | None) -> Sight:
        """A table as a person sees it; None is a spectator. The caller holds the lock."""
        if table.game.name != self._game.name:
            raise NoSuchTable
        if table.outdated:
            raise OldRules(table.outdated)
        seat = None if person is None else table.seat_of(person)
        if person is not None and seat is None:
            raise bad_token()  # got up meanwhile, or was removed
        match, turn, timed = table.match, table.turn, table.clock.shown
        if match is None:  # one with another seed, so that nothing of the coming match is seen
            match = Match(table.game, seats=table.terms.seats, seed=0, compiled=False, **table.options())
        return Sight(
            table.id,
            None if seat is None else table.players.index(seat),
            tuple(table.players),
            match.view(seat),
            table.match is not None,
            seat in table.held,
            None if turn is None or not timed else table.clock.remaining(turn, self._house.now()),
        )

    async def _place(self, table: str, person: str) -> LoadedTable:
        loaded = await self._house.find(table, person)
        if loaded.table.game.name != self._game.name:
            raise NoSuchTable
        return loaded

    async def _guest(self, limit: str, address: str, proof: Proof | None) -> str:
        """A new guest, under the same checks as on the page."""
        self._house.limits.allow(limit, address)
        person, _ = await self._house.people.guest(f"Guest {secrets.randbelow(1_000_000):06}", address, proof)
        self._house.whereabouts.saw(person.id, address)
        return person.id

    async def _seated(self, table: str, person: str) -> tuple[Sight, str]:
        loaded = await self._place(table, person)
        token = await self._house.people.token_for_seat(person, table, playing.seat_for(loaded.table, person))
        return await self._look(table, person), token
