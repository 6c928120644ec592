"""DeerPortal in words: requests, refusals, sentences, holidays."""

import json
from typing import Any

import pytest

from tests.games.deerportal.picture import scene, start
from tests.law import law
from turnwise.games.deerportal import notation
from turnwise.games.deerportal.rules import BACKWARD, FORWARD, End, Event, Reason


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
    assert sentence == "You stand on 2 and cannot go back 5; go forward to 7."
    assert notation.refusal(Reason.OVER, game.position.plain(), game.frame, FORWARD) == "The game is over."


def test_every_reason_end_and_event_has_its_words() -> None:
    assert set(notation.REASONS) == set(Reason)
    assert set(notation.ENDS) == set(End)
    assert set(notation.SENTENCES) == set(Event)
    for event, sentence in notation.SENTENCES.items():
        assert sentence.format(**dict.fromkeys(Event.arguments[event], "?"))


@law("P53")
def test_a_card_message_tells_the_card_both_sides_and_what_happened() -> None:
    game = scene("W5", areas="W: 6e | E: 9d", piles="E: double 8 8 8 7").go(roll=1)
    told = [
        notation.SENTENCES[Event[name.upper()]].format(
            **{
                argument: notation.name(argument, value, game.frame)
                for argument, value in zip(Event.arguments[Event[name.upper()]], values, strict=True)
            }
        )
        for name, values in game.events
    ]
    assert told[:3] == [
        "Seat 0 moves from 5 to 6.",
        'Seat 0 takes a rune on 6: the card "diamond x 2" against Earth.',
        "Seat 0 steals the diamond on 9 from the area of Earth.",
    ]


def test_a_view_can_be_written_as_json() -> None:
    shown = start(1).show
    assert json.loads(json.dumps(shown)) == shown


@law("P38", "P56")
def test_holidays() -> None:
    assert len(notation.HOLIDAYS) == 59
    assert len({holiday["date"] for holiday in notation.HOLIDAYS}) == 57
    assert notation.holidays_on(2, 2) == ["1st Cross-Quarter Day", "Imbolc (Imbolg, Brighid)"]
    assert notation.holidays_on(12, 21) == ["Festival of Beiwe", "Yule"]
    assert notation.holidays_on(5, 1) == ["Beltane"]
    assert notation.holidays_on(5, 2) == []
    assert not any(notation.holidays_on(7, day) for day in range(1, 32))
