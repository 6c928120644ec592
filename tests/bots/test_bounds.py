"""With bounds checks the searches find nothing to complain about, and think the same."""

import pytest

from tests.bots.checked import check_bounds
from tests.bots.moments import GAMES, case_of, moments
from turnwise.bots import Budget, Thought, bot
from turnwise.kit.game import Game


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_search_with_bounds_checks_thinks_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for moment in moments(case_of(game, game.seats[1]), 16, every=8, most=5):
        plain, checked = list[Thought](), list[Thought]()
        for found in (plain, checked):
            with monkeypatch.context() as patch:
                if found is checked:
                    check_bounds(patch)
                for name, iterations in (("search:2", 300), ("search:5", 3000)):
                    budget = Budget(iterations=iterations)
                    found.append(bot(name).think(moment.known, moment.seat, seed=6, budget=budget))
        assert plain == checked
