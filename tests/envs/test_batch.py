"""Thousands of games at once: the same as one by one, on any number of cores, compiled or not."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from turnwise.envs import Batch
from turnwise.envs.batch import named
from turnwise.games import game, game_names
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.position import Position

COMPILED = ("connect_four", "kuhn_poker")
"""Where what is tried is the same in any game: to compile it takes some seconds for each."""


def trail(batch: Batch, steps: int) -> list[tuple[Any, ...]]:
    """What a batch shows while random actions are taken, copied."""
    shown = []
    for _ in range(steps):
        actions = batch.sample().copy()
        batch.step(actions)
        names = "observation", "legal_action_mask", "current_player", "rewards", "terminated", "final_observation"
        shown.append((actions.tolist(), *(getattr(batch, name).copy().tolist() for name in names)))
    return shown


@pytest.mark.parametrize("name", game_names())
def test_a_batch_is_so_many_positions(name: str) -> None:
    """Each game of a batch goes as the same actions take a position, and its seats see and may do the same."""
    batch = Batch(name, 3, seed=5, compiled=False, rewards="points")
    positions = [batch.position(number) for number in range(3)]
    ended = 0
    for _ in range(25):
        for number, position in enumerate(positions):
            seat = position.turn
            assert batch.current_player[number] == seat
            assert np.flatnonzero(batch.legal_action_mask[number]).tolist() == position.legal(seat)
            assert (batch.observation[number] == position.observed(seat)).all()
        actions = batch.sample().copy()
        batch.step(actions)
        for number, position in enumerate(positions):
            position.play(position.turn, int(actions[number]))
            assert bool(position.over) == batch.terminated[number]
            if position.over:
                ended += 1
                assert batch.rewards[number].tolist() == position.scores(batch.seats)[1]
                positions[number] = batch.position(number)
    if game(name).longest(batch.seats) < 20:
        assert ended


@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("opponents", [{}, [{0: "classic"}, {1: "random"}]], ids=["alone", "with bots"])
def test_compiled_it_is_the_same(name: str, opponents: Any) -> None:
    given: Any = {"seed": 2, "opponents": opponents, "final": True}
    fast, slow = (Batch(name, 4, compiled=compiled, **given) for compiled in (True, False))
    assert trail(fast, 60) == trail(slow, 60)
    assert any(terminated for *_, ended, _ in trail(fast, 60) for terminated in ended)


def test_cores_change_nothing() -> None:
    one, two = (Batch("connect_four", 700, seed=9, cores=cores) for cores in (1, 2))
    assert trail(one, 30) == trail(two, 30)
    two.reset(9)
    again = Batch("connect_four", 700, seed=9)
    assert trail(two, 5) == trail(again, 5), "a seed is the whole of a batch's chance"


@pytest.mark.parametrize("compiled", [True, False])
def test_a_copy_goes_on_by_itself_from_the_same_positions(compiled: bool) -> None:
    one = Batch("kuhn_poker", 300, seed=4, opponents=[{1: "classic"}, {}], final=True, cores=2, compiled=compiled)
    trail(one, 7)
    before = one.fingerprint()
    copies = copy.deepcopy(one), pickle.loads(pickle.dumps(one))
    rest = trail(one, 12)
    assert one.fingerprint() != before
    for other in copies:
        assert other.fingerprint() == before, "nothing happened to it meanwhile"
        assert trail(other, 12) == rest, "and it has the same chance"


def test_rewards_are_shared_out() -> None:
    batch = Batch("connect_four", 64, seed=1)
    seen = np.zeros(2)
    for _ in range(80):
        before = batch.current_player.copy()
        batch.step(batch.sample())
        ended = batch.terminated
        assert not batch.rewards[~ended].any()
        assert (batch.rewards.sum(axis=1) == 0).all()
        decided = np.flatnonzero(ended & (batch.rewards[:, 0] != 0))
        assert (batch.rewards[decided, before[decided]] == 1).all(), "who drops the last disc has won"
        seen += batch.rewards.clip(0).sum(axis=0)
    assert (seen > 5).all()
    several = Batch("whot", 8, seats=4, seed=1, compiled=False)
    while not several.terminated.any():
        several.step(several.sample())
    (won, *_) = several.rewards[several.terminated]
    assert sorted(won.round(3).tolist()) in ([-0.333, -0.333, -0.333, 1.0], [0, 0, 0, 0]) or abs(won.sum()) < 1e-6


def test_an_illegal_action_loses_and_only_there() -> None:
    batch = Batch("connect_four", 3, seed=1, final=True)
    batch.step([3, 7, -1])
    assert batch.illegal.tolist() == batch.terminated.tolist() == [False, True, True]
    assert batch.rewards.tolist() == [[0, 0], [-1, 1], [-1, 1]]
    assert batch.current_player.tolist() == [1, 0, 0] and batch.legal_action_mask.all(), "the others begin anew"
    for _ in range(5):
        batch.step([3, 0, 0])
    batch.step([3, 1, 1])
    assert batch.illegal.tolist() == [True, False, False], "the column is full"


def test_the_last_sight_of_a_game_is_kept_if_asked_for() -> None:
    batch = Batch("connect_four", 1, final=True)
    for action in (0, 1, 0, 1, 0, 1, 0):
        batch.step([action])
    assert batch.terminated[0] and not batch.observation.any()
    last = named(batch.game, batch.final_observation)
    assert last["own"][0].sum() == 4 and last["other"][0].sum() == 3


def test_opponents_act_in_the_same_step() -> None:
    batch = Batch("connect_four", 40, opponents=[{1: "classic"}, {0: "random"}])
    assert batch.current_player.tolist() == [0, 1] * 20
    for _ in range(30):
        batch.step(batch.sample())
        assert batch.current_player.tolist() == [0, 1] * 20


def test_nobody_learns_from_what_is_hidden() -> None:
    """Not only the gate's own way to an observation: what a batch writes is the same in worlds that a seat can't tell apart."""
    batch = Batch("kuhn_poker", 500, seed=3)
    seen = dict[bytes, set[int]]()
    for number in range(500):
        position: Position = batch.position(number)
        other = int(position.state.hand[1 - position.turn])
        seen.setdefault(batch.observation[number].tobytes(), set()).add(other)
    assert len(seen) == 3 and all(len(others) == 2 for others in seen.values())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": 0}, "a whole number of games from 1 up"),
        ({"rewards": "fame"}, "'win' or 'points'"),
        ({"opponents": {5: "random"}}, "There is no seat 5"),
        ({"opponents": {0: "search:3"}}, "looks ahead"),
        ({"opponents": {0: "random", 1: "classic"}}, "leave one for whoever learns"),
        ({"opponents": {0: "nobody"}}, "There is no bot"),
        ({"no_such_option": 1}, "option"),
    ],
)
def test_what_no_batch_can_be_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TurnwiseError, match=sentence):
        Batch("connect_four", **{"size": 2, "compiled": False, **given})
