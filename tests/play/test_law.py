"""A match is interpreted at first, and compiled once that pays and costs no wait."""

import subprocess
import sys
from pathlib import Path

import pytest

import turnwise as tw
from turnwise.kit.folders import cache_folder
from turnwise.kit.ready import compile_rules, rules_ready

GAME = tw.all_games()[0]
LOOP = """
import os, sys
import turnwise as tw
from turnwise.play import law

law.LOADING_PAYS = 200
name, real, empty = sys.argv[1:]

def played(steps):
    "A few matches of this many steps in all; whether the next one is compiled."
    while steps:
        match = tw.Match(name, seed=steps)
        while steps and match.turn is not None:
            match.play(match.legal[steps % len(match.legal)])
            steps -= 1
    return tw.Match(name, seed=1).position.engine.compiled

os.environ["TURNWISE_CACHE"] = empty
assert not played(300), "nothing is compiled"
assert "numba" not in sys.modules and not os.listdir(empty), "whoever has nothing compiled pays nothing"

os.environ["TURNWISE_CACHE"] = real
law.interpreted_steps.clear()
assert not played(199) and "numba" not in sys.modules, "too few steps to pay for loading"
assert played(1), "now they pay"

fast, slow = (tw.Match(name, seed=3, compiled=compiled) for compiled in (None, False))
assert fast.position.engine.compiled and not slow.position.engine.compiled
while slow.turn is not None:
    action = slow.legal[slow.version % len(slow.legal)]
    assert [str(each) for each in fast.legal] == [str(each) for each in slow.legal]
    slow.play(action)
    fast.play(action)
    assert fast == slow
"""


def test_a_loop_of_matches_takes_the_compiled_rules_as_soon_as_they_pay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a process of its own, which has loaded nothing yet."""
    monkeypatch.delenv("TURNWISE_INTERPRET", raising=False)
    if not rules_ready(GAME):
        compile_rules(GAME)
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", LOOP, GAME.name, str(cache_folder()), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
