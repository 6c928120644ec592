"""Positions of Caesar and Cleopatra as lines of text.

    PRAETOR 4: 3 2 (1) - 5 (P)      four patricians left; Caesar's cards, then Cleopatra's; face-down ones in brackets
    hand 0: 1 5 veto                a hand;  deck 1: P P scout  the decks of a seat;  bonus 1: AEDILE
    won 0: 5 2 3 2 0                patricians won, in board order
    bag: BLACK GREY CONSUL          visible: …  gone: …

A group that is not named has all its patricians and no cards; without a bag all seven busts are in it. It is seat 0's turn to play.
"""

from itertools import product
from typing import Any

from tests.setting import game_named, position
from turnwise.games.caesar.board import GROUPS, KINDS, PART, Phase
from turnwise.games.caesar.notation import BUST_NAMES, GROUP_NAMES, KIND_NAMES
from turnwise.games.caesar.rules import Do, End, Event, Reason
from turnwise.kit.game import Frame
from turnwise.kit.position import Engine, Position, Told

notation = game_named("caesar").notation
words, name, show = notation.words, notation.name, notation.show
SIZES = (5, 5, 5, 3, 3)
FACES = {"up": 1, "down": 2}


class Table:
    """A position that is asked and played in words."""

    def __init__(self, at: Position, frame: Frame) -> None:
        self.at, self.frame = at, frame

    @property
    def s(self) -> Any:
        return self.at.state

    def moves(self, seat: int | None = None) -> list[str]:
        return [words(a, self.frame) for a in self.at.legal(self.at.turn if seat is None else seat)]

    def play(self, *actions: str) -> list[tuple[Any, ...]]:
        """Play for whoever is on turn; what happened, as (event, argument, …)."""
        told: list[tuple[Any, ...]] = []
        for action in actions:
            assert self.at.turn is not None and action in self.moves(), f"{action!r} is not among {self.moves()}"
            for kind, *values in self.at.play(self.at.turn, number_of(action, self.frame)):
                event = Event(kind)
                names = Event.arguments[event]
                shown = [name(a, v, self.frame) for a, v in zip(names, values, strict=False)]
                told.append((event.name.lower(), *shown))
        return told

    def refused(self, action: str, seat: int | None = None) -> str:
        code = self.at.check(self.at.turn if seat is None else seat, number_of(action, self.frame))
        return Reason(code).name.lower() if code else ""

    def show(self, seat: int | None = None) -> dict[str, Any]:
        """The whole truth, or what a seat may know."""
        known = self.at if seat is None else self.at.redacted(seat)
        shown: dict[str, Any] = show(known.plain(), self.frame)
        return shown

    def side(self, group: str) -> str:
        """The cards at a group as in the pictures."""
        g = GROUP_NAMES.index(group)
        sides = []
        for seat in range(2):
            up = [KIND_NAMES[k] for k in range(PART) for _ in range(self.s.up[seat, g, k])]
            down = [f"({KIND_NAMES[k]})" for k in range(PART) for _ in range(self.s.down[seat, g, k])]
            sides.append(" ".join(up + down))
        return f"{sides[0]} - {sides[1]}".strip()

    def laid_up(self) -> list[Told]:
        """The events that laid the face-up cards, for a log that knows how the position came about."""
        cells = product(range(2), range(GROUPS), range(PART))
        return [(int(Event.LAID_UP), seat, k, g) for seat, g, k in cells for _ in range(self.s.up[seat, g, k])]

    def hand(self, seat: int) -> str:
        return cards_of(self.s.hand, seat)

    def discarded(self, seat: int) -> str:
        return cards_of(self.s.discard, seat)

    def result(self) -> tuple[list[int], list[int], list[int], str]:
        places, points, winners = self.at.scores(2)
        return places, [int(p) for p in points], winners, End(self.at.over).name.lower()


def cards_of(zone: Any, seat: int) -> str:
    return " ".join(KIND_NAMES[k] for k in range(KINDS) for _ in range(zone[seat, k]))


def number_of(action: str, frame: Frame) -> int:
    return int(next(a for a in range(Do.count) if words(a, frame) == action))


def fresh(**options: Any) -> Table:
    """A game that has just been set up."""
    seed = options.pop("seed", 1)
    game = game_named("caesar")
    frame = game.frame(2, options)
    at, _ = Engine(game, compiled=False).position(frame, seed)
    return Table(at, frame)


def picture(text: str, *, seed: int = 1, **given: Any) -> Table:
    """The position of a picture. Fields of the state and options may be given by name; `laid` as words ("up down")."""
    options = {n: given.pop(n) for n in ("first_player", "philosopher_spent", "spy", "secret_bonus") if n in given}
    fields: dict[str, Any] = {"phase": Phase.PLAY, "patricians": list(SIZES), "bag": (1 << 7) - 1}
    for zone, extent in (("hand", KINDS), ("deck", KINDS), ("up", GROUPS * PART), ("down", GROUPS * PART)):
        fields[zone] = [[0] * extent for _ in range(2)]
    for zone in ("lying", "won"):
        fields[zone] = [[0] * GROUPS for _ in range(2)]
    fields["bonus"] = [0, 0]
    for line in (line.strip() for part in text.splitlines() for line in part.split("|")):
        if line:
            _draw(fields, *(half.strip() for half in line.split(":", 1)))
    if "laid" in given:
        faces = [FACES[face] for face in given.pop("laid").split()]
        fields["laid"] = (faces + [0, 0])[:2]
    fields |= given
    fields.setdefault("turn", fields.get("mover", 0))
    return Table(*position("caesar", fields, seed=seed, **options))


def _draw(fields: dict[str, Any], title: str, rest: str) -> None:
    head, _, tail = title.partition(" ")
    if head in GROUP_NAMES:
        group = GROUP_NAMES.index(head)
        if tail:
            fields["patricians"][group] = int(tail)
        for seat, side in enumerate(rest.split("-")):
            for card in side.split():
                zone = "down" if card.startswith("(") else "up"
                fields[zone][seat][PART * group + KIND_NAMES.index(card.strip("()"))] += 1
                fields["lying"][seat][group] += 1
    elif head in ("hand", "deck"):
        for card in rest.split():
            fields[head][int(tail)][KIND_NAMES.index(card)] += 1
    elif head == "won":
        fields["won"][int(tail)] = [int(n) for n in rest.split()]
    elif head == "bonus":
        fields["bonus"][int(tail)] = GROUP_NAMES.index(rest) + 1
    else:
        fields[head] = sum(1 << BUST_NAMES.index(bust) for bust in rest.split())
