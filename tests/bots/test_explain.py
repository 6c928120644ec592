"""A thought can be told to a person."""

from tests.bots.boards import discs, random_discs
from turnwise.bots import Budget, Considered, Thought, bot
from turnwise.bots.bot import Effort
from turnwise.bots.explain import explained
from turnwise.kit.words import Given
from turnwise.play.language import Language
from turnwise.play.match import Match


def told(thought: Thought, language: Language, who: Given) -> list[str]:
    return [str(one) for one in explained(thought, language, who)]


def test_hints_are_sentences_with_values() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    thought = Thought(
        3,
        (Considered(3, 0.62, 0.7, (3, 2, 4)), Considered(2, 0.55, 0.2), Considered(0, 0.1, 0.1)),
        Effort("plies", 9, 12345),
    )
    assert told(thought, language, "A fierce player") == [
        "A fierce player would choose “Drop a disc into column d”, with a 62 % chance to win.",
        "It could go on like this: Drop a disc into column d; Drop a disc into column c; Drop a disc into column e.",
        "Also considered: Drop a disc into column c (55 %); Drop a disc into column a (10 %).",
        "It looked 9 moves ahead, at 12,345 positions.",
    ]
    assert told(Thought(1), language, "Ann") == ["Ann would choose “Drop a disc into column b”."]


def test_who_does_not_choose_what_looks_best_speaks_of_what_is_chosen() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    thought = Thought(
        2, (Considered(3, 0.62, 0.7, (3, 2)), Considered(2, 0.55, 0.3, (2, 4))), Effort("games", number=60)
    )
    assert told(thought, language, "A gentle player") == [
        "A gentle player would choose “Drop a disc into column c”, with a 55 % chance to win.",
        "It could go on like this: Drop a disc into column c; Drop a disc into column e.",
        "Also considered: Drop a disc into column d (62 %).",
        "It played 60 games to their end.",
    ]


def test_who_errs_on_purpose_says_so() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    considered = (Considered(3, 0.62, 0.7), Considered(2, 0.55, 0.3))
    erred, not_now = (Thought(action, considered, gentle=True) for action in (2, 3))
    assert told(erred, language, "Gentle bot")[:2] == [
        "Gentle bot would choose “Drop a disc into column c”, with a 55 % chance to win.",
        "It errs on purpose now and then, as it does here: “Drop a disc into column d” looked best.",
    ]
    assert told(not_now, language, "Gentle bot")[1] == "It errs on purpose now and then, but not here."


def test_who_has_no_choice_claims_nothing() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    full = next(one for one in random_discs(1, 20, 37, 41) if len(one.legal(one.turn)) == 1)
    forced = bot("search:3").think(full.redacted(full.turn), full.turn, seed=1)
    assert told(forced, language, "Ann") == [f"Ann has only one move: {language.action(forced.action).said}."]


def test_one_move_ahead_is_not_several() -> None:
    language = Match("connect_four", seed=1, compiled=False).language
    one = bot("search:1").think(discs(3, 3).redacted(0), 0, seed=1)
    assert one.gentle and told(one, language, "Ann")[-1].startswith("It looked one move ahead, at ")
    two = bot("search:5").think(discs(3, 3, 0, 0).redacted(0), 0, seed=1, budget=Budget(iterations=2000))
    assert not two.gentle and " moves ahead, at " in told(two, language, "Ann")[-1]
