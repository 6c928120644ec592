"""Who follows whom round the table, and what a set counts."""

import pytest

from turnwise.kit import after, before, set_of, table, total


@pytest.mark.parametrize(
    ("seats", "seat", "next_one", "last_one"), [((0, 2, 5), 2, 5, 0), ((0, 2, 5), 5, 0, 2), ((3,), 3, 3, 3)]
)
def test_seats_follow_each_other_round_the_table(
    seats: tuple[int, ...], seat: int, next_one: int, last_one: int
) -> None:
    assert after(set_of(seats), seat) == next_one and before(set_of(seats), seat) == last_one


def test_who_has_left_is_followed_too() -> None:
    assert after(set_of((0, 2, 5)), 3) == 5 and after(set_of((0, 2)), 5) == 0


def test_a_set_counts_what_its_members_count() -> None:
    values = table([5, 1, 20, 3])
    assert total(values, set_of((0, 2, 3))) == 28 and total(values, 0) == 0
