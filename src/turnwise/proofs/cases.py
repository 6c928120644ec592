"""What the proofs run on: a game × every number of seats × sampled options, and random games of each."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Frame, Game
from turnwise.kit.options import Choice, Option, SeatSet, Switch, Whole
from turnwise.kit.position import Engine, Position

SAMPLES = 3
"""Random mixtures of options for each number of seats, besides the defaults."""
ATTEMPTS = 5
"""Mixtures that are tried until the game allows one."""
MOST_GAMES = 12
"""Random games whose plies are examined, if they are short."""
RECORDED = 8
"""Games that are cached, so that the proofs of a case share them."""


@dataclass(frozen=True)
class Evidence:
    """An author's files for the proofs in a folder; each of them is optional.

    twins.py    `twin(s, beside, seat, chance)`: another world that the seat cannot tell from this one
    samples.py  `OPTIONS`: sets of options to be tried; `MEETS`: what must be set for an option to play a part
    zones.py    `pieces(s)`: what must stay the same from the first action to the last
    scenes.py   `scenes()`: moments that look different, kept as drawings in the folder `scenes`
    """

    folder: Path | None = None

    def module(self, name: str) -> ModuleType | None:
        """One of these files."""
        file = self.folder / f"{name}.py" if self.folder else None
        return _loaded(file) if file and file.exists() else None


@cache
def _loaded(file: Path) -> ModuleType:
    """A file as a module: by its dotted name if its folder is part of a package, because it may import others of
    that."""
    names, home = [file.stem], file.resolve().parent
    while (home / "__init__.py").exists():
        names, home = [home.name, *names], home.parent
    if len(names) > 1:
        if str(home) not in sys.path:
            sys.path.append(str(home))
        return import_module(".".join(names))
    spec = spec_from_file_location(f"turnwise_evidence_{file.parent.name}_{file.stem}", file)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


NO_EVIDENCE = Evidence()


@dataclass(frozen=True, eq=False)
class Case:
    """A game at a table: seats, options, and the number of the mixture of options; 0 is the default."""

    game: Game
    seats: int
    options: dict[str, Any]
    number: int
    evidence: Evidence = NO_EVIDENCE
    compiled: bool = True
    """Whether its games are played compiled. Interpreted, the proofs examine less, so that they take seconds."""

    def __repr__(self) -> str:
        return f"{self.game.name}-{self.seats}-{self.number}"

    def __str__(self) -> str:
        seats = f"{self.seats} seats" if self.seats > 1 else "1 seat"
        given = ", ".join(f"{name}={_brief(value)}" for name, value in self.options.items())
        return f"{seats}, {given or 'usual options'}"

    @cached_property
    def frame(self) -> Frame:
        return self.game.frame(self.seats, self.options)

    @cached_property
    def engine(self) -> Engine:
        return Engine(self.game, compiled=self.compiled)

    def reach(self, plies: int) -> int:
        """How many plies of a game are examined."""
        return plies if self.compiled else max(12, plies // 4)

    def games(self, number: int) -> range:
        """The seeds of the random games that are examined."""
        return range(1, 1 + (number if self.compiled else 1))


def _brief(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 24 else f"{text[:23]}…"


@cache
def cases(game: Game, evidence: Evidence = NO_EVIDENCE, samples: int = SAMPLES, compiled: bool = True) -> list[Case]:
    """Defaults and mixtures for every number of seats; a mixture that the game refuses is not a case."""
    low, high = game.seats
    numbers = range(1 + (samples if game.options else 0))
    tried = (
        (seats, number, allowed(game, evidence, seats, number)) for seats in range(low, high + 1) for number in numbers
    )
    found = [
        Case(game, seats, options, number, evidence, compiled)
        for seats, number, options in tried
        if options is not None
    ]
    return found


def allowed(game: Game, evidence: Evidence, seats: int, number: int) -> dict[str, Any] | None:
    """The default options, or the mixture of this number that the game allows."""
    chance = Random(f"{game.name} {seats} {number}")
    for _ in range(ATTEMPTS):
        options = mixture(game, chance, evidence) if number else {}
        try:
            game.frame(seats, options)
        except TurnwiseError:
            continue
        return options
    return None


def mixture(game: Game, chance: Random, evidence: Evidence = NO_EVIDENCE) -> dict[str, Any]:
    """A random value for each option, and one of the author's own sets."""
    options = {name: chance.choice(_values(option)) for name, option in game.options.items()}
    if samples := evidence.module("samples"):
        options |= chance.choice(samples.OPTIONS)
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
    """A moment of a random game, before `seat` takes `action`; at the end both are -1."""

    position: Position
    seat: int
    action: int
    legal: list[int]


def walk(
    case: Case,
    seed: int,
    *,
    compiled: bool | None = None,
    boundscheck: bool = False,
    plies: int | None = None,
    leaving: bool = True,
) -> Iterator[Ply]:
    """A random game. Interjections are taken now and then, and in some games a seat leaves, if leaving is a rule."""
    chance = Random(f"{case!r} {seed}")
    engine = Engine(case.game, compiled=case.compiled if compiled is None else compiled, boundscheck=boundscheck)
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
        if not legal:
            yield Ply(position, seat, -1, [])
            return
        action = chance.choice(legal)
        yield Ply(position, seat, action, legal)
        position.reseed(chance.getrandbits(62))
        position.play(seat, action)
        number += 1
        if leaving and number == leaves_at and leaver is not None and not position.over:
            position.reseed(chance.getrandbits(62))
            position.leave(leaver)
    yield Ply(position, -1, -1, [])


@lru_cache(RECORDED)
def played(case: Case, seed: int) -> tuple[Ply, ...]:
    """A whole random game, up to its longest, each moment with a position of its own: copy it to play on."""
    most = case.game.longest(case.seats, **case.options) * (2 if hasattr(case.game.rules, "interruptible") else 1)
    return tuple(ply._replace(position=ply.position.copy()) for ply in walk(case, seed, plies=most + 1))


def looked_at(case: Case, plies: int) -> Iterator[tuple[int, int, Ply]]:
    """So many plies of random games, of several if they are short: the game's seed, the number of the ply, and the
    ply."""
    left = case.reach(plies)
    for seed in range(1, 1 + MOST_GAMES):
        for number, ply in enumerate(played(case, seed)[:left]):
            if ply.legal:
                yield seed, number, ply
                left -= 1
        if left <= 0:
            return
