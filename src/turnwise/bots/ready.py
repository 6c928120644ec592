"""Whether a game's bots are compiled, and a child process that compiles them while people play.

Numba's compiler holds the interpreter's lock, so a thread would stall everybody. `python -m turnwise.bots.ready GAME`
fills the cache and leaves a mark in it; until then bots are interpreted.
"""

import subprocess
import sys
from functools import cache

from turnwise.games import game as game_named
from turnwise.kit.bind import digest_of, game_folder, interpreted
from turnwise.kit.game import Game
from turnwise.kit.position import Engine
from turnwise.kit.ready import compile_rules

MARK = "bots.ready"
COMPILED = ("alphabeta", "deepening", "ismcts", "sampling")


def is_ready(game: Game) -> bool:
    """Whether everything that thinks about a game is compiled in the cache."""
    return not interpreted() and (game_folder(game.package) / _mark()).exists()


def warm_up(game: Game) -> subprocess.Popen[bytes] | None:
    """Start compiling in a child process; None if there is nothing to do."""
    if interpreted() or is_ready(game):
        return None
    return subprocess.Popen(
        [sys.executable, "-m", "turnwise.bots.ready", game.name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C at the table is not meant for it
    )


def engine_for(engine: Engine) -> Engine:
    """The law that bots think with: compiled if the match is, or if it can be loaded without compiling."""
    if engine.compiled and engine.asked:
        return engine.apart()
    return Engine(engine.game, compiled=is_ready(engine.game))


def compile_bots(game: Game) -> None:
    """Compile what every bot needs, and leave the mark."""
    from turnwise.bots import deepening, sampling
    from turnwise.bots.bot import Budget, bot
    from turnwise.bots.clock import Clock
    from turnwise.bots.search import looks_deep

    engine = compile_rules(game)
    position, _ = engine.position(game.frame(None, {}), 1)
    seat = position.turn
    known = position.redacted(seat)
    for name in ("classic", "greedy"):
        bot(name).think(known, seat, seed=1)
    position.scores(game.seats[1])  # greedy calls it at the end of a game
    legal, clock = known.legal(seat), Clock(Budget(iterations=50), lambda: False)
    if looks_deep(game):
        deepening.think(known, legal, None, clock, exact=False)
    else:
        sampling.think(known, seat, legal, None, clock, 1)
    (game_folder(game.package) / _mark()).touch()


@cache
def _mark() -> str:
    """The mark has a hash of the bots' sources: other sources, or arrays of another layout, are not compiled yet."""
    return f"{MARK}-{digest_of('turnwise.kit.driver', *(f'turnwise.bots.{name}' for name in COMPILED))}"


if __name__ == "__main__":
    compile_bots(game_named(sys.argv[1]))
