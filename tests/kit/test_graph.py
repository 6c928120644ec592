"""Graphs small enough to be seen through."""

from turnwise.kit.graph import APART, crossings, diameter, distances, neighbours, passages, shortest_cycle

SQUARE_WITH_TAIL = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)]


def test_neighbours_are_ascending_and_a_double_edge_counts_once() -> None:
    assert neighbours(4, [(2, 0), (0, 1), (1, 0)]) == [[1, 2], [0], [0], []]


def test_distances_take_the_shorter_way() -> None:
    assert distances(neighbours(5, SQUARE_WITH_TAIL), 1) == [1, 0, 1, 2, 3]


def test_distances_around_a_node() -> None:
    near = neighbours(5, SQUARE_WITH_TAIL)
    assert distances(near, 0, avoid=3) == [0, 1, 2, APART, APART]
    assert distances(near, 0, avoid=1) == [0, APART, 2, 1, 2]


def test_what_is_not_connected_is_apart() -> None:
    assert distances(neighbours(3, [(0, 1)]), 0) == [0, 1, APART]


def test_the_diameter_is_the_longest_shortest_way() -> None:
    assert diameter(neighbours(5, SQUARE_WITH_TAIL)) == 3


def test_the_shortest_cycle() -> None:
    assert shortest_cycle(neighbours(5, SQUARE_WITH_TAIL)) == 4
    assert shortest_cycle(neighbours(5, [*SQUARE_WITH_TAIL, (0, 2)])) == 3
    assert shortest_cycle(neighbours(6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (4, 5)])) == 5


def test_a_forest_has_no_cycle() -> None:
    assert shortest_cycle(neighbours(5, [(0, 1), (0, 2), (3, 4)])) == 0


def test_edges_cross_only_between_their_ends() -> None:
    """0 and 1 are the ends of one diagonal of a square, 2 and 3 of the other; 4 is in the middle."""
    places = [(0, 0), (2, 2), (0, 2), (2, 0), (1, 1)]
    assert crossings(places, [(0, 1), (2, 3)]) == [((0, 1), (2, 3))]
    assert crossings(places, [(0, 1), (0, 2), (1, 3)]) == []
    assert crossings(places, [(0, 1), (2, 4)]) == []
    assert crossings(places, [(0, 3), (2, 1)]) == []


def test_passages_run_through_a_third_node() -> None:
    places = [(0, 0), (2, 2), (0, 2), (3, 3), (1, 1)]
    assert passages(places, [(0, 1), (0, 2)]) == [((0, 1), 4)]
    assert passages(places, [(0, 3)]) == [((0, 3), 1), ((0, 3), 4)]
