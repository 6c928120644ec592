"""The levels stand in order, where that shows in a few games."""

from itertools import pairwise

from tests.bots.boards import discs
from tests.setting import game_named
from turnwise.bots import Budget, bot
from turnwise.bots.search import LEVELS
from turnwise.kit.position import Engine, Position

ENOUGH = Budget(iterations=20_000)


def points(game: str, one: str, other: str, games: int, budget: Budget) -> float:
    """What the first of two bots scores, changing seats."""
    scored = 0.0
    for number in range(games):
        names = (one, other) if number % 2 == 0 else (other, one)
        winners = finished(game, names, number, budget)
        scored += 0.5 if not winners else winners == [number % 2]
    return scored


def finished(name: str, names: tuple[str, ...], number: int, budget: Budget) -> list[int]:
    """The winners of a game; its chance and that of its bots follow from its number."""
    game = game_named(name)
    position, _ = Engine(game, compiled=True).position(game.frame(len(names), {}), number)
    ply = 0
    while not position.over:
        seat, seed = position.turn, 1000 * number + ply
        thought = bot(names[seat]).think(position.redacted(seat), seat, seed=seed, budget=budget)
        position.reseed(seed)
        position.play(seat, thought.action)
        ply += 1
    return position.scores(len(names))[2]


def test_every_level_looks_further_or_sees_sharper_than_the_one_below() -> None:
    levels = [LEVELS[number] for number in sorted(LEVELS)]
    assert sorted(LEVELS) == [1, 2, 3, 4, 5]
    for lower, higher in pairwise(levels):
        assert lower.depth is not None and lower.iterations is not None
        assert higher.depth is None or higher.depth >= lower.depth
        assert higher.iterations is None or higher.iterations >= lower.iterations
        assert higher.blur <= lower.blur
        assert higher != lower
    assert LEVELS[5].depth is None and LEVELS[5].iterations is None, "the full search"


def test_level_three_of_connect_four_beats_level_one() -> None:
    assert points("connect_four", "search:3", "search:1", 10, ENOUGH) >= 9


def test_level_three_of_differo_beats_level_one() -> None:
    assert points("differo", "search:3", "search:1", 6, ENOUGH) >= 5


def test_level_three_of_caesar_beats_a_random_player() -> None:
    assert points("caesar", "search:3", "random", 6, Budget(iterations=200)) >= 5


def test_level_five_sees_through_a_trap_of_connect_four() -> None:
    """Two in the middle of an empty row with both sides open: the answer must be beside them, or three with two ends follow."""
    real: Position = discs(3, 3, 2)
    thought = bot("search:5").think(real.redacted(real.turn), real.turn, seed=1, budget=ENOUGH)
    assert thought.action in (1, 4)
