"""Self-play data for learning: every move of a run with the seat's observation, legal actions, choice, expectation and
result.

Games are kept as their logs, which replay. So a run is planned, carried out and continued like any other
(`lab/simulate.py`), and the files are identical wherever it was played.
"""

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.bots import Bot, Budget
from turnwise.draw.show import unwritable
from turnwise.games import game as game_named
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.words import said
from turnwise.lab.simulate import LIMIT, Part, Plan, Record, Simulation, kept_of, plan_of, run
from turnwise.lab.sums import Tally
from turnwise.play.outcome import shares

SHARD = 1 << 14
"""Moves in a file; its last game is not split."""
NAMES = ("observation", "legal_action_mask", "action", "policy", "value", "result", "seat", "game")
Move = tuple[Any, Any, int, Any, float, float, int, int]


class Moves:
    """A folder of files `moves-000000.npz` with a row for each move of a seat on turn, written as games arrive.

    | array | of each move |
    | --- | --- |
    | `observation`, `legal_action_mask` | what the seat saw and its legal actions, as in a batch |
    | `action` | what it did |
    | `policy` | how it weighed its actions; if it did not say, all on what it did |
    | `value` | its expected chance of winning, from 0 to 1; NaN if it did not say |
    | `result` | what it won in the end, from -1 to 1, as rewards are |
    | `seat`, `game` | whose move of which game it was |"""

    def __init__(self, folder: Path, plan: Plan, resume: bool) -> None:
        self._folder, self._work = folder, Simulation(plan, 1)
        self._rows: list[Move] = []
        self._numbers = count()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = [file for file in folder.iterdir() if not (resume and file.match("moves-*.npz"))]
        except OSError as error:
            raise unwritable(folder, error) from None
        if there:
            template = said("Moves are written into a folder of their own, and {file} has something in it.")
            raise TurnwiseError(template.given_also(file=str(folder)))

    def add(self, number: int, part: Part) -> None:
        """The moves of a game."""
        assert part.record is not None
        self._rows += self._replayed(number, part.record)
        if len(self._rows) >= SHARD:
            self._write()

    def _replayed(self, number: int, record: Record) -> list[Move]:
        match = self._work.setting.match(number)
        game, seats = match.game, match.seats
        results = shares(record.winners, seats)
        values = {ply: value / 1000 for ply, _, value in record.expected}
        rows: list[Move] = []
        for entry in record.log:
            seat, action = map(int, entry.split(":"))
            position = match.position
            if seat == position.turn:  # interjections are not in any environment either
                mask = np.zeros(game.actions, np.bool_)
                mask[position.legal(seat)] = True
                policy = np.zeros(game.actions, np.float32)
                weighed = record.weighed[len(rows)] or [(action, 1)]
                for one, weight in weighed:
                    policy[one] = weight
                policy /= policy.sum() or 1
                value = values.get(len(rows), np.nan)
                rows.append((position.observed(seat), mask, action, policy, value, results[seat], seat, number))
            match.play(action, seat=seat)
        return rows

    def _write(self) -> None:
        columns = zip(*self._rows, strict=True)
        kinds = (np.int8, np.bool_, np.int32, np.float32, np.float32, np.float32, np.int8, np.int64)
        arrays: dict[str, Any] = {
            name: np.array(column, kind) for name, column, kind in zip(NAMES, columns, kinds, strict=True)
        }
        self._rows = []
        file = self._folder / f"moves-{next(self._numbers):06}.npz"
        try:
            np.savez_compressed(file, **arrays)
        except OSError as error:
            raise unwritable(file, error) from None

    def close(self) -> None:
        if self._rows:
            self._write()


def self_play(
    game: str | Game,
    games: int,
    into: str | Path,
    *,
    bots: str | Sequence[str | Bot],
    seats: int | None = None,
    seed: int = 0,
    cores: int | None = None,
    budget: Budget | None = None,
    limit: float = LIMIT,
    on: str | None = None,
    resume: bool = False,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Tally:
    """Let bots play and write every move into a folder, to learn from. `resume` continues a run that was killed."""
    one = game if isinstance(game, Game) else game_named(game)
    plan = plan_of(one, seats=seats, bots=bots, seed=seed, budget=budget, options=options, moves=True)
    moves, kept = Moves(Path(into), plan, resume), kept_of(plan, games, resume)
    tally = run(plan, games, cores=cores, progress=progress, limit=limit, on=on, kept=kept, each=moves.add)
    moves.close()
    kept.close(finished=tally.games == games)
    return tally
