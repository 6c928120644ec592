"""What an author does wrong is told in a sentence with the file and the line, before any compiler meets it."""

import importlib
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.test_declared import NIM, shelf, written
from tests.our_cases import OURS
from turnwise.cli import main
from turnwise.kit.faults import Fault, raised
from turnwise.kit.game import Game
from turnwise.kit.trial import compiler_fault, examined, faults_of

__all__ = ["shelf"]

REPEATED = """def depth(n):
    return depth(n - 1) if n else 0


def turn_over(s, seat):
    depth(seat)
"""
PASSING = """
    s.passed[seat] = 1
    say(tell, Event.PASSED, seat)
    turn_over(s, seat)
"""
NUMBERS = [  # what is replaced in Nim, by what, the line that is named, and what is said of it
    ("s.heaps[heap] -= number", "s.heeps[heap] -= number", "s.heeps", "no field `heeps`. Did you mean `heaps`?"),
    ("s.heaps[heap] -= number", "s.heaps -= number", "s.heaps -= number", "TypeError"),
    ("s.heaps[heap] -= number", "s.heaps = 4", "s.heaps = 4", "has 3 cells: assign them one by one"),
    ("s.heaps[heap] -= number", "s.heaps[heap, 0] -= number", "s.heaps[heap, 0]", "has 1 dimension and is given 2"),
    ("s.winner = seat", "s.winner[0] = seat", "s.winner[0]", "it is one number: write `s.winner`"),
    ("s.passed[seat] = 1", "taken = [1, 2]", "taken = [1, 2]", "A list in a rule"),
    ("s.passed[seat] = 1", "s.passed[seat] = len(s.passed[0:1])", "s.passed[0:1]", "A slice in a rule"),
    ("s.passed[seat] = 1", 's.passed[seat] = len("one")', 'len("one")', "Text in a rule"),
    ("s.passed[seat] = 1", "s.passed[seat] = sorted(s.passed)[0]", "sorted(", "of Python's own functions"),
    ("s.passed[seat] = 1", "s.passed[seat] = ONCE", "ONCE", "Nothing here is called `ONCE`."),
    ("s.passed[seat] = 1", "s.passed[seat] = HAEPS", "HAEPS", "Did you mean `HEAPS`?"),
    ("s.passed[seat] = 1", "s.passed[seat] = 200", "s.passed[seat] = 200", "A number in field 'passed' is too large for it."),
    ("s.winner = seat", "s.winner = 400", "s.winner = 400", "too large"),
    ("s.passed[seat] = 1", "s.passed[5] = 1", "s.passed[5]", "IndexError"),
    ("s.winner = seat", "s.winner = seat\n        s.over = End.TAKN", "End.TAKN", "`End` has no `TAKN`. There are LAST_TAKEN."),
    ("def longest", "def longer", "", "There is no `longest(seats, options)`"),
    ("def take(s", "def taking(s", "Do = actions(", "The action `take` has no function that carries it out: `take(s, seat, heap"),
    ("s.heaps[heap] = 2 + heap", "s.heaps[heap] = 200", "s.heaps[heap] = 200", "A number in field 'heaps' is too large for it."),
    ("    s.turns += 1\n", "", "s.turn = 1 - seat", "`turns` never rises"),
    ("s.turn = 1 - seat", "s.turn = 2", "s.turn = 2", "Seat 2 is on turn, but there are seats 0 to 1."),
    ("return Reason.NO_PASS if s.passed[seat] else 0", "if s.passed[seat]:\n        return Reason.NO_PASS", "def check_pass", "the end"),
    ("return Reason.NO_PASS if s.passed[seat] else 0", "return Reason.NO_PASS", "def check_take", "has no legal action"),
    ("return 14", "return 2", "def longest", "promises at most 2 actions"),
    ('"Pass", word="let go"', '"Pass", word="take a 1"', "Do = actions(", "have the same words, `take a 1`"),
    ("from turnwise.kit import act", "import os.path\nfrom turnwise.kit import act", "import os.path", "from os.path import"),
    (PASSING, PASSING.replace("    s.passed[seat] = 1\n", "").replace("    turn_over(s, seat)\n", ""), "def pass_", "This changes nothing"),
    ("def turn_over(s, seat):\n", REPEATED, "return depth", "calls itself"),
    ("def pass_(s, seat, tell):", "def pass_(s, seat, dice):", "def pass_", "`pass_` takes `dice`; the contract gives s,"),
]  # fmt: skip


@pytest.fixture
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Game]:
    """Nim in a package of its own, with something replaced."""
    name = f"nim_with_fault_{abs(hash(request.node.name))}"
    old, new = request.param
    rules = NIM.replace(old, new)
    if new == "return Reason.NO_PASS":  # then nobody may take the last one either
        rules = rules.replace("s.heaps[heap] < number else 0", "s.heaps[heap] <= number else 0")
    assert rules != NIM
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text('"""Nim: take the last match."""\n')
    (tmp_path / name / "rules.py").write_text(rules)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield Game(name)
    for module in [one for one in sys.modules if one.partition(".")[0] == name]:
        del sys.modules[module]


def line_of(game: Game, text: str) -> int:
    lines = (game.folder / "rules.py").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize(
    ("nim", "named", "said"), [((old, new), named, said) for old, new, named, said in NUMBERS], indirect=["nim"]
)
def test_a_fault_is_told_with_its_file_and_line(nim: Game, named: str, said: str) -> None:
    fault, *_ = faults_of(nim)
    assert said in fault.told and len(fault.told) < 200
    assert (Path(fault.file), fault.line) == (nim.folder / "rules.py", line_of(nim, named))
    assert str(fault) == f"{fault.file}:{fault.line}: {fault.told}"


@pytest.mark.parametrize(
    ("nim", "named", "said"),
    [
        (("s.heaps[heap] -= number", "s.heeps[heap] -= number"), "s.heeps", "no field `heeps`"),
        (
            ("s.winner = seat", "s.winner = seat if seat else tell"),
            "s.winner = seat if",
            "The compiler can't make this",
        ),
    ],
    indirect=["nim"],
)
def test_what_the_compiler_does_not_take_is_a_line_of_the_author_s(nim: Game, named: str, said: str) -> None:
    fault = compiler_fault(nim)
    assert isinstance(fault, Fault) and said in fault.told and len(fault.told) < 300 and "\n" not in fault.told
    assert (Path(fault.file), fault.line) == (nim.folder / "rules.py", line_of(nim, named))


FORGOTTEN = [  # in an action of its own, and in one branch of several, also where a function is called between
    ((PASSING, PASSING.replace("turn_over(s, seat)", "s.turn = 1 - s.turn")), "s.turn = 1 - s.turn"),
    (
        ("        turn_over(s, seat)\n", "        turn_over(s, seat)\n        s.turns -= s.heaps[heap] == 0\n"),
        "s.turn = 1 - seat",
    ),
    (
        ("    else:\n", "    elif s.heaps[heap] == 0:\n        s.turn = 1 - s.turn\n    else:\n"),
        "s.turn = 1 - s.turn",
    ),
]


@pytest.mark.parametrize(("nim", "named"), FORGOTTEN, indirect=["nim"])
def test_a_turn_that_is_not_counted_in_one_branch_is_advised_about(nim: Game, named: str) -> None:
    faults, [advice] = examined(nim)
    assert faults == [] and "`turns` does not rise, as it does elsewhere" in advice.told
    assert (Path(advice.file), advice.line) == (nim.folder / "rules.py", line_of(nim, named))


ASKED = {  # who passes asks the other first, who can only give the turn back
    "def check_take(s, heap": "def check_take(s, seat, heap",
    "s.heaps[heap] < number else": "s.heaps[heap] < number or s.passed[1 - seat] == 2 else",
    "if s.passed[seat] else": "if s.passed[seat] and s.passed[1 - seat] < 2 else",
    PASSING: """
    asked = s.passed[1 - seat] == 2
    s.passed[1 - seat if asked else seat] = 1 if asked else 2
    s.turn = 1 - seat
""",
}


def test_whoever_is_asked_and_gives_the_turn_back_opens_none(shelf: Path) -> None:
    rules = NIM
    for old, new in ASKED.items():
        assert old in rules
        rules = rules.replace(old, new)
    assert examined(written(shelf, "nim_that_asks", rules)) == ([], [])


@pytest.mark.parametrize("game", OURS, ids=[game.name for game in OURS])
def test_no_game_of_ours_is_advised(game: Game) -> None:
    assert examined(game) == ([], [])


@pytest.mark.parametrize("nim", [("s.winner = seat", "while s.turns:\n            pass")], indirect=True)
def test_a_loop_without_an_end_is_given_up(nim: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwise.kit.trial.PATIENCE", 0.2)
    [fault] = faults_of(nim)
    assert "a loop without an end" in fault.told
    assert fault.line - line_of(nim, "while s.turns") in (0, 1)


@pytest.mark.parametrize("nim", [("s.winner = seat", "s.winner = seat if seat else tell")], indirect=True)
def test_a_command_says_it_in_one_line_too(
    nim: Game, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnwise.cli.lab.game", lambda name: nim)
    monkeypatch.setattr("turnwise.cli.recorded", lambda name: nim)
    assert main(["perft", "reversi", "2"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and f"rules.py:{line_of(nim, 's.winner = seat if')}: The compiler" in told


def test_a_word_of_the_kit_that_stands_elsewhere_is_found(tmp_path: Path) -> None:
    for wanted, says in (("zone", " It stands in `turnwise.kit.zones`."), ("no_such_word", "")):
        (tmp_path / "rules.py").write_text(f"\nfrom turnwise.kit import {wanted}\n")
        with pytest.raises(ImportError) as error:
            runpy.run_path(str(tmp_path / "rules.py"))
        fault = raised(error.value, tmp_path)
        assert str(fault).endswith(f"rules.py:2: `turnwise.kit` has no `{wanted}`.{says}")
