"""Chances worked out by hand."""

from turnwise.kit.odds import at_least


def test_dice_that_show_a_number() -> None:
    assert at_least(0, 5, 6) == 1000 and at_least(1, 0, 6) == 0
    assert at_least(1, 1, 6) == 167 and at_least(1, 2, 6) == 306  # 11 of 36
    assert at_least(2, 2, 3) == 111 and at_least(3, 2, 3) == 0
