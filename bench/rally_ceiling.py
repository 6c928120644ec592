"""What the best of all players could win against Rally's Seeker: two seats, Demo 21, the options as they stand.

    python -m bench.rally_ceiling

Nobody is in anybody's way, so a seat is its position and its points, and a game is two such seats. Three players are worked
out exactly: the Seeker; the one who needs the fewest turns on average; and the one who knows where the Seeker stands and how
it chooses, and always takes the end of his turn that wins most often. Nobody can do better than he. It takes half a minute.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.games import game

Table = NDArray[np.float64]
Seat = tuple[int, int]
"""A position and the set of checkpoints whose point is held."""

TURNS = 300
"""As good as no game is longer."""


class Race:
    """The seats that can arise, numbered; the last number is a seat that is in."""

    def __init__(self) -> None:
        beside: Any = game("rally").frame(2, {}).beside
        positions = range(beside["positions"])
        self.near = [[beside["near"][at, i] for i in range(beside["degree"][at])] for at in positions]
        self.finish, self.to_finish = beside["finish"], beside["to_finish"]
        self.checkpoint, checkpoints = beside["checkpoint"], range(beside["checkpoints"])
        self.away = [[beside["away"][checkpoint, at] for at in positions] for checkpoint in checkpoints]
        self.needed = (len(checkpoints) + 1) // 2
        held = range(1 << len(checkpoints))
        seats = [(at, points) for at in positions if at != self.finish for points in held]
        self.number = {seat: i for i, seat in enumerate(seats)} | {(self.finish, points): len(seats) for points in held}
        self.start = self.number[beside["start"], 0]
        self.seeker = np.zeros((len(seats) + 1, len(seats) + 1))
        self.choices: list[list[list[int]]] = []
        for seat in seats:
            self.choices.append([])
            for die in range(1, 7):
                worths = {self.number[end]: self.worth(seat, end) for end in self.ends((seat[0],), seat[1], die)}
                self.choices[-1].append(list(worths))
                best = [end for end, worth in worths.items() if worth == min(worths.values())]
                self.seeker[self.number[seat], best] += 1 / 6 / len(best)
        self.seeker[-1, -1] = 1

    def ends(self, way: tuple[int, ...], held: int, left: int) -> Iterator[Seat]:
        """Where a turn can end: no position twice, FINISH with the last move. Demo 21 has no dead end."""
        if left == 0:
            yield way[-1], held | (1 << self.checkpoint[way[-1]] if self.checkpoint[way[-1]] >= 0 else 0)
            return
        may_finish = left == 1 and held.bit_count() >= self.needed
        onward = [to for to in self.near[way[-1]] if to not in way and (to != self.finish or may_finish)]
        for to in onward:
            yield from self.ends((*way, to), held, left - 1)
        if not onward:
            yield way[-1], held

    def worth(self, seat: Seat, end: Seat) -> int:
        """What the Seeker wants least of.   [R37]"""
        if seat[1].bit_count() >= self.needed:
            return int(self.to_finish[end[0]])
        return -1 if end[1] != seat[1] else min(w[end[0]] for i, w in enumerate(self.away) if not seat[1] >> i & 1)

    def fastest(self) -> tuple[Table, Table]:
        """How many turns each seat needs at best, and how it moves."""
        turns = np.zeros(len(self.seeker))
        for _ in range(TURNS):
            turns = np.array([1 + sum(min(turns[end] for end in ends) for ends in of) / 6 for of in self.choices] + [0])
        moves = np.zeros_like(self.seeker)
        moves[-1, -1] = 1
        for i, of in enumerate(self.choices):
            for ends in of:
                moves[i, min(ends, key=lambda end: turns[end])] += 1 / 6
        return turns, moves

    def arrivals(self, moves: Table) -> Table:
        """The chance to be in after so many turns."""
        seat = np.zeros(len(moves))
        seat[self.start] = 1
        chances = [0.0]
        for _ in range(TURNS):
            seat = seat @ moves
            chances.append(seat[-1])
        return np.array(chances)

    def best_reply(self) -> tuple[float, float]:
        """What the best player wins as the first and as the second, by where both stand."""
        wins = np.zeros_like(self.seeker)
        for _ in range(TURNS):
            wins[-1, :], wins[:, -1] = 1, 0
            then = wins @ self.seeker.T
            then[-1, :] = 1
            wins[:-1] = [sum(then[ends].max(axis=0) for ends in of) / 6 for of in self.choices]
        wins[:, -1] = 0
        return float(wins[self.start, self.start]), float(self.seeker[self.start] @ wins[self.start])


def shares(mine: Table, theirs: Table) -> tuple[float, float]:
    """What I win as the first and as the second, by the chances to be in."""
    arriving = np.diff(mine)
    return float(arriving @ (1 - theirs[:-1])), float(arriving @ (1 - theirs[1:]))


def main() -> None:
    race = Race()
    turns, moves = race.fastest()
    seeker, fastest = race.arrivals(race.seeker), race.arrivals(moves)
    print(f"turns to the finish: Seeker {sum(1 - seeker):.2f}, at best {turns[race.start]:.2f}")
    players = {"Seeker": shares(seeker, seeker), "fewest turns": shares(fastest, seeker), "best": race.best_reply()}
    for name, (first, second) in players.items():
        print(f"{name} against Seeker: {first:.2%} first, {second:.2%} second, {(first + second) / 2:.2%} in all")


if __name__ == "__main__":
    main()
