"""Whether all rules of a game are compiled in the cache, so that a match can load them without waiting for the
compiler."""

from functools import cache

from turnwise.kit.bind import digest_of, game_folder, interpreted
from turnwise.kit.game import Game
from turnwise.kit.position import DRIVER, Engine

MARK = "rules.ready"


def rules_ready(game: Game) -> bool:
    """Checks for one file, and imports no compiler."""
    return not interpreted() and (game_folder(game.package) / _mark()).exists()


def compile_rules(game: Game) -> Engine:
    """Call everything that a match may call once, which compiles it, and leave the mark."""
    engine = Engine(game, compiled=True)
    if engine.compiled and not rules_ready(game):
        position, _ = engine.position(game.frame(None, {}), 1)
        seat = position.turn
        action = position.legal(seat)[0]
        position.check(seat, action)
        position.takeback(seat)
        known = position.redacted(seat)
        known.advice(seat, 1)
        known.duty(seat)
        known.imagined(seat, 1).worth(seat)
        known.observed(seat)
        position.scores(game.seats[1])
        position.copy().leave(seat)
        position.copy().play(seat, action)
        folder = game_folder(game.package)
        if folder.exists():  # not if the rules were edited since this process began
            (folder / _mark()).touch()
    return engine


@cache
def _mark() -> str:
    """It has a hash of the driver's sources, which are compiled beside the game."""
    return f"{MARK}-{digest_of(DRIVER)}"
