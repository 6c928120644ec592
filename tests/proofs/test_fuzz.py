"""The fuzzer finds what is put in its way, shrinks it, and writes what opens on the real board."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.proofs.outside import install
from tests.test_cli import run
from turnwise.games import all_games
from turnwise.kit.game import Game
from turnwise.lab.bout import NOBODY
from turnwise.play.match import Match
from turnwise.proofs.cases import Evidence
from turnwise.proofs.fuzz import Find, Fuzz

RULES = '''
"""Walk: one step or two at a time; who reaches the end has won."""
from turnwise.kit import act, actions, ends, event, events, reasons, record, say, small, switch, options

VERSION, SEATS, CHANCE = 1, (2, 3), False
FAR = 24
OPTIONS = options(hurried=switch(False, "two steps at least"))
Do = actions(step=act("Take {number} steps", number=range(3)))
Reason = reasons(STAY="Somebody has to walk.", SLOW="Two steps at least.")
End = ends(THERE="somebody is there")
Event = events(stepped=event("seat number", "{seat} takes {number} steps."))
State = record(at=small(), hurried=small(), winner=small())

def longest(seats, options):
    return FAR

def setup(s):
    s.turns = 1

def check_step(s, seat, number):
    if number == 0:
        return Reason.STAY
    return Reason.SLOW if s.hurried and number < 2 else 0

def step(s, seat, number, tell):
    s.at += number
    say(tell, Event.STEPPED, seat, number)
    if s.at >= FAR:
        s.winner = seat
        s.over = End.THERE
    else:
        s.turn = (s.turn + 1) % s.seats
        s.turns += 1

def winner(s):
    return s.winner
'''
FAULTS = {
    "crash": ("    s.at += number\n", "    s.at += number\n    number = number // (s.at - 9)\n"),
    "dead_end": ("    if number == 0:\n", "    if number == 0 or s.at == 13:\n"),
    "endless": ("    s.at += number\n", "    s.at += number if s.at < 20 or number == 2 and s.turns > 40 else 0\n"),
    "places": (
        "def winner(s):\n    return s.winner\n",
        "def scores(s, places, points):\n    places[s.winner] = 2\n    return 1 << s.winner\n",
    ),
}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Game]:
    return install(tmp_path, monkeypatch)


def found(name: str, games: int = 40) -> list[Find]:
    work = Fuzz(name, 1, Evidence())
    parts = [work.part(number, lambda: False, lambda seat, loading: None) for number in range(games)]
    return [find for part in parts for find in part.finds]


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_found_and_shrunk(kind: str, installed: Callable[[str, str], Game]) -> None:
    old, new = FAULTS[kind]
    assert old in RULES
    installed("walk", RULES.replace(old, new))
    finds = found("walk", 10)
    assert finds and {find.kind for find in finds} == {kind}
    assert any(find.options == {} for find in finds), "an option that plays no part is left out"
    shortest = min(finds, key=lambda find: find.actions)
    least = {"crash": 4, "dead_end": 7, "endless": 25, "places": 12}[kind]
    assert least <= shortest.actions <= least + 1
    if kind == "crash":
        assert "ZeroDivisionError" in shortest.sentence and "rules.py:" in shortest.sentence
        assert "carried out “step" in shortest.sentence
    if kind != "places":
        match = Match.load(shortest.transcript)
        assert match.outcome is None and len(match.log) == shortest.actions


def test_a_refusal_that_is_unfair_is_found(installed: Callable[[str, str], Game]) -> None:
    """What `legal` lists and `check` refuses, at one place in the middle of the game."""
    own = (
        "\ndef legal(s, seat, moves):\n    n = 0\n    if not s.over and seat == s.turn:\n"
        "        for number in range(2 if s.hurried else 1, 3):\n            moves[n] = number\n            n += 1\n"
        "    return n\n"
    )
    installed(
        "walk", RULES.replace("    if number == 0:\n", "    if number == 0 or s.at == 7 and number == 1:\n") + own
    )
    finds = found("walk", 12)
    assert finds and {find.kind for find in finds} == {"refusal"}
    assert all("“step 1” of seat" in find.sentence and "listed by legal and refused" in find.sentence for find in finds)
    assert min(find.actions for find in finds) <= 5


def test_a_leak_is_found(installed: Callable[[str, str], Game]) -> None:
    """The card that a seat lays face down is told to everybody."""
    priest = (Path(__file__).parent / "priest" / "rules.py").read_text()
    told = 'laid=event("seat !card", "{seat} lays {card} face down.", "{seat} lays a card face down."),'
    assert told in priest
    installed("priest", priest)
    assert found("priest", 20) == []
    installed("peeking", priest.replace(told, 'laid=event("seat card", "{seat} lays {card} face down."),'))
    finds = found("peeking", 20)
    assert {find.kind for find in finds} == {"leak"} and min(find.actions for find in finds) <= 1
    assert "can tell two worlds apart" in finds[0].sentence or "card" in finds[0].sentence


def test_our_games_have_none_of_it() -> None:
    for game in all_games()[:8]:  # the short ones
        work = Fuzz(game.name, 0, Evidence())
        doing: list[int] = []
        part = work.part(0, lambda: False, lambda seat, loading, heard=doing: heard.append(seat))  # type: ignore[misc]
        assert part.finds == [] and part.actions and doing[-1] == NOBODY, game.name


def test_the_command_writes_what_opens_on_the_real_board(tmp_path: Path, installed: Callable[[str, str], Game]) -> None:
    """And a rule that never comes to an end is given up; the run goes on."""
    old, new = FAULTS["dead_end"]
    installed("walk", RULES.replace(old, new))
    around = {"PYTHONPATH": str(tmp_path), "TURNWISE_HOME": str(tmp_path / "home"), "TURNWISE_INTERPRET": "1"}
    into = tmp_path / "finds"
    done = run("fuzz", "walk", "--games", "12", "--into", str(into), "--cores", "1", **around)
    assert done.returncode == 1, done.stderr
    assert "1 fault in " in done.stdout and "dead end" in done.stdout and "is on turn and has no action" in done.stdout
    (file,) = into.iterdir()
    assert f"turnwise show walk --transcript {file}" in done.stdout
    shown = run("show", "walk", "--transcript", str(file), **around)
    assert shown.returncode == 0 and shown.stdout.strip(), shown.stderr
    for words, sentence in (
        (("--option", "colour=1"), "There is no option 'colour'"),
        (("--evidence", "nowhere"), "nowhere is no folder."),
        (("--into", str(file / "deeper")), f"{file} is no folder."),
    ):
        refused = run("fuzz", "walk", *words, **around)
        assert refused.returncode == 2 and sentence in refused.stderr


def test_a_rule_that_never_ends_is_a_find(tmp_path: Path, installed: Callable[[str, str], Game]) -> None:
    installed("walk", RULES.replace("    s.at += number\n", "    s.at += number\n    while s.at > 11:\n        pass\n"))
    script = (
        "from turnwise.proofs.fuzz import Fuzz\nfrom turnwise.proofs.cases import Evidence\n"
        "from turnwise.lab.cores import in_processes\n"
        "if __name__ == '__main__':\n"
        "    work = Fuzz('walk', 1, Evidence())\n    work.limit = 1.5\n"
        "    print([find.kind for _, part in in_processes(work, iter([0]), 1) for find in part.finds])\n"
    )
    file = tmp_path / "script.py"
    file.write_text(script)
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(tmp_path)}
    )
    assert done.stdout.strip() == "['endless_rule']", done.stderr
