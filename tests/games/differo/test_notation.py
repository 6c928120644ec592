"""Differo in words: labels, requests and the text board."""

from typing import Any

import pytest

from tests.games.differo.picture import START, opening
from tests.law import law
from turnwise.games.differo import notation
from turnwise.games.differo.board import GRID, POINTS
from turnwise.games.differo.rules import ACTIONS, End, Event, Reason
from turnwise.kit.errors import Refused
from turnwise.kit.grid import Place

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
    assert len({notation.words(action, frame) for action in range(ACTIONS)}) == ACTIONS
    assert len({str(notation.data(action, frame)) for action in range(ACTIONS)}) == ACTIONS


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


def test_events_in_words() -> None:
    table = opening()
    ((kind, *arguments),) = table.position.play(0, table.action("F2-F8"))
    named = {a: notation.name(a, v, table.frame) for a, v in zip(Event.arguments[kind], arguments, strict=False)}
    assert notation.SENTENCES[Event(kind)].format(**named) == "Seat 0 moves F2-F8."


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
