"""A board of points: both sides count it from their own end, and the dice tell what is still to be played."""

import pytest

from turnwise.kit.pieces import Area
from turnwise.kit.pieces.race import Die, Men, place_of, race_board, ratio, standing, thrown

ROOMS = {"wide": Area(0, 0, 900, 600), "tall": Area(0, 0, 350, 560)}


def test_a_place_has_one_key_for_both_sides() -> None:
    assert place_of(0, 7, 0) == "point:7" and place_of(1, 18, 0) == "point:7" and place_of(1, 7, 1) == "point:7"
    assert [place_of(seat, point, 0) for seat in range(2) for point in (25, 0)] == ["bar:0", "off:0", "bar:1", "off:1"]


def test_men_that_moved_come_from_where_they_were() -> None:
    men = [[0] * 26, [0] * 26]
    men[0][8], men[1][25], men[1][6] = 2, 1, 5
    found = standing(men, 0, [(0, 13, 8)])
    assert found["point:8"] == Men(0, 2, "point:13") and found["bar:1"] == Men(1, 1, "point:8")
    assert found["point:19"] == Men(1, 5)


def test_doubles_are_four_dice() -> None:
    assert thrown([3, 5], [0, 0, 0, 1, 0, 0, 0]) == [Die(3, False), Die(5, True)]
    assert [one.played for one in thrown([2, 2], [0, 0, 3, 0, 0, 0, 0])] == [False, False, False, True]


@pytest.mark.parametrize("room", ROOMS)
def test_it_has_the_shape_of_its_room_and_every_man_is_on_it(room: str) -> None:
    men = {f"point:{point}": Men(point % 2, point % 16) for point in range(1, 25)} | {
        "bar:0": Men(0, 3),
        "off:1": Men(1, 15),
    }
    shown = race_board(men, thrown([6, 6], [0] * 7), near=1)(ROOMS[room])
    assert shown.width / shown.height == pytest.approx(ratio(ROOMS[room]))
    assert all(0 <= thing.x <= shown.width and 0 <= thing.y <= shown.height for thing in shown.things)
    assert sum(thing.key.startswith("man:") for thing in shown.things) == sum(one.number for one in men.values())
