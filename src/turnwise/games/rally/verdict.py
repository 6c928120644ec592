"""Whether a board is a good one, by games that computers have played on it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from statistics import median
from typing import Any

from turnwise.games.rally.board import Board, edges_of
from turnwise.games.rally.remark import Remark
from turnwise.kit.graph import neighbours
from turnwise.kit.words import said

SECONDS = 20
"""What a turn of a person takes, about."""
SHORT, LONG = 3, 45
"""Minutes of a game for two that are too few, and too many."""
MANY_FORFEITS, MANY_ENDLESS = 0.15, 0.02
SURE = 1.96
"""Standard deviations that chance alone seldom exceeds."""


class Trial:
    """Games on one board, counted as they come."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lengths: list[int] = []
        self._wins: Counter[int] = Counter()
        self._seats = 0
        self._events: Counter[str] = Counter()
        self._endless = 0
        self._visits: Counter[str] = Counter()
        self._earned: Counter[str] = Counter()

    def add(
        self, seats: int, turns: int, reason: str, winners: Iterable[int], events: Iterable[Mapping[str, Any]]
    ) -> None:
        """Count a game: how many turns it took, why it ended, who won, and all that happened."""
        self._seats = seats
        self._lengths.append(turns)
        self._wins.update(winners)
        self._endless += reason == "max_rounds"
        for event in events:
            self._events[event["event"]] += 1
            if event["event"] == "moved":
                self._visits.update(event["path"].split())
            elif event["event"] == "earned":
                self._earned[event["checkpoint"]] += 1

    def remarks(self) -> list[Remark]:
        """In sentences; none if no game was played."""
        if not self._lengths:
            return []
        return [self._length(), self._limit(), self._fairness(), self._forfeits(), *self._dead_ends(), *self._unused()]

    def _length(self) -> Remark:
        turns = round(median(self._lengths))
        minutes = max(1, round(turns * SECONDS / 60))
        given = {"games": len(self._lengths), "turns": turns, "low": min(self._lengths), "high": max(self._lengths)}
        ends = {
            -1: "short: the finish is near, or few points are needed",
            0: "a good length",
            1: "long: the ways are far",
        }
        side = -1 if minutes < SHORT else 1 if minutes > LONG else 0
        sentence = "{games} games took {turns} turns in the middle, {low} to {high}. For two people that is about {minutes} minutes: "
        return Remark([], said(sentence + ends[side] + ".", minutes=minutes, **given), side != 0)

    def _limit(self) -> Remark:
        share = self._endless / len(self._lengths)
        if not self._endless:
            return Remark([], said("Every game found its end before the limit of rounds."), False)
        sentence = "{percent} % of the games ran into the limit of rounds: somebody may never come to the finish."
        return Remark([], said(sentence, percent=max(1, round(100 * share))), share > MANY_ENDLESS)

    def _fairness(self) -> Remark:
        games, even = len(self._lengths), 1 / self._seats
        best = max(range(self._seats), key=lambda seat: self._wins[seat])
        share, spread = self._wins[best] / games, SURE * sqrt(even * (1 - even) / games)
        shares = " : ".join(str(round(100 * self._wins[seat] / games)) for seat in range(self._seats))
        given = {"shares": shares, "seat": best + 1, "percent": round(100 * share)}
        if share <= even + spread:
            return Remark(
                [], said("It is fair: the seats win {shares} of 100 games, no more apart than by luck.", **given), False
            )
        sentence = "Seat {seat} wins {percent} % of the games, more than by luck: the seats win {shares} of 100."
        return Remark([], said(sentence, **given), True)

    def _forfeits(self) -> Remark:
        share = self._events["forfeited"] / max(1, self._events["rolled"])
        sentence = "In {percent} % of the turns somebody had no way on and lost the rest of the moves"
        many = share > MANY_FORFEITS
        return Remark(
            [], said(sentence + (": the board has traps." if many else "."), percent=round(100 * share)), many
        )

    def _dead_ends(self) -> Iterable[Remark]:
        near = neighbours(len(self._board["positions"]), edges_of(self._board))
        positions = self._board["positions"]
        if ends := [i for i, others in enumerate(near) if len(others) == 1 and positions[i]["kind"] != "finish"]:
            yield self._named("Dead ends, where one turns round: {ids}.", ends, False)

    def _unused(self) -> Iterable[Remark]:
        positions = list(enumerate(self._board["positions"]))
        if never := [i for i, entry in positions if not self._visits[entry["id"]]]:
            yield self._named("Nobody ever came to {ids}.", never, True)
        stops = [i for i, entry in positions if entry["kind"] == "checkpoint" and not self._earned[entry["id"]]]
        if unearned := [i for i in stops if i not in never]:
            yield self._named("Nobody ever earned the point of {ids}.", unearned, True)

    def _named(self, sentence: str, where: list[int], severe: bool) -> Remark:
        ids = ", ".join(self._board["positions"][i]["id"] for i in where)
        return Remark(where, said(sentence, ids=ids), severe)
