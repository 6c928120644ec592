"""Games in PettingZoo: `env("connect_four")`, or `pettingzoo.make("aec", "turnwise/connect_four-v1")` after importing
this."""

from functools import partial
from typing import Any

import numpy as np

from turnwise.envs.batch import Rewards
from turnwise.envs.extra import missing
from turnwise.envs.table import Table
from turnwise.games import all_games
from turnwise.kit.game import Game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, register
except ImportError as error:
    raise missing("PettingZoo", "envs") from error

MODES = ["rgb_array", "ansi"]


class Aec(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]
    """A game whose seats act one after the other. The observation is a vector of bytes, with the mask of legal actions
    beside it and in `infos`. An illegal action ends the game as a loss; `infos[agent]["illegal"]` says why."""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        rewards: Rewards = "win",
        render_mode: str | None = None,
        compiled: bool | None = True,
        **options: Any,
    ) -> None:
        super().__init__()
        self.table = Table(game, seats=seats, rewards=rewards, compiled=compiled, **options)
        self.render_mode = render_mode
        name, actions = self.table.game.name, self.table.game.actions
        self.metadata = {"name": f"turnwise_{name}_v{self.table.game.version}", "render_modes": MODES, "render_fps": 1}
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        cells = len(self.table.glance(0)[0])
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, (cells,), np.int8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._acts = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._spaces = dict.fromkeys(self.possible_agents, self._seen)
        self.agents: list[str] = []
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The same for all; its `observation` has the pieces of `turnwise.game(…).observed`, one after the other."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same games from then on."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.table.reset(int(self._random.integers(1 << 62)))
        agents = self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._ask()

    def _ask(self) -> None:
        """Give the seat on turn its observation."""
        table = self.table
        seat = table.position.turn
        agent = self.agent_selection = self.possible_agents[seat]
        cells, mask = table.glance(seat)
        self._view: dict[str, Any] | None = {"observation": cells, "action_mask": mask}
        self.infos[agent] = {"action_mask": mask}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and its legal actions now: none if another is on turn."""
        if self._view is not None and agent == self.agent_selection:
            return self._view
        cells, mask = self.table.glance(self._seats[agent])
        return {"observation": cells, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        table = self.table
        mask = self.infos[agent]["action_mask"]
        if action is not None and 0 <= action < len(mask) and mask[action]:
            table.act(int(action))
        else:
            table.lose(None if action is None else int(action))
        if not table.over:
            self._ask()
            return
        returns = table.returns()
        self._view = None
        for seat, one in enumerate(self.possible_agents):
            self.rewards[one] = returns[seat]
            self._cumulative_rewards[one] += returns[seat]
            self.terminations[one] = True
            self.infos[one] = {"action_mask": np.zeros_like(mask)}
        if table.lost:
            self.infos[agent]["illegal"] = table.lost[1]

    def render(self) -> Any:
        """As a spectator sees it."""
        return self.table.render(self.render_mode)

    def fingerprint(self) -> str:
        """Equal for equal positions."""
        return self.table.fingerprint()

    def close(self) -> None:
        """Nothing to close."""


def env(game: str | Game, **given: Any) -> Aec:
    """A game as a PettingZoo environment."""
    return Aec(game, **given)


for _one in all_games():
    register("aec", f"turnwise/{_one.name}-v{_one.version}", entry_point=partial(env, _one.name))
