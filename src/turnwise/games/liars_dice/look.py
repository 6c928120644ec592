"""Liar's Dice as a table: one's own dice in the hand, bids on the cloth, and all dice when the cups are lifted."""

from turnwise.games.liars_dice.rules import Do
from turnwise.kit.pieces import Table, near_first
from turnwise.kit.pieces.bids import PALETTE, SEAT_COLOURS, SHADES, bid_of, bids, plate, showdown, way
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Seat, said

__all__ = ["SEAT_COLOURS", "look", "meant"]
SOUNDS = {"rolled": "dice", "bid": "step", "doubted": "vote", "lost": "lose"}


def look(view: Seen) -> Table:
    state, heard = view.state, [event["event"] for event in view.events]
    touch = {one.id: way(one.words) for one in view.legal}
    by = said("{seat} has bid", seat=Seat(state["bidder"])) if state["bid"] else said("Make the first bid")
    most, doubted, turn = view.seats * view.options["dice"], Do.DOUBT in touch, view.turn
    lifted = state["rolled" if view.outcome and view.options["one_round"] else "shown"]
    own = None if view.seat is None else state["rolled"][view.seat]
    return Table(
        said("Liar's Dice. {seat} is on turn.", seat=Seat(turn))
        if turn is not None
        else said("Liar's Dice, at the end."),
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
