"""The layouter and the terminal, by tables of their own: seats at the corners of a board, labels that may be left out, lines that stay
joined."""

import pytest

from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered, lettered_parts
from turnwise.draw.plan import Stage, planned
from turnwise.draw.text import text
from turnwise.draw.typed import typed
from turnwise.kit.pieces import CORNERS, Board, Card, Plate, Table
from turnwise.kit.shapes import Box, Label, Picture, Thing
from turnwise.kit.words import ENGLISH

ROAD = Thing("road", "A road", text=("╭──·", "╰──╮", "   │"), cell=(0, 0))


def four(card_width: float = 60) -> Table:
    """A square board with a player, who has a card with a long name, at each corner."""
    parts = (Box(-30, -40, card_width, 80, "card"), Label(0, 0, "Archaeopteryx", 14, room=card_width, spare=True))
    cards = tuple(Card(f"card:{seat}", "A card", parts, card_width, 80, "card") for seat in range(4))
    plates = tuple(Plate(seat, "accent", cards=(card,)) for seat, card in enumerate(cards))
    return Table("A table", Board(100, 100, (ROAD,), cells=(4, 3)), plates, CORNERS)


def shown(table: Table, on: Stage) -> Picture:
    return lettered(laid(table, on), ENGLISH)


@pytest.mark.parametrize("on", [Stage(960, 640), Stage(390, 640), Stage(844, 300), Stage(360, 480)], ids=str)
def test_four_players_sit_at_the_corners_from_the_lower_left_clockwise(on: Stage) -> None:
    plan = planned(four(), on)
    x, y = plan.board.middle
    sides = [(area.middle[0] < x, area.middle[1] < y) for area in plan.plates]
    assert sides == [(True, False), (True, True), (False, True), (False, False)]
    assert not any(
        area.x < 0 or area.y < 0 or area.x + area.w > on.width or area.y + area.h > on.height for area in plan.plates
    )
    at, _ = plan.board.fitted(100, 100)
    for area in plan.plates:
        assert area.x + area.w <= at.x or area.x >= at.x + at.w or area.y + area.h <= at.y or area.y >= at.y + at.h


def test_a_spare_label_is_whole_or_left_out() -> None:
    def names(table: Table) -> list[str]:
        things = {thing.key: thing for thing in shown(table, Stage(960, 640)).things}
        return [str(part.text) for part in things["card:0"].parts if isinstance(part, Label)]

    assert names(four(60)) == [] and names(four(160)) == ["Archaeopteryx"]


def test_a_label_that_has_something_shorter_shows_that_where_it_would_be_cut() -> None:
    def shown_in(room: float) -> list[str]:
        label = Label(0, 0, "Round: 13", 20, room=room, least=20, spare="13")
        return [
            str(part.text) for part in lettered_parts(Thing("round", "", (label,)), ENGLISH) if isinstance(part, Label)
        ]

    assert shown_in(200) == ["Round: 13"] and shown_in(40) == ["13"] and shown_in(10) == []


def test_lines_stay_joined_where_a_terminal_has_room_for_a_larger_board() -> None:
    small, large = (text(typed(four(), ENGLISH, columns, rows)).split("\n") for columns, rows in ((30, 3), (36, 6)))
    assert [line[:4] for line in small[:3]] == ["╭──·", "╰──╮", "   │"]
    assert [line[:7].rstrip() for line in large[:5]] == ["╭─────·", "│", "╰─────╮", "      │", "      │"]
