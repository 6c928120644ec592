"""What Differo tells somebody who plays it for the first time."""

import turnwise as tw
from tests.games.differo.scenes import WON, after, wandered
from turnwise.draw import coached, picture
from turnwise.kit.words import Speaker

SAY = Speaker(names=("Ann", "Ben"))


def told(match: tw.Match, seat: int | None) -> list[str]:
    return [SAY(one) for one in coached(match.view(seat))]


def test_a_newcomer_is_told_what_to_touch_what_numbers_mean_and_what_for() -> None:
    assert told(after(), 0) == [
        "Touch a piece with a ring, then a point that lights up.",
        "The number at a line's ends is exactly how far your pieces move on it.",
        "The first piece in its goal row wins; yours is row A.",
    ]
    assert told(after(), 1) == told(after(), None) == ["Ann is choosing a move."]
    assert told(after("F3-G3"), 1)[-1].endswith("yours is row I.")
    assert told(after("F3-G3", swap=True), 1)[-1].startswith("Or take over White")
    assert told(after("F3-G3", "swap", swap=True), 0)[-1].endswith("yours is row I."), "who was White goes on as Black"


def test_a_newcomer_is_warned_of_a_threat_and_shown_a_win() -> None:
    assert told(wandered(30), 0)[-1].startswith("Ben could win by moving from G1 to I1")
    assert told(after(*WON[:-1]), 0) == ["Touch D6, then A9: your piece is in the goal, and you win."]
    assert told(after(*WON), 0) == []


def test_a_move_is_heard_and_an_offer_is_not() -> None:
    match = after("F3-G3", swap=True)
    assert picture(match.view(0)).sounds == ("step",)
    match.play("swap")
    assert picture(match.view(0)).sounds == ("shuffle",)
    match.offer_draw()
    assert picture(match.view(0)).sounds == ()
