"""Uniformly random whole games, as fast as the rules allow; for benchmarks and proofs. Bound to a game by `bind`."""

from turnwise.kit import rule
from turnwise.kit.chance import below
from turnwise.kit.contract import legal, play, setup


@rule
def rollouts(states, besides, dice, moves, silence, games):
    """Play `games` random games from the blank state states[0]; returns the number of actions. states[1] is work space.

    `dice[0]` is a state whose seed chooses the moves, apart from the game's own chance."""
    actions = 0
    s = states[1]
    for _ in range(games):
        states[1] = states[0]
        s.seed = states[0].seed
        below(states[0], 2)
        setup(s, besides[0], silence)
        while not s.over:
            n = legal(s, besides[0], s.turn, moves)
            play(s, besides[0], s.turn, moves[below(dice[0], n)], silence)
            actions += 1
    return actions
