"""The house under faults from a seed. `python -m tests.simulator` plays as many schedules as wanted; here are some, and proofs that it
would find what is broken."""

import os
import re
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

from tests.simulator.__main__ import FIXED
from tests.simulator.broken import WAYS

ROOT = Path(__file__).parents[2]
SCHEDULES = 240
"""Of fresh seeds, some 30 seconds of processor time; beside all seeds that ever failed."""


def fresh() -> int:
    """A seed that no other version of the house was tried with, and the same for whoever tries this one: what passes here passes
    there."""
    files = sorted((ROOT / "src" / "turnwise" / "house").rglob("*.py"))
    return int.from_bytes(blake2b(b"".join(file.read_bytes() for file in files), digest_size=5).digest())


def simulated(*given: object) -> "subprocess.CompletedProcess[str]":
    """In a process of its own, in which nothing depends on chance or on what else was compiled there."""
    command = [sys.executable, "-m", "tests.simulator", *map(str, given)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ | FIXED)


def test_every_promise_is_kept_under_faults() -> None:
    run = simulated("--known", "--first", fresh(), "--seeds", SCHEDULES)
    assert run.returncode == 0, run.stdout + run.stderr
    schedules, appends, faults = map(
        int, re.findall(r"^(\d+) schedules, (\d+) appends, (\d+) faults", run.stdout, re.M)[-1]
    )
    assert schedules > SCHEDULES and appends >= 60 * schedules and faults >= 5 * schedules, run.stdout


def test_a_seed_plays_the_same_again() -> None:
    """Also after others."""
    first, second = simulated("--seed", 11, "--broken", "forgets_keys"), simulated("--seed", 10, "--seed", 11)
    again = simulated("--seed", 11, "--broken", "forgets_keys")
    assert "seed 11 (" in first.stdout and first.stdout.split(" failed")[0] == again.stdout.split(" failed")[0]
    assert second.returncode == 0, second.stdout


def test_a_broken_house_is_found_out() -> None:
    """In each of the ways in which we have broken it."""
    run = simulated("--first", 1, "--seeds", 200, "--broken", "all")
    assert run.returncode == 0 and "NOT FOUND" not in run.stdout, run.stdout + run.stderr
    assert run.stdout.count(": found after") == len(WAYS) >= 10
