"""Moments of random matches, as at a table: each with what several viewers see of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache
from random import Random

from turnwise.draw import table
from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered
from turnwise.draw.plan import WIDE
from turnwise.draw.typed import typed
from turnwise.kit.catalogues import speaker
from turnwise.kit.pieces import Table
from turnwise.kit.position import Position
from turnwise.kit.shapes import Picture
from turnwise.kit.words import Speaker
from turnwise.play.match import Match
from turnwise.play.view import View
from turnwise.proofs.cases import Case

NAMES = ("Ann & Co", "<Ben>", 'Cy "C"', "Dee", "Eve", "Fay", "Gus", "Hal")
"""Names that test escaping."""
MOMENTS = 12
"""Moments of a match that are examined, besides its start and its end."""
LONGEST = 700
"""Entries of a match that are played."""


class Sight:
    """What one viewer sees at a moment; each picture of it is made once."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.view: View = match.view(seat)

    @cached_property
    def table(self) -> Table:
        return table(self.view)

    @cached_property
    def looked(self) -> Picture:
        """In a wide window, its sentences still as data."""
        return laid(self.table, WIDE)

    @cached_property
    def drawn(self) -> Picture:
        return lettered(self.looked, self._speaker)

    @cached_property
    def typed(self) -> Picture:
        return lettered(typed(self.table, self._speaker), self._speaker)

    @property
    def _speaker(self) -> Speaker:
        return speaker(self.view.game, names=NAMES[: self.view.seats])


class Moment:
    """A match after so many entries, which is not played on, and what some viewers see."""

    def __init__(self, match: Match, chance: Random) -> None:
        self.seen = {seat: Sight(match, seat) for seat in viewers(match, chance)}
        self.match = match.copy()

    def view(self, seat: int | None) -> View:
        return self.seen[seat].view if seat in self.seen else self.match.view(seat)


@lru_cache(4)
def moments(case: Case, seed: int = 1) -> tuple[Moment, ...]:
    """The start of a match, moments along its way, and its end."""
    number = MOMENTS if case.compiled else MOMENTS // 3
    length = sum(1 for _ in random_match(case, seed))
    chance = Random(seed)
    chosen = {0, length - 1, *chance.sample(range(length), min(number, length))}
    return tuple(Moment(match, chance) for at, match in enumerate(random_match(case, seed)) if at in chosen)


def random_match(case: Case, seed: int, plies: int = LONGEST) -> Iterator[Match]:
    """A match after each of its entries, with interjections and leavers; always the same object."""
    chance = Random(f"{case!r} {seed}")
    match = Match(case.game, seats=case.seats, seed=seed, compiled=case.compiled, **case.options)
    while match.turn is not None and match.version < plies:
        yield match
        others = [seat for seat in range(case.seats) if seat != match.turn and match.legal_for(seat)]
        seat = chance.choice(others) if others and chance.random() < 0.5 else match.turn
        match.play(chance.choice(match.legal_for(seat)), seat=seat)
        if match.turn is not None and chance.random() < 0.003:
            match.leave(chance.choice([seat for seat in range(case.seats) if seat not in match.left]))
    yield match


def viewers(match: Match, chance: Random) -> list[int | None]:
    """Everybody at the start and at the end; else a spectator, the player to act, and one more."""
    seats = sorted(range(match.seats), key=lambda seat: (seat != match.turn, chance.random()))
    return [None, *(seats[:2] if match.version and match.turn is not None else seats)]


@contextmanager
def standing(match: Match, world: Position) -> Iterator[None]:
    """A match as if it were in another world."""
    real, match.position = match.position, world
    match._changed()
    try:
        yield
    finally:
        match.position = real
        match._changed()
