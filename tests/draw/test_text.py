"""Pictures as text."""

import re

import pytest

from tests.draw.pictures import picture
from turnwise.draw.text import cells, text
from turnwise.draw.theme import DARK, LIGHT
from turnwise.draw.typed import _grown
from turnwise.kit.pieces import Board
from turnwise.kit.shapes import Picture, Thing

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def test_things_stand_where_they_are_put() -> None:
    things = [Thing("a", "A", text=("##", "#"), cell=(1, 1)), Thing("b", "B", text=("o",), cell=(5, 0))]
    assert text(picture(*things)) == "     o\n ##\n #"


def test_the_later_overwrites_the_earlier_and_its_blanks_do_not() -> None:
    board = Thing("board", "The board", text=(".....",))
    assert text(picture(board, Thing("row", "A row", text=("x x",), cell=(1, 0)))) == ".x.x."
    assert text(picture(board, Thing("row", "A row", text=("x x",), cell=(1, 0), back="card"))) == ".x x."
    assert text(picture(Thing("row", "A row", text=("x x",), cell=(1, 0)), board)) == "....."


def test_names_stay_together_where_a_board_is_spread_out_and_signs_do_not() -> None:
    texts = ("a4?", "Ann", "●○·")
    things = tuple(Thing(text, text, text=(text,), cell=(4 * at, at)) for at, text in enumerate(texts))
    grown = _grown(Board(1, 1, things, cells=(12, 3)), 24, 6, grows=True)
    assert [(thing.text, thing.cell) for thing in grown.things] == [
        (("a4?",), (0, 0)),
        (("Ann",), (8, 2)),
        (("● ○ ·",), (16, 4)),
    ]


def test_every_cell_knows_its_thing() -> None:
    board = Thing("board", "The board", text=("...",))
    pawn = Thing("pawn", "A pawn", text=("&",), cell=(1, 0))
    (row,) = cells(picture(board, pawn))
    assert [cell.thing and cell.thing.key for cell in row] == ["board", "pawn", "board"]


def test_a_wide_character_takes_two_cells() -> None:
    wide = Thing("name", "A name", text=("漢x",), cell=(1, 0))
    (row,) = cells(picture(Thing("line", "A line", text=("------",)), wide))
    assert [cell.text for cell in row] == ["-", "漢", "", "x", "-", "-"]
    assert text(picture(wide)) == " 漢x"


def test_what_people_write_stays_as_it_is() -> None:
    named = picture(Thing("name", "A name", text=('<b>&"[red]',)))
    assert text(named) == '<b>&"[red]'
    assert ESCAPE.sub("", text(named, theme=DARK)) == '<b>&"[red]'


@pytest.mark.parametrize(
    ("theme", "ink", "paper"), [(LIGHT, "255;204;0", "246;242;233"), (DARK, "204;153;0", "27;30;35")]
)
def test_coloured_it_brings_its_own_ground(theme: str, ink: str, paper: str) -> None:
    """So that a light picture can be read in a dark terminal."""
    shown = text(picture(Thing("sun", "The sun", text=("o", "  oo"), ink="sun", bold=True)), theme=theme)
    assert [ESCAPE.sub("", line) for line in shown.splitlines()] == ["o   ", "  oo"]
    assert f"\x1b[1;38;2;{ink};48;2;{paper}m" in shown and f"\x1b[48;2;{paper}m" in shown
    assert all(line.endswith("\x1b[0m") for line in shown.splitlines())


def test_a_thing_may_have_a_back_of_its_own() -> None:
    assert ";48;2;255;204;0m" in text(picture(Thing("sun", "The sun", text=("o",), back="sun")), theme=LIGHT)


def test_plain_text_has_no_escapes_and_no_blanks_at_the_ends_of_lines() -> None:
    shown = text(picture(Thing("a", "A", text=("x   ", "y"), back="card", ink="sun", bold=True)))
    assert shown == "x\ny"


def test_a_picture_without_text_is_empty() -> None:
    assert text(Picture(10, 10, "Nothing", ())) == "" == text(Picture(10, 10, "Nothing", ()), theme=DARK)
