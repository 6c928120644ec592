"""The levels stand in order, mean the same everywhere, and never leave an open win."""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from tests.bots.boards import discs
from tests.bots.moments import GAMES, case_of, moments, must_think
from tests.setting import game_named
from turnwise.bots import Budget, bot, search
from turnwise.bots.bot import Effort
from turnwise.bots.clock import Clock
from turnwise.bots.search import PATIENCE, level_of, looks_deep
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position
from turnwise.proofs.cases import walk

ENOUGH = Budget(iterations=20_000)
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def points(game: str, one: str, other: str, games: int) -> float:
    """What the first of two bots scores, changing seats."""
    scored = 0.0
    for number in range(games):
        names = (one, other) if number % 2 == 0 else (other, one)
        winners = finished(game, names, number)
        scored += 0.5 if not winners else winners == [number % 2]
    return scored


def finished(name: str, names: tuple[str, ...], number: int) -> list[int]:
    """The winners of a game; its chance and that of its bots follow from its number."""
    game = game_named(name)
    position, _ = Engine(game, compiled=True).position(game.frame(len(names), {}), number)
    ply = 0
    while not position.over:
        seat, seed = position.turn, 1000 * number + ply
        thought = bot(names[seat]).think(position.redacted(seat), seat, seed=seed)
        position.reseed(seed)
        position.play(seat, thought.action)
        ply += 1
    return position.scores(len(names))[2]


@EVERY_GAME
def test_a_higher_level_looks_as_far_at_least_and_errs_less(game: Game) -> None:
    levels = [level_of(game, number) for number in (1, 2, 3, 4)]
    looks = [level.plies if looks_deep(game) else level.walks for level in levels]
    assert looks[0] > 0 and looks == sorted(looks) and len(set(levels)) == 4
    assert all(not (level.walks if looks_deep(game) else level.plies) for level in levels), "it is one or the other"
    blurs = [level.blur for level in levels]
    assert blurs == sorted(blurs, reverse=True) and blurs[0] > 0, "the lowest errs on purpose"


@EVERY_GAME
def test_a_level_counts_and_does_not_watch_the_clock(game: Game) -> None:
    """As many plies or walks as it says, without being given anything; and then the same thought again."""
    moment = next(one for one in moments(case_of(game, max(game.seats[0], 2)), 1, every=1) if must_think(one))
    for number in (1, 2, 3, 4):
        level, name = level_of(game, number), f"search:{number}"
        thought = bot(name).think(moment.known, moment.seat, seed=1)
        if looks_deep(game):
            assert thought.effort == Effort("plies", level.plies, thought.iterations)
        else:
            assert thought.iterations == level.walks
        assert bot(name).think(moment.known, moment.seat, seed=1) == thought
    fierce = bot("search:5").think(moment.known, moment.seat, seed=1, budget=Budget(iterations=3000))
    assert fierce.iterations == 3000, "as much as it may"


def test_interpreted_a_level_does_not_keep_people_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the rules are compiled it stops after a while, wherever it is."""
    monkeypatch.setenv("TURNWISE_INTERPRET", "1")
    game = game_named("differo")
    position, _ = Engine(game, compiled=False).position(game.frame(2, {}), 1)
    budgets: list[Budget] = []

    class Hurried(Clock):
        """A clock that has run out."""

        def __init__(self, budget: Budget, stop: Callable[[], bool]) -> None:
            budgets.append(budget)
            super().__init__(Budget(iterations=0), stop)

    monkeypatch.setattr(search, "Clock", Hurried)
    bot("search:4").think(position.redacted(0), 0, seed=1)
    assert budgets == [Budget(seconds=PATIENCE)]


def open_wins(game: Game) -> Iterator[tuple[Position, list[int]]]:
    """Moments of random games with more than one move, and those that win at once, whatever the seat does not know."""
    for seed in range(60):
        plies = walk(case_of(game, max(game.seats[0], 2)), seed, compiled=True)
        for at, seat, legal in deque(((ply.position.copy(), ply.seat, ply.legal) for ply in plies), 8):
            if not at.over and seat == at.turn and len(legal) > 1:
                worlds = [at.redacted(seat).imagined(seat, 1000 * seed + n) for n in range(6)]
                winning = [action for action in legal if all(_wins(world.copy(), seat, action) for world in worlds)]
                if 0 < len(winning) < len(legal):
                    yield at, winning


def _wins(world: Position, seat: int, action: int) -> bool:
    world.play(seat, action)
    return bool(world.over) and world.scores(int(world.state.seats))[2] == [seat]


@EVERY_GAME
def test_the_gentlest_never_leaves_an_open_win(game: Game) -> None:
    for position, winning in islice(open_wins(game), 4):
        for seed in range(6):
            thought = bot("search:1").think(position.redacted(position.turn), position.turn, seed=seed)
            assert thought.action in winning


def test_most_games_have_open_wins() -> None:
    """Where chance has the last word, or the last move is mostly the only one, there may be none."""
    having = [game.name for game in GAMES if any(open_wins(game))]
    assert {"connect_four", "differo"} <= set(having) and 2 * len(having) > len(GAMES)


@pytest.mark.parametrize(
    ("game", "games", "least"), [("connect_four", 12, 8), ("differo", 6, 5), ("whot", 8, 6), ("rally", 8, 6)]
)
def test_level_three_beats_level_one(game: str, games: int, least: int) -> None:
    """Levels are counted and seeds are fixed: these are the same games every time."""
    assert points(game, "search:3", "search:1", games) >= least


def test_level_five_sees_through_a_trap_of_connect_four() -> None:
    """Two in the middle of an empty row with both sides open: the answer must be beside them, or three with two ends follow."""
    real: Position = discs(3, 3, 2)
    thought = bot("search:5").think(real.redacted(real.turn), real.turn, seed=1, budget=ENOUGH)
    assert thought.action in (1, 4)
