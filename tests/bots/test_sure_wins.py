"""The strongest bot knows what a game has proved to win; the others find out for themselves."""

from typing import Any

import pytest

from tests.bots.boards import CONNECT_FOUR, discs
from turnwise.bots import Budget, Thought, bot
from turnwise.bots.bot import Effort
from turnwise.bots.explain import explained
from turnwise.games.connect_four.openings import winning_column
from turnwise.kit.position import Engine, Position
from turnwise.play.match import Match

TABLE = Effort("proof")
OPENING = (3, 3, 3, 3, 3, 1)


def thought_of(level: int, real: Position) -> Thought:
    return bot(f"search:{level}").think(real.redacted(real.turn), real.turn, seed=1, budget=Budget(iterations=500))


def test_the_strongest_level_plays_by_the_table_and_says_so() -> None:
    for n in range(0, len(OPENING) + 1, 2):
        real = discs(*OPENING[:n])
        thought = thought_of(5, real)
        first, second = real.plain().discs
        assert thought.action == winning_column((first, second))
        assert thought.effort == TABLE and thought.iterations == 0
    assert [str(one) for one in explained(thought, Match("connect_four", seed=1).language, "A fierce player")] == [
        "A fierce player would choose “Drop a disc into column b”, with a 100 % chance to win.",
        "It is proved to win.",
    ]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_gentler_levels_do_not_know_the_table(level: int) -> None:
    for n in range(0, len(OPENING) + 1, 2):
        thought = thought_of(level, discs(*OPENING[:n]))
        assert thought.effort != TABLE and thought.iterations > 0


def test_off_the_table_it_looks_ahead() -> None:
    for columns in ((3,), (0, 3), (3, 3, 0, 0)):
        thought = thought_of(5, discs(*columns))
        assert thought.effort != TABLE and thought.iterations == 500


def test_it_knows_the_table_interpreted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = thought_of(5, discs(*OPENING))
    monkeypatch.setenv("TURNWISE_INTERPRET", "1")
    slow = Position(Engine(CONNECT_FOUR, compiled=False), *discs(*OPENING).pack())
    assert thought_of(5, slow) == compiled


@pytest.mark.parametrize("column", [-1, 3, 7])
def test_what_is_no_legal_move_is_not_played(column: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hints: Any = CONNECT_FOUR.module("hints")
    monkeypatch.setattr(hints, "sure_win", lambda s, seat: column)
    thought = thought_of(5, discs(3, 3, 3, 3, 3, 3))
    assert thought.action != 3 and thought.effort != TABLE and thought.iterations == 500


def test_a_game_by_the_table_is_won_against_the_classic_player() -> None:
    for seed in range(5):
        real = discs()
        while not real.over:
            name = "search:5" if real.turn == 0 else "classic"
            known = real.redacted(real.turn)
            real.play(real.turn, bot(name).think(known, real.turn, seed=seed, budget=Budget(iterations=20_000)).action)
        assert real.scores(2)[2] == [0]
