"""Caesar and Cleopatra over HTTP: what a vote tells."""

import pytest

import turnwise as tw
from tests.games.caesar.callers import action, influence, pictured, seated
from tests.games.caesar.picture import picture
from tests.games.caesar.test_rest import BUST, DRAW, PERSONA, PHILOSOPHER, PLAY, VETO, lay_open, texts, turned
from tests.law import law

pytestmark = pytest.mark.usefixtures("both_kinds")


@law("C56", "C54", "C1")
def test_a_vote_names_the_personas_whoever_plays_them() -> None:
    """Player 0 has Cleopatra's seat, which is seat 1: a sentence that counts seats would name the wrong player."""
    tables, first, second, _ = seated()
    second.done(PERSONA, persona="caesar")
    (board,) = tables.boards.values()
    match = tw.Match("caesar")
    table = picture("CONSUL: 3 - 1 | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up")
    match.position, match.told[0] = table.at, table.laid_up()
    match._changed()
    board.begin(match)
    answer = second.done(BUST)
    assert texts(answer)[:2] == [
        "Caesar draws the bust of the Consuls, so they vote now.",
        "The Consuls vote: Caesar wins, 3 to 1.",
    ]
    assert first.state()["delta"][-1]["text"] == answer["delta"][-1]["text"]


@law("C56", "C22", "C21", "example 5")
def test_a_vote_tells_philosophers_and_a_tie() -> None:
    _, caesar, _, _ = pictured(picture("CONSUL: 2 (P) - 3 | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up"))
    voc = caesar.done(BUST)["voc"]
    assert (voc["winner"], voc["inverted"], voc["philosophers"]) == ("caesar", True, {"caesar": 1, "cleopatra": 0})
    assert voc["revealed"] == {"caesar": [lay_open(2), PHILOSOPHER | {"turned": True}], "cleopatra": [lay_open(3)]}
    assert voc["discards"] == {"caesar": [influence(2)], "cleopatra": [influence(3)]}
    _, caesar, _, _ = pictured(picture("CONSUL: 2 2 - 4 | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up"))
    voc = caesar.done(BUST)["voc"]
    assert (voc["winner"], voc["inverted"], voc["patrician"]) == (None, False, None)
    assert voc["sums"] == {"caesar": 4, "cleopatra": 4} and voc["discards"] == {"caesar": [], "cleopatra": []}
    _, caesar, _, _ = pictured(picture("CONSUL: 4 P - 4 | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up"))
    assert caesar.done(BUST)["voc"]["inverted"] is False, "a tie has nothing to invert"


@law("C56", "C19", "C25")
def test_an_automatic_vote_is_told_with_the_draw_that_ends_the_turn() -> None:
    sides = "CONSUL 1: 1 1 1 5 - 1 1 1 1"
    _, caesar, _, _ = pictured(picture(f"{sides} | hand 0: 1 | hand 1: 1 | deck 0: P | bag: GREY", laid="up"))
    assert caesar.done(BUST)["votes"] == []
    (vote,) = caesar.done(DRAW, deckType="influence")["votes"]
    assert (vote["group"], vote["winner"], vote["closed"]) == ("CONSUL", "caesar", True)
    assert vote["patrician"]["left"] == 0
    assert vote["discards"] == {"caesar": [influence(5)], "cleopatra": [influence(1)]}, "what the vote cost  [C24]"
    assert vote["cleared"] == {side: [influence(1)] * 3 for side in ("caesar", "cleopatra")}, "what went with the group"


@law("C56", "C19")
def test_each_vote_of_a_request_has_its_own_cards() -> None:
    """Nothing is to be drawn, so the automatic vote follows the bust's at once."""
    sides = "CONSUL: (2) - 1 | PRAETOR: 1 1 1 (1) - 1 1 1 (5)"
    answer = pictured(picture(f"{sides} | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up"))[1].done(BUST)
    (automatic,) = answer["votes"]
    assert (answer["voc"]["group"], automatic["group"]) == ("CONSUL", "PRAETOR")
    assert answer["voc"]["revealed"] == {"caesar": [turned(2)], "cleopatra": [lay_open(1)]}
    ones = [lay_open(1)] * 3
    assert automatic["revealed"] == {"caesar": [*ones, turned(1)], "cleopatra": [*ones, turned(5)]}
    assert automatic["discards"] == {"caesar": [influence(1)], "cleopatra": [influence(5)]}


@law("C56", "C61")
def test_a_request_that_is_sent_again_gets_the_same_vote_whatever_happened_since() -> None:
    sides = "CONSUL: 2 2 (1) - 1 1"
    _, caesar, _, _ = pictured(
        picture(f"{sides} | hand 0: 1 | hand 1: 1 | deck 0: 5 5 5 5 5 5 | bag: CONSUL", laid="up")
    )
    asked = {"json": {"playerId": "0", "rev": 0}, "headers": {"Idempotency-Key": "once"}}
    first = caesar.raw("POST", BUST, **asked).json()
    for _ in range(5):
        caesar.done(DRAW, deckType="influence")
    assert first["voc"]["revealed"]["caesar"] == [turned(1), lay_open(2), lay_open(2)]
    assert caesar.raw("POST", BUST, **asked).json() == first


@law("C56", "C25", "option philosopher_spent")
def test_a_spent_philosopher_is_the_votes_and_what_is_left_is_cleared() -> None:
    sides = "CONSUL 1: 4 P P 1 - 3 P"
    table = picture(f"{sides} | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up", philosopher_spent=True)
    voc = pictured(table, philosopher_spent=True)[1].done(BUST)["voc"]
    assert (voc["winner"], voc["inverted"], voc["closed"]) == ("cleopatra", True, True)
    assert voc["discards"] == {"caesar": [influence(4), PHILOSOPHER], "cleopatra": [influence(3)]}
    assert voc["cleared"] == {"caesar": [influence(1), PHILOSOPHER], "cleopatra": [PHILOSOPHER]}


@law("C56", "C20", "C21", "C29")
def test_cards_that_a_castling_laid_down_are_turned_again() -> None:
    table = picture("CONSUL: (2) 2 - 4 | CENSOR: 1 - | hand 0: 1 castling | hand 1: 1 2 | bag: CONSUL", laid="up")
    _, caesar, cleopatra, _ = pictured(table)
    arrangement = {"CONSUL": [influence(1), influence(2)], "CENSOR": [influence(2)]}
    caesar.done(PLAY, **action("castling", target="CONSUL", secondTarget="CENSOR", arrangement=arrangement))
    cleopatra.done(VETO, use=False)
    voc = caesar.done(BUST)["voc"]
    assert voc["revealed"] == {"caesar": [turned(1), turned(2)], "cleopatra": [lay_open(4)]}
    assert voc["sums"] == {"caesar": 3, "cleopatra": 4}
