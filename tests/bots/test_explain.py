"""A thought can be told to a person."""

from turnwise.bots import Considered, Thought
from turnwise.bots.explain import explained
from turnwise.play.match import Match


def test_hints_are_sentences_with_values() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    thought = Thought(
        3, (Considered(3, 0.62, 0.7, (3, 2, 4)), Considered(2, 0.55, 0.2), Considered(0, 0.1, 0.1)), "9 plies"
    )
    assert explained(thought, language, "A fierce player") == [
        "A fierce player would choose drop d, and expects 62 % of the win.",
        "It could go on like this: drop d, drop c, drop e.",
        "Also considered: drop c 55 %, drop a 10 %.",
        "Looked at: 9 plies.",
    ]
    assert explained(Thought(1), language, "Ann") == ["Ann would choose drop b."]


def test_who_does_not_choose_what_looks_best_speaks_of_what_is_chosen() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    thought = Thought(2, (Considered(3, 0.62, 0.7, (3, 2)), Considered(2, 0.55, 0.3, (2, 4))), "60 games played on")
    assert explained(thought, language, "A gentle player")[:3] == [
        "A gentle player would choose drop c, and expects 55 % of the win.",
        "It could go on like this: drop c, drop e.",
        "Also considered: drop d 62 %.",
    ]
