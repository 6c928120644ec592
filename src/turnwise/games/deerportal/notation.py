"""DeerPortal in words: a seat goes `forward` or `backward`; `W33` is the cell with path index 33 of Water."""

import re
from collections.abc import Mapping
from typing import Any

from turnwise.games.deerportal.board import CELLS, PORTAL
from turnwise.games.deerportal.holidays import HOLIDAYS
from turnwise.games.deerportal.rules import (
    BACKWARD,
    FORWARD,
    NONE,
    Element,
    Event,
    Kind,
    Phase,
    Reason,
    can_go_back,
    ranks_before,
    target,
)
from turnwise.kit.game import Frame
from turnwise.kit.sets import members_of
from turnwise.kit.words import Said, Seat, counted, said

MINUTES = (20, 40)
"""How long people take over a game."""
ELEMENTS = tuple(element.name.capitalize() for element in Element)
SEAT_NAMES = (said("Water"), said("Earth"), said("Fire"), said("Air"))
OPTION_WORDS = {
    "any": said("any portal cell"),
    "fire": said("only Fire's"),
    "off": said("none"),
    "max_rounds": said("most rounds"),
    "card_lock": said("pause after a card"),
    "bot_pause": said("pause of computer players"),
    "season_theme": said("seasons"),
    "holiday": said("holidays"),
}
"""What people call options, settings and choices whose own names are short for programs."""
LETTERS = "WEFA"
SEASONS = ("winter", "spring", "summer", "fall")
SEASON_NAMES = {"winter": said("winter"), "spring": said("spring"), "summer": said("summer"), "fall": said("fall")}
CARDS = {Kind.STOP: "stop", Kind.CARD: "card", Kind.DIAMOND: "diamond", Kind.DOUBLE: "diamond x 2"}
CARD_NAMES = {
    Kind.STOP: said("Stop"),
    Kind.CARD: said("Broken Rune"),  # "card" in the rules and for programs: a name that does not say what it does
    Kind.DIAMOND: said("Diamond"),
    Kind.DOUBLE: said("Diamond × 2"),
}
KIND_NAMES = {kind: kind.name.lower() for kind in Kind}
DEER_GOD, MONKS, HERITAGE = "Deer God", "Monks", "Heritage"
TITLES = {DEER_GOD: said("Deer God"), MONKS: said("Monk"), HERITAGE: said("Heritage")}
"""What one player has become. [P42]"""

PLACES = (
    said("first in the portal"),
    said("second in the portal"),
    said("third in the portal"),
    said("fourth in the portal"),
)

REASONS: Mapping[Any, Said] = Reason.sentences
ENTERED = (
    said("{seat} is the first in the portal."),
    said("{seat} is the second in the portal."),
    said("{seat} is the third in the portal."),
    said("{seat} is the fourth in the portal."),
)


def leads(given: dict[str, Any], frame: Frame) -> Said:
    seat = Seat(given["seat"])
    if has_big_diamond(frame.options, seat):
        return said("{seat} has more diamonds than anybody else: the big diamond appears.", seat=seat)
    return said("{seat} has more diamonds than anybody else.", seat=seat)


def frozen(given: dict[str, Any], frame: Frame) -> Said:
    seat, more = Seat(given["seat"]), given["freeze"]
    if not more:
        return said("{seat} is frozen and misses this turn.", seat=seat)
    return counted(
        "{seat} is frozen and misses this turn and one more.",
        "{seat} is frozen and misses this turn and {more} more.",
        "more",
        seat=seat,
        more=more,
    )


def moved(given: dict[str, Any], frame: Frame) -> Said:
    seat, to = Seat(given["seat"]), given["index"]
    if to == PORTAL:
        return said("{seat} goes forward into the portal.", seat=seat)
    if to == 0:
        return said("{seat} goes back to the start.", seat=seat)
    if to > given["start"]:
        return said("{seat} goes forward to step {step}.", seat=seat, step=to)
    return said("{seat} goes back to step {step}.", seat=seat, step=to)


def entered_as(given: dict[str, Any], frame: Frame) -> Said:
    return ENTERED[given["place"] - 1].given_also(seat=Seat(given["seat"]))


SENTENCES = {Event.LEADS: leads, Event.FROZEN: frozen, Event.MOVED: moved, Event.ENTERED: entered_as}
PLAYERS_OF = {element: Seat(seat) for seat, element in enumerate(ELEMENTS)}
NAMES = {"element": PLAYERS_OF, "rune": PLAYERS_OF, "kind": {CARDS[kind]: CARD_NAMES[kind] for kind in Kind}}
"""An element strikes and is struck as its player, by name; only programs read the element."""
OPENING = ("leads", "rolled")
"""What a turn opens with: a terminal tells it after a pause of its own.  [P48]"""


def card_of(word: str) -> Kind:
    """The kind of a card by the word that programs read."""
    return next(kind for kind in Kind if CARDS[kind] == word)


def has_big_diamond(options: dict[str, Any], seat: int) -> bool:
    """Whether a leader in this seat would get it in the portal. [P34]"""
    return options["big_diamond"] == "any" or options["big_diamond"] == "fire" and seat == Element.FIRE


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


def refusal(code: int, s: Any, frame: Frame, action: int) -> Said:
    if code == Reason.TOO_FAR_BACK and s.index[s.turn]:
        at, to = s.index[s.turn], target(s, s.turn, FORWARD)
        return said(
            "You are on step {at} and cannot go back {roll}; go forward to step {to}.", at=at, roll=s.roll, to=to
        )
    if code == Reason.HAS_NOT_LEFT:
        return REASONS[Reason.HAS_NOT_LEFT].given_also(roll=s.roll)
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
    seats = range(len(ELEMENTS))
    return [1 + sum(ranks_before(s, other, seat) for other in seats) for seat in seats]


def titles(s: Any, places: list[int]) -> list[str]:
    """What becomes of each seat at the end. [P42]"""
    return [DEER_GOD if places[seat] == 1 else MONKS if s.entry[seat] else HERITAGE for seat in range(len(ELEMENTS))]


def holidays_on(month: int, day: int) -> list[Said]:
    """The holidays of a date. [P38]"""
    return [name for *date, name in HOLIDAYS if date == [month, day]]
