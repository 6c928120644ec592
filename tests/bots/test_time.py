"""A bot keeps to its time, and to its iterations."""

import time
from collections.abc import Callable
from statistics import median

import pytest

from tests.bots.boards import random_discs
from tests.bots.moments import GAMES, case_of, moments, must_think
from turnwise.bots import Budget, bot, deepening
from turnwise.bots.clock import Clock
from turnwise.bots.search import looks_deep
from turnwise.kit.game import Game
from turnwise.kit.position import Position

LATE = 0.010
TRIES = 7


def with_choice(game: Game) -> Position:
    """An early moment with something to choose."""
    return next(
        one.position for one in moments(case_of(game, max(game.seats[0], 2)), 2, every=1, most=40) if must_think(one)
    )


def in_time(think: Callable[[], float]) -> bool:
    """Whether it is late by no more than allowed, as a rule. A try gives its delay, in processor time: while others are at
    work that stands still, and on a machine at rest it is the same."""
    return median(think() for _ in range(TRIES)) < LATE


@pytest.mark.parametrize("processor", [False, True], ids=["clock", "processor"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_deadline_is_met(game: Game, processor: bool) -> None:
    position, read = with_choice(game), time.thread_time if processor else time.perf_counter
    seat = position.turn
    known, seconds = position.redacted(seat), 0.05

    def delay() -> float:
        start, began = read(), time.thread_time()
        thought = bot("search:5").think(known, seat, seed=1, budget=Budget(seconds=seconds, processor=processor))
        assert thought.action in position.legal(seat) and read() - start >= seconds
        return time.thread_time() - began - seconds

    assert in_time(delay)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_stop_ends_a_long_thought(game: Game) -> None:
    position = with_choice(game)
    seat = position.turn
    known = position.redacted(seat)

    def delay() -> float:
        end = time.thread_time() + 0.02
        thought = bot("search:5").think(
            known, seat, seed=1, budget=Budget(seconds=60), stop=lambda: time.thread_time() >= end
        )
        late = time.thread_time() - end
        assert thought.action in position.legal(seat) and late >= 0
        return late

    assert in_time(delay)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_stop_is_asked_between_slices_and_obeyed_at_once(game: Game) -> None:
    position = with_choice(game)
    seat = position.turn
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked == 5

    thought = bot("search:5").think(position.redacted(seat), seat, seed=1, budget=Budget(seconds=60), stop=stop)
    assert asked == 5 and thought.iterations > 0


@pytest.mark.parametrize("budget", [Budget(seconds=0.0), Budget(iterations=0), Budget(iterations=1)], ids=repr)
@pytest.mark.parametrize("level", [1, 2, 5])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_without_time_to_think_there_is_a_legal_move_all_the_same(game: Game, level: int, budget: Budget) -> None:
    position = with_choice(game)
    seat = position.turn
    thought = bot(f"search:{level}").think(position.redacted(seat), seat, seed=1, budget=budget)
    assert thought.action in position.legal(seat)


@pytest.mark.parametrize("iterations", [1, 100, 1777])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_budget_of_iterations_is_kept_exactly(game: Game, iterations: int) -> None:
    position = with_choice(game)
    seat = position.turn
    thought = bot("search:5").think(position.redacted(seat), seat, seed=1, budget=Budget(iterations=iterations))
    assert thought.iterations == iterations


@pytest.mark.parametrize("game", [game for game in GAMES if not looks_deep(game)], ids=lambda game: game.name)
def test_a_level_looks_no_further_than_it_may(game: Game) -> None:
    """Also if it is given more time: level 1 stays gentle."""
    for moment in moments(case_of(game), 4, most=2):
        if moment.seat == moment.position.turn:
            gentle, fierce = (
                bot(name).think(moment.known, moment.seat, seed=1, budget=Budget(iterations=500))
                for name in ("search:1", "search:5")
            )
            assert gentle.iterations < fierce.iterations == 500


def test_depths_that_are_done_at_once_do_not_delay_the_deadline() -> None:
    """Slices grow while they are short. One that ended because its depth was done says nothing about the next."""
    clock = Clock(Budget(), lambda: False)
    assert all(clock.next(done) == 1 for done in [0] * 100)
    for position in random_discs(5, 4, 38, 40):
        legal = position.legal(position.turn)
        thought = deepening.think(position, legal, None, Clock(Budget(), lambda: False), exact=False)
        assert thought.action in legal


def test_a_slice_grows_to_about_a_millisecond_and_shrinks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    clock, done, sizes = Clock(Budget(seconds=10), lambda: False), 0, []
    for speed in [1e5] * 12 + [1e3] * 8:
        size = clock.next(done)
        done += size
        now += size / speed
        sizes.append(size)
    assert 50 <= sizes[11] <= 100 and sizes[-1] <= 2
    now = 11.0
    assert clock.next(done) == 0
