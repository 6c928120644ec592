"""The games. One folder each, the same file names in every one."""

from difflib import get_close_matches

from turnwise.kit.errors import UnknownGame, quoted
from turnwise.kit.game import Game, shared_game
from turnwise.kit.words import said

GAMES = ("connect_four", "reversi", "differo", "whot", "deerportal", "rally", "caesar")


def all_games() -> list[Game]:
    """All games, with their facts."""
    return [game(name) for name in GAMES]


def game(name: str) -> Game:
    """The facts of one game."""
    if not isinstance(name, str) or name not in GAMES:
        near = get_close_matches(str(name)[:60], GAMES, 1, 0.5) if isinstance(name, str) else []
        if near:
            raise UnknownGame(
                said("There is no game {given}. Did you mean '{meant}'?", given=quoted(name), meant=near[0])
            )
        raise UnknownGame(
            said("There is no game {given}. There are {known}.", given=quoted(name), known=", ".join(GAMES))
        )
    return shared_game(f"{__name__}.{name}")
