"""Rally in words and JSON."""

import json

import pytest

from tests.games.rally.picture import GAME, QUIZ, SQUARE, Table, seed_giving
from tests.law import law
from turnwise.games.rally.notation import ENDS, REASONS, SENTENCES
from turnwise.games.rally.rules import End, Reason
from turnwise.games.rally.state import Event
from turnwise.kit.errors import BadAction
from turnwise.play.match import Match


@pytest.mark.parametrize("board", ["Demo 21", QUIZ, SQUARE])
def test_every_action_has_words_and_data_of_its_own(board: object) -> None:
    frame = GAME.frame(2, {"board": board})
    words = [GAME.notation.words(action, frame) for action in range(GAME.actions)]
    data = [json.dumps(GAME.notation.data(action, frame)) for action in range(GAME.actions)]
    assert len(set(words)) == len(set(data)) == GAME.actions == 136
    assert words[-8:] == [*(f"answer {i}" for i in range(1, 7)), "no answer", "luck"]
    assert data[-9:-6] == ['{"to": "#127"}', '{"answer": 1}', '{"answer": 2}']


def test_every_reason_end_and_event_has_its_words() -> None:
    assert (set(REASONS), set(ENDS), set(SENTENCES)) == (set(Reason), set(End), set(Event))


def test_a_turn_in_sentences() -> None:
    match = next(m for seed in range(99) if (m := Match(GAME, seats=2, seed=seed)).position.state.die == 3)
    assert match.view(None).events[-1]["text"] == "Seat 0 rolls a 3."
    match.play("move P5")
    assert match.view(1).events[0]["text"] == "Seat 0 walks P1 P4 P5; moves left: 1."


def test_a_question_in_sentences() -> None:
    table = Table("S S | die 1", board=QUIZ)
    _, (_, values) = table.play("move Q", seed=seed_giving((2, 0)))
    text = SENTENCES[Event.ASKED].format(**values)
    assert text == "Seat 0 is asked at Q: How many sides has a hexagon? (1) 5 (2) 6 (3) 8"
    _, values = table.play("answer 1")[0]
    assert SENTENCES[Event.ANSWERED].format(**values) == "Seat 0 answers: 5. Right is: 6. Hex is six."


@law("R12")
def test_a_led_path_is_played_as_one_request() -> None:
    match = next(
        m for seed in range(99) if (m := Match(GAME, seats=2, seed=seed, board=SQUARE)).position.state.die == 3
    )
    with pytest.raises(BadAction):
        match.play({"to": "D", "path": ["A", "C", "B", "D"]})
    match.play({"to": "D", "path": ["A", "C", "D"]})
    assert match.view(0).state["visited"] == ["A", "C", "D"]
    match.undo(0)
    assert match.view(0).state["visited"] == [] and match.view(0).state["at"][0] == "A"


@law("R10")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("move P3", "P3 is out of reach of 3 moves; choose a marked position."),
        ("move P14", "The finish opens with 3 points; you hold 0."),
        ("move P1", "The figure stands there already; choose another position."),
    ],
)
def test_a_refusal_says_what_would_be_right(words: str, sentence: str) -> None:
    table = Table("P1 P1 | die 3")
    code = table.position.check(0, table.action(words))
    assert GAME.notation.refusal(code, table.position.plain(), table.frame, table.action(words)) == sentence
