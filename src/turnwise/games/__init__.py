"""The games. One folder each, the same file names in every one."""

from difflib import get_close_matches
from functools import cache

from turnwise.kit.errors import UnknownGame
from turnwise.kit.game import Game

GAMES = ("connect_four", "differo", "whot", "deerportal", "rally", "caesar")


def games() -> list[Game]:
    """All games, with their facts."""
    return [game(name) for name in GAMES]


@cache
def game(name: str) -> Game:
    """The facts of one game."""
    if name not in GAMES:
        near = get_close_matches(str(name), GAMES, 1, 0.5)
        hint = f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(GAMES)}."
        raise UnknownGame(f"There is no game '{name}'. {hint}")
    return Game(f"{__name__}.{name}")
