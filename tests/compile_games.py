"""Compiles games once, in parallel, before the tests start: `python -m tests.compile_games [what pytest is given]`.

Named tests get what they need: `tests/games/x` the game x, and copies with bounds checks only where a test reads them."""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import PurePath

import pytest

from tests.bots.checked import check_bounds
from turnwise.bots import Budget, bot, sampling
from turnwise.bots.clock import Clock
from turnwise.bots.ready import compile_bots
from turnwise.games import game, ours
from turnwise.kit.bind import interpreted
from turnwise.kit.position import Engine
from turnwise.lab.perft import perft
from turnwise.lab.simulate import simulate
from turnwise.proofs.hints import Hints

CHECKED = {"contract", "bots"}
"""Folders with tests that read copies with bounds checks."""
WITHOUT = {"kit", "draw", "proofs", "authors"}
"""Folders whose tests compile what little they need themselves."""


def wanted(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The games to be compiled for some arguments of pytest, and those that are compiled with bounds checks too."""
    paths = [PurePath(one.partition("::")[0]).parts for one in arguments if one.startswith("tests")]
    folders = {parts[1] for parts in paths if len(parts) > 1}
    if folders and folders <= WITHOUT:
        return [], []
    named = [name for name in ours() if any(name in _words(one) for one in arguments)]
    games = named or [*ours()]
    return games, games if not paths or folders & CHECKED or any(len(parts) == 1 for parts in paths) else []


def _words(argument: str) -> set[str]:
    """The names in a path or an expression, as `tests/games/whot/test_end.py` or `whot and not look`."""
    parts = {part for path in argument.replace("::", "/").split("/") for part in path.split()}
    return parts | {part.removesuffix(".py").removeprefix("test_page_of_") for part in parts}


def compile_game(name: str) -> str:
    one = game(name)
    position, _ = Engine(one, compiled=True).position(one.frame(None, {}), 1)
    seat = position.turn
    legal = position.legal(seat)
    position.check(seat, legal[0])
    known = position.redacted(seat)
    known.imagined(seat, 1)
    known.advice(seat, 1)
    position.takeback(seat)
    position.scores(2 if one.seats[0] < 2 else one.seats[0])
    position.copy().leave(seat)
    position.copy().play(seat, legal[0])
    simulate(one, 1)
    perft(one, 2)
    compile_bots(one)
    hints = Hints(position)
    hints.worth(seat), hints.urgent(seat), hints.appeal(seat, legal[0]), hints.taste(seat, 1), hints.rival(seat, 1)
    assert hints.identity or not hints.interruptible
    if name == "connect_four":  # whose tests try both kinds of search
        sampling.think(known, seat, legal, None, Clock(Budget(iterations=20), lambda: False), 1)
    return name


def compile_checked(name: str) -> str:
    """Only what is read with bounds checks: whole games with a look at what a seat knows, and the searches."""
    one = game(name)
    position, _ = Engine(one, compiled=True, boundscheck=True).position(one.frame(None, {}), 1)
    seat = position.turn
    legal = position.legal(seat)
    known = position.redacted(seat)
    known.imagined(seat, 1).advice(seat, 1)
    position.scores(2 if one.seats[0] < 2 else one.seats[0])
    if one.has_leave:
        position.copy().leave(seat)
    position.copy().play(seat, legal[0])
    with pytest.MonkeyPatch.context() as patch:
        check_bounds(patch)
        bot("search:4").think(known, seat, seed=1, budget=Budget(iterations=20))
    return f"{name} with bounds checks"


if __name__ == "__main__":
    if interpreted():
        sys.exit()
    games, checked = wanted(sys.argv[1:])
    with ProcessPoolExecutor() as pool:
        jobs = [pool.submit(compile_game, name) for name in reversed(games)]
        jobs += [pool.submit(compile_checked, name) for name in reversed(checked)]
        for job in jobs:
            print(f"compiled {job.result()}", flush=True)
