"""Games in Gymnasium, from one seat against bots: `gymnasium.make("turnwise/connect_four-v1")` after importing this,
also `make_vec`.

Importing it registers every game; `gymnasium.make("turnwise.envs.gym:turnwise/connect_four-v1")` does both at once.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.bots import Bot, Budget, bot
from turnwise.envs.batch import Batch, Rewards
from turnwise.envs.extra import missing
from turnwise.envs.table import Table
from turnwise.games import all_games
from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.game import Game
from turnwise.kit.words import said

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("Gymnasium", "envs") from error

MODES = ["rgb_array", "ansi"]
OPPONENT = "random"
SEEDS = 1 << 62


def _seat(seat: int | None, seats: int) -> int | None:
    if seat is not None and seat not in range(seats):
        template = said("There is no seat {seat}: seats are 0 to {last}.", last=seats - 1)
        raise BadOption(template.given_also(seat=quoted(seat)))
    return seat


class Single(gymnasium.Env[NDArray[np.int8], int]):
    """One game from one seat; bots of any kind play the others, with `budget` for those that look ahead.

    The observation is a vector of bytes; the mask of legal actions is in `info["action_mask"]`, and `action_masks()`
    gives it to sb3-contrib's MaskablePPO. An illegal action loses, and `info["illegal"]` says why. `seat` None: another
    one in each game."""

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int | None = 0,
        opponents: str | Mapping[int, str] = OPPONENT,
        seats: int | None = None,
        rewards: Rewards = "win",
        budget: Budget | None = None,
        render_mode: str | None = None,
        compiled: bool | None = True,
        **options: Any,
    ) -> None:
        self.table = Table(game, seats=seats, rewards=rewards, compiled=compiled, **options)
        self._seated, self._budget = _seat(seat, self.table.seats), budget
        named = dict.fromkeys(range(self.table.seats), opponents) if isinstance(opponents, str) else dict(opponents)
        self._bots: dict[int, Bot] = {at: bot(name, self.table.game) for at, name in named.items()}
        self.render_mode = render_mode
        self.seat = seat or 0
        """The agent's seat in this game."""
        self.observation_space = spaces.Box(-128, 127, (len(self.table.glance(0)[0]),), np.int8)
        self.action_space = spaces.Discrete(self.table.game.actions)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        self.table.reset(int(self.np_random.integers(SEEDS)))
        self.seat = int(self.np_random.integers(self.table.seats)) if self._seated is None else self._seated
        self._go_on()
        return self._seen()

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        if self.table.over:
            raise BadOption(said("The game is over: call reset() before the next step."))
        if self.action_space.contains(action) and self.action_masks()[action]:
            self.table.act(int(action))
            self._go_on()
        else:
            self.table.lose(int(action))
        seen, info = self._seen()
        return seen, self.table.returns()[self.seat], self.table.over, False, info

    def _go_on(self) -> None:
        """Let the bots act until the seat is on turn."""
        table = self.table
        while not table.over and table.turn != self.seat:
            seat, seed = table.turn, int(self.np_random.integers(SEEDS))
            table.act(int(self._bots[seat].think(table.known(seat), seat, seed=seed, budget=self._budget).action))

    def _seen(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        cells, mask = self.table.glance(self.seat)
        info: dict[str, Any] = {"action_mask": mask, "seat": self.seat}
        if self.table.lost:
            info["illegal"] = self.table.lost[1]
        return cells, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        return self.table.glance(self.seat)[1].astype(np.bool_)

    def render(self) -> Any:
        """As the seat sees it."""
        return self.table.render(self.render_mode, self.seat)

    def fingerprint(self) -> str:
        """Equal for equal positions."""
        return self.table.fingerprint()


class Many(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many games from one seat each, in compiled code over all cores; bots that do not look ahead play the others.

    A finished game is restarted in the same step (`AutoresetMode.SAME_STEP`), and `infos["final_obs"]` has the
    observation at its end. `copy` False returns the batch's own arrays, which the next step overwrites. `seat` None:
    each game has another."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": MODES}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int | None = 0,
        opponents: str = OPPONENT,
        seats: int | None = None,
        rewards: Rewards = "win",
        copy: bool = True,
        cores: int | None = None,
        render_mode: str | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        table = Table(game, seats=seats, compiled=False, **options)
        own = _seat(seat, table.seats)
        rows = [
            {at: opponents for at in range(table.seats) if at != mine}
            for mine in (range(table.seats) if own is None else [own])
        ]
        self.batch = Batch(
            table.game,
            num_envs,
            seats=seats,
            opponents=rows,
            rewards=rewards,
            final=True,
            cores=cores,
            compiled=compiled,
            **options,
        )
        self._own = np.arange(num_envs) % table.seats if own is None else np.full(num_envs, own)
        self._rows, self._copy = np.arange(num_envs), copy
        self.num_envs, self.render_mode, self._given = num_envs, render_mode, (table, options)
        self.single_observation_space = spaces.Box(-128, 127, (self.batch.observation.shape[1],), np.int8)
        self.single_action_space = spaces.Discrete(table.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Restart all games. One seed is for all of them."""
        if isinstance(seed, list):
            raise BadOption(said("A batch has one seed for all its games, not a list."))
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(SEEDS)))
        return self._out(self.batch.observation), {"action_mask": self._out(self.batch.legal_action_mask)}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        infos: dict[str, Any] = {"action_mask": self._out(batch.legal_action_mask)}
        ended = batch.terminated
        if ended.any():
            infos["final_obs"] = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(ended):
                infos["final_obs"][number] = batch.final_observation[number].copy()
            infos["_final_obs"] = ended.copy()
            infos["illegal"], infos["_illegal"] = self._out(batch.illegal), ended.copy()
        rewards = batch.rewards[self._rows, self._own].astype(np.float64)
        return self._out(batch.observation), rewards, self._out(ended), np.zeros(self.num_envs, np.bool_), infos

    def _out(self, rows: NDArray[Any]) -> NDArray[Any]:
        return rows.copy() if self._copy else rows

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now in each game."""
        return self.batch.legal_action_mask.copy()

    def render(self) -> tuple[Any, ...]:
        """Each game as its seat sees it."""
        table, _ = self._given
        shown = []
        for number in range(self.num_envs):
            table._stand(self.batch.position(number))
            shown.append(table.render(self.render_mode, int(self._own[number])))
        return tuple(shown)


for _one in all_games():
    gymnasium.register(
        f"turnwise/{_one.name}-v{_one.version}",
        entry_point="turnwise.envs.gym:Single",
        vector_entry_point="turnwise.envs.gym:Many",
        kwargs={"game": _one.name},
    )
