"""Actions in words and JSON, further spellings, refusals and the table as JSON."""

import json
from typing import Any

import pytest

from tests.games.whot.picture import GAME, IDS, NOTATION, RULES, WORDS, Scene, opened, table
from tests.law import law
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import Stale
from turnwise.play.language import shared_language


def read(scene: Scene, request: Any) -> list[str] | None:
    """What a request of the seat on turn means, in words."""
    at = scene.position
    actions = NOTATION.read(request, at.redacted(at.turn).plain(), scene.frame)
    return None if actions is None else [WORDS[action] for action in actions]


@law("W4")
def test_words_and_json_of_every_action() -> None:
    frame = GAME.frame(2, {})
    assert [NOTATION.words(action, frame) for action in range(GAME.actions)] == WORDS
    data = [NOTATION.data(action, frame) for action in range(GAME.actions)]
    assert data[0] == {"play": "circle_1"}
    assert data[54:60] == [{"draw": True}, *({"name": s} for s in ("circle", "triangle", "cross", "square", "star"))]
    assert data[60:] == [{"call": True}, {"catch": True}]
    assert len({json.dumps(each) for each in data}) == GAME.actions


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
    def sentence(picture: str, words: str, **options: Any) -> str:
        scene = table(picture, **options)
        action = WORDS.index(words)
        code = scene.position.check(0, action)
        return str(NOTATION.refusal(code, scene.position.redacted(0).plain(), scene.frame, action))

    assert sentence("A: star_3 | B: star_4 | top: circle_7", "play star_3") == (
        "The star 3 cannot follow the circle 7: play a circle, a 7 or a Whot, or draw."
    )
    assert sentence("A: star_3 | B: star_4 | top: circle_5 | pick: 6", "play star_3") == (
        "The star 3 cannot answer the penalty: play a 5, or draw 6 cards."
    )
    assert sentence("A: star_3 | B: star_4 | top: circle_5 | pick: 6", "play star_3", whot_defends_pick=True) == (
        "The star 3 cannot answer the penalty: play a 5 or a Whot, or draw 6 cards."
    )
    assert sentence("A: star_3 | B: star_4 | top: whot_1 | called: cross", "play star_3") == (
        "The star 3 cannot follow the call: play a cross or a Whot, or draw."
    )
    assert sentence("A: star_3 | B: star_4 | top: circle_7", "play star_4") == "That card is not in your hand."
    assert sentence("A: star_3 cross_11 | B: star_4 | top: circle_11 | sudden", "play star_3") == (
        "The star 3 cannot follow the circle 11: play a circle, an 11 or a Whot."
    )


def test_every_reason_end_and_event_has_its_words() -> None:
    assert set(NOTATION.REASONS) == set(RULES.Reason)
    assert set(NOTATION.ENDS) == set(RULES.End)
    assert set(NOTATION.SENTENCES) == set(RULES.Event)


def test_moves_are_sentences_for_people() -> None:
    frame = GAME.frame(2, {})
    moves = {words: str(NOTATION.move(action, frame)) for action, words in enumerate(WORDS)}
    assert moves["play circle_8"] == "Play the circle 8" and moves["play whot_3"] == "Play Whot no. 3"
    assert moves["draw"] == "Draw from the pile" and moves["name cross"] == "Call for crosses"
    assert moves["call"] == "Call 'last card'" and moves["catch"] == "Catch whoever did not call 'last card'"


def told(kind: str, **given: Any) -> tuple[str, str]:
    """What an event says in a match for points, in English and in German."""
    language = shared_language(GAME, GAME.frame(3, {"match": "points"}))
    said = language.said({"event": kind, **given})
    names = ("Ann", "Ben", "Cid")
    return speaker(GAME, "en", names)(said), speaker(GAME, "de", names)(said)


def test_what_happens_is_told_as_a_friend_would() -> None:
    assert told("turned_up", card="circle_8") == ("The first card is the circle 8.", "Die erste Karte ist die Kreis-8.")
    assert told("played", seat=1, card="whot_3") == ("Ben plays a Whot.", "Ben spielt ein Whot.")
    assert told("special", seat=1, effect="Suspension")[0] == "Suspension: the next player is skipped!"
    assert told("named", seat=0, symbol="star") == ("Ann calls for stars.", "Ann wünscht sich Sterne.")
    assert told("caught", seat=0, by=2)[0] == "Cid catches Ann, who did not call 'last card'."
    assert told("ended", game=2, reason="an empty hand") == (
        "End of game 2: an empty hand.",
        "Spiel 2 ist zu Ende: eine leere Hand.",
    )
    assert told("showed", seat=0, hand=["circle_1"], value=1)[0] == "Ann shows circle 1: one point."
    assert told("showed", seat=0, hand=["star_2", "whot_1"], value=24) == (
        "Ann shows star 2 and Whot: 24 points.",
        "Ann zeigt Stern 2 und Whot: 24 Punkte.",
    )
    assert told("showed", seat=0, hand=[], value=0)[0] == "Ann has no cards left."


@law("W47")
def test_a_draw_is_told_by_its_number_and_to_its_player_by_its_cards() -> None:
    assert told("drew", seat=1, number=1, hand=None) == ("Ben draws a card.", "Ben zieht eine Karte.")
    assert told("drew", seat=1, number=1, hand=["star_8"]) == ("Ben draws the star 8.", "Ben zieht die Stern-8.")
    assert told("drew", seat=1, number=4, hand=None) == ("Ben has to draw 4 cards.", "Ben muss 4 Karten ziehen.")
    assert told("drew", seat=1, number=2, hand=["star_8", "whot_1"])[0] == "Ben has to draw 2 cards: star 8 and Whot."


@law("W57")
def test_deeds_are_counted_in_words() -> None:
    played = [("circle_3", 0), ("star_1", 0), ("star_3", 1), ("whot_1", 0)]
    events = [{"event": "played", "seat": seat, "card": card} for card, seat in played]
    assert list(map(str, NOTATION.deeds(events, 3))) == [
        "3 cards played, 2 of them special",
        "one card played, none of them special",
        "no card played",
    ]


def test_events_keep_ids_and_plain_texts_for_programs() -> None:
    frame = GAME.frame(2, {})
    assert json.dumps(NOTATION.name("hand", 0b11 | 1 << 53, frame)) == '["circle_1", "circle_2", "whot_5"]'
    assert NOTATION.name("card", 1, frame) == "circle_2" and NOTATION.name("symbol", 4, frame) == "star"
    assert type(NOTATION.name("effect", 14, frame)) is str and NOTATION.name("effect", 14, frame) == "General Market"
    assert type(NOTATION.name("reason", 1, frame)) is str and NOTATION.name("reason", 1, frame) == "an empty hand"


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
