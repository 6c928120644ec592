"""A random action is one of those that are listed: the one that the same seed chooses from the list."""

from random import Random

import pytest

from tests.our_cases import OURS
from turnwise.kit.bind import bind
from turnwise.kit.chance import below
from turnwise.kit.game import Game
from turnwise.kit.position import Engine


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_an_action_at_random_is_taken_from_the_list(game: Game) -> None:
    some_action = bind("turnwise.lab.rollouts", game.package, compiled=False).some_action
    engine, chance = Engine(game, compiled=False), Random(game.name)
    at, _ = engine.position(game.frame(None, {}), 1)
    for _ in range(120):
        if at.over:
            break
        legal, dice, same = at.legal(at.turn), at.states[0].copy(), at.states[0].copy()
        dice.seed = same.seed = chance.getrandbits(60)
        action = some_action(at.states[0], at.besides[0], at.turn, engine.moves, dice)
        assert action == legal[below(same, len(legal))] and dice.seed == same.seed
        at.play(at.turn, action)
