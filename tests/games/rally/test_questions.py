"""Questions and what is hidden: R21, R22, R32 to R34 and R38, worked out by hand from the rule sheet."""

import json
import random
from typing import Any

import pytest

from tests.games.rally.picture import GAME, HEXAGON, QUIZ, Table, network, seed_giving
from tests.games.rally.twins import twin
from tests.law import law
from turnwise.kit.position import SPECTATOR, Position
from turnwise.kit.takeback import NEVER
from turnwise.lab.simulate import simulate
from turnwise.play.match import Match

FIRST = seed_giving((2, 0))
SECOND = seed_giving((2, 1))


def cells(beside: Any, name: str) -> list[int]:
    found: list[int] = getattr(beside, name).cells
    return found


def asked(seed: int = FIRST, line: str = "S S | die 1", **options: Any) -> Table:
    """Seat 0 has just stopped on the checkpoint Q: question 0 is about the hexagon, 1 about the colour."""
    table = Table(line, board=QUIZ, **options)
    table.play("move Q", seed=seed)
    return table


@law("R21", "R17")
def test_an_exact_stop_at_a_question_checkpoint_opens_a_question() -> None:
    table = asked()
    assert table.show["phase"] == "question" and table.turn == 0
    assert table.show["question"] == ["quiz", 0] and table.show["asked"] == {"quiz": [0]}
    assert table.show["points"] == [[], []] and table.reach == {}
    assert table.position.takeback(0) == NEVER


@law("R21")
def test_only_the_asked_player_may_act_and_only_answer() -> None:
    table = asked()
    assert table.legal(0) == ["answer 1", "answer 2", "answer 3", "no answer"] and table.legal(1) == []
    assert table.refused("move S") == "answer_first"
    assert table.refused("answer 4") == "no_such_answer"
    assert table.refused("answer 1", seat=1) == "not_your_turn"


@law("R21")
def test_a_question_is_drawn_from_those_not_asked_since_the_refill() -> None:
    table = Table("S S | die 1", board=QUIZ, asked=(0,))
    table.play("move Q", seed=seed_giving((1, 0)))
    assert table.show["question"] == ["quiz", 1] and table.show["asked"] == {"quiz": [0, 1]}


@law("R21")
def test_an_empty_pool_is_refilled_when_a_question_is_needed() -> None:
    table = Table("S S | die 1", board=QUIZ, asked=(0, 1))
    heard = table.play("move Q", seed=SECOND)
    assert ("refilled", {"pack": "quiz"}) in heard
    assert table.show["question"] == ["quiz", 1] and table.show["asked"] == {"quiz": [1]}


@law("R21")
def test_all_players_share_the_pool() -> None:
    table = asked()
    table.play("answer 1", seed=seed_giving((6, 0)))
    assert table.turn == 1
    table.play("move Q")
    assert table.show["question"] == ["quiz", 1] and table.show["asked"] == {"quiz": [0, 1]}


@law("R21")
def test_questions_beyond_the_fiftieth_are_drawn_too() -> None:
    questions = [HEXAGON | {"text": f"Question {i}"} for i in range(200)]
    board = network("S> Q*q A F#", "S-Q S-A A-Q Q-F", q=questions)
    for k in (0, 49, 50, 199):
        table = Table("S S | die 1", board=board)
        table.play("move Q", seed=seed_giving((200, k)))
        assert table.show["question"] == ["q", k]
    table = Table("S S | die 1", board=board, asked=(0, 3))
    table.play("move Q", seed=seed_giving((198, 100)))
    assert table.show["question"] == ["q", 102]


@law("R21", "R19", "option questions")
def test_without_questions_an_exact_stop_is_enough() -> None:
    table = asked(questions=False)
    assert table.show["phase"] == "move" and table.show["points"][0] == ["Q"] and table.turn == 1


@law("R19", "R21")
def test_no_question_is_asked_for_a_point_already_held() -> None:
    table = asked(line="S S | die 1 | points Q /")
    assert table.show["phase"] == "move" and table.show["asked"] == {"quiz": []}


@law("R22", "R33", "R34", "example 11")
def test_a_right_answer_earns_the_point_and_shows_answer_and_note() -> None:
    table = asked()
    heard = table.play("answer 2")
    assert heard[0] == ("answered", {"seat": 0, "answer": "6", "right": "6", "note": "Hex is six."})
    assert heard[1] == ("earned", {"seat": 0, "checkpoint": "Q"})
    assert table.show["points"] == [["Q"], []] and table.turn == 1 and table.show["question"] is None
    assert GAME.notation.name("right", table.position.redacted(1).plain().revealed, table.frame) == "6"


@law("R22", "R34")
def test_a_wrong_answer_earns_nothing_and_the_turn_ends() -> None:
    table = asked()
    heard = table.play("answer 3")
    assert heard[0] == ("answered", {"seat": 0, "answer": "8", "right": "6", "note": "Hex is six."})
    assert table.show["points"] == [[], []] and table.turn == 1 and table.show["at"][0] == "Q"


@law("R22")
def test_after_a_wrong_answer_the_player_may_come_back() -> None:
    table = Table("Q S | die 2", board=QUIZ, asked=(0,))
    assert table.reach == {"S": 1, "A": 1}  # Q itself is no target
    table = Table("A S | die 1", board=QUIZ, asked=(0,))
    table.play("move Q", seed=seed_giving((1, 0)))
    assert table.show["question"] == ["quiz", 1]


@law("R38", "R22")
def test_no_answer_counts_as_wrong_and_the_right_one_is_shown() -> None:
    table = asked()
    heard = table.play("no answer")
    assert heard[0] == ("answered", {"seat": 0, "answer": "no answer", "right": "6", "note": "Hex is six."})
    assert table.show["points"][0] == [] and table.turn == 1


@law("R38", "option computers")
def test_only_a_computer_answers_by_luck() -> None:
    assert asked().refused("luck") == "not_a_computer"
    assert "luck" not in asked(computers=[1]).legal()
    assert asked(computers=[0]).legal() == ["answer 1", "answer 2", "answer 3", "no answer", "luck"]


@law("R38", "option bot_knowledge")
@pytest.mark.parametrize(
    ("knowledge", "draws", "answer"),
    [
        (67, [(100, 66)], "6"),
        (67, [(100, 67), (2, 0)], "5"),
        (67, [(100, 67), (2, 1)], "8"),
        (0, [(100, 0), (2, 1)], "8"),
        (100, [(100, 99)], "6"),
    ],
)
def test_luck_is_drawn_first_then_a_wrong_answer(knowledge: int, draws: list[tuple[int, int]], answer: str) -> None:
    table = asked(computers=[0], bot_knowledge=knowledge)
    heard = table.play("luck", seed=seed_giving(*draws))
    assert heard[0][1]["answer"] == answer
    assert table.show["points"][0] == (["Q"] if answer == "6" else [])


@law("R38")
def test_the_die_follows_luck_and_the_wrong_answer() -> None:
    table = asked(computers=[0])
    table.play("luck", seed=seed_giving((100, 80), (2, 0), (6, 4)))
    assert table.show["die"] == 5
    table = asked(computers=[0])
    table.play("luck", seed=seed_giving((100, 3), (6, 4)))
    assert table.show["die"] == 5


@law("R38")
def test_simulated_bots_are_computers_who_may_trust_their_luck() -> None:
    """Who knows every answer is in sooner than who has to guess."""
    wise, foolish = (simulate("rally", 256, bots="classic", board=QUIZ, bot_knowledge=sure) for sure in (100, 0))
    assert sum(wise.points) > sum(foolish.points)
    assert sum(n * turns for turns, n in wise.turns.items()) < sum(n * turns for turns, n in foolish.turns.items())


@law("R32")
def test_players_see_the_board_without_the_contents_of_its_packs() -> None:
    shown = GAME.shown_options(GAME.frame(2, {"board": QUIZ}).options)["board"]
    assert shown["packs"] == {"quiz": {"title": "Quiz"}}
    assert {key: value for key, value in shown.items() if key != "packs"} == {
        key: value for key, value in QUIZ.items() if key != "packs"
    }


@law("R32")
def test_everything_on_the_table_is_open_to_all() -> None:
    table = asked()
    for seat in (SPECTATOR, 0, 1):
        assert GAME.notation.show(table.position.redacted(seat).plain(), table.frame) == table.show


@law("R33", "R32", "R34")
def test_the_right_answer_leaves_the_match_with_the_given_answer_only() -> None:
    """Three answers are told when the question opens; which is right, and the note, when it is answered."""
    match = next(m for seed in range(99) if (m := Match(GAME, seats=2, seed=seed, board=QUIZ)).position.state.die == 1)
    match.play("move Q")
    for seat in (None, 0, 1):
        told = json.dumps(match.view(seat).json())
        assert "Hex is six" not in told and '"right"' not in told
        open_question = match.view(seat).events[1]
        assert open_question["event"] == "asked" and open_question["question"] in (
            "How many sides has a hexagon?",
            "Which colour has the fourth seat?",
        )
    match.play("no answer")
    for seat in (None, 0, 1):
        answered = match.view(seat).events[0]
        assert answered["right"] in ("6", "red") and answered["answer"] == "no answer"


@law("R33")
def test_worlds_that_differ_in_what_is_hidden_look_the_same() -> None:
    chance = random.Random(3)
    states, besides = GAME.records
    for table in (asked(), asked(SECOND), Table("S S | die 3", board=QUIZ, asked=(1,))):
        fields = set()
        for seat in (SPECTATOR, 0, 1):
            for _ in range(20):
                s, beside = twin(table.position.state, table.position.besides[0], seat, chance)
                other = Position(table.position.engine, states.pack(s), besides.pack(beside))
                assert other.redacted(seat).pack() == table.position.redacted(seat).pack()
                assert other.legal(0) == table.position.legal(0)
                fields |= {
                    name
                    for name in ("answers", "right")
                    if cells(beside, name) != cells(table.position.besides[0], name)
                }
        assert fields == {"answers", "right"}


@law("R33")
def test_every_answer_may_be_imagined_right() -> None:
    table = asked(SECOND)
    known = table.position.redacted(0)
    seen = set()
    for seed in range(200):
        imagined = known.imagined(0, seed)
        assert imagined.redacted(0).pack() == known.pack()
        beside = imagined.besides[0]
        numbers = [beside.answers[0, 0] >> 3 * i & 7 for i in range(3)]
        right = [beside.right[0, 0] >> 3 * i & 7 for i in range(3)]
        assert numbers[1] == 4 and numbers[0] in (3, 4, 5, 6) and numbers[2] == 0
        assert right[0] < numbers[0] and right[1] < 4
        seen.add((numbers[0], right[0], right[1]))
    assert {right for _, _, right in seen} == {0, 1, 2, 3} and {(n, r) for n, r, _ in seen} >= {(3, 1), (6, 5)}
