"""Every option of a game can be set at a table in the house, and its players notice it.

Two tables with the same secret, one with the option's default and one with another value, go the same way until
something differs for a player: legal actions, undos, events, the end. Random games meet nearly all options. Some have
no effect unless others are set too: those are in the author's `samples.py`, as MEETS.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.items import BOT, Terms
from turnwise.house.tables.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.options import Choice, Document, Option, SeatSet, Switch, Whole
from turnwise.kit.position import Position
from turnwise.kit.settings import Seconds
from turnwise.play.match import Match
from turnwise.proofs.broken import Broken, Missing
from turnwise.proofs.cases import Case, Evidence, mixture

GAMES_TRIED, FEW_GAMES = 40, 8
HOMESICK, LONGEST = 40, 2000
"""Actions of a game in which players go back to earlier positions whenever they can, and of any other."""


def unusual(option: Option) -> list[Any]:
    """Some values other than the default."""
    match option:
        case Switch():
            found: list[Any] = [True, False]
        case Choice():
            found = list(option.choices)
        case Whole():
            found = [option.low if option.low != option.default else option.low + 1]
        case Seconds():
            found = [option.high]
        case SeatSet():
            found = [[0]]
        case Document():
            found = list(option.names)
        case _:
            found = []
    return [value for value in found if value != option.default][:3]


def _meets(evidence: Evidence, name: str) -> dict[str, Any]:
    """What must be set for an option to have an effect."""
    found: dict[str, Any] = getattr(evidence.module("samples"), "MEETS", {}).get(name, {})
    return found


def _table(game: Game, seats: int, options: dict[str, Any], seed: int) -> Table:
    """A table in the house whose match has begun; bots sit where the options say so."""
    computers = options.get("computers", [])
    opened = seating.opened(Terms(game.name, seats, options), "p0", 0)
    found = Table("t")
    found.fold(msgspec.structs.replace(opened, secret=f"seed {seed}"))
    for seat in range(seats):
        found.fold(items.Sat(0, "p0", seat, f"{BOT}classic" if seat in computers else f"p{seat}"))
    found.fold(items.Started(0, "p0", list(range(seats)), game.version))
    return found


def _noticed(match: Match) -> tuple[Any, ...]:
    """What the players notice with the latest entry."""
    seats = range(match.seats)
    may = [(match.legal_words(seat), match.position.takeback(seat)) for seat in seats]
    return may, match.told[-1], match.outcome


def _part(one: Table, other: Table, chance: Random, homesick: bool) -> bool:
    """Whether two tables differ when the same is played at both."""
    been: set[str] = set()
    for _ in range(HOMESICK if homesick else LONGEST):
        first, second = one.match, other.match
        assert first and second
        if _noticed(first) != _noticed(second):
            return True
        turn = first.turn
        if turn is None:
            return False
        action = chance.choice(first.legal).id
        if homesick:
            been.add(_here(first.position))
            action = next(_ways_back(first, been), action)
        for found in (one, other):
            for item in playing.act(found, "", turn, [action], None, "", 0):
                found.fold(item)
    return False


def _here(position: Position) -> str:
    """What is on a table and who is on turn, without counters of its history."""
    state, fields = position.plain(), position.engine.game.records[0].fields
    lying = [getattr(state, name) for name, field in fields.items() if field.shape]
    return f"{position.turn} {[getattr(block, 'cells', block) for block in lying]}"


def _ways_back(match: Match, been: set[str]) -> Iterator[int]:
    for action in match.legal:
        position = match.position.copy()
        position.play(match.position.turn, action.id)
        if _here(position) in been:
            yield action.id


def _pairs(
    game: Game, name: str, evidence: Evidence, chance: Random, tries: int
) -> Iterator[tuple[Table, Table, bool]]:
    """Pairs of tables that differ in an option: first with the other defaults, once with homesick players, then
    mixed."""
    low, high = max(game.seats[0], 2), game.seats[1]
    for number in range(tries):
        for value in unusual(game.options[name]):
            others = (mixture(game, chance, evidence) if number > 1 else {}) | _meets(evidence, name)
            others.pop(name, None)
            seats = chance.randint(low, high) if number else min(low, high)
            try:
                usual, other = (_table(game, seats, others | set, number) for set in ({}, {name: value}))
            except TurnwiseError:  # the values exclude each other
                continue
            yield usual, other, number == 1


def is_noticed(game: Game, name: str, evidence: Evidence, tries: int) -> bool:
    """Whether players notice an option."""
    chance = Random(f"{game.name} {name}")
    pairs = _pairs(game, name, evidence, chance, tries)
    return any(_part(usual, other, chance, homesick) for usual, other, homesick in pairs)


def options_are_noticed(case: Case) -> None:
    """Every option is noticed by whoever plays at a table of the house."""
    tries = GAMES_TRIED if case.compiled else FEW_GAMES
    for name in case.game.options:
        if is_noticed(case.game, name, case.evidence, tries):
            continue
        told = f"in {tries} pairs of games that differ in it alone, nobody notices the option {name}"
        if not case.compiled:
            raise Missing(f"{told}; --thorough tries {GAMES_TRIED}")
        raise Broken(f"{told}. If others must be set with it, say so in MEETS of samples.py.", name, "OPTIONS")
