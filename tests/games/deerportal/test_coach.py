"""What DeerPortal tells somebody who plays it for the first time."""

import pytest

import turnwise as tw
from tests.games.deerportal.test_look import NAMES, at
from turnwise.draw import coached
from turnwise.kit.catalogues import speaker


def told(match: tw.Match, seat: int | None) -> list[str]:
    return [speaker(match.game, "en", NAMES)(one) for one in coached(match.view(seat))]


def test_a_newcomer_is_told_what_lies_where_he_may_go() -> None:
    match = at("W3 A7!2 F40#1", roll=3, areas="W: 6d")
    assert told(match, 0) == [
        "You rolled a 3. Touch one of the two cells with a ring.",
        "Forward: a diamond for you.",
        "Back: your start, where you meditate and all items of your path are laid out anew.",
    ]
    waiting = "Ann rolled a 3 and is choosing where to go."
    assert told(match, 1) == told(match, None) == [waiting]
    assert told(match, 2) == ["You are in the portal, and safe.", waiting]
    assert told(match, 3) == ["You are frozen and will miss 2 turns.", waiting]


@pytest.mark.parametrize(
    ("card", "deed"),
    [
        ("stop", "makes Ben miss a turn."),
        ("card", "takes a rune away from Ben."),
        ("diamond", "brings you a diamond from Ben's path."),
        ("double", "brings you two diamonds from Ben's path."),
    ],
)
def test_a_newcomer_is_told_what_the_card_of_a_rune_does(card: str, deed: str) -> None:
    match = at("W5", roll=1, areas="W: 6e 4w | E: 9d 11d 12f", piles=f"E: {card} 7 7 7 7")
    assert told(match, 0)[1:] == [
        f"Forward: a rune, and its card {deed}",
        "Back: a rune of your own, which only puts aside the card against you.",
    ]


@pytest.mark.parametrize(
    ("card", "areas", "deed"),
    [
        ("stop", "W: 6e", ", but its card cannot harm Ben now."),
        ("card", "W: 6e | E: 9d", ", but its card cannot harm Ben now."),
        ("double", "W: 6e", ", but its card cannot harm Ben now."),
        ("double", "W: 6e | E: 9d", ", and its card brings you a diamond from Ben's path."),
        ("diamond", "W: 6e", ", and its card brings you a diamond."),
    ],
)
def test_a_newcomer_is_promised_no_more_than_the_card_can_do(card: str, areas: str, deed: str) -> None:
    match = at("W5 E40#1", roll=1, deer=9, first="E", areas=areas, piles=f"E: {card} 7 7 7 7")
    assert told(match, 0)[1] == f"Forward: a rune{deed}"


def test_a_newcomer_is_told_of_the_portal_and_of_the_time_left() -> None:
    assert told(at("W38", roll=5), 0)[1] == "Forward: the portal, with five diamonds for being the first."
    rich = told(at("W38+9", roll=5, leader=True), 0)[1]
    assert rich == "Forward: the portal, with five diamonds for being the first and three for the big diamond."
    night = at("W40#1+9 E38", turn="E", roll=6, deer=11, first="W", round=3)
    assert told(night, 1)[:2] == [
        "Only those who get into the portal can win, and 3 rounds are left.",
        "Forward: the portal, where you are safe.",
    ]
    last = at("W40#1+9 E38", turn="E", roll=6, deer=2, first="W", round=3)
    assert told(last, 1)[0] == "Only those who get into the portal can win, and this is the last round."
