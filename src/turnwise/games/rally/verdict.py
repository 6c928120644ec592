"""Whether a board is a good one, by games that computers have played on it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from statistics import median
from typing import Any

from turnwise.games.rally.board import Board, edges_of
from turnwise.games.rally.remark import Remark
from turnwise.kit.graph import neighbours
from turnwise.kit.words import counted, said, sentences

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
        games, turns = len(self._lengths), round(median(self._lengths))
        minutes = max(1, round(turns * SECONDS / 60))
        took = counted(
            "The one game that was played took {turns}.",
            "Of {games} games the middle one took {turns}, the shortest {low} and the longest {high}.",
            "games",
            games=games,
            turns=counted("one turn", "{turns} turns", "turns", turns=turns),
            low=min(self._lengths),
            high=max(self._lengths),
        )
        time = counted("one minute", "{minutes} minutes", "minutes", minutes=minutes)
        if minutes < SHORT:
            told = said(
                "For two people that is about {time}, which is short: the finish is near, or few points are needed.",
                time=time,
            )
        elif minutes > LONG:
            told = said("For two people that is about {time}, which is long: the ways are far.", time=time)
        else:
            told = said("For two people that is about {time}, a good length.", time=time)
        return Remark([], sentences(took, told), not SHORT <= minutes <= LONG)

    def _limit(self) -> Remark:
        share = self._endless / len(self._lengths)
        if not self._endless:
            return Remark([], said("Every game found its end before the limit of rounds."), False)
        told = said(
            "{percent} % of the games ran into the limit of rounds: somebody may never come to the finish.",
            percent=max(1, round(100 * share)),
        )
        return Remark([], told, share > MANY_ENDLESS)

    def _fairness(self) -> Remark:
        games, even = len(self._lengths), 1 / self._seats
        best = max(range(self._seats), key=lambda seat: self._wins[seat])
        share, spread = self._wins[best] / games, SURE * sqrt(even * (1 - even) / games)
        shares = tuple(round(100 * self._wins[seat] / games) for seat in range(self._seats))
        if share <= even + spread:
            told = said(
                "It is fair: of 100 games the seats win {shares}, which is no more apart than by luck.", shares=shares
            )
            return Remark([], told, False)
        told = said(
            "Whoever sits at seat {number} wins {percent} % of the games, more than by luck: of 100 games the seats win {shares}.",
            number=best + 1,
            percent=round(100 * share),
            shares=shares,
        )
        return Remark([], told, True)

    def _forfeits(self) -> Remark:
        share = self._events["forfeited"] / max(1, self._events["rolled"])
        percent = round(100 * share)
        if share > MANY_FORFEITS:
            told = said(
                "In {percent} % of the turns somebody had no way on and lost the rest of the moves: the board has traps.",
                percent=percent,
            )
            return Remark([], told, True)
        told = said(
            "In {percent} % of the turns somebody had no way on and lost the rest of the moves.", percent=percent
        )
        return Remark([], told, False)

    def _dead_ends(self) -> Iterable[Remark]:
        near = neighbours(len(self._board["positions"]), edges_of(self._board))
        positions = self._board["positions"]
        if ends := [i for i, others in enumerate(near) if len(others) == 1 and positions[i]["kind"] != "finish"]:
            told = counted(
                "There is one dead end, where one turns round: {places}.",
                "There are dead ends, where one turns round: {places}.",
                "number",
                number=len(ends),
                places=self._named(ends),
            )
            yield Remark(ends, told, False)

    def _unused(self) -> Iterable[Remark]:
        positions = list(enumerate(self._board["positions"]))
        if never := [i for i, entry in positions if not self._visits[entry["id"]]]:
            yield Remark(never, said("Nobody ever came to {places}.", places=self._named(never)), True)
        stops = [i for i, entry in positions if entry["kind"] == "checkpoint" and not self._earned[entry["id"]]]
        if unearned := [i for i in stops if i not in never]:
            told = said("Nobody ever earned a point at {places}.", places=self._named(unearned))
            yield Remark(unearned, told, True)

    def _named(self, where: list[int]) -> tuple[str, ...]:
        return tuple(self._board["positions"][i]["id"] for i in where)
