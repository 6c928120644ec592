"""The levels stand in order, where that shows in a few games."""

import pytest

from tests.bots.boards import discs
from tests.bots.moments import GAMES, SEARCHES, case_of, moments
from tests.setting import game_named
from turnwise.bots import Budget, bot
from turnwise.bots.search import looks_deep
from turnwise.kit.game import Game
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


def test_levels_of_alpha_beta_look_one_two_four_and_six_plies_ahead() -> None:
    real = discs(0, 3)
    for level, plies in enumerate((1, 2, 4, 6), 1):
        thought = bot(f"search:{level}").think(real.redacted(0), 0, seed=1, budget=ENOUGH)
        assert thought.effort.startswith(f"{plies} plies deep")
    fierce = bot("search:5").think(real.redacted(0), 0, seed=1, budget=ENOUGH)
    assert fierce.iterations == ENOUGH.iterations and int(fierce.effort.split()[0]) > 6


@pytest.mark.parametrize("game", [game for game in GAMES if not looks_deep(game)], ids=lambda game: game.name)
def test_levels_of_tree_search_walk_more_and_more(game: Game) -> None:
    moment = next(one for one in moments(case_of(game), 1, every=1) if one.seat == one.position.turn)
    walks = [
        bot(name).think(moment.known, moment.seat, seed=1, budget=Budget(iterations=3000)).iterations
        for name in SEARCHES
    ]
    assert walks == sorted(set(walks)) and walks[-1] == 3000, "the last as much as it may"


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
