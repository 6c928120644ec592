"""The games. One folder each, the same file names in every one."""

from difflib import get_close_matches

from turnwise.kit.errors import UnknownGame, quoted
from turnwise.kit.game import Game, shared_game

GAMES = ("connect_four", "differo", "whot", "deerportal", "rally", "caesar")


def all_games() -> list[Game]:
    """All games, with their facts."""
    return [game(name) for name in GAMES]


def game(name: str) -> Game:
    """The facts of one game."""
    if not isinstance(name, str) or name not in GAMES:
        near = get_close_matches(str(name)[:60], GAMES, 1, 0.5) if isinstance(name, str) else []
        hint = f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(GAMES)}."
        raise UnknownGame(f"There is no game {quoted(name)}. {hint}")
    return shared_game(f"{__name__}.{name}")
