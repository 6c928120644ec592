"""What DeerPortal tells somebody who plays it for the first time."""

import pytest

import turnwise as tw
from tests.games.deerportal.test_look import NAMES, at
from turnwise.draw import coached


def told(match: tw.Match, seat: int | None) -> list[str]:
    return [str(one) for one in coached(match.view(seat), NAMES)]


def test_a_newcomer_is_told_what_lies_where_he_may_go() -> None:
    match = at("W3 A7!2 F40#1", roll=3, areas="W: 6d")
    assert told(match, 0) == [
        "You rolled a 3. Touch one of the two cells with a ring.",
        "Forward: a diamond for you.",
        "Back: your shrine; you meditate, and your quarter is filled anew.",
    ]
    waiting = "Ann rolled a 3 and is choosing where to go."
    assert told(match, 1) == told(match, None) == [waiting]
    assert told(match, 2) == ["You are in the portal, and safe.", waiting]
    assert told(match, 3) == ["You are frozen; turns to miss: 2.", waiting]


@pytest.mark.parametrize(
    ("card", "deed"),
    [
        ("stop", "makes Ben miss a turn."),
        ("card", "takes a rune away from Ben."),
        ("diamond", "brings you a diamond of Ben's."),
        ("double", "brings you two diamonds of Ben's."),
    ],
)
def test_a_newcomer_is_told_what_the_card_of_a_rune_does(card: str, deed: str) -> None:
    match = at("W5", roll=1, areas="W: 6e 4w", piles=f"E: {card} 7 7 7 7")
    assert told(match, 0)[1:] == [
        f"Forward: a rune, and its card {deed}",
        "Back: a rune of your own, which only brings up your next card.",
    ]


def test_a_newcomer_is_told_of_the_portal_and_of_the_time_left() -> None:
    assert told(at("W38", roll=5), 0)[1] == "Forward: the portal; 5 diamonds for being the first."
    night = at("W40#1+9 E38", turn="E", roll=6, deer=11, first="W", round=3)
    assert told(night, 1)[:2] == [
        "Only who is in the portal in time can win; rounds left: 3.",
        "Forward: the portal; there you are safe.",
    ]
