"""Differo in words: labels, requests and the text board."""

from typing import Any

import pytest

import turnwise as tw
from tests.games.differo.picture import START, opening
from tests.games.differo.scenes import WON
from tests.law import law
from turnwise.games import game
from turnwise.games.differo.board import GRID, POINTS
from turnwise.games.differo.rules import Do, End, Event, Reason
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import Refused
from turnwise.kit.grid import Place

notation = game("differo").notation
DRAWING = r"""
  i = 0   A           o---o---o---o---o
                     / \ / \ / \ / \ / \
  i = 1   B         o---B---B---B---B---o
                   / \ / \ / \ / \ / \ / \
  i = 2   C       o---B---o---B---o---B---o
                 / \ / \ / \ / \ / \ / \ / \
  i = 3   D     o---B---B---B---B---B---B---o
               / \ / \ / \ / \ / \ / \ / \ / \
  i = 4   E   o---o---o---o---o---o---o---o---o
               \ / \ / \ / \ / \ / \ / \ / \ / \
  i = 5   F     o---W---W---W---W---W---W---o   \
                 \ / \ / \ / \ / \ / \ / \ / \   \
  i = 6   G       o---W---o---W---o---W---o   \   \
                   \ / \ / \ / \ / \ / \ / \   \   \
  i = 7   H         o---W---W---W---W---o   \   \   \
                     \ / \ / \ / \ / \ / \   \   \   \
  i = 8   I           o---o---o---o---o   \   \   \   \
                       \   \   \   \   \   \   \   \   \
                        1   2   3   4   5   6   7   8   9
                       j=0 j=1 j=2 j=3 j=4 j=5 j=6 j=7 j=8
"""


@law("D9", "D10", "D11", "example 7")
@pytest.mark.parametrize(
    ("place", "source", "official"),
    [((5, 1), "F2", "D2"), ((0, 8), "A9", "I9"), ((4, 4), "E5", "E5"), ((7, 3), "H4", "B4")],
)
def test_labels_of_both_systems(place: Place, source: str, official: str) -> None:
    point = GRID.at(*place)
    assert (notation.LABELS["source"][point], notation.LABELS["official"][point]) == (source, official)


def test_words_and_data_are_unique() -> None:
    frame = opening().frame
    assert len({notation.words(action, frame) for action in range(Do.count)}) == Do.count
    assert len({str(notation.data(action, frame)) for action in range(Do.count)}) == Do.count


@pytest.mark.parametrize(
    "request_",
    [
        *("F2-F8", "f2 f8", "f2f8", " F2 - F8 ", "(5,1)-(5,7)", "(5, 1) - (5, 7)", "5,1-5,7", "5 1 5 7", "5,1 5,7"),
        *({"from": "F2", "to": "f8"}, {"from": [5, 1], "to": [5, 7]}),
    ],
)
def test_a_move_may_be_given_in_many_ways(request_: Any) -> None:
    table = opening()
    assert notation.read(request_, table.state, table.frame) == [GRID.at(5, 1) * POINTS + GRID.at(5, 7)]


@pytest.mark.parametrize(
    "request_",
    [
        *("", "F2", "F2-", "K1-F8", "F2-F8-F9", "5 1"),
        *({}, {"from": "F2"}, {"from": 5, "to": [5, 7]}, {"from": [5, True], "to": "F8"}),
    ],
)
def test_what_names_no_move_is_not_read(request_: Any) -> None:
    table = opening()
    assert notation.read(request_, table.state, table.frame) is None


@law("D18", "example 5")
def test_a_way_off_the_board_is_refused_with_its_reason() -> None:
    table = opening()
    with pytest.raises(Refused) as refused:
        notation.read({"from": [5, 1], "to": [5, -5]}, table.state, table.frame)  # 6 steps west
    assert refused.value.code == "off_board"
    with pytest.raises(Refused) as refused:
        notation.read("F2-F9", table.state, table.frame)  # 7 steps east
    assert refused.value.code == "wrong_steps" and "6 steps" in str(refused.value)


def test_every_reason_end_and_event_has_words() -> None:
    assert set(notation.REASONS) == set(Reason)
    assert set(notation.ENDS) == set(End)
    assert set(notation.SENTENCES) == set(Event)


def test_what_is_shown() -> None:
    table = opening(swap=True)
    table.play("F2-F8", "swap")
    shown = notation.show(table.state, table.frame)
    assert shown == {
        "turn": 0,
        "ply": 1,
        "to_move": "black",
        "white_seat": 1,
        "white": ["F3", "F4", "F5", "F6", "F7", "F8", "G2", "G4", "G6", "H2", "H3", "H4", "H5"],
        "black": ["B5", "B6", "B7", "B8", "C4", "C6", "C8", "D3", "D4", "D5", "D6", "D7", "D8"],
    }


@pytest.mark.parametrize(
    ("settings", "moves", "english", "german"),
    [
        (
            {},
            ("F2-F8",),
            "Ann moves from F2 to F8, 6 steps along a line worth +6.",
            "Ann zieht von F2 nach F8, 6 Schritte auf einer Linie, die +6 zählt.",
        ),
        (
            {"coordinates": "official"},
            ("D3-C3",),
            "Ann moves from D3 to C3, one step along a line worth +1.",
            "Ann zieht von D3 nach C3, einen Schritt auf einer Linie, die +1 zählt.",
        ),
        (
            {},
            WON,
            "Ann moves from D6 to A9, 3 steps along a line worth +3, right into the goal.",
            "Ann zieht von D6 nach A9, 3 Schritte auf einer Linie, die +3 zählt, und ist im Ziel.",
        ),
        (
            {},
            ("F2-F8", "swap"),
            "Ben takes over White, and Ann goes on as Black.",
            "Ben übernimmt Weiß, und Ann spielt mit Schwarz weiter.",
        ),
    ],
    ids=["many", "one", "goal", "swap"],
)
def test_what_happens_is_told(settings: dict[str, str], moves: tuple[str, ...], english: str, german: str) -> None:
    match = tw.Match("differo", seed=1, settings=settings, swap="swap" in moves)
    for move in moves:
        match.play(move)
    [told] = match.view(0).lines[-1].told
    for language, text in (("en", english), ("de", german)):
        assert speaker(match.game, language, ("Ann", "Ben"))(told) == text


@law("D18", "example 5", "example 6")
def test_a_refusal_names_the_line_and_what_it_is_worth() -> None:
    table = opening()
    assert table.refused("G4-G5")[1] == "The row of this piece is worth +3 to you: it moves exactly 3 steps there."
    assert table.refused("F2-G1")[1] == (
        'There is no move on this line: the "/" line of this piece is worth −1 to you, and a move takes +1 or more.'
    )


@law("D35")
def test_the_text_board_is_the_sheets_drawing() -> None:
    assert notation.text_board(opening().state).split("\n") == DRAWING.split("\n")[1:-1]


@law("D35")
def test_every_point_stands_at_its_column() -> None:
    lines = notation.text_board(opening().state).split("\n")
    digits = {"0": "o", "1": "W", "2": "B"}
    for i, row in enumerate(START.split("\n")[1:10]):
        for j, digit in enumerate(row.split()):
            if digit in digits:
                assert lines[2 * i][6 + 2 * i + 4 * j] == digits[digit]
