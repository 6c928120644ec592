"""Differo at the terminal: the menu, the questions for a move, what is listed, warned of and said at the end."""

import re
from io import StringIO
from pathlib import Path

import pytest

from tests.law import law
from tests.terminal.quiet import played
from turnwise.bots import bot
from turnwise.games import all_games, game
from turnwise.play.match import Match
from turnwise.terminal.menu import asked, menu
from turnwise.terminal.plain import Talk
from turnwise.terminal.sitters import sitters

SHORT_GAME = "F3-G3 D6-E6 F4-D6 B8-B4"  # example 8, where D6-A9 wins


@law("D34")
def test_the_menu_asks_for_each_colour() -> None:
    said = StringIO()
    number = 1 + [one.name for one in all_games()].index("differo")
    party = asked(Talk(StringIO(f"{number}\n1\n3\n"), said), menu())
    for colour in ("White", "Black"):
        _, _, rest = said.getvalue().partition(f"Who plays {colour}?\n")
        assert re.findall(r"^  (\d)  ([^:\n]*)", rest, re.M)[:6] == [
            ("1", "Player"),
            ("2", "Dumb computer"),
            ("3", "Smart computer"),
            ("4", "Depth 2"),
            ("5", "Depth 4"),
            ("6", "Depth 6"),
        ]
    assert [(one.name, one.bot) for one in party.sitters] == [("Player", ""), ("Smart computer", "classic")]


@law("D34")
@pytest.mark.parametrize("seats", ["me,me:Ben", "me,random", "random,me", "classic,random", "random,classic"])
def test_every_pairing_works(seats: str, tmp_path: Path) -> None:
    for name in ("random", "classic", *(f"search:{level}" for level in range(1, 6))):
        assert bot(name).name == name and sitters(game("differo"), ["me", name])[1].bot == name
    said = played(tmp_path, "differo", seats, "F2-F8\nB8-B4\nresign\nyes\n")
    assert "is the winner." in said or "A draw after" in said


@law("D36")
def test_i_and_j_are_asked_one_at_a_time(tmp_path: Path) -> None:
    said = played(tmp_path, "differo", "me,me:Ben", "5\n1\n5\n7\n")
    questions = re.findall(r"^Player, (.* of the .*):", said, re.M)
    assert questions == ["I of the base", "J of the base", "I of the target", "J of the target"]
    assert "Player moves from F2 to F8, 6 steps along a line worth +6." in said and "Ben, I of the base:" in said


@law("D36")
@pytest.mark.parametrize(
    ("lines", "fault", "asked_again"),
    [
        ("x\n", "I of the base is a whole number from 0 to 8, not 'x'.", "I of the base"),
        ("9\n", "there is no row 9.", "I of the base"),
        ("4\n", "You have no piece in row i = 4.", "I of the base"),
        ("5\nF\n", "J of the base is a whole number from 0 to 8, not 'F'.", "J of the base"),
        ("5\n8\n", "Row i = 5 has the points j = 0 to 7; there is no j = 8.", "J of the base"),
        ("5\n0\n", "You have no piece on (5,0).", "J of the base"),
        ("5\n1\n-1\n", "I of the target is a whole number from 0 to 8, not '-1'.", "I of the target"),
        ("5\n1\n0\n3\n", "Row i = 0 has the points j = 4 to 8; there is no j = 3.", "J of the target"),
        ("6\n3\n6\n4\n", "moves exactly 3 steps", "I of the base"),
        ("F1\n", "You have no piece on (5,0).", "I of the base"),
        ("F2-F7\n", "moves exactly 6 steps", "I of the base"),
    ],
)
def test_a_faulty_entry_is_named_and_asked_again(lines: str, fault: str, asked_again: str, tmp_path: Path) -> None:
    said = played(tmp_path, "differo", "me,me:Ben", lines)
    after = said[said.index(fault) :]
    assert re.findall(r"^Player, (.* of the .*):", after, re.M) == [asked_again]


@law("D36")
@pytest.mark.parametrize(
    "lines",
    [
        *("F2\nF8\n", "f2\n5\n7\n", "5\n1\nF8\n", "(5,1)-(5,7)\n", "x\nF2\n9\nf8\n"),
        *("F2-F8\n", "5\nF2-F8\n", "5\n1\nf2-f8\n", "6\n3\n5\nF2-F8\n"),
    ],
)
def test_labels_and_whole_moves_are_read_at_any_prompt(lines: str, tmp_path: Path) -> None:
    assert "Player moves from F2 to F8, 6 steps" in played(tmp_path, "differo", "me,me:Ben", lines)


@law("D37", "D38")
def test_the_turn_the_ply_the_offer_and_all_moves_are_shown(tmp_path: Path) -> None:
    said = played(tmp_path, "differo", "me:Ann,me:Ben", "offer\nF2-F8\n")
    assert "▸W Ann" in said and "Move 1." in said
    theirs = said[said.index("Ann moves from F2 to F8") :]
    assert "▸B Ben" in theirs and "Move 2." in theirs and "Ann has offered a draw" in theirs
    listed = re.findall(r"Move from ([A-I]\d) to ([A-I]\d)", theirs[theirs.index(" legal moves:") :])
    match = Match("differo", compiled=False)
    match.play("F2-F8")
    assert ["-".join(ends) for ends in listed] == [str(action) for action in match.legal]


@law("D40")
def test_a_player_is_warned_of_the_goal(tmp_path: Path) -> None:
    said = played(tmp_path, "differo", "me,me:Ben", "F5-E6\nC4-F1\nH3-G3\nF1-G1\nF3-E3\nG1-H1\nF6-G5\n")
    warning = "Warning: Ben could enter the goal with the next move: H1-I1."
    assert said.count("Warning") == said.count(warning) == 1, "White alone is warned, and only when it is true"
    assert "Ben moves from G1 to H1" in said.partition(warning)[0]


@law("D42")
def test_the_move_list_is_text_to_be_copied(tmp_path: Path) -> None:
    said = played(tmp_path, "differo", "me:Ann,me:Ben", "F3-G3\nD6-E6\nlog\n")
    assert "   1. Ann moves from F3 to G3" in said and "   2. Ben moves from D6 to E6" in said


@law("D43", "example 8")
def test_the_last_line_names_the_winner_and_the_number_of_moves(tmp_path: Path) -> None:
    won = played(tmp_path, "differo", "me,me:Ben", "\n".join([*SHORT_GAME.split(), "D6-A9"]) + "\n")
    assert "\nPlayer White is the winner.\nThe game had 5 moves.\n" in won
    lost = played(tmp_path, "differo", "me,me:Ben", "resign\nyes\n")
    assert "\nPlayer Black is the winner.\nThe game had 0 moves.\n" in lost
    back_and_forth = "F2-F8\nB8-B4\nF8-F2\nB4-B8\n" * 2
    drawn = played(tmp_path, "differo", "me,me:Ben", back_and_forth)
    assert "\nA draw after 8 moves: the position was repeated.\n" in drawn
