"""A table for bids: numbers and faces to touch, and the bid that they mean."""

import pytest

from turnwise.kit.pieces import Area
from turnwise.kit.pieces.bids import bid_of, bids, dice, showdown, way


def test_a_bid_is_touched_by_number_and_face() -> None:
    assert way("bid 3 5") == ("number:3", "face:5") and way("doubt") == ("doubt",)
    assert bid_of(("number:3", "face:5")) == 16 and bid_of(("number:3",)) is None and bid_of(("cloth",)) is None


def test_dice_lie_by_face() -> None:
    assert [card.text for card in dice("die", [2, 0, 0, 1, 0, 1])] == ["[1]", "[1]", "[4]", "[6]"]
    assert len(showdown((), [[1, 0, 0, 0, 0, 0], [0] * 6, [0, 0, 0, 0, 2, 0]]).rows) == 2


@pytest.mark.parametrize("room", [Area(0, 0, 900, 300), Area(0, 0, 600, 600), Area(0, 0, 300, 560)])
def test_every_number_and_face_has_a_place(room: Area) -> None:
    shown = bids(30, range(50, 180), 49, "", doubted=True)(room)
    places = {thing.key: (thing.x, thing.y) for thing in shown.things if thing.key.startswith(("number", "face"))}
    assert len(places) == len(set(places.values())) == 36
    assert all(0 < x < shown.width and 0 < y < shown.height for x, y in places.values())
    assert shown.things[1].key == "bid" and str(shown.things[1].words) == "The latest bid: 9 × 2"
