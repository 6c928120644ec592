"""That the example learns is a promise: from a fixed seed, in a few seconds, it beats who plays anything."""

import sys
from importlib import import_module
from pathlib import Path
from time import process_time
from types import ModuleType

import pytest

from turnwise.bots import bot
from turnwise.games import game
from turnwise.lab.arena import arena

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
STEPS = 3000


@pytest.fixture(scope="module")
def learner() -> ModuleType:
    sys.path.insert(0, str(EXAMPLES))
    return import_module("connect_four_learner")


def test_it_learns(learner: ModuleType, tmp_path: Path) -> None:
    began = process_time()
    mind = learner.learn(STEPS, seed=1)
    assert process_time() - began < 40
    assert learner.share_against(mind, "random") >= 0.9
    assert learner.share_against(learner.Mind(), "random") < 0.8, "it was not that good from the start"
    mind.save(tmp_path / "mind.npz")
    again = learner.Mind.load(tmp_path / "mind.npz")
    standings = arena("connect_four", [learner.Agent(again), bot("random", game("connect_four"))], 20, cores=1, seed=2)
    assert sum(bout.mean_points(0) for bout in standings.bouts) >= 16, "and it plays as a bot"
