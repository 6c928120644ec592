"""The truth can be imagined: among the worlds that a seat imagines, what is hidden has the value that it truly has.

A question is whether a viewer ever imagines the truth of a cell: that it is 3 where it is 3, or at least the truth of
it somewhere. The first worlds answer most questions. For the others many more worlds are imagined, at the moments at
which they arose. One that stays open breaks the promise if it arose in several games and its cell takes few values:
so what is rare, as five equal dice, is not held against a game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle, product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from turnwise.kit.position import SPECTATOR, Position
from turnwise.kit.record import HIDDEN, Record
from turnwise.proofs.broken import Broken
from turnwise.proofs.cases import Case, walk
from turnwise.proofs.said import who

GAMES, PLIES = 12, 35
LOOKS = (0, 1, 3, 6, 10, 15, 21, 28, 34)
"""After how many actions of a random game its viewers imagine; interpreted in fewer games, and only near the start."""
MORE = 8
"""Worlds that are imagined at a moment with an open question, at a time."""
SEPARATE = 3
"""Games in which a question must have arisen: their truths do not depend on each other."""
LEAST, MOST = 2000, 8000
"""Worlds that must have been imagined in vain for one question, and how many are imagined for all of a case."""
VALUES = 100
"""Different values that a cell may take; with more, so many worlds prove nothing."""


class Cell(NamedTuple):
    """A hidden number, or a member of a hidden set: 1 if it is in the set."""

    name: str
    place: tuple[int, ...]
    member: int | None = None

    def said(self) -> str:
        return f"{self.name}{list(self.place)}" if self.place else self.name


@dataclass(eq=False)
class Moment:
    """What a viewer knows, and what is true."""

    game: int
    viewer: int
    known: Position
    truth: Any
    hidden: list[int]
    """The cells that the viewer may not know, by number."""

    def imagined(self, number: int, chance: Random) -> Any:
        """The cells of some imagined worlds, a row for each."""
        worlds = (self.known.imagined(self.viewer, chance.getrandbits(62)) for _ in range(number))
        return cells_of([world.pack() for world in worlds], self.known.engine.game.records)[0]


@dataclass(eq=False)
class Question:
    """Whether a viewer ever imagines the truth of a cell; with a value, where that is the truth."""

    viewer: int
    cell: Cell
    value: int | None
    moments: dict[Moment, list[int]] = field(default_factory=dict)
    """When it arose, and the numbers of the cells of which one must be true."""
    tried: int = 0
    seen: set[int] = field(default_factory=set)
    """The values that were imagined instead."""
    answered: bool = False

    @property
    def open(self) -> bool:
        return not self.answered and len(self.seen) <= VALUES

    def ask(self, moment: Moment, worlds: Any) -> None:
        """Look at some worlds that were imagined at one of its moments."""
        columns = self.moments[moment]
        cells = worlds[:, columns]
        self.tried += len(cells)
        self.seen.update(cells.ravel().tolist())
        self.answered = bool((cells == moment.truth[columns]).any())

    def __str__(self) -> str:
        cell = self.cell.said()
        if self.value is None:
            return f"never imagines what {cell} truly is"
        told = f"{cell} is {self.value}" if self.cell.member is None else f"{self.cell.member} is in {cell}"
        return f"never imagines that {told}, though at times it is"


def the_truth_can_be_imagined(case: Case) -> None:
    """`imagine` may forget what a seat could conclude, but it never excludes the truth."""
    chance = Random("truth")
    if question := _unanswered(_open(_moments(case), chance), chance):
        raise Broken(
            f"{case}: {who(question.viewer)} {question}: imagine must not exclude the truth.",
            "imagine",
            question.cell.name,
        )


def _moments(case: Case) -> Iterator[Moment]:
    """Several moments of some random games, each as a spectator, the first seat and the last see it."""
    for game in range(1, 1 + (GAMES if case.compiled else 2 * GAMES // 3)):
        for number, ply in enumerate(walk(case, game, plies=case.reach(PLIES))):
            if number not in LOOKS or ply.position.over:
                continue
            for viewer in sorted({SPECTATOR, 0, case.seats - 1}):
                known = ply.position.redacted(viewer)
                rows, concealed = cells_of([ply.position.pack(), known.pack()], case.game.records)
                hidden = np.flatnonzero((rows[0] != rows[1]) | concealed[1])
                yield Moment(game, viewer, known, rows[0], hidden.tolist())


def _open(moments: Iterator[Moment], chance: Random) -> list[Question]:
    """The questions that a first world at each moment leaves open, the plainest first."""
    answered, found = set[tuple[int, Cell, int | None]](), dict[tuple[int, Cell, int | None], Question]()
    for moment in moments:
        cells, truth = _columns(*moment.known.engine.game.records), moment.truth.tolist()
        world = moment.imagined(1, chance)[0].tolist()
        for column in moment.hidden:
            (cell, whole), value, imagined = cells[column], truth[column], world[column]
            if not value and (cell.member is not None or imagined == HIDDEN):
                continue  # not in this set, but in another; or in no use, as what belongs to a seat that nobody has
            for key in ((moment.viewer, whole, None), (moment.viewer, cell, value)):
                if imagined == value:
                    answered.add(key)
                elif key not in answered:
                    question = found.setdefault(key, Question(*key))
                    question.moments.setdefault(moment, []).append(column)
                    question.seen.add(imagined)
    left = [question for key, question in found.items() if key not in answered and question.open]
    several = [one for one in left if len({moment.game for moment in one.moments}) >= SEPARATE]
    return sorted(several, key=lambda question: question.value is not None)


def _unanswered(questions: list[Question], chance: Random) -> Question | None:
    """The first that many more worlds do not answer."""
    asked = dict[Moment, list[Question]]()
    for question in questions:
        for moment in question.moments:
            asked.setdefault(moment, []).append(question)
    left = MOST
    for question in questions:
        for moment in cycle(question.moments):
            if not question.open or left <= 0:
                break
            if question.tried >= LEAST:
                return question
            worlds = moment.imagined(MORE, chance)
            left -= MORE
            for other in asked[moment]:
                if other.open:
                    other.ask(moment, worlds)
    return None


def cells_of(packed: Sequence[tuple[bytes, bytes]], records: Sequence[Record]) -> tuple[Any, Any]:
    """The cells of some packed positions, a row for each, and which of them belong to a set that is hidden."""
    parts, concealed = [], []
    for record, data in zip(records, zip(*packed, strict=True), strict=True):
        rows = np.frombuffer(b"".join(data), record.dtype)
        for name in record.hidden:
            one = record.fields[name]
            cells = rows[name].reshape(len(packed), -1)
            if not one.is_set:
                parts.append(cells.astype(np.int64))
                concealed.append(np.zeros(cells.shape, bool))
                continue
            words = np.ascontiguousarray(cells).reshape(len(packed), -1, one.words)
            marked = np.repeat(words[:, :, -1:] < 0, 64 * one.words, 2)  # it keeps its size, as ~size in its last word
            bits = np.unpackbits(words.astype("<i8").view(np.uint8), axis=2, bitorder="little")
            parts.append(np.where(marked, 0, bits).reshape(len(packed), -1).astype(np.int64))
            concealed.append(marked.reshape(len(packed), -1))
    return np.concatenate(parts, 1), np.concatenate(concealed, 1)


@cache
def _columns(*records: Record) -> list[tuple[Cell, Cell]]:
    """What the cells are, in the order of `cells_of`, each with the whole that it belongs to: a set, or itself."""
    found = []
    for record in records:
        for name in record.hidden:
            one = record.fields[name]
            for index in product(*map(range, one.shape[:-1] if one.words > 1 else one.shape)):
                members = range(64 * one.words) if one.is_set else (None,)
                found += [(Cell(name, index, member), Cell(name, index)) for member in members]
    return found
