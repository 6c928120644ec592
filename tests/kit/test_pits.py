"""A board of pits: every seed lies in its pit, and the board has the shape of its window."""

from math import hypot

import pytest

from turnwise.kit.pieces import Area, Board
from turnwise.kit.pieces.pits import HIGH, Pit, pits, ratio
from turnwise.kit.shapes import Thing

ROOMS = {"low": Area(0, 0, 900, 300), "usual": Area(0, 0, 700, 600), "tall": Area(0, 0, 300, 600)}


def board(room: str, near: int = 0) -> Board:
    circle = [Pit(name, 4 * at % 48, new=min(at, 1)) for at, name in enumerate("abcdefghijkl")]
    return pits(circle, {near // 6: 3, 1 - near // 6: 5}, near=near, source="a")(ROOMS[room])


def things(shown: Board) -> dict[str, Thing]:
    return {thing.key: thing for thing in shown.things}


@pytest.mark.parametrize("room", ROOMS)
def test_every_seed_lies_in_its_pit_and_new_ones_come_from_the_pit_that_was_sown(room: str) -> None:
    found = things(board(room))
    for at, name in enumerate("abcdefghijkl"):
        seeds = [found[f"seed:{name}:{seed}"] for seed in range(4 * at)]
        assert f"seed:{name}:{4 * at}" not in found
        pit = found[f"pit:{name}"]
        assert all(hypot(seed.x - pit.x, seed.y - pit.y) < HIGH for seed in seeds)
        assert [seed.comes for seed in seeds] == [*[""] * (4 * at - 1), *["pit:a"] * (at > 0)]


@pytest.mark.parametrize("room", ROOMS)
def test_it_has_the_shape_of_its_room_and_nothing_is_outside(room: str) -> None:
    shown = board(room)
    assert shown.width / shown.height == pytest.approx(ratio(ROOMS[room]))
    assert (shown.width > shown.height) == (room != "tall")
    assert all(0 <= thing.x <= shown.width and 0 <= thing.y <= shown.height for thing in shown.things)


def test_the_viewers_own_row_is_near_and_goes_to_the_right() -> None:
    for near, own, other in ((0, "af", "gl"), (6, "gl", "af")):
        found = things(board("usual", near))
        first, last, over, far = (found[f"pit:{name}"] for name in own + other)
        assert first.y == last.y > over.y == far.y and first.x == far.x < last.x == over.x
        assert found[f"store:{near // 6}"].y > found[f"store:{1 - near // 6}"].y
