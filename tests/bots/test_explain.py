"""A thought can be told to a person."""

from tests.bots.boards import discs, random_discs
from turnwise.bots import Budget, Considered, Thought, bot
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


def test_who_errs_on_purpose_says_so() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    considered = (Considered(3, 0.62, 0.7), Considered(2, 0.55, 0.3))
    erred, not_now = (Thought(action, considered, gentle=True) for action in (2, 3))
    assert explained(erred, language, "Gentle bot")[:2] == [
        "Gentle bot would choose drop c, and expects 55 % of the win.",
        "It errs on purpose now and then, as it does here: drop d looked best.",
    ]
    assert explained(not_now, language, "Gentle bot")[1] == "It errs on purpose now and then, but not here."


def test_who_has_no_choice_claims_nothing() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    full = next(one for one in random_discs(1, 20, 37, 41) if len(one.legal(one.turn)) == 1)
    forced = bot("search:3").think(full.redacted(full.turn), full.turn, seed=1)
    assert explained(forced, language, "Ann") == [f"Ann has no choice but {language.action(forced.action)}."]


def test_one_ply_is_no_plies() -> None:
    one = bot("search:1").think(discs(3, 3).redacted(0), 0, seed=1)
    assert one.gentle and one.effort.startswith("1 ply deep, ")
    two = bot("search:5").think(discs(3, 3, 0, 0).redacted(0), 0, seed=1, budget=Budget(iterations=2000))
    assert not two.gentle and " plies deep, " in two.effort
