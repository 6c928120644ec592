"""Every option of a game can be set at a table in the house, and whoever plays there notices it.

Two tables with the same secret, one with the option as usual and one with another value, go the same way until something is different
for a player: what he may do or take back, what happens, how it ends. Random games come upon nearly all options. Some play no part
unless others are set too: those stand in `tests/games/<game>/samples.py`, as MEETS.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import msgspec
import pytest

from tests.contract.cases import mixture
from tests.web.hall import Hall, in_hall
from turnwise.games import all_games
from turnwise.house import items, playing, seating
from turnwise.house.items import BOT, Terms
from turnwise.house.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.options import Choice, Document, Option, SeatSet, Switch, Whole
from turnwise.kit.position import Position
from turnwise.kit.settings import Seconds
from turnwise.play.match import Match

GAMES_TRIED = 40
HOMESICK, LONGEST = 40, 2000
"""Actions of a game in which players go back where they have been whenever they can, and of any other."""
OPTIONS = [(game, name) for game in all_games() for name in game.options]


def unusual(option: Option) -> list[Any]:
    """Some other values than the usual one."""
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


def meets(game: Game, name: str) -> dict[str, Any]:
    """What must be set for an option to play a part."""
    home = f"tests.games.{game.name}.samples"
    found: dict[str, Any] = getattr(import_module(home), "MEETS", {}).get(name, {}) if find_spec(home) else {}
    return found


def table(game: Game, seats: int, options: dict[str, Any], seed: int) -> Table:
    """A table in the house whose match has begun; computers sit where the options have them."""
    computers = options.get("computers", [])
    opened = seating.opened(Terms(game.name, seats, options), "p0", 0)
    found = Table("t")
    found.fold(msgspec.structs.replace(opened, secret=f"seed {seed}"))
    for seat in range(seats):
        found.fold(items.Sat(0, "p0", seat, f"{BOT}classic" if seat in computers else f"p{seat}"))
    found.fold(items.Started(0, "p0", list(range(seats)), game.version))
    return found


def noticed(match: Match) -> tuple[Any, ...]:
    """What the players notice with the latest entry."""
    seats = range(match.seats)
    may = [(match.legal_words(seat), match.position.takeback(seat)) for seat in seats]
    return may, match.told[-1], match.outcome


def part(one: Table, other: Table, chance: Random, homesick: bool) -> bool:
    """Whether two tables come apart when the same is played at both."""
    been: set[str] = set()
    for _ in range(HOMESICK if homesick else LONGEST):
        first, second = one.match, other.match
        assert first and second
        if noticed(first) != noticed(second):
            return True
        turn = first.turn
        if turn is None:
            return False
        action = chance.choice(first.legal).id
        if homesick:
            been.add(here(first.position))
            action = next(ways_back(first, been), action)
        for found in (one, other):
            for item in playing.act(found, "", turn, [action], None, "", 0):
                found.fold(item)
    return False


def here(position: Position) -> str:
    """What lies on a table and who is on turn, without any count of how it came about."""
    state, fields = position.plain(), position.engine.game.records[0].fields
    lying = [getattr(state, name) for name, field in fields.items() if field.shape]
    return f"{position.turn} {[getattr(block, 'cells', block) for block in lying]}"


def ways_back(match: Match, been: set[str]) -> Iterator[int]:
    for action in match.legal:
        position = match.position.copy()
        position.play(match.position.turn, action.id)
        if here(position) in been:
            yield action.id


def games(game: Game, name: str, chance: Random) -> Iterator[tuple[Table, Table, bool]]:
    """Pairs of tables that differ in an option: the others as usual first, once with homesick players, then mixed."""
    low, high = max(game.seats[0], 2), game.seats[1]
    for number in range(GAMES_TRIED):
        for value in unusual(game.options[name]):
            others = (mixture(game, chance) if number > 1 else {}) | meets(game, name)
            others.pop(name, None)
            seats = chance.randint(low, high) if number else low
            try:
                usual, other = (table(game, seats, others | set, number) for set in ({}, {name: value}))
            except TurnwiseError:  # they do not go together
                continue
            yield usual, other, number == 1


@pytest.mark.parametrize(("game", "name"), OPTIONS, ids=[f"{game.name}-{name}" for game, name in OPTIONS])
def test_whoever_plays_at_a_table_notices_an_option(game: Game, name: str) -> None:
    chance = Random(f"{game.name} {name}")
    pairs = games(game, name, chance)
    assert any(part(usual, other, chance, homesick) for usual, other, homesick in pairs), (
        f"in {GAMES_TRIED} games nobody noticed {name}"
    )


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_option_and_setting_is_set_with_the_form_of_the_page(game: Game) -> None:
    @in_hall
    async def visit(hall: Hall) -> None:
        page = (await hall.nobody.get(f"/games/{game.name}")).text
        for name, option in {**game.options, **game.settings}.items():
            if isinstance(option, SeatSet):
                continue  # the seats of the form say who is one
            assert f'name="option-{name}"' in page
            value = unusual(option)[0]
            form = {f"option-{name}": "on" if value is True else "off" if value is False else str(value)}
            somebody = await hall.guest("Ben")  # nobody opens many tables at once
            id = (await somebody.did(f"/games/{game.name}/tables", form))["id"]
            terms = hall.house.places[id].table.terms
            assert (terms.options | terms.settings)[name] == option.accept(value)

    visit()
