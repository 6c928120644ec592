"""What may be touched at a full-screen table, step by step."""

from turnwise.draw.ways import Ways
from turnwise.kit.shapes import every_way

EQUAL = {"three:0": "three:1"}
WAYS = Ways({1: every_way(("three:1", "north"), EQUAL), 2: every_way(("three:1", "east"), EQUAL), 3: [("pass",)]})


def test_either_of_two_equal_things_begins_the_same_moves() -> None:
    assert WAYS.open(()) == ["three:1", "three:0", "pass"]
    for card in ("three:0", "three:1"):
        assert WAYS.open((card,)) == ["north", "east"] and list(WAYS.after((card,))) == [1, 2]
        assert WAYS.after((card, "east")) == {2: [(card, "east")]}


def test_what_is_touched_twice_is_the_same_thing_both_times() -> None:
    assert every_way(("a", "a", "b"), {"c": "a"}) == [("a", "a", "b"), ("c", "c", "b")]


def test_what_alone_can_begin_need_not_be_touched() -> None:
    alone = Ways({1: [("red", "north")], 2: [("red", "east")]})
    assert alone.with_one_more((), "east") == ("red", "east") and WAYS.with_one_more((), "pass") == ("pass",)
