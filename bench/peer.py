"""OpenSpiel, from its wheel: random games in C++, and a game driven move by move from Python."""

import random
from typing import Any

import pyspiel


class Rollouts:
    """Random playouts inside OpenSpiel: one evaluation of a start position by N rollouts.

    A bot searches from a decision, so games that begin with chance are started anew for every call."""

    def __init__(self, name: str, games_a_call: int) -> None:
        self.game = pyspiel.load_game(name)
        self.games_a_call = games_a_call
        self.seed = 1
        self.decisions_a_game = self._decisions()

    def play(self) -> float:
        """Play some games; returns the number of decisions in them, from the mean length."""
        self.seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(self.games_a_call, self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, self.seed, False)
        bot.mcts_search(self._start())
        return self.games_a_call * self.decisions_a_game

    def _start(self) -> Any:
        state = self.game.new_initial_state()
        while state.is_chance_node():
            _draw(state)
        return state

    def _decisions(self, games: int = 400) -> float:
        total = 0
        for _ in range(games):
            state = self._start()
            while not state.is_terminal():
                if state.is_chance_node():
                    _draw(state)
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    total += 1
        return total / games


def _draw(state: Any) -> None:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(actions, weights)[0])


def stepped(game: Any, games: int) -> int:
    """Random games driven from Python; returns the number of moves."""
    moves, chance = 0, random.random
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            moves += 1
    return moves
