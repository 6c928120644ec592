"""Connect Four's picture: what a player would miss."""

import pytest

from tests.games.connect_four.scenes import after
from turnwise.draw import looked, meant


def test_a_disc_is_meant_for_the_column_that_is_touched() -> None:
    view = after("ddc").view(1)
    for action, keys in looked(view).touch.items():
        assert meant(view, keys) == action
    for key in ("column:d", "slot:d", "disc:d1", "disc:d2"):
        assert meant(view, (key,)) == 3
    assert meant(view, ("plate:0",)) is meant(view, ("frame",)) is None


@pytest.mark.parametrize(
    ("columns", "seat", "key", "why"),
    [
        ("dddddd", 0, "column:d", "column_full"),
        ("dddddd", 0, "disc:d6", "column_full"),
        ("dddddd", 1, "column:d", "not_your_turn"),
        ("dddddd", 1, "column:a", "not_your_turn"),
        ("dddddd", 0, "column:a", ""),
    ],
)
def test_the_rules_say_what_speaks_against_a_column(columns: str, seat: int, key: str, why: str) -> None:
    match = after(columns)
    action = meant(match.view(seat), (key,))
    assert action is not None
    refused = match.refusal(action, seat)
    assert (refused.code if refused else "") == why
