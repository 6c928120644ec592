"""DeerPortal in words: a seat goes `forward` or `backward`; `W33` is the cell with path index 33 of Water."""

import json
import re
from pathlib import Path
from typing import Any

from turnwise.games.deerportal.board import CELLS
from turnwise.games.deerportal.rules import (
    BACKWARD,
    FORWARD,
    NONE,
    Element,
    End,
    Event,
    Kind,
    Phase,
    Reason,
    can_go_back,
    scores,
    target,
)
from turnwise.kit.game import Frame
from turnwise.kit.sets import members_of

MINUTES = (20, 40)
"""How long people take over a game."""
WORDS = ("forward", "backward", "computer")
ELEMENTS = tuple(element.name.capitalize() for element in Element)
SEAT_NAMES = ELEMENTS
LETTERS = "WEFA"
SEASONS = ("winter", "spring", "summer", "fall")
CARDS = {Kind.STOP: "stop", Kind.CARD: "card", Kind.DIAMOND: "diamond", Kind.DOUBLE: "diamond x 2"}
KIND_NAMES = {kind: kind.name.lower() for kind in Kind}
DEER_GOD, MONKS, HERITAGE = "Deer God", "Monks", "Heritage"
DIGESTED = "Digested by The Elements"
HOLIDAYS = json.loads(Path(__file__).with_name("holidays.json").read_text(encoding="utf-8"))

REASONS = {
    Reason.NOT_YOUR_TURN: "It is another element's turn.",
    Reason.OVER: "The game is over.",
    Reason.TOO_FAR_BACK: "The roll leads back past your start cell; go forward.",
    Reason.HAS_LEFT: "This seat has left; the computer moves its figure.",
    Reason.HAS_NOT_LEFT: "The computer moves only for a seat that has left; go forward or backward.",
}
ENDS = {
    End.ALL_IN: "all four are in the portal",
    End.DEER_MODE_OVER: "Deer Mode is over",
}
SENTENCES = {
    Event.ROUND_BEGAN: "Round {round} begins.",
    Event.ROLLED: "Seat {seat} rolls a {roll}.",
    Event.LEADS: "Seat {seat} is the sole leader in diamonds; the big diamond is shown.",
    Event.FROZEN: "Seat {seat} is frozen and misses a turn; {freeze} more to miss.",
    Event.MOVED: "Seat {seat} moves from {start} to {index}.",
    Event.MEDITATED: "Seat {seat} meditates: {items} items are laid out anew in its area.",
    Event.DIAMOND_TAKEN: "Seat {seat} takes the diamond on {index}.",
    Event.OWN_RUNE_TAKEN: "Seat {seat} takes a rune of its own element on {index}; the card is discarded.",
    Event.RUNE_TAKEN: 'Seat {seat} takes a rune on {index}: the card "{kind}" against {element}.',
    Event.STOPPED: "{element} is frozen: {freeze} turns to miss.",
    Event.RUNE_LOST: "{element} loses a rune of {rune} on {index}.",
    Event.DIAMOND_STOLEN: "Seat {seat} steals the diamond on {index} from the area of {element}.",
    Event.PAID: "The area of {element} has no diamond left; seat {seat} gets one all the same.",
    Event.TURNED_UP: 'The card of {element} is now "{kind}".',
    Event.PILE_ENDED: "The pile of {element} is used up; its runes vanish from the board.",
    Event.BIG_DIAMOND_TAKEN: "Seat {seat} takes the big diamond: 3 more.",
    Event.ENTERED: "Seat {seat} enters the portal as number {place}.",
    Event.FIRST_IN: "Seat {seat} is the first in the portal: 5 more.",
    Event.DEER_MODE: "Deer Mode starts: four more turns for everybody.",
    Event.LEFT: "Seat {seat} leaves; the computer plays on for it.",
}
OPENING = ("leads", "rolled")
"""What a turn opens with: a terminal tells it after a pause of its own.  [P48]"""


def words(action: int, frame: Frame) -> str:
    return WORDS[action]


def data(action: int, frame: Frame) -> dict[str, Any]:
    return {"go": WORDS[action]}


def name(argument: str, value: int, frame: Frame) -> Any:
    if argument in ("element", "rune"):
        return ELEMENTS[value]
    return CARDS[Kind(value)] if argument == "kind" else value


def read(request: Any, s: Any, frame: Frame) -> list[int] | None:
    """A request that names the target: `33`, `W33`, {"to": 33} (path index) or {"cell": 118}; `f` and `b` for short."""
    targets = {to: way for way, to in enumerate(targets_of(s))}
    if isinstance(request, str):
        short = request.strip().upper()
        if short in ("F", "B"):
            return [FORWARD if short == "F" else BACKWARD]
        found = re.fullmatch(rf"{LETTERS[s.turn]}?(\d+)", short)
        to = int(found[1]) if found else None
    elif set(request) == {"cell"}:
        to = CELLS[s.turn].index(request["cell"]) if request["cell"] in CELLS[s.turn] else None
    else:
        to = request["to"] if set(request) == {"to"} and isinstance(request["to"], int) else None
    return [targets[to]] if to in targets else None


def refusal(code: int, s: Any, frame: Frame, action: int) -> str:
    if code == Reason.TOO_FAR_BACK:
        at, to = s.index[s.turn], target(s, s.turn, FORWARD)
        return f"You stand on {at} and cannot go back {s.roll}; go forward to {to}."
    return REASONS[Reason(code)]


def show(s: Any, frame: Frame) -> dict[str, Any]:
    """Everything but the seed is public. Cells are path indexes; lists run over the elements in turn order."""
    return {
        "turn": None if s.over else s.turn,
        "round": s.round_number,
        "roll": s.roll,
        "targets": [] if s.over else targets_of(s),
        "index": list(s.index),
        "counts": list(s.counts),
        "diamonds": [members_of(area) for area in s.diamonds],
        "runes": [[members_of(runes) for runes in area] for area in _rows(s.runes)],
        "face_up": [None if kind == NONE else KIND_NAMES[kind] for kind in s.face_up],
        "face_down": _rows(s.face_down),
        "freeze": list(s.freeze),
        "entered": entered(s),
        "first": None if s.first == NONE else s.first,
        "leader": bool(s.leader),
        "deer": s.deer if s.phase == Phase.DEER_MODE else None,
        "left": [bool(left) for left in s.left],
        "season": season(s.round_number),
        "rounds_left": rounds_left(s) if s.phase == Phase.DEER_MODE else None,
        "titles": titles(s, places(s)) if s.over else None,
    }


def _rows(block: Any) -> list[list[int]]:
    """A block of two dimensions, row by row."""
    rows, width = block.shape
    return [block.cells[row * width : (row + 1) * width] for row in range(rows)]


def targets_of(s: Any) -> list[int]:
    """Where the seat on turn may go: forward, then backward if it may. [P19]"""
    return [target(s, s.turn, way) for way in ((FORWARD, BACKWARD) if can_go_back(s, s.turn) else (FORWARD,))]


def entered(s: Any) -> list[int]:
    """The seats in the portal, in order of entry."""
    return sorted((seat for seat in range(len(ELEMENTS)) if s.entry[seat]), key=lambda seat: s.entry[seat])


def season(round_number: int) -> str:
    return SEASONS[(1 + (round_number - 1) // 4) % 4]  # [P37]


def rounds_left(s: Any) -> int:
    """What the bottom plaque shows in Deer Mode. [P51]"""
    return int(s.deer) // 4 + 1


def places(s: Any) -> list[int]:
    found = [0] * len(ELEMENTS)
    scores(s, found, [0] * len(ELEMENTS))
    return found


def titles(s: Any, places: list[int]) -> list[str]:
    """What becomes of each seat at the end. [P42]"""
    return [DEER_GOD if places[seat] == 1 else MONKS if s.entry[seat] else HERITAGE for seat in range(len(ELEMENTS))]


def holidays_on(month: int, day: int) -> list[str]:
    """The holidays of a date. [P38]"""
    return [holiday["name"] for holiday in HOLIDAYS if holiday["date"] == f"{month:02}-{day:02}"]
