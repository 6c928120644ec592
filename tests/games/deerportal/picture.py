"""Positions of DeerPortal in one-line notation.

figures  "W36+7 E12!2 F40#1+9"           index, +diamonds, !freeze, #place of entry; others stand on their start
areas    "W: 5d 6e | E: 12d"             a diamond, or a rune of water, earth, fire or air, on a cell of an area
piles    "E: double 8 8 8 7 | A: dead"   face-up card, face-down cards by kind; others are `stop 7 8 8 8`
"""

import re
from typing import Any

from tests.setting import game_named, position
from turnwise.kit.position import Engine, Position

LETTERS = "WEFA"
KINDS = ("stop", "card", "diamond", "double")
WORDS = ("forward", "backward", "computer")
EVENTS = game_named("deerportal").rules.Event
END = game_named("deerportal").rules.End

# The board of the rule sheet: element and path index
BOARD = """
W00 W01 W02 W03 W04 W05 ... ... ... ... E05 E04 E03 E02 E01 E00
... W10 W09 W08 W07 W06 ... ... ... ... E06 E07 E08 E09 E10 ...
W12 W11 ... W17 W18 W19 W20 ... ... ... E19 E18 E17 ... E11 E12
W13 W14 W15 W16 ... W22 W21 ... ... E21 E20 ... E16 E15 E14 E13
W28 W27 W26 W25 W24 W23 ... ... ... E22 E23 E24 E25 E26 E27 E28
W29 W30 ... W34 W35 W36 ... ... ... E37 E36 E35 E34 ... E30 E29
... W31 W32 W33 ... W37 W38 ... E39 E38 ... ... E33 E32 E31 ...
... ... ... ... ... ... W39 W40 E40 ... ... ... ... ... ... ...
... ... ... ... ... ... ... A40 F40 F39 ... ... ... ... ... ...
... A31 A32 A33 ... ... A38 A39 ... F38 F37 ... F33 F32 F31 ...
A29 A30 ... A34 A35 A36 A37 ... ... ... F36 F35 F34 ... F30 F29
A28 A27 A26 A25 A24 A23 A22 ... ... ... F23 F24 F25 F26 F27 F28
A13 A14 A15 A16 ... A20 A21 ... ... F21 F22 ... F16 F15 F14 F13
A12 A11 ... A17 A18 A19 ... ... ... F20 F19 F18 F17 ... F11 F12
... A10 A09 A08 A07 A06 ... ... ... ... F06 F07 F08 F09 F10 ...
A00 A01 A02 A03 A04 A05 ... ... ... ... F05 F04 F03 F02 F01 F00
"""


class Scene:
    """A position on the board and the few things that tests do with it."""

    def __init__(self, position: Position, frame: Any) -> None:
        self.position, self.frame = position, frame
        self.events: list[tuple[str, tuple[int, ...]]] = []

    @property
    def show(self) -> dict[str, Any]:
        """The position as everybody sees it."""
        shown: dict[str, Any] = game_named("deerportal").notation.show(self.position.plain(), self.frame)
        return shown

    @property
    def turn(self) -> str | None:
        """The letter of the seat on turn."""
        return None if self.position.over else LETTERS[self.position.turn]

    @property
    def counts(self) -> list[int]:
        return list(self.show["counts"])

    @property
    def over(self) -> str | None:
        """Why the game is over."""
        return END(self.position.over).name.lower() if self.position.over else None

    @property
    def said(self) -> list[str]:
        """The names of the events of the last action."""
        return [name for name, _ in self.events]

    def legal(self) -> list[str]:
        return [WORDS[action] for action in self.position.legal(self.position.turn)]

    def refused(self, word: str, seat: str | None = None) -> str:
        """The reason why an action is refused; empty if it is not."""
        code = self.position.check(LETTERS.index(seat) if seat else self.position.turn, WORDS.index(word))
        return game_named("deerportal").rules.Reason(code).name.lower() if code else ""

    def go(self, word: str = "forward", roll: int | None = None) -> "Scene":
        """Play an action of the seat on turn, with the die turned to `roll` first."""
        if roll is not None:
            self.position.state.roll = roll
        action = WORDS.index(word)
        assert action in self.position.legal(self.position.turn), f"{word} is not legal"
        told = self.position.play(self.position.turn, action)
        self.events = [
            (EVENTS(kind).name.lower(), tuple(arguments[: len(EVENTS.arguments[EVENTS(kind)])]))
            for kind, *arguments in told
        ]
        return self

    def area(self, letter: str) -> str:
        """The items of an area, in the notation they are given in."""
        shown, at = self.show, LETTERS.index(letter)
        items = [(cell, "d") for cell in shown["diamonds"][at]]
        items += [(cell, rune) for rune, cells in zip("wefa", shown["runes"][at], strict=True) for cell in cells]
        return " ".join(f"{cell}{item}" for cell, item in sorted(items))

    def places(self) -> str:
        """The letters of the seats in order of their places."""
        places, _, winners = self.position.scores(4)
        assert [places[seat] for seat in winners] == [1]
        assert sorted(places) == [1, 2, 3, 4]
        return "".join(sorted(LETTERS, key=lambda letter: places[LETTERS.index(letter)]))


def scene(
    figures: str = "",
    *,
    turn: str = "W",
    roll: int = 1,
    areas: str = "",
    piles: str = "",
    round: int = 1,
    deer: int | None = None,
    first: str | None = None,
    leader: bool = False,
    left: str = "",
    over: int = 0,
    seed: int = 1,
    **options: Any,
) -> Scene:
    """A position from its notation; no slot is opened, the die shows `roll`."""
    fields: dict[str, Any] = {
        "turn": LETTERS.index(turn),
        "roll": roll,
        "round_number": round,
        "phase": deer is not None,
        "deer": deer or 0,
        "first": LETTERS.index(first) if first else -1,
        "leader": leader,
        "over": over,
        "left": [letter in left for letter in LETTERS],
        "diamonds": [0] * 4,
        "runes": [[0] * 4 for _ in range(4)],
        "face_up": [0] * 4,
        "face_down": [[7, 8, 8, 8] for _ in range(4)],
    }
    fields |= {name: [0] * 4 for name in ("index", "counts", "freeze", "entry")}
    for letter, index, rest in re.findall(r"([WEFA])(\d+)(\S*)", figures):
        seat = LETTERS.index(letter)
        fields["index"][seat] = int(index)
        for sign, value in re.findall(r"([+!#])(\d+)", rest):
            fields[{"+": "counts", "!": "freeze", "#": "entry"}[sign]][seat] = int(value)
    for letter, items in _parts(areas):
        area = LETTERS.index(letter)
        for cell, item in re.findall(r"(\d+)([dwefa])", items):
            if item == "d":
                fields["diamonds"][area] |= 1 << int(cell)
            else:
                fields["runes"][area]["wefa".index(item)] |= 1 << int(cell)
    for letter, cards in _parts(piles):
        pile, (face_up, *face_down) = LETTERS.index(letter), cards.split()
        fields["face_up"][pile] = KINDS.index(face_up) if face_up != "dead" else -1
        fields["face_down"][pile] = [int(number) for number in face_down] or [0] * 4
    return Scene(*position("deerportal", fields, seed=seed, **options))


def start(seed: int, **options: Any) -> Scene:
    """A game set up by its own rules."""
    game = game_named("deerportal")
    frame = game.frame(4, options)
    set_up, _ = Engine(game, compiled=False).position(frame, seed)
    return Scene(set_up, frame)


def _parts(text: str) -> list[tuple[str, str]]:
    """`W: a | E: b` as pairs."""
    return [(letter.strip(), rest) for letter, rest in (part.split(":") for part in text.split("|") if part.strip())]
