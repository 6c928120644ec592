"""Bots think interpreted until a child process has compiled them; then a match that goes on interpreted has compiled opponents."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from turnwise.bots import ready
from turnwise.games import game
from turnwise.kit.bind import game_folder
from turnwise.kit.position import Engine

PROOF = """
from turnwise.bots import Budget, bot
from turnwise.bots.ready import engine_for, is_ready, warm_up
from turnwise.games import game
from turnwise.kit.bind import bind, game_folder, is_loaded
from turnwise.play.match import Match

one = game("connect_four")
match = Match("connect_four", seed=1)
known = match.view(0).position

def thought():
    return bot("search:3").think(known, 0, seed=1, budget=Budget(iterations=300))

assert not is_ready(one) and not engine_for(known.engine).compiled
slow = thought()
assert not is_loaded("turnwise.bots.alphabeta", one.package)

child = warm_up(one)
assert child is not None and child.pid and child.wait() == 0
assert is_ready(one) and warm_up(one) is None

driver = bind("turnwise.kit.driver", one.package)
own = [name for name, each in vars(driver).items() if getattr(each, "__module__", "") == driver.__name__]
assert len(own) > 10
for name in own:
    assert list(game_folder(one.package).rglob(f"*.{name}-*.nbi")), f"a match that asks for {name} would wait for the compiler"

assert engine_for(known.engine).compiled and not known.engine.compiled
fast = thought()
for column in (3, 0, 3, 0, 3, 0):
    match.play(column)
for name in ("random", "classic", "greedy", "search:1", "search:5"):
    assert bot(name).think(match.view(0).position, 0, seed=1, budget=Budget(iterations=300)).action in range(7)
for module in ("turnwise.kit.driver", "turnwise.bots.alphabeta"):
    for function in vars(bind(module, one.package)).values():
        assert not getattr(getattr(function, "stats", None), "cache_misses", None), function
assert is_loaded("turnwise.bots.alphabeta", one.package) and not match.view(0).position.engine.compiled
assert fast == slow
"""


def test_a_child_process_makes_the_bots_ready(tmp_path: Path) -> None:
    """From an empty cache, in a process of its own that has compiled nothing, and then compiles nothing itself."""
    surroundings = {name: value for name, value in os.environ.items() if name != "TURNWISE_INTERPRET"}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROOF],
        env=surroundings | {"TURNWISE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    assert list(tmp_path.glob(f"*/{ready.MARK}-*"))


def test_nothing_is_compiled_where_everything_is_to_be_interpreted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNWISE_INTERPRET", "1")
    monkeypatch.setenv("TURNWISE_CACHE", str(tmp_path))
    one = game("connect_four")
    assert not ready.is_ready(one) and ready.warm_up(one) is None
    assert not list(tmp_path.iterdir())


def test_other_sources_are_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark of an older bot says nothing about this one."""
    monkeypatch.setenv("TURNWISE_CACHE", str(tmp_path))
    one = game("connect_four")
    folder = game_folder(one.package)
    folder.mkdir(parents=True)
    (folder / f"{ready.MARK}-of-other-sources").touch()
    assert not ready.is_ready(one)


def test_a_match_that_became_compiled_by_itself_makes_no_bot_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = game("connect_four")
    asked, by_itself = (Engine(one, compiled=True, asked=asked) for asked in (True, False))
    monkeypatch.setenv("TURNWISE_CACHE", str(tmp_path))
    assert not ready.is_ready(one)
    assert ready.engine_for(asked).compiled and not ready.engine_for(by_itself).compiled
