"""Moments of random games, for whoever has to think about one."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from turnwise.bots.search import sure_win
from turnwise.games import all_games
from turnwise.kit.game import Game
from turnwise.kit.position import Position
from turnwise.proofs.cases import Case, walk

SEARCHES = ("search:1", "search:2", "search:3", "search:4", "search:5")
BOTS = ("random", "classic", "greedy", *SEARCHES)
GAMES = all_games()


class Moment(NamedTuple):
    """A position and the seat that is to think about it: on turn, or with something to say out of turn."""

    case: Case
    position: Position
    seat: int
    legal: list[int]

    @property
    def known(self) -> Position:
        """What the seat may know."""
        return self.position.redacted(self.seat)


def must_think(moment: Moment) -> bool:
    """Whether somebody on turn has a choice, and the game has no sure win to tell him."""
    return moment.seat == moment.position.turn and len(moment.legal) > 1 and sure_win(moment.known, moment.seat) < 0


def case_of(game: Game, seats: int | None = None, **options: Any) -> Case:
    return Case(game, game.seats[0] if seats is None else seats, options, 0)


def moments(case: Case, seed: int, *, every: int = 7, most: int = 6, compiled: bool = True) -> Iterator[Moment]:
    """Now and then a moment of a random game at which somebody has a choice."""
    found = 0
    for number, ply in enumerate(walk(case, seed, compiled=compiled)):
        if number % every == 0 and len(ply.legal) > 1:
            yield Moment(case, ply.position.copy(), ply.seat, ply.legal)
            found += 1
        if found == most:
            return
