"""Thousands of games of one kind, stepped at once in compiled code over all cores.

    batch = Batch("connect_four", 4096)
    while learning:
        batch.step(choose(batch.observation, batch.legal_action_mask))
        learn(batch.rewards, batch.terminated)

**The arrays of a batch are its own and are overwritten by every step**: copy what you keep.
"""

import hashlib
import os
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.bots.names import checked, players
from turnwise.envs.direct import given
from turnwise.envs.many import BY_POINTS, BY_WIN, LEARNER, RANDOM
from turnwise.envs.threads import Threads
from turnwise.games import game as game_named
from turnwise.kit.bind import bind
from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.events import buffer
from turnwise.kit.game import Game
from turnwise.kit.observation import size_of_all
from turnwise.kit.position import SPECTATOR, Engine, Position, rows_of
from turnwise.kit.record import Plains
from turnwise.kit.words import said

Rewards = Literal["win", "points"]
LEAST = 256
"""Games that are worth another thread."""


class Batch:
    """So many games of one kind. A finished one is restarted in the same step.

    `opponents` are seats that bots play, in the same compiled call: `random`, `classic`, or another player of the rule
    sheet. They may differ from game to game: a list of such dicts is repeated over the games. The caller acts for all
    other seats. `rewards`: `win` shares out 1 among the winners and takes it from the others, so that it adds up to 0;
    `points` are the game's own. An illegal action loses: -1 for its seat, the others share 1, and `illegal` says so.
    Interjections are not asked for. The same seed gives the same games on any number of cores. A batch can be copied
    and pickled."""

    def __init__(
        self,
        game: str | Game,
        size: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        opponents: Mapping[int, str] | list[dict[int, str]] | None = None,
        rewards: Rewards = "win",
        observe: bool = True,
        final: bool = False,
        cores: int | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise BadOption(said("A batch has a whole number of games from 1 up, not {given}.", given=quoted(size)))
        if rewards not in ("win", "points"):
            raise BadOption(said("Rewards are 'win' or 'points', not {given}.", given=quoted(rewards)))
        self.game = game if isinstance(game, Game) else game_named(game)
        self._made: dict[str, Any] = {
            "seats": seats,
            "opponents": opponents,
            "rewards": rewards,
            "observe": observe,
            "final": final,
            "cores": cores,
            "compiled": compiled,
            **options,
        }
        self.frame = self.game.frame(seats, options)
        self.size, self.seats = size, self.frame.seats
        self._engine = Engine(self.game, compiled=compiled)
        self._bound: Any = bind("turnwise.envs.many", self.game.package, compiled=self._engine.compiled)
        cells, actions = size_of_all(self.game.observed), self.game.actions
        self.current_player: NDArray[np.int64] = np.zeros(size, np.int64)
        """The seat that acts next in each game."""
        self.observation: NDArray[np.int8] = np.zeros((size if observe else 0, cells), np.int8)
        """What that seat knows; `pieces` has names for its parts."""
        self.legal_action_mask: NDArray[np.bool_] = np.zeros((size, actions), np.bool_)
        """Which actions are legal for it."""
        self.rewards: NDArray[np.float32] = np.zeros((size, self.seats), np.float32)
        """What each seat got by the last step: 0 except at the end of a game."""
        self.terminated: NDArray[np.bool_] = np.zeros(size, np.bool_)
        """Whether the last step ended a game; the other arrays are already about the next one."""
        self.illegal: NDArray[np.bool_] = np.zeros(size, np.bool_)
        """Whether it ended because the action was illegal."""
        self.final_observation: NDArray[np.int8] = np.zeros((size if final else 0, cells), np.int8)
        """If asked for, what the seat that acted last saw at the end of its game."""
        self._actions, self._counts = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._seeds, self._chances = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._listed: list[Any] = []
        self._kinds = self._seated(opponents or {})
        blank = self._engine.blank(self.frame, 0)
        self._states, self._besides = self._rows(blank)
        threads = min(cores or os.cpu_count() or 1, -(-size // LEAST)) if self._engine.compiled else 1
        self._threads = Threads(threads - 1)
        edges = [size * part // threads for part in range(threads + 1)]
        by = BY_POINTS if rewards == "points" else BY_WIN
        parts = [self._part(blank, slice(*edge), by) for edge in pairwise(edges)]
        self._begin, self._step, self._draw = (list(calls) for calls in zip(*parts, strict=True))
        self.reset(seed)

    @property
    def pieces(self) -> dict[str, NDArray[np.int8]]:
        """The observation by the names of its parts, each as an array of its own shape; views of the same memory."""
        return named(self.game, self.observation)

    def reset(self, seed: int) -> None:
        """Restart all games."""
        words = np.random.SeedSequence(seed).generate_state(2 * self.size, np.uint64).view(np.int64)
        self._seeds[:], self._chances[:] = words[: self.size], words[self.size :]
        self.rewards[:], self.terminated[:], self.illegal[:] = 0, False, False
        self._threads(self._begin)

    def step(self, actions: Any) -> None:
        """Take an action for the current player of each game; all arrays are overwritten."""
        self._actions[:] = actions
        self._threads(self._step)

    def sample(self) -> NDArray[np.int64]:
        """A random legal action in each game, by the batch's own seed; in an array of its own, which is overwritten."""
        self._threads(self._draw)
        return self._actions

    def position(self, number: int) -> Position:
        """A copy of one game's complete position, including what is hidden."""
        if self._engine.compiled:
            return Position(self._engine, self._states[number].tobytes(), self._besides[number].tobytes())
        held = Position(self._engine, *(bytes(record.dtype.itemsize) for record in self.game.records))
        held.states[0], held.besides[0] = self._states[number], self._besides[number]
        return held

    def fingerprint(self) -> str:
        """Equal for equal positions in all games."""
        digest = hashlib.blake2b(f"{self.game.name} {self.game.version} {self.frame.options}".encode(), digest_size=16)
        for number in range(self.size):
            digest.update(b"".join(self.position(number).pack()))
        return digest.hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "made": (self.game, self.size, self._made),
            "positions": [self.position(number).pack() for number in range(self.size)],
            "arrays": [array.copy() for array in self._arrays()],
        }

    def __setstate__(self, held: dict[str, Any]) -> None:
        game, size, made = held["made"]
        self.__init__(game, size, **made)  # type: ignore[misc]
        for number, packed in enumerate(held["positions"]):
            position = Position(self._engine, *packed)
            self._states[number], self._besides[number] = position.states[0], position.besides[0]
        for array, kept in zip(self._arrays(), held["arrays"], strict=True):
            array[:] = kept

    def _arrays(self) -> list[NDArray[Any]]:
        """Everything that a step reads or writes besides the positions."""
        shown = (self.current_player, self.observation, self.legal_action_mask, self.rewards, self.terminated)
        kept = (self.illegal, self.final_observation, self._actions, self._counts, self._seeds, self._chances)
        return [*shown, *kept, *self._listed]

    def _seated(self, opponents: Mapping[int, str] | list[dict[int, str]]) -> NDArray[np.int64]:
        """For each game and seat LEARNER, or the number of a bot."""
        kinds = np.full((self.size, self.seats), LEARNER, np.int64)
        several = opponents if isinstance(opponents, list) else [opponents]
        for start, seated in enumerate(several):
            for seat, name in seated.items():
                if seat not in range(self.seats):
                    template = said("There is no seat {seat}: seats are 0 to {last}.", last=self.seats - 1)
                    raise BadOption(template.given_also(seat=quoted(seat)))
                kinds[start :: len(several), seat] = opponent(self.game, name)
        if (kinds != LEARNER).all(axis=1).any():
            raise BadOption(said("Bots play every seat: leave one for whoever learns."))
        return kinds

    def _rows(self, blank: Position) -> tuple[Any, Any]:
        """A state and what is beside it for each game."""
        if self._engine.compiled:
            return blank.states.repeat(self.size), blank.besides.repeat(self.size)
        copies = [blank.copy() for _ in range(self.size)]
        return Plains(one.states[0] for one in copies), Plains(one.besides[0] for one in copies)

    def _part(self, blank: Position, of: slice, by: int) -> tuple[Any, Any, Any]:
        """The calls for some of the games, with work space of their own."""
        scratch, _ = rows_of(blank, 3)
        beside = blank.redacted(SPECTATOR).besides
        size, compiled = of.stop - of.start, self._engine.compiled
        states, besides = self._states[of], self._besides[of]
        if not compiled:
            states, besides = Sliced(states), Sliced(besides)
        pad = self._engine.pad()
        listed = np.zeros(size, [("moves", np.int32, (self.game.actions,))]).view(np.recarray)
        self._listed.append(listed)
        silence = buffer(False, compiled=compiled)
        counts, actions = self._counts[of], self._actions[of]
        common = (states, besides, scratch, beside, pad, listed, silence, self._kinds[of], self._seeds[of])
        asked = (_as_rows(self.observation[of]), _as_rows(self.legal_action_mask[of]), counts, self.current_player[of])
        room = np.zeros(self.seats, np.int64), np.zeros(self.seats)
        ended = (self.rewards[of], self.terminated[of], self.illegal[of], _as_rows(self.final_observation[of]))
        step = *common, *asked, actions, by, *room, *ended
        return (
            given(self._bound.step, *step, True),
            given(self._bound.step, *step, False),
            given(self._bound.draw, states, besides, pad, listed, counts, scratch, self._chances[of], actions),
        )


class Sliced(Plains):
    """Some of the rows of an array, with its length where compiled code asks for it."""

    @property
    def shape(self) -> tuple[int]:
        return (len(self),)


def _as_rows(cells: NDArray[Any]) -> Any:
    """Rows of cells as records, which compiled code passes on without counting references, unlike an array."""
    rows = cells.view([("cells", np.int8, cells.shape[1:])]).reshape(len(cells))
    return rows.view(np.recarray)


def opponent(game: Game, name: str) -> int:
    """The number of a bot that plays in the compiled call."""
    known = checked(name, game)
    if known == "random":
        return RANDOM
    simple = ["classic", *players(game)]
    if known not in simple:
        given = ", ".join(["random", *simple])
        template = said("Opponents in a batch are {given}: {name} looks ahead, and would take too long.", given=given)
        raise BadOption(template.given_also(name=quoted(name)))
    return simple.index(known)


def named(game: Game, cells: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Rows of cells by the names of their parts; views of the same memory."""
    found, start = dict[str, NDArray[Any]](), 0
    for name, shape in game.observed.items():
        stop = start + int(np.prod(shape))
        found[name] = cells[..., start:stop].reshape(*cells.shape[:-1], *shape)
        start = stop
    return found
