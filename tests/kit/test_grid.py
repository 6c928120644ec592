"""Grids: hand-checked points, neighbours, lines and steps."""

import pytest

from turnwise.kit.grid import OFF, Grid, hexagon, rhombus, square
from turnwise.kit.plain import one, table
from turnwise.kit.sets import members_of, set_of, stepped


def test_a_small_hexagon() -> None:
    grid = hexagon(2)  # . 0 1 / 2 3 4 / 5 6 .
    assert grid.places == ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1))
    assert grid.neighbours[3] == (0, 1, 2, 4, 5, 6)
    assert grid.neighbours[0] == (1, 2, 3)
    assert grid.lines == ((0, 1), (2, 3, 4), (5, 6), (0, 2), (1, 3, 5), (4, 6), (0, 3, 6), (1, 4), (2, 5))
    assert grid.lines_through[3] == (1, 4, 6) and grid.lines_through[4] == (1, 5, 7)


@pytest.mark.parametrize("side", [1, 2, 3, 5, 6])
def test_the_size_of_a_hexagon(side: int) -> None:
    grid = hexagon(side)
    assert len(grid.places) == 3 * side * (side - 1) + 1
    assert len(grid.lines) == 3 * (2 * side - 1)


def test_a_small_square() -> None:
    grid = square(2, 3)  # 0 1 2 / 3 4 5
    assert grid.places == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    assert grid.neighbours[1] == (0, 2, 3, 4, 5) and grid.neighbours[3] == (0, 1, 4)
    assert grid.lines[:5] == ((0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5))
    assert grid.lines[5:] == ((0, 4), (1, 5), (2,), (3,), (0,), (1, 3), (2, 4), (5,))


def test_a_square_without_diagonals() -> None:
    grid = square(3, 3, diagonals=False)
    assert grid.neighbours[4] == (1, 3, 5, 7) and len(grid.lines) == 6


def test_steps_along_a_direction() -> None:
    grid = square(3, 4)
    east, south_west = 1, 7
    assert [grid.step(4, east, steps) for steps in range(5)] == [4, 5, 6, 7, OFF]
    assert grid.ways[4][east] == (5, 6, 7) and grid.ways[3][south_west] == (6, 9) and grid.ways[0][0] == ()
    assert grid.next[3][east] == OFF and grid.next[3][south_west] == 6


def test_points_and_places() -> None:
    grid = hexagon(5)
    assert all(grid.at(*place) == point for point, place in enumerate(grid.places))
    assert grid.at(0, 0) == grid.at(9, 0) == grid.at(4, -1) == OFF


@pytest.mark.parametrize("grid", [hexagon(4), square(3, 5), square(4, 4, diagonals=False)])
def test_what_holds_on_every_grid(grid: Grid) -> None:
    for p in grid.points:
        for d in range(len(grid.directions)):
            q = grid.next[p][d]
            assert q == OFF or grid.next[q][d ^ 1] == p  # directions are paired with their opposites
        for axis in grid.axes:
            line = grid.lines[grid.lines_through[p][axis]]
            at = line.index(p)
            assert line[at + 1 :] == grid.ways[p][2 * axis + 1] and line[:at][::-1] == grid.ways[p][2 * axis]


def test_the_tables_are_ready_for_rules() -> None:
    next_point, through = table(hexagon(3).next), table(hexagon(3).lines_through)
    assert next_point[9, 1] == 10 and through[0, 0] == 0


def test_points_are_called_by_letter_and_number_from_below() -> None:
    assert square(2, 3).names_of_all == ("a2", "b2", "c2", "a1", "b1", "c1")
    assert hexagon(2, "ABC").names_of_all == ("A2", "A3", "B1", "B2", "B3", "C1", "C2"), "where the rows have letters"


def test_a_board_can_be_turned_and_mirrored() -> None:
    grid = square(2, 2)  # 0 1 / 2 3
    assert grid.symmetries[0] == (0, 1, 2, 3) and len(grid.symmetries) == 8
    assert (1, 3, 0, 2) in grid.symmetries, "a quarter turn: the upper left comes to the upper right"
    assert square(2, 3).symmetries == ((0, 1, 2, 3, 4, 5), (2, 1, 0, 5, 4, 3), (3, 4, 5, 0, 1, 2), (5, 4, 3, 2, 1, 0))
    assert len(hexagon(3).symmetries) == 12
    for turned in hexagon(3).symmetries:
        around = [{turned[p] for p in hexagon(3).neighbours[point]} for point in hexagon(3).points]
        assert all(around[point] == set(hexagon(3).neighbours[turned[point]]) for point in hexagon(3).points)


@pytest.mark.parametrize("grid", [square(8, 8), square(3, 5), square(4, 4, diagonals=False)])
def test_a_set_of_points_steps_as_each_of_them_does(grid: Grid) -> None:
    for way, (by, leaving) in enumerate(grid.shifts):
        for point in grid.points:
            there = grid.step(point, way)
            assert members_of(stepped(one(point), by, leaving)) == ([there] if there != OFF else [])
        everywhere = set_of(grid.points)
        assert members_of(stepped(everywhere, by, leaving)) == sorted({around[way] for around in grid.next} - {OFF})


def test_a_hexagon_has_no_shifts() -> None:
    with pytest.raises(ValueError, match="rows of the same length"):
        _ = hexagon(3).shifts


def test_a_rhombus_of_hexagons() -> None:
    grid = rhombus(3)  # 0 1 2 / 3 4 5 / 6 7 8, each row half a hexagon farther to the right
    assert grid.neighbours[4] == (1, 2, 3, 5, 6, 7) and grid.neighbours[0] == (1, 3) and grid.neighbours[2] == (1, 4, 5)
    assert grid.names_of_all == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert grid.symmetries == (
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        (0, 3, 6, 1, 4, 7, 2, 5, 8),
        (8, 5, 2, 7, 4, 1, 6, 3, 0),
        (8, 7, 6, 5, 4, 3, 2, 1, 0),
    )
    assert grid.in_rows and not hexagon(3).in_rows
    across, down = grid.spots[3]
    assert (across, round(down, 3)) == (0.5, 0.866), "a row farther down lies half a step to the right"
