"""What somebody who plays DeerPortal for the first time should know now."""

from typing import Any

from turnwise.games.deerportal.board import PORTAL
from turnwise.games.deerportal.rules import COMPUTER
from turnwise.kit.words import Said, said
from turnwise.kit.shapes import Seen

WAYS = ("Forward", "Back")
DEEDS = {
    "stop": "a rune, and its card makes {name} miss a turn.",
    "card": "a rune, and its card takes a rune away from {name}.",
    "diamond": "a rune, and its card brings you a diamond of {name}'s.",
    "double": "a rune, and its card brings you two diamonds of {name}'s.",
}
"""What the cards do to the player of their element."""


def coach(view: Seen, names: tuple[str, ...]) -> list[Said]:
    state, seat = view.state, view.turn
    if seat is None:
        return []
    if view.opened is False:
        own = said("Touch the die to roll it, or press the space bar.")
        return [own] if seat == view.seat else [*_waiting(view), said("{name} is to roll the die.", name=names[seat])]
    if seat != view.seat:
        return [
            *_waiting(view),
            said("{name} rolled a {roll} and is choosing where to go.", name=names[seat], roll=state["roll"]),
        ]
    if any(action.id == COMPUTER for action in view.legal):
        return [said("You have left: touch the die, and the computer moves for you.")]
    ways = [_way(state, seat, names, way, to) for way, to in enumerate(state["targets"])]
    if state["deer"] is not None:
        rounds = said("Only who is in the portal in time can win; rounds left: {rounds}.", rounds=state["rounds_left"])
        return [rounds, *ways]
    if len(ways) == 1:
        return [said("You rolled a {roll}. Touch the cell with the ring to go there.", roll=state["roll"]), *ways]
    return [said("You rolled a {roll}. Touch one of the two cells with a ring.", roll=state["roll"]), *ways]


def _waiting(view: Seen) -> list[Said]:
    """Why it may take long until it is the viewer's turn."""
    if view.seat is None:
        return []
    if view.seat in view.state["entered"]:
        return [said("You are in the portal, and safe.")]
    if view.state["freeze"][view.seat]:
        return [said("You are frozen; turns to miss: {turns}.", turns=view.state["freeze"][view.seat])]
    return []


def _way(state: dict[str, Any], seat: int, names: tuple[str, ...], way: int, to: int) -> Said:
    """What happens on a cell that the seat on turn may go to."""
    rune = next((element for element in range(4) if to in state["runes"][seat][element]), None)
    if to == PORTAL:
        prize = "5 diamonds for being the first." if state["deer"] is None else "there you are safe."
        return said(f"Forward: the portal; {prize}")
    if to == 0:
        return said("Back: your shrine; you meditate, and your quarter is filled anew.")
    if to in state["diamonds"][seat]:
        return said(f"{WAYS[way]}: a diamond for you.")
    if rune is None:
        return said(f"{WAYS[way]}: nothing lies there.")
    if rune == seat:
        return said(f"{WAYS[way]}: a rune of your own, which only brings up your next card.")
    return said(f"{WAYS[way]}: {DEEDS[state['face_up'][rune]]}", name=names[rune])
