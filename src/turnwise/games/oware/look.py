"""Oware as a table: a board of wood with pits, and seeds that are sown one after the other."""

from turnwise.games.oware.rules import HOUSES, LAST, LETTERS, ROW, SOWN, seeds_in
from turnwise.kit.pieces import Table, near_first
from turnwise.kit.pieces.men import status
from turnwise.kit.pieces.pits import PALETTE, SEAT_COLOURS, SHADES, Pit, pits, plate, ratio
from turnwise.kit.shapes import Seen
from turnwise.kit.words import said

__all__ = ["SEAT_COLOURS", "look", "meant"]
SOUNDS = {"sowed": "step", "took": "collect", "spared": "lose", "gathered": "collect"}


def look(view: Seen) -> Table:
    touch = {action.id: (f"pit:{LETTERS[action.id]}",) for action in view.legal}
    source = next((event["house"] for event in view.events if event["event"] == "sowed"), "")
    new = _sown(LETTERS.index(source), view.events[0]["number"]) if source else [0] * HOUSES
    seats, circle = near_first(view), [_pit(house, view, new[house], touch) for house in range(HOUSES)]
    stores = {seat: view.state["taken"][seat] for seat in seats}
    gone = {
        f"seed:{event['house']}:{at}": f"store:{event['seat']}"
        for event in view.events
        if event["event"] == "took"
        for at in range(event["number"] - new[LETTERS.index(event["house"])])
    }
    return Table(
        said("Oware. {status}", status=status(view)),
        pits(circle, stores, near=seats[0] * ROW, source=source),
        tuple(plate(seat, view, stores[seat]) for seat in seats),
        touch=touch,
        palette=PALETTE,
        shades=SHADES,
        gone=gone,
        sounds=tuple(dict.fromkeys(SOUNDS[event["event"]] for event in view.events)),
        ratio=ratio,
    )


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """Touching a house means to sow from it."""
    kind, _, name = keys[-1].partition(":")
    return LETTERS.index(name[0]) if kind in ("pit", "seed") else None


def _sown(house: int, seeds: int) -> list[int]:
    """How many seeds fell into each house."""
    return [seeds_in(SOWN[house, seeds, at // ROW], at % ROW) for at in range(HOUSES)]


def _pit(house: int, view: Seen, new: int, touch: dict[int, tuple[str]]) -> Pit:
    seeds = view.state["houses"]
    ends = tuple(LETTERS[one] for one in touch if SOWN[one, seeds[one], LAST] == house)
    return Pit(LETTERS[house], seeds[house], min(new, seeds[house]), house in touch, ends)
