"""OpenSpiel, from its wheel: random games and searches in C++, and a game driven move by move from Python."""

import random
import time
from dataclasses import dataclass
from statistics import median
from typing import Any

import pyspiel

MEGABYTES = 1000
"""Room for a tree; more than a search here ever takes."""

FIRST_SIMULATIONS = 1000
SPARE = 1.03
"""A search that is made again is made a little longer, so that it need not be made a third time."""


class Rollouts:
    """Random playouts inside OpenSpiel: one evaluation of a start position by N rollouts.

    A bot searches from a decision, so games that begin with chance are started anew for every call."""

    def __init__(self, name: str, games_a_call: int, *, whole: bool = False) -> None:
        """`whole` games are counted, or the decisions in them."""
        self.game = pyspiel.load_game(name)
        self.games_a_call = games_a_call
        self.seed = 1
        self.decisions_a_game = 1.0 if whole else self._decisions()

    def play(self) -> float:
        """Play some games; returns how many, or the number of decisions in them, from the mean length."""
        self.seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(self.games_a_call, self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, self.seed, False)
        bot.mcts_search(_dealt(self.game))
        return self.games_a_call * self.decisions_a_game

    def _decisions(self, games: int = 400) -> float:
        total = 0
        for _ in range(games):
            state = _dealt(self.game)
            while not state.is_terminal():
                if state.is_chance_node():
                    _draw(state)
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    total += 1
        return total / games


class WholeGames:
    """Whole games inside OpenSpiel with the deal, which rollouts from a decision leave out: its uniform random bots play in
    C++, one call a game. What a call costs that plays nothing is not counted against it."""

    def __init__(self, name: str, games_a_call: int) -> None:
        self.game = pyspiel.load_game(name)
        self.games_a_call, self.seed = games_a_call, 1
        self.bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(self.game.num_players())]
        self.decisions_a_game = Rollouts(name, 1).decisions_a_game
        over = _dealt(self.game)
        while not over.is_terminal():
            over.apply_action(over.legal_actions()[0])
        played, called = (
            median(self._seconds(state) for _ in range(5)) for state in (self.game.new_initial_state(), over)
        )
        self.part_played = (played - called) / played

    def _seconds(self, state: Any) -> float:
        began = time.process_time()
        for _ in range(self.games_a_call):
            self.seed += 1
            pyspiel.evaluate_bots(state.clone(), self.bots, self.seed)
        return time.process_time() - began

    def play(self) -> float:
        """Play some games; returns the decisions that there would be in the same time if a call cost nothing."""
        self._seconds(self.game.new_initial_state())
        return self.games_a_call * self.decisions_a_game / self.part_played


class Searches:
    """Its MCTSBot from the start of a game, as many simulations a search as ours makes walks.

    One random playout a simulation, and no proofs of won and lost positions, as in our tree. Results lie between -1 and 1
    there and between 0 and 1 here, so twice our boldness is the same."""

    def __init__(self, name: str, simulations: int, boldness: float) -> None:
        self.game = pyspiel.load_game(name)
        self.simulations, self.boldness = simulations, 2 * boldness
        self.seed = 1

    def search(self) -> int:
        self.seed += 1
        return int(_mcts(self.game, self.boldness, self.simulations, self.seed, _dealt(self.game)).explore_count)


class HiddenSearches:
    """Its ISMCTSBot playing all seats of a game with hidden cards, deal after deal."""

    def __init__(self, name: str, simulations: int) -> None:
        self.game = pyspiel.load_game(name)
        self.simulations = simulations
        self.seed = 1
        self.state = _dealt(self.game)

    def search(self) -> int:
        """The simulations of the next move with a choice."""
        while self.state.is_terminal() or self.state.is_chance_node() or len(self.state.legal_actions()) == 1:
            if self.state.is_terminal():
                self.state = _dealt(self.game)
            elif self.state.is_chance_node():
                _draw(self.state)
            else:
                self.state.apply_action(self.state.legal_actions()[0])
        self.seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(self.seed, evaluator, 2.0, self.simulations, final_policy_type=most_visited)
        self.state.apply_action(bot.step(self.state))
        return self.simulations


@dataclass
class Opponent:
    """Its MCTSBot with at least so many seconds of processor time for a move, proofs switched on.

    It can be told a number of simulations and no processor time. So a search that took too little is made again from
    nothing with more of them, and only the last one counts."""

    game: Any
    boldness: float
    seed: int
    simulations: int = FIRST_SIMULATIONS
    """As many as the last move took."""

    def choose(self, state: Any, seconds: float) -> tuple[int, float]:
        """Its move, and the seconds that it took: fewer only if the position is settled before."""
        while True:
            self.seed += 1
            began = time.thread_time()
            root = _mcts(self.game, self.boldness, self.simulations, self.seed, state, solve=True)
            action = int(root.best_child().action)
            spent = time.thread_time() - began
            if spent >= seconds or root.explore_count < self.simulations:
                self.simulations = max(FIRST_SIMULATIONS, int(root.explore_count * seconds / spent))
                return action, spent
            self.simulations = int(self.simulations * SPARE * seconds / spent) + 1


def _mcts(game: Any, boldness: float, simulations: int, seed: int, state: Any, *, solve: bool = False) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, boldness, simulations, MEGABYTES, solve, seed, False)
    return bot.mcts_search(state)


def _dealt(game: Any) -> Any:
    """The start of a game, with its first chances drawn."""
    state = game.new_initial_state()
    while state.is_chance_node():
        _draw(state)
    return state


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
