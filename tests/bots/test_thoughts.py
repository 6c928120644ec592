"""What a bot says about its choice holds."""

import pytest

from tests.bots.moments import BOTS, GAMES, SEARCHES, Moment, case_of, moments
from tests.our_cases import our_cases
from tests.setting import game_named
from turnwise.bots import Budget, Thought, bot
from turnwise.bots.search import level_of, looks_deep
from turnwise.kit.game import Game
from turnwise.proofs.cases import walk

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def thought_of(name: str, moment: Moment, iterations: int) -> Thought:
    return bot(name).think(moment.known, moment.seat, seed=4, budget=Budget(iterations=iterations))


@pytest.mark.parametrize("name", BOTS)
@EVERY_GAME
def test_every_choice_is_legal_and_so_is_what_was_considered(game: Game, name: str) -> None:
    """In games of all sizes, with mixed options, on turn and out of turn."""
    for case in (case for case in our_cases(1) if case.game is game and case.seats < 5):
        for moment in moments(case, 12, every=6, most=4):
            thought = thought_of(name, moment, 25)
            assert thought.action in moment.legal
            considered = [one.action for one in thought.considered]
            assert set(considered) <= set(moment.legal) and len(set(considered)) == len(considered)
            assert not considered or thought.action in considered


@pytest.mark.parametrize("name", SEARCHES)
@EVERY_GAME
def test_what_was_considered_is_in_order(game: Game, name: str) -> None:
    """The best first; values between lost and won; shares of one whole; lines that begin with their action."""
    for moment in moments(case_of(game, max(game.seats[0], 2)), 13, most=4):
        thought = thought_of(name, moment, 200)
        if moment.seat != moment.position.turn:
            assert thought.considered == ()
            continue
        assert thought.effort
        assert all(0 <= one.value <= 1 and 0 <= one.share <= 1 for one in thought.considered)
        assert sum(one.share for one in thought.considered) == pytest.approx(1)
        assert all(one.line[:1] in ((), (one.action,)) for one in thought.considered)
        order = [(-one.share, -one.value if looks_deep(game) else 0) for one in thought.considered]
        assert order == sorted(order)
        if not level_of(game, int(name[-1])).blur:  # the others err on purpose
            assert thought.action == thought.considered[0].action and not thought.gentle
            assert thought.considered[0].line


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("game", [game for game in GAMES if looks_deep(game)], ids=lambda game: game.name)
def test_lines_of_an_open_game_can_be_played(game: Game, name: str) -> None:
    longest = 0
    for moment in moments(case_of(game), 14, every=5, most=6):
        for one in thought_of(name, moment, 4000).considered:
            ahead = moment.position.copy()
            for action in one.line:
                assert action in ahead.legal(ahead.turn)
                ahead.play(ahead.turn, action)
            longest = max(longest, len(one.line))
    assert longest >= (1 if level_of(game, int(name[-1])).plies == 1 else 2)


@pytest.mark.parametrize("name", ["whot", "caesar"])
def test_without_a_choice_nothing_is_weighed(name: str) -> None:
    forced = next(
        ply
        for ply in walk(case_of(game_named(name)), 15, compiled=True)
        if len(ply.legal) == 1 and ply.seat == ply.position.turn
    )
    thought = bot("search:5").think(forced.position.redacted(forced.seat), forced.seat, seed=4)
    assert thought.action == forced.legal[0]
    assert thought.forced and not thought.considered and not thought.effort and thought.iterations == 0
