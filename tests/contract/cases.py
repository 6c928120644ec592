"""What the contract tests run on: every game × every number of seats × sampled options."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from turnwise.games import all_games
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Frame, Game
from turnwise.kit.options import Choice, Option, SeatSet, Switch, Whole
from turnwise.kit.position import Engine, Position

SAMPLES = 3
"""Random mixtures of options for each number of seats, beside the defaults."""


class Case(NamedTuple):
    game: Game
    seats: int
    options: dict[str, Any]
    number: int

    def __repr__(self) -> str:
        return f"{self.game.name}-{self.seats}-{self.number}"

    @property
    def frame(self) -> Frame:
        return self.game.frame(self.seats, self.options)


def cases(samples: int = SAMPLES) -> list[Case]:
    """Defaults and mixtures; a mixture that the game refuses is not a case."""
    found = []
    for game in all_games():
        chance = Random(game.name)
        low, high = game.seats
        mixtures = 0
        for seats in range(low, high + 1):
            for number in range(1 + samples):
                options = {} if number == 0 else mixture(game, chance)
                try:
                    game.frame(seats, options)
                except TurnwiseError:
                    continue
                mixtures += number > 0
                found.append(Case(game, seats, options, number))
        assert mixtures or not game.options, f"no mixture of options of {game.name} is allowed"
    return found


def mixture(game: Game, chance: Random) -> dict[str, Any]:
    """A random value for each option; a game adds whole sets of its own in `tests/games/<game>/samples.py`."""
    options = {name: chance.choice(_values(option)) for name, option in game.options.items()}
    home = f"tests.games.{game.name}.samples"
    if find_spec(home):
        options |= chance.choice(import_module(home).OPTIONS)
    return options


def _values(option: Option) -> list[Any]:
    match option:
        case Switch():
            return [True, False]
        case Choice():
            return list(option.choices)
        case Whole():
            return [option.low, option.default, (option.low + option.high) // 2]
        case SeatSet():
            return [[], [0]]
        case _:
            return [option.default]


class Ply(NamedTuple):
    """A moment of a random game, before `action` is taken by `seat`."""

    position: Position
    seat: int
    action: int
    legal: list[int]


def walk(
    case: Case, seed: int, *, compiled: bool, boundscheck: bool = False, plies: int | None = None
) -> Iterator[Ply]:
    """A random game. Interjections are taken now and then, and in some games somebody leaves, if leaving is a rule."""
    chance = Random(f"{case!r} {seed}")
    engine = Engine(case.game, compiled=compiled, boundscheck=boundscheck)
    position, _ = engine.position(case.frame, chance.getrandbits(62))
    leaver = chance.randrange(case.seats) if case.game.has_leave and chance.random() < 0.3 else None
    leaves_at = chance.randrange(1, 60)
    number = 0
    while not position.over and (plies is None or number < plies):
        seat = position.turn
        others = [s for s in range(case.seats) if s != seat and position.legal(s)]
        if others and chance.random() < 0.5:
            seat = chance.choice(others)
        legal = position.legal(seat)
        action = chance.choice(legal)
        yield Ply(position, seat, action, legal)
        position.reseed(chance.getrandbits(62))
        position.play(seat, action)
        number += 1
        if number == leaves_at and leaver is not None and not position.over:
            position.reseed(chance.getrandbits(62))
            position.leave(leaver)
    yield Ply(position, -1, -1, [])
