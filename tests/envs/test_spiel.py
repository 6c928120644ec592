"""Games in OpenSpiel pass the tests that its wheel brings; its solver finds what is known; bots sit down on either side."""

import sys
import unittest
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import turnwise.envs.spiel
from turnwise.bots import Budget
from turnwise.envs.spiel_bots import Mcts, OurBot
from turnwise.games import game, game_names
from turnwise.kit.errors import TurnwiseError
from turnwise.lab.arena import arena

SHORT: dict[str, dict[str, Any]] = {
    "kuhn_poker": {"hands": 2},
    "leduc_poker": {"hands": 1},
    "oh_hell": {"deals": 1, "tricks": "2"},
}
WITH_HISTORY = ("kuhn_poker", "leduc_poker", "connect_four", "oware")
"""Of which each state is also written down and read again, which takes the longer the more came before."""
UNDER_TEST = ("kuhn_poker", "connect_four", "whot")


def loaded(name: str, **given: Any) -> Any:
    """Interpreted: rules with tapes would have to be compiled once more."""
    assert turnwise.envs.spiel
    return pyspiel.load_game(f"turnwise_{name}", {"compiled": False, **SHORT.get(name, {}), **given})


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_there_and_says_what_it_is(name: str) -> None:
    kind, one = loaded(name).get_type(), game(name)
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == one.chance
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == one.hidden
    assert (kind.min_num_players, kind.max_num_players) == one.seats
    assert loaded(name, rewards="points").get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "connect_four", "oware", "breakthrough", "whot", "hex"])
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=name in WITH_HISTORY, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", UNDER_TEST)
def test_the_api_tests_of_its_wheel(name: str) -> None:
    base = api_test.EnforceAPIOnPartialTreeBase
    suite = type("Ours", (base,), {"game_name": f"turnwise_{name}", "game": loaded(name)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    assert result.testsRun == 5 and not result.errors and not result.failures, [*result.errors, *result.failures]


def test_its_own_solver_finds_the_value_of_kuhn_poker() -> None:
    """By Kuhn (1950) the game is worth -1/18 to who acts first."""
    small = loaded("kuhn_poker", hands=1, rewards="points")
    solver = cfr.CFRPlusSolver(small)
    for _ in range(25):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    values = expected_game_score.policy_value(small.new_initial_state(), [found, found])
    assert values[0] == pytest.approx(-1 / 18, abs=5e-3)
    assert exploitability.nash_conv(small, found) < 0.05


def test_what_a_seat_is_told_of_a_state_is_its_own() -> None:
    one = loaded("leduc_poker")
    state = one.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    told = [state.information_state_string(player) for player in (0, 1)]
    assert told[0] != told[1]
    assert state.information_state_tensor(0) != state.information_state_tensor(1)
    other = one.new_initial_state()
    for draw in (0, 1):  # the second seat has another card
        other.apply_action(draw)
    assert other.information_state_string(0) == told[0] and other.information_state_string(1) != told[1]
    assert other.information_state_tensor(0) == state.information_state_tensor(0)


def test_a_state_can_be_copied_in_the_middle_of_a_deal() -> None:
    state = loaded("leduc_poker").new_initial_state()
    state.apply_action(3)
    twin = state.clone()
    twin.apply_action(0)
    state.apply_action(4)
    assert not state.is_chance_node() and state.standing.position.save() != twin.standing.position.save()


def test_our_bots_play_there() -> None:
    start = loaded("connect_four").new_initial_state()
    won = [
        pyspiel.evaluate_bots(start.clone(), [OurBot("classic", 0, seed=n), OurBot("random", 1)], n) for n in range(8)
    ]
    assert sum(first for first, _ in won) >= 5


def test_its_bots_sit_in_our_arena() -> None:
    standings = arena("connect_four", ["openspiel:mcts@60", "random"], 6, cores=1, seed=3)
    assert sum(bout.mean_points(0) for bout in standings.bouts) >= 5


def test_its_search_sees_no_cards_but_its_own() -> None:
    """It thinks in worlds that its seat cannot rule out: the same of two hands that it cannot tell apart."""
    one = loaded("leduc_poker")
    thoughts = []
    for draws in ((0, 0), (0, 1)):
        state = one.new_initial_state()
        for draw in draws:
            state.apply_action(draw)
        at = state.standing.position
        thoughts.append(Mcts().think(at.redacted(at.turn), at.turn, seed=5, budget=Budget(iterations=40)))
    assert thoughts[0] == thoughts[1]


def test_without_openspiel_it_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "turnwise.envs.spiel")
    with pytest.raises(TurnwiseError, match=r"pip install 'turnwise\[openspiel\]'"):
        __import__("turnwise.envs.spiel")
