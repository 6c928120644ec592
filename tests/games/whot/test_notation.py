"""Actions in words and JSON, further spellings, refusals and the table as JSON."""

import json
from typing import Any

import pytest

import turnwise as tw
from tests.games.whot.picture import GAME, IDS, NOTATION, RULES, WORDS, Scene, opened, table
from tests.law import law
from turnwise.kit.errors import Stale


def read(scene: Scene, request: Any) -> list[str] | None:
    """What a request of the seat on turn means, in words."""
    at = scene.position
    actions = NOTATION.read(request, at.redacted(at.turn).plain(), scene.frame)
    return None if actions is None else [WORDS[action] for action in actions]


@law("W4")
def test_words_and_json_of_every_action() -> None:
    frame = GAME.frame(2, {})
    assert [NOTATION.words(action, frame) for action in range(RULES.ACTIONS)] == WORDS
    data = [NOTATION.data(action, frame) for action in range(RULES.ACTIONS)]
    assert data[0] == {"play": "circle_1"}
    assert data[54:60] == [{"draw": True}, *({"name": s} for s in ("circle", "triangle", "cross", "square", "star"))]
    assert data[60:] == [{"call": True}, {"catch": True}]
    assert len({json.dumps(each) for each in data}) == RULES.ACTIONS


@law("W21")
@pytest.mark.parametrize("request_", ["play whot_3 star", "Play  WHOT_3 star", {"play": "whot_3", "symbol": "star"}])
def test_a_play_may_carry_its_symbol(request_: Any) -> None:
    scene = table("A: whot_3 circle_3 | B: star_4 | top: circle_7")
    assert read(scene, request_) == ["play whot_3", "name star"]


@law("W36")
@pytest.mark.parametrize("request_", ["play whot_3 star", {"play": "whot_3", "symbol": "star"}])
def test_the_symbol_of_a_last_whot_is_dropped(request_: Any) -> None:
    scene = table("A: whot_3 | B: star_4 | top: circle_7")
    assert read(scene, request_) == ["play whot_3"]


@law("W51")
@pytest.mark.parametrize("request_", ["play circle_5 last card", {"play": "circle_5", "last_card": True}])
def test_a_play_may_carry_the_call(request_: Any) -> None:
    scene = table("A: circle_5 star_3 | B: star_4 | top: circle_7", last_card_call=True)
    assert read(scene, request_) == ["call", "play circle_5"]
    scene.play("A", "call")
    assert read(scene, request_) == ["play circle_5"]  # it was called earlier in this turn


@law("W21", "W51")
def test_a_whot_may_carry_symbol_and_call() -> None:
    scene = table("A: whot_3 star_3 | B: star_4 | top: circle_7", last_card_call=True)
    run = ["call", "play whot_3", "name star"]
    assert read(scene, "play whot_3 star last card") == run
    assert read(scene, {"play": "whot_3", "symbol": "star", "last_card": True}) == run


@law("W22")
def test_a_request_that_saw_another_turn_is_stale() -> None:
    scene = table("A: circle_3 | B: star_4 | top: circle_7 | turn_number: 8")
    assert read(scene, {"play": "circle_3", "turn": 8}) == ["play circle_3"]
    assert read(scene, {"draw": True, "turn": 8}) == ["draw"]
    for turn in (7, 9, None, "8"):
        with pytest.raises(Stale):
            read(scene, {"draw": True, "turn": turn})


def test_anything_else_is_no_action() -> None:
    scene = table("A: circle_3 whot_1 | B: star_4 | top: circle_7")
    nothing: list[Any] = [
        "",
        "play",
        "play circle_6",
        "play circle_3 star",
        "play whot_1 whot",
        "sing",
        "draw last card",
        " last card",
        {},
        {"play": "circle_3", "symbol": "star"},
        {"play": "whot_1", "symbol": "moon"},
        {"play": ["circle_3"]},
        {"play": "circle_3", "last_card": 1},
        {"symbol": "star"},
        {"draw": True, "last_card": True},
        {"play": "circle_3", "x": 1},
        7,
    ]
    for request in nothing:
        assert read(scene, request) is None, request


@law("W14", "W15", "W17")
def test_refusals_say_what_would_be_right() -> None:
    def sentence(picture: str, words: str) -> str:
        scene = table(picture)
        action = WORDS.index(words)
        code = scene.position.check(0, action)
        return str(NOTATION.refusal(code, scene.position.redacted(0).plain(), scene.frame, action))

    assert sentence("A: star_3 | B: star_4 | top: circle_7", "play star_3") == (
        "The star 3 does not match the circle 7: play a circle, a 7 or a Whot, or draw."
    )
    assert sentence("A: star_3 | B: star_4 | top: circle_5 | pick: 6", "play star_3") == (
        "A pick of 6 is pending: answer with a 5, or draw."
    )
    assert sentence("A: star_3 | B: star_4 | top: whot_1 | called: cross", "play star_3") == (
        "The star 3 does not follow the call: play a cross or a Whot, or draw."
    )
    assert sentence("A: star_3 | B: star_4 | top: circle_7", "play star_4") == "That card is not in your hand."


def test_every_reason_end_and_event_has_its_words() -> None:
    assert set(NOTATION.REASONS) == set(RULES.Reason)
    assert set(NOTATION.ENDS) == set(RULES.End)
    assert set(NOTATION.SENTENCES) == set(RULES.Event)


def test_cards_in_an_event_are_ids_and_read_as_words() -> None:
    frame = GAME.frame(2, {})
    hand = NOTATION.name("hand", 0b11 | 1 << 53, frame)
    assert json.dumps(hand) == '["circle_1", "circle_2", "whot_5"]'
    assert NOTATION.spoken(hand) == "circle 1, circle 2, Whot"
    assert NOTATION.spoken(NOTATION.name("hand", 0, frame)) == "no cards"
    assert NOTATION.spoken(NOTATION.name("card", 1, frame)) == "circle 2"
    match = tw.Match("whot", seats=2, seed=7)
    shown = next(event for event in match.lines_for(0)[0].events if event["event"] == "turned_up")
    assert "_" in shown["card"] and shown["text"] == f"The first card is {shown['card'].replace('_', ' ')}."


def test_the_table_as_json() -> None:
    scene = opened(2, seed=3)
    show = scene.show
    assert set(show) >= {"turn", "phase", "turn_number", "hands", "pile", "discards", "aside", "top", "called", "pick"}
    assert set(show) >= {
        "reshuffled",
        "sudden_death",
        "said_last",
        "catchable",
        "left",
        "out",
        "totals",
        "game",
        "starter",
    }
    assert json.loads(json.dumps(show)) == show
    everywhere = [card for zone in (*show["hands"], show["pile"], show["discards"], show["aside"]) for card in zone]
    assert sorted(everywhere) == sorted(IDS)
