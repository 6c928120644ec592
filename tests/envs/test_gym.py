"""Games in Gymnasium, one and many, pass its checker and are what it expects."""

import copy
import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode

from turnwise.envs.batch import named
from turnwise.envs.gym import Many, Single
from turnwise.games import game, game_names
from turnwise.kit.errors import TurnwiseError


@pytest.mark.parametrize("name", game_names())
def test_the_checker_is_content(name: str) -> None:
    one = gymnasium.make(f"turnwise/{name}-v{game(name).version}", compiled=False, render_mode="ansi")
    check_env(one.unwrapped, skip_render_check=name != "connect_four")


def test_make_and_make_vec_know_every_game() -> None:
    for name in game_names():
        assert gymnasium.spec(f"turnwise/{name}-v{game(name).version}").vector_entry_point
    one = gymnasium.make("turnwise/connect_four-v1", compiled=False)
    assert one.action_space.n == 7  # type: ignore[attr-defined]
    many = gymnasium.make_vec("turnwise/connect_four-v1", num_envs=3)
    assert many.num_envs == 3 and many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_it_copies_pickles_and_knows_its_position() -> None:
    one = Single("connect_four", seat=None, opponents="classic", compiled=False)
    one.reset(seed=3)
    one.step(3)
    before = one.fingerprint()
    copies = copy.deepcopy(one), pickle.loads(pickle.dumps(one))
    after = one.step(4)
    for other in copies:
        assert other.fingerprint() == before
        assert other.step(4)[0].tolist() == after[0].tolist(), "with the same chance for its opponent"


def test_masks_are_given_in_both_ways_and_illegal_actions_lose() -> None:
    one = Single("connect_four", compiled=False)
    _, info = one.reset(seed=1)
    assert one.action_masks().tolist() == info["action_mask"].astype(bool).tolist() == [True] * 7
    _, reward, ended, cut, info = one.step(7)
    assert (reward, ended, cut) == (-1.0, True, False) and "numbered from 0 to 6" in info["illegal"]
    with pytest.raises(TurnwiseError, match="call reset"):
        one.step(0)


def test_many_games_show_how_they_ended() -> None:
    many = Many("connect_four", 50, opponents="classic", seat=None)
    seen, infos = many.reset(seed=2)
    kept, lost = seen.copy(), 0
    chance = np.random.default_rng(1)
    for _ in range(60):
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in infos["action_mask"]])
        seen, rewards, ended, cut, infos = many.step(actions)
        assert not cut.any() and rewards[~ended].tolist() == [0] * int((~ended).sum())
        if ended.any():
            assert infos["_final_obs"].tolist() == ended.tolist()
            for number in np.flatnonzero(ended):
                pieces = named(many.batch.game, infos["final_obs"][number])
                assert 0 <= abs(int(pieces["own"].sum()) - int(pieces["other"].sum())) <= 1
                assert int(pieces["own"].sum()) > 2 > seen[number].sum(), "the row itself shows the next game"
            lost += int((rewards < 0).sum())
    assert kept.tolist() == many.reset(seed=2)[0].tolist(), "what was handed out is a copy"
    assert lost > 20, "somebody who plays anything loses to the classic player"
    assert benchmark_vector_step(many, target_duration=0, seed=1) > 0


def test_many_games_are_copied_pickled_and_shown() -> None:
    many = Many("connect_four", 3, opponents="classic", render_mode="rgb_array", compiled=False)
    many.reset(seed=2)
    empty = many.render()
    copies = copy.deepcopy(many), pickle.loads(pickle.dumps(many))
    seen = many.step(np.array([0, 1, 2]))[0].tolist()
    assert [other.step(np.array([0, 1, 2]))[0].tolist() for other in copies] == [seen, seen]
    for before, after in zip(empty, many.render(), strict=True):
        assert before.shape == after.shape and before.dtype == np.uint8 and (before != after).any()


def test_without_copies_the_arrays_are_the_batchs_own() -> None:
    many = Many("connect_four", 2, copy=False)
    seen, _ = many.reset(seed=1)
    assert many.step(np.array([0, 1]))[0] is seen


@pytest.mark.parametrize(
    ("given", "sentence"), [({"seat": 2}, "There is no seat 2"), ({"opponents": "search:2"}, "looks ahead")]
)
def test_what_can_not_be_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TurnwiseError, match=sentence):
        Many("connect_four", 2, compiled=False, **given)


@pytest.mark.parametrize(("module", "package"), [("gym", "gymnasium"), ("zoo", "pettingzoo")])
def test_what_is_not_installed_is_said_in_a_sentence(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"turnwise.envs.{module}", raising=False)
    with pytest.raises(TurnwiseError, match=r"pip install 'turnwise\[envs\]'"):
        __import__(f"turnwise.envs.{module}")
