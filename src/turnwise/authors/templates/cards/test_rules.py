"""The laws of Example: every rule of RULES.md, proved at hands that were dealt by hand.

Rules are plain functions: `lay(s, seat, card, tell)` changes a state, which is a plain object with the fields of `State`.
"""

from typing import Any

import pytest

import turnwise as tw
from turnwise.authors.templates.cards.rules import CARDS_EACH, DECK, NOTHING, End, Reason, State, check_lay, lay
from turnwise.kit.events import buffer


def dealt(*hands: str) -> Any:
    """A state in which seat 0 leads, with these hands."""
    s = State.blank()
    s.seats, s.turns = len(hands), 1
    s.hand[: len(hands)] = [DECK.named(*hand.split()) for hand in hands]
    s.trick[:] = [NOTHING] * 3
    return s


def playing(s: Any, *cards: str) -> Any:
    """The state after these cards, by whoever is on turn."""
    for card in cards:
        assert check_lay(s, s.turn, DECK.ids.index(card)) == 0, card
        lay(s, s.turn, DECK.ids.index(card), buffer(compiled=False)[0])
    return s


# [X1]
def test_thirty_two_cards_of_four_suits() -> None:
    assert len(DECK) == 32 and DECK.ids[0] == "leaf_1" and DECK.ids[-1] == "star_8"


# [X2]
@pytest.mark.parametrize("seats", [2, 3])
def test_everybody_sees_six_cards_of_his_own_and_how_many_the_others_have(seats: int) -> None:
    match = tw.Match("example", seats=seats, seed=3)
    for seat in range(seats):
        hands = match.view(seat).state["hand"]
        assert len(hands[seat]) == CARDS_EACH == 6
        assert [hand for other, hand in enumerate(hands[:seats]) if other != seat] == [6] * (seats - 1)
        assert match.view(seat).state["pile"] == 32 - 6 * seats
    assert match.view(None).state["hand"][:seats] == [6] * seats


# [X3, X5]
def test_the_highest_card_of_the_suit_that_was_led_takes_the_trick_and_leads() -> None:
    s = playing(dealt("sun_3 leaf_1", "sun_5 leaf_2", "star_8 leaf_3"), "sun_3", "sun_5")
    assert s.turn == 2
    playing(s, "star_8")
    assert s.turn == s.leader == 1 and list(s.points) == [0, 1, 0]
    assert playing(s, "leaf_2").turn == 2 and list(s.trick) == [NOTHING, DECK.ids.index("leaf_2"), NOTHING]


# [X4]
def test_who_can_follow_suit_must() -> None:
    s = playing(dealt("sun_3 leaf_1", "sun_5 star_8"), "sun_3")
    assert check_lay(s, 1, DECK.ids.index("star_8")) == Reason.MUST_FOLLOW
    assert check_lay(s, 1, DECK.ids.index("sun_4")) == Reason.NOT_IN_HAND
    assert check_lay(s, 1, DECK.ids.index("sun_5")) == 0
    s = playing(dealt("sun_3 leaf_1", "moon_1 star_8"), "sun_3")
    assert [check_lay(s, 1, DECK.ids.index(card)) for card in ("moon_1", "star_8")] == [0, 0]


# [X6]
def test_the_most_tricks_win_and_equals_win_together() -> None:
    s = playing(dealt("sun_3 leaf_1", "sun_5 leaf_2"), "sun_3", "sun_5", "leaf_2", "leaf_1")
    assert s.over == End.ALL_PLAYED and list(s.points[:2]) == [0, 2]
    for seed in range(50):
        match = tw.Match("example", seats=3, seed=seed, compiled=False)
        while match.turn is not None:
            match.play(match.legal[0])
        assert match.outcome and sum(match.outcome.scores) == 6
        best = max(match.outcome.scores)
        assert match.outcome.winners == tuple(seat for seat in range(3) if match.outcome.scores[seat] == best)


# [X7]
def test_nothing_is_taken_back() -> None:
    match = tw.Match("example", seed=3)
    match.play(match.legal[0])
    with pytest.raises(tw.TurnwiseError, match="can't be taken back"):
        match.undo(consent=True)
