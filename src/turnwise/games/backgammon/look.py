"""Backgammon as a table: a board of points, a bar, trays, and dice that tumble."""

from turnwise.games.backgammon.rules import BAR, OFF, Do
from turnwise.kit.pieces import Button, Counter, Panel, Plate, Table, near_first
from turnwise.kit.pieces.men import PALETTE as MEN_PALETTE
from turnwise.kit.pieces.men import SEAT_COLOURS, SHADES, sitting, status
from turnwise.kit.pieces.race import PALETTE, place_of, race_board, ratio, standing, thrown
from turnwise.kit.shapes import Seen
from turnwise.kit.words import counted, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
SOUNDS = {"rolled": "dice", "moved": "step", "hit": "wrong", "bore_off": "collect"}


def look(view: Seen) -> Table:
    near, state, heard = near_first(view)[0], view.state, [event["event"] for event in view.events]
    moves = [
        (event["seat"], _number(event["start"]), _number(event.get("stop", "off")))
        for event in view.events
        if "start" in event
    ]
    touch, dice = _touch(view, near), thrown(state["dice"], state["left"])
    told = said("With {first} and {second} you can move no man.", first=state["dice"][0], second=state["dice"][1])
    stuck = Panel("stuck", told, choices=(Button("pass", said("Pass"), strong=True),))
    return Table(
        said("Backgammon. {status}", status=status(view)),
        race_board(standing(state["men"], near, moves), dice, near=near, marked={way[0] for way in touch.values()}),
        tuple(_plate(seat, view) for seat in near_first(view)),
        panel=stuck if Do.PASS in touch else None,
        touch=touch,
        palette=MEN_PALETTE | PALETTE,
        shades=SHADES,
        sounds=tuple(dict.fromkeys(SOUNDS[one] for one in heard if one in SOUNDS)),
        ratio=ratio,
    )


def _number(name: str) -> int:
    return BAR if name == "bar" else OFF if name == "off" else int(name)


def _touch(view: Seen, near: int) -> dict[int, tuple[str, ...]]:
    """Where a man stands, and where it goes; of two numbers that bear it off, the larger one is touched itself."""
    ways: dict[int, tuple[str, ...]] = {}
    for action in view.legal:
        point, die = action.id // 6 + 1, action.id % 6 + 1
        way: tuple[str, ...] = (place_of(near, point, near), place_of(near, max(point - die, OFF), near))
        if way in ways.values():
            way = (way[0], f"die:{view.state['dice'].index(die)}")
        ways[action.id] = ("pass",) if action.id == Do.PASS else way
    return ways


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """A man and where it is to go."""
    near = near_first(view)[0]
    places = {place_of(near, point, near): point for point in range(OFF, BAR + 1)}
    if keys == ("pass",):
        return int(Do.PASS)
    if len(keys) < 2 or keys[0] not in places or keys[1] not in places:
        return None
    start, stop = places[keys[0]], places[keys[1]]
    die = start - stop if stop else min((face for face in view.state["dice"] if face >= start), default=6)
    return (start - 1) * 6 + die - 1 if start and 1 <= die <= 6 else None


def _plate(seat: int, view: Seen) -> Plate:
    pips = sum(point * number for point, number in enumerate(view.state["men"][seat]))
    told = counted("one pip to go", "{number} pips to go", "number", number=pips)
    return sitting(view, seat, (Counter(told, counted("{number} pip", "{number} pips", "number", number=pips)),))
