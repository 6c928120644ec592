"""Our bots in OpenSpiel, and OpenSpiel's at our tables."""

from collections.abc import Callable
from typing import Any

import pyspiel

from turnwise.bots import Bot, Budget, bot
from turnwise.bots.bot import Considered, Effort, Thought, asked
from turnwise.envs.spiel import PREFIX, SpielState
from turnwise.kit.chance import fork
from turnwise.kit.game import Game
from turnwise.kit.position import Position

SIMULATIONS = 500
"""Simulations of their search per move, without a budget."""
WORLDS = 8
"""In a game with secrets it searches so many worlds that its seat cannot rule out, and adds up the visits."""
BOLDNESS = 1.4
MEGABYTES = 1000


class OurBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of ours that plays in OpenSpiel: `pyspiel.evaluate_bots(state, [OurBot("search:3", 0), …], seed)`.

    It uses only what its seat may know of a state of one of our games."""

    def __init__(self, name: str, player: int, *, seed: int = 0, budget: Budget | None = None) -> None:
        pyspiel.Bot.__init__(self)
        self.name, self.player, self.seed, self.budget = name, player, seed, budget

    def step(self, state: SpielState) -> int:
        at = state.standing
        mind: Bot = bot(self.name, at.home.game)
        known = at.position.redacted(self.player)
        seed = hash((self.seed, self.player, at.log)) & 0x3FFF_FFFF_FFFF_FFFF
        return int(mind.think(known, self.player, seed=seed, budget=self.budget).action)

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        """Not needed: the state is asked."""

    def restart(self) -> None:
        """Not needed: it keeps no state."""


class Mcts:
    """OpenSpiel's MCTSBot in a seat of ours, with a random playout per simulation; a budget of iterations counts
    simulations.

    With hidden cards, it searches a few worlds that its seat cannot rule out, and takes the action with the most visits
    in all."""

    game: Game | None = None
    name = "openspiel:mcts"

    @asked
    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        legal = known.legal(seat)
        if len(legal) == 1:
            return Thought(legal[0], forced=True)
        game, dice = known.engine.game, known.plain()
        dice.seed = seed
        simulations = (budget and budget.iterations) or SIMULATIONS
        worlds = WORLDS if game.hidden else 1
        visits, worths = dict.fromkeys(legal, 0), dict.fromkeys(legal, 0.0)
        for _ in range(worlds):
            root = _searched(known.imagined(seat, fork(dice)), max(2, simulations // worlds), fork(dice) & 0x7FFFFFFF)
            for child in root.children:
                visits[child.action] += child.explore_count
                worths[child.action] += child.total_reward
            if stop():
                break
        total = max(1, sum(visits.values()))
        best = sorted(legal, key=lambda action: -visits[action])
        considered = tuple(
            Considered(action, (worths[action] / visits[action] + 1) / 2, visits[action] / total)
            for action in best
            if visits[action]
        )
        return Thought(best[0], considered, Effort("games", number=total), iterations=total)


mcts = Mcts  # the name by which players are given: openspiel:mcts


def _searched(world: Position, simulations: int, seed: int) -> Any:
    """The search tree from a position."""
    seats = int(world.state.seats)
    given = {"players": seats, "compiled": world.engine.compiled}
    home = pyspiel.load_game(f"{PREFIX}{world.engine.game.name}", given)
    state = home.new_initial_state()
    at = state.standing
    at.position = Position(at.home.engine, *world.pack())
    at.begun, at.out_of, at.draws, at.pending = True, 0, (), None
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(home, evaluator, BOLDNESS, simulations, MEGABYTES, True, seed, False).mcts_search(state)
