"""`turnwise check`: a green report on a game of ours, and on the tests' own games a red one for each kind of fault, with file and line."""

import re
from pathlib import Path

import pytest

from tests.kit.test_declared import NIM
from tests.our_cases import OURS
from tests.proofs.outside import HERE, Installed, install
from turnwise.cli import main
from turnwise.kit.game import Game
from turnwise.proofs.cases import cases
from turnwise.proofs.review import Review
from turnwise.proofs.study import Met, Study

FEWEST = min(OURS, key=lambda game: (len(game.options), game.actions))
"""A small game."""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    return install(tmp_path, monkeypatch)


def told(game: Game) -> str:
    review = Review(game)
    review.run()
    assert not review.holds
    return "\n".join(review.lines())


def test_a_game_of_ours_holds_and_is_studied(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", FEWEST.name]) == 0
    shown = capsys.readouterr().out
    assert "What does not hold" not in shown and "The contract is kept, as far as a fast look goes." in shown
    assert "✓ play: Games end within `longest`" in shown and "✓ look: In every window nothing is cut" in shown
    assert re.search(r"Wins by seat: 0: \d+\.\d% \(\d+\.\d% – \d+\.\d%\)", shown) and "Length:" in shown
    assert "no twins.py" not in shown or FEWEST.hidden
    assert max(map(len, shown.splitlines())) <= 140


def test_correct_games_from_outside_hold_and_hear_what_is_optional(installed: Installed) -> None:
    for name in ("showdown", "priest"):
        review = Review(installed(name, (HERE / name / "rules.py").read_text()))
        review.run()
        shown = "\n".join(review.lines())
        assert review.holds, shown
        for missing in ("no look.py", "no coach.py", "no de.po", "no twins.py", "no RULES.md", "no hints.py"):
            assert shown.count(missing) == 1, missing


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("return 14", "return 3", "`longest` promises at most 3 actions", "def longest"),
        ("    s.turns += 1\n", "", "turns", ""),
        ("s.heaps[heap] < number else 0", "s.heap[heap] < number else 0", "no field `heap`", "s.heap[heap]"),
        (
            'pass_=act("Pass", word="let go")',
            'pass_=act("Take {number} from heap {heap}", word="take", heap="abc", number=range(1, 4))',
            "have the same words",
            "Do = actions(",
        ),
        ('"There are not so many matches in that heap."', '"no_such_MATCHES"', "is for programs", ""),
        ("s.winner = seat", "s.winner = seat + 5", "ends with places", ""),
        (
            'took=event("seat heap number", "{seat} takes {number} from heap {heap}.")',
            'took=event("seat heap number", "{seat} takes {number} matches from heap {heap}.")',
            "'1 matches'",
            "",
        ),
    ],
    ids=["longest", "turns", "field", "words", "token", "places", "counted"],
)
def test_each_kind_of_fault_is_told_with_its_place(
    installed: Installed, old: str, new: str, says: str, line: str
) -> None:
    assert old in NIM
    rules = NIM.replace(old, new)
    game = installed("nim", rules)
    shown = told(game)
    flat = " ".join(shown.split())
    assert says in flat, shown
    place = re.search(r"(\S+rules\.py):(\d+)", shown)
    assert place, shown
    if line:
        assert line in rules.splitlines()[int(place[2]) - 1], (place[0], shown)


def test_a_branch_that_forgets_the_turn_is_seen_in_the_study_and_one_that_forgets_to_count_it_is_advised_about(
    installed: Installed,
) -> None:
    branch = "    elif s.heaps[heap] == 0:\n        {}\n    else:\n"
    for name, line in (("nim_goes_on", "pass"), ("nim_counts_not", "s.turn = 1 - s.turn")):
        review = Review(installed(name, NIM.replace("    else:\n", branch.format(line))))
        review.run()
        shown = " ".join(" ".join(review.lines()).split())
        assert review.holds and ("What to look at" in shown) == (name == "nim_counts_not")
        assert ("The same seat goes on in its turn after take in " in shown) == (name == "nim_goes_on")


def test_games_that_somebody_left_are_not_studied_and_leaving_is_no_dead_end(installed: Installed) -> None:
    rules = NIM.replace('taken")\nEvent', 'taken", LEFT="somebody has left")\nEvent')
    leave = "\n\ndef leave(s, seat):\n    s.winner = 1 - seat\n    s.over = End.LEFT\n"
    game = installed("nim", rules + leave)
    study = Study(cases(game, compiled=False)[0], Met())
    study.play(1500)
    assert set(study.ends) == {game.rules.End.LAST_TAKEN} and game.rules.End.LEFT in study.met.ends
    assert not [told for told in study.met.dead_ends(study.case) if "left" in told]


LEGAL = """

def legal(s, seat, moves):
    n = 0
    for action in range(9):
        if s.over == 0 and seat == s.turn and s.heaps[action // 3] > action % 3:
            moves[n] = action
            n += 1
    return n
"""


def test_what_check_and_legal_disagree_about_is_named(installed: Installed) -> None:
    """A list without the pass."""
    shown = " ".join(told(installed("nim", NIM + LEGAL)).split())
    assert "'let go' of seat 0 is allowed by check and not listed by legal" in shown and "rules.py:" in shown


def test_an_option_that_nobody_notices_is_told(installed: Installed) -> None:
    rules = (
        NIM.replace("record, say, small", "options, record, say, small, switch")
        .replace("HEAPS = 3\n", 'HEAPS = 3\nOPTIONS = options(lucky=switch(False, "Whether it is a lucky day."))\n', 1)
        .replace("State = record(", "State = record(OPTIONS, ")
    )
    review = Review(installed("nim", rules))
    review.run()
    assert "nobody notices the option lucky" in " ".join(" ".join(review.lines()).split())


def test_an_unknown_game_and_a_folder_that_is_not_there_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "no_such_game"]) == 2
    assert main(["check", FEWEST.name, "--evidence", "/no/such/folder"]) == 2
    assert main(["check", FEWEST.name, "--bless"]) == 2
    told = capsys.readouterr().err
    assert (
        "There is no game 'no_such_game'" in told and "/no/such/folder is no folder." in told and "--evidence" in told
    )


def test_ctrl_c_keeps_what_is_known(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody pressed it during the tenth proof."""
    tried = Review._try
    count = 0

    def pressed(self: Review, *given: object) -> None:
        nonlocal count
        count += 1
        if count == 10:
            raise KeyboardInterrupt
        tried(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Review, "_try", pressed)
    assert main(["check", FEWEST.name]) == 130
    shown = capsys.readouterr().out
    assert "Stopped: what stands above is what is known so far." in shown and "✓ play" in shown
