"""Compiles every game once, in parallel, before the tests start: `python -m tests.compile_games`."""

import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.bots.checked import check_bounds
from tests.contract.hints import Hints
from turnwise.bots import Budget, bot, sampling
from turnwise.bots.clock import Clock
from turnwise.bots.ready import compile_bots
from turnwise.games import game, ours
from turnwise.kit.bind import interpreted
from turnwise.kit.position import Engine
from turnwise.lab.perft import perft
from turnwise.lab.random_games import RandomGames
from turnwise.lab.simulate import simulate


def compile_game(name: str, boundscheck: bool) -> str:
    one = game(name)
    engine = Engine(one, compiled=True, boundscheck=boundscheck)
    position, _ = engine.position(one.frame(None, {}), 1)
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
    if boundscheck:
        with pytest.MonkeyPatch.context() as patch:
            check_bounds(patch)
            bot("search:4").think(known, seat, seed=1, budget=Budget(iterations=20))
        return name
    simulate(one, 1)
    perft(one, 2)
    RandomGames(one).play(1)
    compile_bots(one)
    hints = Hints(position)
    hints.worth(seat), hints.urgent(seat), hints.appeal(seat, legal[0]), hints.taste(seat, 1)
    assert hints.identity or not hints.interruptible
    if name == "connect_four":  # whose tests try both kinds of search
        sampling.think(known, seat, legal, None, Clock(Budget(iterations=20), lambda: False), 1)
    return name


if __name__ == "__main__":
    if interpreted():
        sys.exit()
    with ProcessPoolExecutor() as pool:
        jobs = [(name, check) for check in (False, True) for name in reversed(ours())]
        for name in pool.map(compile_game, *zip(*jobs, strict=True)):
            print(f"compiled {name}", flush=True)
