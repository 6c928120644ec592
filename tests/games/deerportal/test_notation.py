"""DeerPortal in words: requests, refusals, sentences, holidays."""

import json
from typing import Any

import pytest

import turnwise as tw
from tests.games.deerportal.picture import scene, start
from tests.law import law
from turnwise.games.deerportal.holidays import HOLIDAYS
from turnwise.games.deerportal.rules import BACKWARD, FORWARD, End, Event, Reason
from turnwise.kit.catalogues import speaker
from turnwise.play.language import Language

notation = tw.game("deerportal").notation


@pytest.mark.parametrize(
    ("request_", "actions"),
    [
        ("f", [FORWARD]), ("B", [BACKWARD]), ("12", [FORWARD]), ("w8", [BACKWARD]), ({"to": 12}, [FORWARD]),
        ("W9", None), ("E12", None), ("home", None), ({"to": 10}, None), ({"to": "x"}, None), ({"cell": 3}, None),
        ({"cell": 119}, None), ({"cell": 32}, [FORWARD]), ({"walk": 1}, None),
    ],
)  # fmt: skip
def test_a_request_may_name_the_target(request_: Any, actions: list[int] | None) -> None:
    game = scene("W10", roll=2)  # W12 is cell 32, the first of the third row
    assert notation.read(request_, game.position.plain(), game.frame) == actions


def test_a_refusal_says_where_to_go() -> None:
    game = scene("W2", roll=5)
    code = game.position.check(0, BACKWARD)
    sentence = notation.refusal(code, game.position.plain(), game.frame, BACKWARD)
    assert str(sentence) == "You are on step 2 and cannot go back 5; go forward to step 7."
    assert str(notation.refusal(Reason.OVER, game.position.plain(), game.frame, FORWARD)) == "The game is over."
    game = scene("W0", roll=1)
    sentence = notation.refusal(Reason.TOO_FAR_BACK, game.position.plain(), game.frame, BACKWARD)
    assert str(sentence) == "You are at your start, so you can only go forward."


def test_every_reason_end_and_event_has_its_words() -> None:
    assert set(notation.REASONS) == set(Reason)
    assert set(notation.ENDS) == set(End)
    assert set(notation.SENTENCES) == set(Event)


@pytest.mark.parametrize(
    ("event", "given", "english", "german"),
    [
        ("moved", (0, 5, 6), "Ann goes forward to step 6.", "Ann geht vor auf Feld 6."),
        ("moved", (0, 6, 5), "Ann goes back to step 5.", "Ann geht zurück auf Feld 5."),
        ("moved", (0, 6, 0), "Ann goes back to the start.", "Ann geht zurück zum Start."),
        ("moved", (0, 37, 40), "Ann goes forward into the portal.", "Ann geht ins Portal."),
        ("frozen", (3, 0), "Dora is frozen and misses this turn.", "Dora ist eingefroren und setzt aus."),
        (
            "frozen", (3, 1), "Dora is frozen and misses this turn and one more.",
            "Dora ist eingefroren und setzt jetzt aus und danach noch einmal.",
        ),
        ("stopped", (1, 1), "Ben will miss one turn.", "Ben muss einmal aussetzen."),
        ("stopped", (1, 2), "Ben will miss 2 turns.", "Ben muss 2-mal aussetzen."),
        (
            "rune_taken", (0, 6, 1, 1), "Ann picks up a rune and turns “Broken Rune” against Ben.",
            "Ann nimmt eine Rune und spielt „Rune zerbricht“ gegen Ben.",
        ),
        ("turned_up", (2, 3), "The card against Cy is now “Diamond × 2”.", "Die Karte gegen Cy ist jetzt „Diamant × 2“."),
        ("entered", (3, 2), "Dora is the second in the portal.", "Dora ist als Nummer 2 im Portal."),
    ],
)  # fmt: skip
def test_an_event_is_told_as_a_friend_at_the_table_would(
    event: str, given: tuple[int, ...], english: str, german: str
) -> None:
    """Everybody by name, never by the element."""
    assert told(event, *given) == [english, german]


@pytest.mark.parametrize(
    ("pays", "seat", "appears"), [("any", 0, True), ("fire", 0, False), ("fire", 2, True), ("off", 2, False)]
)
def test_the_big_diamond_is_told_of_where_the_leader_could_get_it(pays: str, seat: int, appears: bool) -> None:
    [english, german] = told("leads", seat, big_diamond=pays)
    assert (english.endswith("the big diamond appears."), german.endswith("Der große Diamant erscheint.")) == (
        appears,
    ) * 2


def told(event: str, *given: int, **options: Any) -> list[str]:
    """The sentence for an event in both languages."""
    game = tw.game("deerportal")
    language = Language(game, game.frame(4, options))
    heard = language.event((Event[event.upper()], *given), frozenset(Event.arguments[Event[event.upper()]]))
    return [speaker(game, tongue, ("Ann", "Ben", "Cy", "Dora"))(language.said(heard)) for tongue in ("en", "de")]


def test_programs_read_the_cards_and_elements_of_the_rules() -> None:
    game = tw.game("deerportal")
    heard = Language(game, game.frame(4, {})).event(
        (Event.RUNE_TAKEN, 0, 6, 1, 1), frozenset(Event.arguments[Event.RUNE_TAKEN])
    )
    assert (heard["element"], heard["kind"]) == ("Earth", "card")


def test_a_view_can_be_written_as_json() -> None:
    shown = start(1).show
    assert json.loads(json.dumps(shown)) == shown


@law("P38", "P56")
def test_holidays() -> None:
    assert len(HOLIDAYS) == 59
    assert len({(month, day) for month, day, _ in HOLIDAYS}) == 57
    assert on(2, 2) == ["1st Cross-Quarter Day", "Imbolc (Imbolg, Brighid)"]
    assert on(12, 21) == ["Festival of Beiwe", "Yule"] and on(12, 21, "de") == ["Fest der Beiwe", "Jul"]
    assert on(5, 1) == ["Beltane"]
    assert on(5, 2) == []
    assert not any(on(7, day) for day in range(1, 32))


def on(month: int, day: int, language: str = "en") -> list[str]:
    return list(map(speaker(tw.game("deerportal"), language), notation.holidays_on(month, day)))
