"""The layouter and the terminal, by tables of their own: seats at the corners of a board, labels that may be left out, lines that stay
joined, hands of any size."""

from dataclasses import replace

import pytest

from turnwise.draw.contract import faults, labels, text_faults
from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered, lettered_parts
from turnwise.draw.plan import CARD, Stage, planned, stage
from turnwise.draw.text import text
from turnwise.draw.typed import typed
from turnwise.kit.lettering import text_width
from turnwise.kit.pieces import AROUND, BESIDE, CORNERS, Board, Card, Counter, Hand, Panel, Plate, Table
from turnwise.kit.shapes import Box, Group, Label, Picture, Thing
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


def test_a_plate_of_one_line_says_beside_its_counters_what_is_said_of_the_player() -> None:
    def said_on(counters: tuple[Counter, ...]) -> dict[str, Label]:
        plates = tuple(Plate(seat, "accent", line="has won", counters=counters) for seat in range(2))
        things = shown(replace(four(), plates=plates, sitting=BESIDE), Stage(390, 640)).things
        [plate] = [one for one in things if one.key == "plate:0"]
        return {str(label.text): label for label, _ in labels(plate.parts)}

    counters = (Counter("3 cards", "3"), Counter("12 points", "12"))
    there = said_on(counters)
    assert there["has won"].y == pytest.approx(there["12"].y)
    assert there["has won"].x > there["12"].x + text_width("12", there["12"].height)
    assert "has won" not in said_on(counters * 6), "there is no room for it"


def test_a_thumbnail_leaves_out_what_only_passes() -> None:
    passes, stays = Panel("slip", "Ann takes the pot", passing=True), Panel("sheet", "Ann wins")
    kept = [
        {thing.key for thing in laid(replace(four(), panel=one), CARD).things} & {"slip", "sheet"}
        for one in (passes, stays)
    ]
    assert kept == [set(), {"sheet"}]


def test_a_caption_is_whole_in_letters_that_are_a_fifth_broader_than_ours() -> None:
    said_there = "With some luck somebody wins this game, and all others look on"
    table = replace(four(), caption=said_there)
    [caption] = [one for one in shown(table, Stage(390, 640)).things if one.key == "caption"]
    lines = [label for label, _ in labels(caption.parts)]
    assert " ".join(str(line.text) for line in lines) == said_there
    assert all(1.2 * text_width(str(line.text), line.height) <= 390 for line in lines)


def test_a_seat_whose_colour_is_lost_on_its_plate_is_noticed() -> None:
    on = Stage(960, 640)
    assert not [fault for fault in faults(four(160), on, ENGLISH) if "colour of a seat" in fault]
    plates = tuple(Plate(seat, "white") for seat in range(4))
    told = [fault for fault in faults(replace(four(160), plates=plates), on, ENGLISH) if "colour of a seat" in fault]
    assert told and all("light" in fault for fault in told), "white is seen in the dark"


@pytest.mark.parametrize(("rows", "high"), [(3, 2.0), (20, 1.0)])
def test_cards_of_a_panel_are_large_where_it_covers_no_more_than_it_may(rows: int, high: float) -> None:
    card = Card("card", "A card", (Box(-30, -40, 60, 80, "card"),), 60, 80, "card")
    sheet = Panel("sheet", "The end", rows=tuple((f"Seat {at}", (card,), "3") for at in range(rows)))
    table = replace(four(), panel=sheet)
    [panel] = [thing for thing in laid(table, Stage(960, 640)).things if thing.key == "sheet"]
    groups = [part for part in panel.parts if isinstance(part, Group)]
    [drawn] = {part.scale for part in groups[0].parts if isinstance(part, Group)}
    assert drawn == pytest.approx(0.94 * high * 1.4 * Stage(960, 640).letters / 80, rel=0.01)


def test_a_panel_stands_beside_a_board_in_a_terminal_that_has_room_and_its_columns_are_straight() -> None:
    rows = ("", "bid", "points"), ("Ann", "10", "7"), ("Bartholomew", "3", "124")
    board = Board(100, 100, (Thing("board", "A board", text=("#" * 50,) * 12, cell=(0, 0)),), cells=(50, 12))
    table = replace(four(), board=board, plates=(), panel=Panel("sheet", "The end", rows=rows))

    def lines(columns: int) -> list[str]:
        return text(lettered(typed(table, ENGLISH, columns, 12, grows=False), ENGLISH)).splitlines()

    assert [line[52:] for line in lines(100)[:4]] == [
        "The end",
        "             bid  points",
        "Ann           10       7",
        "Bartholomew    3     124",
    ]
    assert sum(line.startswith("#" * 50) for line in lines(100)) == 12
    assert any(line.startswith("  The end") for line in lines(76)), "over the board, where there is no room beside it"


def test_a_spare_label_is_whole_or_left_out() -> None:
    def names(table: Table) -> list[str]:
        things = {thing.key: thing for thing in shown(table, Stage(960, 640)).things}
        return [str(part.text) for part in things["card:0"].parts if isinstance(part, Label)]

    assert names(four(60)) == [] and names(four(160)) == ["Archaeopteryx"]


def test_a_label_that_has_something_shorter_shows_that_where_it_would_be_cut() -> None:
    def shown_in(room: float) -> list[str]:
        label = Label(0, 0, "Round: 13", 20, room=room, least=20, spare="13")
        return [str(part.text) for part in lettered_parts((label,), ENGLISH) if isinstance(part, Label)]

    assert shown_in(200) == ["Round: 13"] and shown_in(40) == ["13"] and shown_in(10) == []


def test_lines_stay_joined_where_a_terminal_has_room_for_a_larger_board() -> None:
    small, large = (text(typed(four(), ENGLISH, columns, rows)).split("\n") for columns, rows in ((30, 3), (36, 6)))
    assert [line[:4] for line in small[:3]] == ["╭──·", "╰──╮", "   │"]
    assert [line[:7].rstrip() for line in large[:5]] == ["╭─────·", "│", "╰─────╮", "      │", "      │"]


def holding(number: int) -> Table:
    """A table with so many cards in the hand, each of which may be played."""
    parts = (Box(-50, -70, 100, 140, "card", "line", 1), Label(-40, -50, "8", 28, anchor="start"))
    cards = tuple(Card(f"card:{at}", f"Card {at}", parts, 100, 140, f"c{at}") for at in range(number))
    return Table(
        "A table",
        Board(100, 60, (ROAD,), cells=(4, 3)),
        (Plate(0, "accent"),),
        AROUND,
        Hand(cards, "Hand:"),
        touch={at: (card.key,) for at, card in enumerate(cards)},
    )


def in_view(table: Table, on: Stage) -> list[int]:
    return [int(thing.key[5:]) for thing in laid(table, on).things if thing.key.startswith("card:")]


WINDOWS = [stage(960, 640), stage(390, 640), stage(360, 480), stage(844, 260), stage(640, 250), stage(3800, 1900)]


@pytest.mark.parametrize("on", WINDOWS, ids=str)
def test_of_a_hand_of_any_size_what_is_shown_can_be_touched_and_the_rest_is_counted(on: Stage) -> None:
    for number in (1, 5, 20, 21, 30, 54):
        table = holding(number)
        for first in {0, number // 3, number - 1, 99}:
            assert not faults(table, on._replace(first=first), ENGLISH), (number, first)
            if number <= 20:
                assert in_view(table, on._replace(first=first)) == list(range(number))


def test_a_large_hand_is_rolled_to_its_ends_and_back_in_a_small_window() -> None:
    table, on = holding(30), stage(360, 480)._replace(first=0)
    picture, seen = laid(table, on), set[int]()
    assert set(picture.rolls) == {"hand:on"}, "there is nothing before the first card"
    while "hand:on" in picture.rolls:
        seen |= set(in_view(table, on))
        on = on._replace(first=picture.rolls["hand:on"])
        picture = laid(table, on)
    assert seen | set(in_view(table, on)) == set(range(30)) and set(picture.rolls) == {"hand:back"}
    words = {thing.key: thing.words for thing in lettered(picture, ENGLISH).things}
    assert words["hand:back"] == f"{in_view(table, on)[0]} more cards before these, of 30"
    while "hand:back" in picture.rolls:
        on = on._replace(first=picture.rolls["hand:back"])
        picture = laid(table, on)
    assert in_view(table, on)[0] == 0
    assert len(in_view(table, on._replace(first=None))) == 30, "whoever can't roll it sees all of it"
    assert in_view(table, stage(1600, 930)._replace(first=0)) == list(range(30)), "where there is room, too"


def test_a_terminal_says_how_many_cards_a_large_hand_has() -> None:
    assert not text_faults(holding(30), ENGLISH, 80, 18)
    written = text(typed(holding(30), ENGLISH, 80, 18))
    assert "30 cards" in written and all(f"c{at}" in written for at in range(30))
    assert "cards" not in text(typed(holding(20), ENGLISH, 80, 18))


def test_windows_of_about_the_same_size_share_a_stage() -> None:
    assert stage(1000, 700) == stage(1010, 705) and stage(1000, 700) != stage(1000, 900)
    for width, height in ((300, 300), (390, 640), (1920, 1080), (9000, 9000), (10, 10)):
        on = stage(width, height)
        assert isinstance(on, Stage) and on.width <= max(300, width) and on.width >= min(width, 3840) / 1.06
