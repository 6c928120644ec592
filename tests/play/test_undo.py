"""Taking back after somebody else has left: the leaving stays, and it must be as quiet there as it was here."""

from typing import Any

import pytest

from turnwise.kit.errors import Refused
from turnwise.kit.game import Game
from turnwise.play.match import Match

RELAY = Game("tests.play.relay")


def state(match: Match) -> dict[str, Any]:
    return match.view(None).state


def test_a_reply_is_taken_back_and_its_players_leaving_is_not() -> None:
    match = Match(RELAY, seats=3)
    match.play("pass")
    match.play("pass")
    match.leave(1)
    match.undo(0, consent=True)
    assert state(match) == {"turn": 0, "gone": 0b010, "passes": 0, "nudges": 0} and match.left == (1,)
    match.play("pass")
    assert match.turn == 2, "nobody waits for who has left"


def test_a_leaving_that_would_pass_the_turn_there_cannot_be_carried_back() -> None:
    match = Match(RELAY, seats=3)
    match.play("pass")
    match.play("nudge", seat=2)  # while it is seat 1's turn
    match.play("pass")
    match.leave(1)
    before, version = state(match), match.version
    with pytest.raises(Refused) as refused:
        match.undo(2, consent=True)
    assert refused.value.code == "no_undo" and (state(match), match.version) == (before, version)


def test_who_leaves_on_his_turn_ends_what_could_be_taken_back_and_takes_nothing_back_himself() -> None:
    match = Match(RELAY, seats=3)
    match.play("pass")
    match.leave(2)
    with pytest.raises(Refused):
        match.undo(2, consent=True)
    match.play("pass")
    match.leave(0)
    assert match.turn == 1
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            match.undo(seat, consent=True)
        assert refused.value.code == "no_undo"
