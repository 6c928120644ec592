"""The same seed and the same number of iterations give the same thought: again, on two cores, compiled and interpreted."""

import pytest

from tests.bots.moments import BOTS, GAMES, SEARCHES, Moment, case_of, moments, must_think
from turnwise.bots import Bot, Budget, Thought, bot, sampling
from turnwise.bots.clock import Clock
from turnwise.bots.search import Search, looks_deep
from turnwise.kit.chance import fork
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position

SAMPLED = [game for game in GAMES if not looks_deep(game)]


def thought_of(player: Bot, moment: Moment, *, seed: int = 1, iterations: int = 120) -> Thought:
    return player.think(moment.known, moment.seat, seed=seed, budget=Budget(iterations=iterations))


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_seed_and_iterations_give_the_same_thought(game: Game, name: str) -> None:
    for number, moment in enumerate(moments(case_of(game, max(game.seats[0], 2)), 5, most=3)):
        first, second = (thought_of(bot(name), moment, seed=number) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_another_seed_may_give_another_thought(game: Game) -> None:
    """Where a bot has chance of its own, it uses it."""
    moment = next(filter(must_think, moments(case_of(game, max(game.seats[0], 2)), 6)))
    for name in ("random", "search:1", "search:5"):
        thoughts = {thought_of(bot(name), moment, seed=seed) for seed in range(8)}
        assert len(thoughts) > 1


@pytest.mark.parametrize("game", SAMPLED, ids=lambda game: game.name)
def test_two_cores_are_two_trees_added_up(game: Game) -> None:
    for moment in moments(case_of(game, game.seats[1]), 7, every=9, most=2):
        if moment.seat != moment.position.turn:
            continue
        player = Search(5, cores=2)
        thought = thought_of(player, moment, seed=3, iterations=150)
        assert all(thought_of(player, moment, seed=3, iterations=150) == thought for _ in range(3))
        dice = moment.known.plain()
        dice.seed = 3
        visits, totals = dict.fromkeys(moment.legal, 0), dict.fromkeys(moment.legal, 0.0)
        for _ in range(2):
            tree = sampling.Tree(moment.known, moment.seat, fork(dice))
            tree.run(150)
            for action, (n, total, _) in tree.children().items():
                visits[action] += n
                totals[action] += total
        assert thought.iterations == sum(visits.values()) == 300
        assert {one.action: (round(300 * one.share), one.value) for one in thought.considered} == {
            action: (n, totals[action] / n) for action, n in visits.items() if n
        }
        assert visits[thought.action] == max(visits.values())


def test_one_core_grows_the_first_of_the_trees() -> None:
    moment = next(moments(case_of(SAMPLED[0]), 8, most=1))
    dice = moment.known.plain()
    dice.seed = 3
    tree = sampling.Tree(moment.known, moment.seat, fork(dice))
    tree.run(90)
    alone = sampling.think(
        moment.known, moment.seat, moment.legal, None, Clock(Budget(iterations=90), lambda: False), 3
    )
    assert {one.action: round(90 * one.share) for one in alone.considered} == {
        action: n for action, (n, _, _) in tree.children().items()
    }


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_seed_of_64_bits_will_do(game: Game, name: str) -> None:
    """A match hands out such seeds, below 0 as well."""
    moment = next(moments(case_of(game, max(game.seats[0], 2)), 11, most=1))
    for seed in (-(2**63), -1, 0, 2**63 - 1):
        assert thought_of(bot(name), moment, seed=seed, iterations=20).action in moment.legal


@pytest.mark.parametrize("name", ["classic", "greedy", "search:1", "search:5"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_compiled_bot_and_an_interpreted_one_think_the_same(
    game: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Engine(game, compiled=False)
    iterations = 150 if looks_deep(game) else 12
    for number, moment in enumerate(moments(case_of(game, max(game.seats[0], 2)), 9, every=11, most=2)):
        slow = Position(plain, *moment.known.pack())
        with monkeypatch.context() as patched:
            patched.setenv("TURNWISE_INTERPRET", "1")  # else it would think compiled all the same
            interpreted = bot(name).think(slow, moment.seat, seed=number, budget=Budget(iterations=iterations))
        assert interpreted == thought_of(bot(name), moment, seed=number, iterations=iterations)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_thought_about_stays_as_it_was(game: Game, name: str) -> None:
    for compiled in (True, False):
        for moment in moments(case_of(game), 10, every=9, most=1, compiled=compiled):
            known = moment.known
            before = known.pack()
            bot(name).think(known, moment.seat, seed=2, budget=Budget(iterations=30 if compiled else 3))
            assert known.pack() == before
