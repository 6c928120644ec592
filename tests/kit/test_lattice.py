"""Boards that are read from a drawing: hand-checked points, neighbours, lines and letters."""

from hypothesis import given
from hypothesis import strategies as st

from turnwise.kit.grid import OFF
from turnwise.kit.lattice import lattice
from turnwise.kit.sets import gathered, members_of, set_of, unions

BOARD = lattice("""
.---.---.
|\\  |
. .-.
|/
.
""")
"""0 1 2 / 3 4 5 / 6: a1 is 6, and slanting lines lead from 0 to 4 and from 4 to 6."""
EAST, SOUTH, SOUTH_EAST, SOUTH_WEST = 1, 3, 5, 7


def test_points_are_named_by_column_and_row() -> None:
    assert BOARD.names_of_all == ("a3", "c3", "d3", "a2", "b2", "c2", "a1")
    assert BOARD.cells[4] == (2, 2) and BOARD.spots[1] == (2.0, 0.0)


def test_steps_lead_along_lines_only() -> None:
    assert BOARD.neighbours == ((1, 3, 4), (0, 2, 5), (1,), (0, 6), (0, 5, 6), (1, 4), (3, 4))
    assert BOARD.next[3][EAST] == OFF, "nothing is drawn between a2 and b2"
    assert BOARD.next[0][SOUTH_EAST] == 4 and BOARD.next[4][SOUTH_WEST] == 6
    assert BOARD.step(0, EAST, 2) == 2 and BOARD.step(0, EAST, 3) == OFF
    assert BOARD.lines == ((0, 1, 2), (4, 5), (0, 3, 6), (1, 5), (0, 4), (4, 6))
    assert BOARD.edges[:4] == ((0, 1), (0, 3), (0, 4), (1, 0)) and len(BOARD.edges) == 16


def test_it_is_written_as_it_was_drawn() -> None:
    rows = BOARD.rows_of([set_of([0, 4]), set_of([6])])
    assert rows == ["x---.---.", "|\\  |    ", ". x-.    ", "|/       ", "o        "]


def test_it_is_turned_only_where_every_line_stays() -> None:
    square = lattice(".-.\n| |\n.-.")
    assert len(square.symmetries) == 8
    assert lattice(".-.\n| |\n. .").symmetries == ((0, 1, 2, 3), (1, 0, 3, 2)), "only mirrored: the lower side is open"


@given(st.lists(st.integers(0, (1 << 62) - 1), min_size=1, max_size=30), st.data())
def test_all_that_the_members_of_a_set_have(sets: list[int], data: st.DataObject) -> None:
    members = data.draw(st.sets(st.integers(0, len(sets) - 1)))
    have = {thing for member in members for thing in members_of(sets[member])}
    assert members_of(gathered(unions(sets), set_of(members))) == sorted(have)
