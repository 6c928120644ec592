"""Tracks: paths through way points and their reflections, drawn by hand."""

import pytest

from turnwise.kit.track import cells, path, reflected

#   0 1 2 .      way points 0, 2, 4 and 7 of a track in a grid of four columns and three rows
#   . . 3 4
#   . 7 6 5
TRACK = [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (1, 2)]


def test_a_path_walks_straight_from_way_point_to_way_point() -> None:
    assert path([(0, 0), (2, 0), (2, 1), (3, 1), (3, 2), (1, 2)]) == TRACK


def test_way_points_on_the_way_change_nothing() -> None:
    assert path([(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (1, 2)]) == TRACK


def test_a_path_of_one_point_or_none() -> None:
    assert path([(4, 2)]) == [(4, 2)]
    assert path([]) == []


@pytest.mark.parametrize("way_points", [[(0, 0), (1, 1)], [(2, 3), (0, 0)], [(1, 1), (1, 1)]])
def test_a_run_must_be_straight_and_lead_somewhere(way_points: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="neither along a row nor along a column"):
        path(way_points)


def test_across_swaps_left_and_right() -> None:
    assert reflected([(0, 0), (2, 1)], 4, 3, across=True) == [(3, 0), (1, 1)]


def test_down_swaps_top_and_bottom() -> None:
    assert reflected([(0, 0), (2, 1), (3, 2)], 4, 3, down=True) == [(0, 2), (2, 1), (3, 0)]


def test_both_make_a_half_turn_and_two_half_turns_make_none() -> None:
    turned = reflected(TRACK, 4, 3, across=True, down=True)
    assert turned[0] == (3, 2)
    assert turned[-1] == (2, 0)
    assert reflected(turned, 4, 3, across=True, down=True) == TRACK


def test_a_reflected_path_is_the_path_of_the_reflected_way_points() -> None:
    way_points = [(0, 0), (2, 0), (2, 2), (3, 2)]
    assert reflected(path(way_points), 4, 3, across=True) == path(reflected(way_points, 4, 3, across=True))


def test_cells_are_counted_row_by_row() -> None:
    assert cells(TRACK, 4) == [0, 1, 2, 6, 7, 11, 10, 9]
