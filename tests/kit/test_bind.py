"""A compiled game is cached, and never stale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = """
from enum import IntEnum
from .law import bonus
from turnwise.kit import events, number, record, table

VERSION, SEATS, CHANCE, ACTIONS = 1, (1, 1), False, 1
End = IntEnum("End", "DONE")
Reason = IntEnum("Reason", "NO")
Event = events(moved="seat")

def primes():  # no rule calls it, so it may be any Python
    return [*{2: "two", 3: "three", 5: "five"}]

PRIMES = table(primes())
State = record(total=number(), cells=number(3))

def longest(seats, options):
    return 3

def setup(s):
    s.turn = 0

def legal(s, moves):
    moves[0] = 0
    return 0 if s.over else 1

def check(s):
    return Reason.NO if s.over else 0

def play(s, action):
    tiny = PRIMES[action]  # called like its package, which is no reason to mix them up
    s.total += tiny + bonus(s, action)
    s.over = End.DONE

def scores(s, places, points):
    places[0] = 1
    points[0] = s.total
    return 1
"""
HINTS = """
def classic(moves, n):
    return moves[n - 1]
"""
BONUS = """
def bonus(s, action):
    return {value}
"""
RUN = """
import sys
from turnwise.kit.game import Game
from turnwise.kit.position import Engine
game = Game("tiny")
engine = Engine(game, compiled={compiled}, boundscheck={boundscheck})
position, _ = engine.position(game.frame(1, {{}}), 1)
position.play(0, 0)
print(position.scores(1)[1][0], "numba" in sys.modules)
"""
MORE = """
import sys
from turnwise.kit.bind import game_folder
from turnwise.kit.game import Game
from turnwise.lab.random_games import RandomGames
print(RandomGames(Game("tiny")).play(7))
play = sys.modules[f"{game_folder('tiny').name}.contract"].play
print(len(play.dispatcher.stats.cache_hits), len(play.dispatcher.stats.cache_misses))
try:
    play(1, 2)
except TypeError as error:
    print(error)
"""


class Tiny:
    """A game of one move in a folder of its own, run in fresh processes."""

    def __init__(self, home: Path) -> None:
        self.home, self.cache = home / "code", home / "cache"
        (self.home / "tiny").mkdir(parents=True)
        self.write("__init__", '"""Tiny: one move."""')
        self.write("rules", RULES)
        self.write("hints", HINTS)
        self.write("law", BONUS.format(value="10"))

    def write(self, name: str, text: str) -> None:
        (self.home / "tiny" / f"{name}.py").write_text(text)

    def run(self, *, compiled: bool = True, boundscheck: bool = False, **environment: str) -> str:
        return self.tell(RUN.format(compiled=compiled, boundscheck=boundscheck), **environment)

    def tell(self, code: str, **environment: str) -> str:
        variables = os.environ | {"PYTHONPATH": str(self.home), "TURNWISE_CACHE": str(self.cache)} | environment
        done = subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True)
        return done.stdout.strip() or done.stderr.strip().splitlines()[-1]

    def files(self) -> set[Path]:
        return {file for file in self.cache.rglob("*.nb?") if file.is_file()}


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)


def test_a_second_start_compiles_nothing_and_an_edit_anywhere_in_the_law_is_noticed(tiny: Tiny) -> None:
    assert tiny.run() == "12.0 True"
    compiled = tiny.files()
    assert compiled
    assert tiny.run() == "12.0 True"
    assert tiny.files() == compiled, "the second start must come from the cache"
    tiny.write("law", BONUS.format(value="20"))
    assert tiny.run() == "22.0 True"


def test_what_is_compiled_later_takes_rules_from_the_cache_which_python_itself_cannot_call(tiny: Tiny) -> None:
    tiny.run()
    played, hits_and_misses, told = tiny.tell(MORE).splitlines()
    assert (played, hits_and_misses) == ("7", "1 0")
    assert told == "play is for compiled rules to call; what Python calls is marked with @entry."


def test_the_switch_runs_everything_interpreted_without_numba(tiny: Tiny) -> None:
    assert tiny.run(TURNWISE_INTERPRET="1") == "12.0 False"
    assert tiny.run(compiled=False) == "12.0 False"
    assert not tiny.files()


def test_a_read_past_the_end_is_caught_by_a_run_with_bounds_checks_even_when_the_cache_is_warm(tiny: Tiny) -> None:
    tiny.write("law", BONUS.format(value="s.cells[action + 3]"))
    assert not tiny.run().startswith("IndexError")
    assert tiny.run(boundscheck=True).startswith("IndexError")
    assert tiny.run(compiled=False).startswith("IndexError")


def test_an_argument_that_the_contract_does_not_give_is_named(tiny: Tiny) -> None:
    tiny.write("rules", RULES.replace("def play(s, action):", "def play(s, action, dice):"))
    line = RULES.splitlines().index("def play(s, action):") + 1
    assert tiny.run(compiled=False).endswith(
        f"rules.py:{line}: `play` takes `dice`; the contract gives s, beside, seat, action, tell."
    )


@pytest.mark.parametrize(
    ("imported", "called"),
    [
        ("from . import law", "law.bonus(s, action)"),
        ("from .law import bonus as more", "more(s, action)"),
        ("from .law import *", "another(s, action)"),
    ],
)
def test_what_a_rule_calls_is_compiled_under_whatever_name(tiny: Tiny, imported: str, called: str) -> None:
    tiny.write("law", BONUS.format(value="10") + "\nanother = bonus\n")
    tiny.write("rules", RULES.replace("from .law import bonus", imported).replace("bonus(s, action)", called))
    assert tiny.run() == tiny.run(compiled=False).replace("False", "True") == "12.0 True"
