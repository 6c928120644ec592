"""No event reveals what chance has just hidden: the same action with other dice, seen by a viewer who may know none of
it.

Twin worlds can't show this if everything is dealt anew: with the same dice both get the same cards. So an action is
tried with many dice. Among the outcomes that look the same afterwards, a public number that always equals a hidden one
is a leak.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from turnwise.kit.layout import unpacker
from turnwise.kit.position import SPECTATOR, Position, Told
from turnwise.proofs.broken import Peeked
from turnwise.proofs.cases import Case, Ply

TRIES = 48
LEAST = 12
"""Outcomes that look the same; with fewer nothing can be concluded."""
SURE = 1e-6
"""The largest probability that a public number matches a hidden one by chance alone."""
OFTEN = 2
"""Actions with the same kinds of events that are tried."""

Outcome = tuple[list[Told], Position]


class Dealt:
    """Tries actions of a game with many dice."""

    def __init__(self, case: Case) -> None:
        self.case, self.game = case, case.game
        self._tried: dict[tuple[int, ...], int] = {}

    def set_up(self) -> None:
        """The events of the set-up."""
        engine, frame = self.case.engine, self.case.frame
        starts = (engine.position(frame, 7 * number + 1) for number in range(TRIES))
        self._judge([(told, position) for position, told in starts], f"{self.case}, when it is set up")

    def action(self, ply: Ply, told: Sequence[Told], where: str) -> None:
        """The events of an action that used chance."""
        kinds = tuple(event[0] for event in told)
        self._tried[kinds] = self._tried.get(kinds, 0) + 1
        if self._tried[kinds] > OFTEN or not self._has_public_news(kinds):
            return
        outcomes = []
        for number in range(TRIES):
            world = ply.position.copy()
            world.reseed(7 * number + 1)
            outcomes.append((world.play(ply.seat, ply.action), world))
        self._judge(outcomes, where)

    def _has_public_news(self, kinds: Sequence[int]) -> bool:
        kind = self.game.rules.Event
        return any(set(kind.arguments[one]) - kind.private[one] - {"seat"} for one in kinds)

    def _judge(self, outcomes: list[Outcome], where: str) -> None:
        alike = _most_alike([(told, world) for told, world in outcomes if not world.over])
        if len(alike) < LEAST:
            return
        record = self.game.records[0]
        hidden = [dict(_cells(unpacker(record)(world.save()), record.hidden)) for _, world in alike]
        Event = self.game.rules.Event
        for at, event in enumerate(alike[0][0]):
            for place, name in enumerate(Event.arguments[event[0]], 1):
                if name in Event.private[event[0]]:
                    continue
                told = [one[at][place] for one, _ in alike]
                if len(set(told)) > 2 and (cell := _followed(told, hidden, self._is_set)):
                    kind = Event(event[0]).name.lower()
                    raise Peeked(
                        f"{where}: everybody is told the {name} of the event {kind!r}, and it always is what chance has just put "
                        f"into {cell}, which is hidden; an argument for one seat alone is written '!{name}'.",
                        kind,
                    )

    def _is_set(self, cell: str) -> bool:
        return self.game.records[0].fields[cell.partition("[")[0]].is_set


def _most_alike(outcomes: list[Outcome]) -> list[Outcome]:
    """The largest group that looks the same to a spectator and has the same kinds of events."""
    groups: dict[Any, list[Outcome]] = {}
    for told, world in outcomes:
        groups.setdefault((world.redacted(SPECTATOR).pack(), tuple(event[0] for event in told)), []).append(
            (told, world)
        )
    return max(groups.values(), key=len, default=[])


def _cells(plain: Any, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Every cell of some fields, by name and index."""
    for name in names:
        value = getattr(plain, name)
        cells = getattr(value, "cells", value)
        if isinstance(cells, int):
            yield name, cells
        else:
            yield from ((f"{name}[{at}]", cell) for at, cell in enumerate(cells))


def _followed(told: Sequence[int], hidden: Sequence[dict[str, int]], is_set: Callable[[str], bool]) -> str:
    """The hidden cell that always equals or contains what was told, though in the other outcomes it mostly does not."""
    for cell in hidden[0]:
        values = [one[cell] for one in hidden]
        if len(set(values)) < 2:
            continue
        fits = _member if is_set(cell) else _equal
        if all(fits(x, value) for x, value in zip(told, values, strict=True)):
            pairs = [(x, value) for i, x in enumerate(told) for j, value in enumerate(values) if i != j]
            by_chance = sum(fits(x, value) for x, value in pairs) / len(pairs)
            if by_chance ** len(told) < SURE:
                return cell
    return ""


def _equal(told: int, value: int) -> bool:
    return told == value


def _member(told: int, value: int) -> bool:
    return 0 <= told < 64 and bool(value >> told & 1)
