"""Uniformly random whole games, as fast as the rules allow; bound to a game by `bind`."""

from turnwise.kit.chance import fork
from turnwise.kit.contract import play, setup, some_action
from turnwise.kit.plain import entry


@entry
def rollouts(states, besides, pad, silence, games):
    """Play random games from the blank state states[0], whose seed is the source of all chance; returns the number of
    actions.

    states[1] is the game being played, states[2] has the seed that chooses the moves."""
    actions, moves = 0, pad[0].moves
    states[2] = states[0]
    for _ in range(games):
        states[1] = states[0]
        s, dice = states[1], states[2]
        s.seed = fork(dice)
        setup(s, besides[0], silence[0])
        while not s.over:
            play(s, besides[0], s.turn, some_action(s, besides[0], s.turn, moves, dice), silence[0])
            actions += 1
    states[0].seed = states[2].seed
    return actions
