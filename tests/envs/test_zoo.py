"""Games in PettingZoo pass its own tests, and keep what its users miss: copies, reasons, masks in both places."""

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from turnwise.envs.zoo import Aec, env
from turnwise.games import game_names


def played(one: Aec, steps: int, seed: int = 1) -> list[Any]:
    """Random steps from wherever it stands, and what was seen."""
    chance, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        sight, reward, ended, _, info = one.last()
        assert sight is not None
        open_to = np.flatnonzero(info["action_mask"])
        seen.append((one.agent_selection, sight["observation"].tolist(), open_to.tolist(), reward, ended))
        if ended:
            break
        one.step(int(chance.choice(open_to)))
    return seen


@pytest.mark.parametrize("name", game_names())
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")  # a dict, as in its own games
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")  # an empty board
def test_pettingzoos_own_tests(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Interpreted, so that no game is compiled for it; what is compiled is compared below."""
    api_test(env(name, compiled=False), num_cycles=20)
    seed_test(partial(env, name, compiled=False), num_cycles=10)
    assert "Passed" in capsys.readouterr().out


def test_pictures_and_the_benchmark(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    render_test(lambda render_mode: env("connect_four", render_mode=render_mode))
    moments = iter(range(0, 1000, 2))
    monkeypatch.setattr(
        "time.time", lambda: next(moments)
    )  # the benchmark looks at the clock until five seconds are over
    performance_benchmark(env("connect_four"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker"])
def test_compiled_it_is_the_same(name: str) -> None:
    fast, slow = (env(name, compiled=compiled) for compiled in (True, False))
    for one in (fast, slow):
        one.reset(seed=4)
    assert played(fast, 30) == played(slow, 30)


def test_it_is_in_the_registry() -> None:
    assert pettingzoo.make("aec", "turnwise/connect_four-v1", compiled=False).max_num_agents == 2
    assert pettingzoo.make("aec", "turnwise/whot-v1", seats=5, compiled=False).max_num_agents == 5


def test_a_copy_goes_on_by_itself_from_the_same_position() -> None:
    one = env("kuhn_poker")
    one.reset(seed=7)
    played(one, 3)
    before = one.fingerprint()
    copies = copy.deepcopy(one), pickle.loads(pickle.dumps(one))
    rest = played(one, 20, seed=3)
    assert one.fingerprint() != before
    for other in copies:
        assert other.fingerprint() == before, "nothing happened to it meanwhile"
        assert played(other, 20, seed=3) == rest, "and it has the same chance"


def test_an_illegal_action_is_a_loss_with_its_reason() -> None:
    one = env("connect_four")
    one.reset(seed=1)
    for _ in range(6):
        one.step(2)
    assert one.infos["player_0"]["action_mask"].tolist() == [1, 1, 0, 1, 1, 1, 1]
    one.step(2)
    assert one.terminations == {"player_0": True, "player_1": True}
    assert one.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert one.infos["player_0"]["illegal"] == "That column is full; choose another."


def test_somebody_who_waits_sees_his_own_hand_and_may_do_nothing() -> None:
    one = env("leduc_poker", compiled=False)
    one.reset(seed=1)
    waiting = next(agent for agent in one.agents if agent != one.agent_selection)
    seen = one.observe(waiting)
    assert not seen["action_mask"].any()
    assert seen["observation"].tolist() != one.observe(one.agent_selection)["observation"].tolist()


def test_it_is_shown_in_letters_and_pixels() -> None:
    letters, pixels = (env("connect_four", render_mode=mode, compiled=False) for mode in ("ansi", "rgb_array"))
    for one in (letters, pixels):
        one.reset(seed=1)
    empty, shown = pixels.render(), letters.render()
    for one in (letters, pixels):
        one.step(3)
    assert letters.render() != shown and len(letters.render().splitlines()) > 6
    assert empty.dtype == np.uint8 and empty.shape[2] == 3 and (pixels.render() != empty).any()
