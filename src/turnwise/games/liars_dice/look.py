"""Liar's Dice as a table: one's own dice in the hand, bids on the cloth, and all dice when the cups are lifted."""

from turnwise.games.liars_dice.rules import Do
from turnwise.kit.pieces import Table, near_first
from turnwise.kit.pieces.bids import PALETTE, SEAT_COLOURS, SHADES, bid_of, bids, plate, showdown, way
from turnwise.kit.pieces.men import status
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Seat, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
SOUNDS = {"rolled": "dice", "bid": "step", "doubted": "vote", "lost": "lose"}


def look(view: Seen) -> Table:
    state, heard = view.state, [event["event"] for event in view.events]
    touch = {one.id: way(one.words) for one in view.legal}
    by = said("{seat} has bid", seat=Seat(state["bidder"])) if state["bid"] else said("No bid yet")
    most, doubted = view.seats * view.options["dice"], Do.DOUBT in touch
    lifted = state["rolled" if view.outcome and view.options["one_round"] else "shown"]
    own = None if view.seat is None else state["rolled"][view.seat]
    return Table(
        said("Liar's Dice. {status}", status=status(view)),
        bids(most, touch, state["bid"] - 1, by, doubted=doubted, own=own),
        tuple(plate(seat, view, state["cups"][seat], state["rolled"][seat]) for seat in near_first(view)),
        panel=showdown(view.told[:2], lifted) if "doubted" in heard else None,
        touch=touch,
        palette=PALETTE,
        shades=SHADES,
        sounds=tuple(dict.fromkeys(SOUNDS[one] for one in heard if one in SOUNDS)),
    )


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """A number and a face are a bid; the button doubts the latest one."""
    return int(Do.DOUBT) if keys == ("doubt",) else bid_of(keys)
