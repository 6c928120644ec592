"""Rally in words and JSON."""

import json
from random import Random
from typing import Any

import pytest

from tests.games.rally.picture import GAME, HEXAGON, QUIZ, SQUARE, Table, network
from tests.law import law
from turnwise.games.rally.notation import arrival
from turnwise.games.rally.state import STRANDED, End, Event, Reason
from turnwise.kit.errors import BadAction
from turnwise.kit.words import Seat
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
    words = GAME.notation
    assert (set(words.REASONS), set(words.ENDS), set(words.SENTENCES)) == (set(Reason), set(End), set(Event))


def told(match: Match) -> list[str]:
    """What the latest entry tells."""
    return [str(sentence) for sentence in match.view(None).lines[-1].told]


def rolled(die: int, board: object = "Demo 21", seats: int = 2, **options: Any) -> Match:
    """A match whose first die shows this number."""
    matches = (Match(GAME, seats=seats, seed=seed, board=board, **options) for seed in range(99))
    return next(match for match in matches if match.position.state.die == die)


def test_a_turn_in_sentences() -> None:
    match = rolled(3)
    assert told(match) == ["Seat 0 rolls a 3."]
    match.play("move P5")
    assert told(match) == ["Seat 0 drives to P5 by way of P4, with one move left."]
    assert match.view(1).events[0]["text"] == told(match)[0]
    assert match.view(1).events[0] | {"text": ""} == {
        "event": "moved",
        "seat": 0,
        "path": "P1 P4 P5",
        "moves_left": 1,
        "text": "",
    }
    match.play("move P2")
    assert told(match)[0] == "Seat 0 drives to P2."


def test_checkpoints_have_letters_and_the_start_and_the_finish_are_called_so() -> None:
    match = rolled(4)
    assert str(match.language.action(match.legal[0].id).said) == "Drive to P2"
    match.play("move P3")
    assert told(match)[:2] == [
        "Seat 0 drives to checkpoint A by way of P4, P5 and P2.",
        "Seat 0 earns the point of checkpoint A, 1 of 3.",
    ]
    demo, race = (GAME.frame(2, {"board": "Demo 21", "win": win}) for win in ("rally", "race"))
    ids = [position["id"] for position in demo.texts["positions"]]
    moves = {id: str(GAME.notation.move(ids.index(id), demo)) for id in ("P1", "P14", "P3")}
    assert moves == {"P1": "Drive to the start", "P14": "Drive to the finish", "P3": "Drive to checkpoint A"}
    assert str(GAME.notation.move(ids.index("P3"), race)) == "Drive to P3", "the race knows no checkpoint"


@pytest.mark.parametrize(
    ("win", "needed", "ends"),
    [
        ("rally", 2, [", 1 of 2.", ", 2 of 2: the finish is open!", " and has 3 now."]),
        ("rally", "all", [", 1 of 3.", ", 2 of 3.", ", 3 of 3: the finish is open!"]),
        ("points", "half", [" and has one now.", " and has 2 now.", " and has 3 now."]),
    ],
)
def test_the_log_counts_the_points_of_each_player(win: str, needed: object, ends: list[str]) -> None:
    board = network("S> A* B* C* F#", "S-A A-B B-C C-F")
    match, chance = Match(GAME, seats=3, seed=1, board=board, win=win, points_needed=needed), Random(4)
    while match.outcome is None:
        match.play(chance.choice(match.legal))
    told: list[list[str]] = [[], [], []]
    for line in match.view(None).lines:
        for event, sentence in zip(line.events, line.told, strict=True):
            if event["event"] == "earned":
                told[event["seat"]].append(str(sentence).partition("the point of checkpoint ")[2][1:])
                assert str(sentence) == event["text"] and set(event) == {"event", "seat", "checkpoint", "text"}
    assert all(said == ends[: len(said)] for said in told) and max(map(len, told)) == 3


def test_a_checkpoint_is_told_from_a_place_that_has_its_letter_for_an_id() -> None:
    frame = GAME.frame(2, {"board": QUIZ})
    assert [str(GAME.notation.move(action, frame)) for action in (1, 2)] == ["Drive to checkpoint A", "Drive to A"]


def test_an_arrival_in_sentences() -> None:
    def told(rank: int, seats: int) -> str:
        return str(arrival(Seat(0), rank, seats))

    assert told(1, 2) == "Seat 0 is in, first of all!"
    assert told(2, 3) == "Seat 0 is in, number 2 to arrive."
    assert told(1, 1) == "Seat 0 is in!", "nobody else is there"


def test_moves_that_are_lost_are_counted() -> None:
    for moves, text in ((1, "loses the last move."), (2, "loses 2 moves.")):
        assert str(STRANDED.given_also(seat=Seat(0), moves=moves)).endswith(text)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("answer 1", "Seat 0 answers “5”. That is wrong: “6” is right. Hex is six."),
        ("answer 2", "Seat 0 answers “6”, and that is right! Hex is six."),
        ("no answer", "Seat 0 gives no answer. “6” would be right. Hex is six."),
    ],
)
def test_a_question_in_sentences(words: str, sentence: str) -> None:
    match = rolled(1, network("S> Q*quiz A F#", "S-Q S-A A-Q Q-F", quiz=[HEXAGON]))
    match.play("move Q")
    assert told(match)[1] == "Seat 0 is asked at checkpoint A: How many sides has a hexagon? (1) 5 (2) 6 (3) 8"
    match.play(words)
    assert told(match)[0] == sentence


def test_a_pack_that_comes_again_is_called_by_its_title() -> None:
    frame = GAME.frame(2, {"board": "Old Harbour"})
    assert GAME.notation.noun("pack", "sea", frame) == "The sea"


@law("R12")
def test_a_led_path_is_played_as_one_request() -> None:
    match = rolled(3, SQUARE)
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
        ("move P3", "The 3 moves left do not lead to checkpoint A; choose a marked place."),
        ("move P14", "The finish opens with 3 points; you have 0."),
        ("move P1", "Your car is there already; choose another place."),
    ],
)
def test_a_refusal_says_what_would_be_right(words: str, sentence: str) -> None:
    table = Table("P1 P1 | die 3")
    code = table.position.check(0, table.action(words))
    assert str(GAME.notation.refusal(code, table.position.plain(), table.frame, table.action(words))) == sentence
