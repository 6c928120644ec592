"""Equipment in characters: each size shows the same board, larger, and nothing on it covers anything else."""

import pytest

from turnwise.kit.grid import rhombus, square
from turnwise.kit.lattice import lattice
from turnwise.kit.pieces import Area, Board, bids, hexes, pits, points, race, squares
from turnwise.kit.pieces.characters import Ruling, block, die_block
from turnwise.kit.pieces.french import felt, free, heap, lying, typed
from turnwise.kit.pieces.men import MARKS, Man, disc
from turnwise.kit.shapes import Thing

ROOM = Area(0, 0, 1.6, 1)
SQUARES, HEXES = square(8, 8), rhombus(11)
POINTS = lattice("""
.--.--.
|\\ | /|
| \\|/ |
.--.--.
""")


def man(side: int) -> Man:
    return Man(f"man:{side}", "a man", disc(side), MARKS[side])


def felted() -> Board:
    return felt(
        lambda on: [
            *(heap(f"paid:{at}", "chips", 6 * at, on, *on.around(at, 2), "Somebody") for at in range(2)),
            lying("stock", "", "the stock", on, *on.pair[0]),
            free("middle", "", "a place", on, *on.pair[1]),
        ]
    )(ROOM)


BOARDS = {
    "squares": lambda: squares.squares(SQUARES, {0: man(0), 9: man(1)}, marked=[5], turned=True),
    "hexes": lambda: hexes.hexes(HEXES, {0: man(0), 120: man(1)})(ROOM),
    "points": lambda: points.points(POINTS, {0: 0, 3: 1}),
    "pits": lambda: pits.pits([pits.Pit(name, 3) for name in "abcdefghijkl"], {0: 5, 1: 40}, near=6)(ROOM),
    "race": lambda: race.race_board(
        {"point:1": race.Men(0, 7), "point:24": race.Men(1, 2), "bar:0": race.Men(0, 2), "off:1": race.Men(1, 5)},
        race.thrown([6, 6], [0] * 7),
        near=0,
    )(ROOM),
    "bids": lambda: bids.bids(30, range(60, 180), 50, "Ann has bid", doubted=True, own=[1, 0, 2, 0, 0, 2])(ROOM),
    "felt": felted,
}
SIZES = (30, 10), (54, 18), (67, 38), (94, 34), (174, 52)


def taken(thing: Thing) -> set[tuple[int, int]]:
    """The cells of a terminal that a thing writes into."""
    column, row = thing.cell
    return {
        (column + x, row + y)
        for y, line in enumerate(thing.text)
        for x, letter in enumerate(str(line)[: thing.columns or None])
        if letter != " " or thing.back
    }


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_grows_with_its_room_and_nothing_covers_anything_else(name: str) -> None:
    board = BOARDS[name]()
    assert board.written
    found = [board.written(*size) for size in SIZES]
    first, *_ = found
    named = {thing.key for thing in first.things if thing.text}
    for (columns, rows), shown in zip(SIZES, found, strict=True):
        wide, high = shown.cells
        ground, *things = [thing for thing in shown.things if thing.text]
        if ground.key not in ("board", "cloth"):
            things.append(ground)
        assert {thing.key for thing in shown.things if thing.text} >= named, "everything is there in every size"
        assert shown.cells == board.cells or wide <= columns and high <= rows
        cells = [taken(thing) for thing in things]
        assert sum(map(len, cells)) == len(set().union(*cells)), "none covers another"
        assert all(0 <= x < wide and 0 <= y < high for x, y in set().union(*cells))
    area = [shown.cells[0] * shown.cells[1] for shown in found]
    assert area == sorted(area) and area[-1] > 2 * area[0]


def test_lines_join_where_they_meet() -> None:
    ruling = Ruling()
    ruling.box(0, 0, 3, 1)
    ruling.box(4, 0, 3, 1)
    ruling.box(2, 2, 3, 1)
    ruling.line((10, 0), (12, 2))
    ruling.line((14, 0), (12, 2))
    ruling.write(2, 1, "7")
    assert ruling.text == (
        "┌───┬───┐",
        "│ 7 │   │  ╲ ╱",
        "└─┬─┴─┬─┘",
        "  │   │",
        "  └───┘",
    )


def test_men_and_dice_have_the_size_they_are_asked_for() -> None:
    assert block("●", 5, 3) == ("▄███▄", "█████", "▀███▀") and block("○", 3, 2) == ("╭─╮", "╰─╯")
    assert block("+", 5, 3) == ("     ", "  +  ", "     ")
    for size in (1, 2):
        for face in range(1, 7):
            lines = die_block(face, size)
            assert {len(line) for line in lines} == {4 * size + 5} and len(lines) == 2 * size + 3
            assert "".join(lines).count("●") == face


def test_a_large_card_has_as_many_signs_as_it_says() -> None:
    for rank in range(2, 11):
        for size in (2, 3):
            lines = typed(f"{'T' if rank == 10 else rank}h", size)
            assert "".join(lines).count("♥") == rank and {len(line) for line in lines} == {6 * size + 4}
            assert lines[1].startswith(f"│{rank}") and lines[-2].endswith(f"{rank}│")
    assert "".join(typed("Ks", 2)).count("K") == 3


def test_stacks_say_how_many_they_are_where_not_all_are_seen() -> None:
    board = BOARDS["race"]()
    assert board.written
    things = {thing.key: thing for thing in board.written(54, 18).things}
    assert [str(line).strip() for line in things["point:1"].text] == ["7", "●", "●", "●", "●"]
    assert [str(line).strip() for line in things["point:24"].text] == ["○", "○", "┊", "┊", "┊"]
    assert str(things["off:1"].text[0]).strip() == "5" and things["bar:0"].text == ("●2",)
