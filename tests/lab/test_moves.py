"""Self-play to learn from: every move is there with what its seat saw and what came of it, wherever it was played."""

from pathlib import Path

import numpy as np
import pytest

from turnwise.cli import main
from turnwise.envs import Batch
from turnwise.games import game
from turnwise.kit.errors import TurnwiseError
from turnwise.lab.moves import NAMES, self_play


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path / "home"))


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_moves_are_what_a_batch_would_have_shown(tmp_path: Path) -> None:
    """The actions of a game lead a batch through the same sights and masks to the same result."""
    assert self_play("connect_four", 3, tmp_path / "moves", bots=["classic", "random"], cores=1).games == 3
    with np.load(tmp_path / "moves" / "moves-000000.npz") as held:
        assert set(held) == set(NAMES)
        moves = dict(held)
    for number in range(3):
        batch = Batch("connect_four", 1, compiled=False)
        for row in np.flatnonzero(moves["game"] == number):
            assert not batch.terminated[0] and batch.current_player[0] == moves["seat"][row]
            assert (batch.observation[0] == moves["observation"][row]).all()
            assert (batch.legal_action_mask[0] == moves["legal_action_mask"][row]).all()
            assert moves["policy"][row].argmax() == moves["action"][row] and np.isnan(moves["value"][row])
            batch.step([moves["action"][row]])
        assert batch.terminated[0]
        for seat in (0, 1):
            assert set(moves["result"][(moves["game"] == number) & (moves["seat"] == seat)]) == {batch.rewards[0, seat]}


def test_what_bots_weighed_and_expected_is_kept_and_cores_change_nothing(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    words = ["simulate", "whot", "--seats", "3", "--bots", "search:2@60", "--games", "2", "--seed", "4"]
    assert main([*words, "--moves", str(one), "--cores", "1"]) == 0
    self_play("whot", 2, two, seats=3, bots="search:2@60", seed=4, cores=2)
    assert files(one) == files(two)
    with np.load(one / "moves-000000.npz") as held:
        policy, mask, value = held["policy"], held["legal_action_mask"], held["value"]
    assert np.allclose(policy.sum(axis=1), 1) and not policy[~mask].any()
    several = mask.sum(axis=1) > 1
    assert (policy[several].max(axis=1) < 1).any() and ((value >= 0) & (value <= 1))[several].any()


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    def stop_soon(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    into = tmp_path / "moves"
    assert self_play("connect_four", 5, into, bots="classic", cores=1, progress=stop_soon).games == 2
    with pytest.raises(TurnwiseError, match="into a folder of their own"):
        self_play("connect_four", 5, into, bots="classic", cores=1)
    assert self_play("connect_four", 5, into, bots="classic", cores=1, resume=True).games == 5
    self_play("connect_four", 5, tmp_path / "whole", bots="classic", cores=1)
    assert files(into) == files(tmp_path / "whole")


def test_what_is_hidden_is_hidden_here_too(tmp_path: Path) -> None:
    """In Kuhn Poker what is seen before anybody has bet is one of three cards, each with either of the others."""
    self_play("kuhn_poker", 40, tmp_path / "moves", bots="random", cores=1, hands=1)
    with np.load(tmp_path / "moves" / "moves-000000.npz") as held:
        firsts = held["observation"][np.unique(held["game"], return_index=True)[1]]
    assert len({row.tobytes() for row in firsts}) == 3 and firsts.shape[1] > game("kuhn_poker").actions


def test_an_agent_that_fails_has_lost_and_its_moves_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    bots = ["random", "tests/lab/agents.py:raises"]
    tally = self_play("connect_four", 1, tmp_path / "moves", bots=bots, cores=1)
    assert sum(tally.faults.values()) == 1
    with np.load(tmp_path / "moves" / "moves-000000.npz") as held:
        assert held["seat"].tolist() == [0] and held["result"].tolist() == [1]
