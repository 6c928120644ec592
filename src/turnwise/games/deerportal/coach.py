"""What somebody who plays DeerPortal for the first time should know now."""

from turnwise.games.deerportal.board import PORTAL
from turnwise.games.deerportal.notation import has_big_diamond
from turnwise.games.deerportal.rules import COMPUTER
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, counted, said

WAYS = (said("Forward: {what}"), said("Back: {what}"))


def coach(view: Seen) -> list[Said]:
    state = view.state
    if view.turn is None:
        return []
    seat, roll = Seat(view.turn), state["roll"]
    if view.opened is False:
        if seat == view.seat:
            return [said("Touch the die to roll it, or press the space bar.")]
        return [*_waiting(view), said("{seat} is to roll the die.", seat=seat)]
    if seat != view.seat:
        return [
            *_waiting(view),
            said("{seat} rolled a {roll} and is choosing where to go.", seat=seat, roll=roll),
        ]
    if any(action.id == COMPUTER for action in view.legal):
        return [said("You have left: touch the die, and the computer moves for you.")]
    ways = [WAYS[way].given_also(what=_what(view, seat, to)) for way, to in enumerate(state["targets"])]
    if state["deer"] is not None:
        rounds = counted(
            "Only those who get into the portal can win, and this is the last round.",
            "Only those who get into the portal can win, and {rounds} rounds are left.",
            "rounds",
            rounds=state["rounds_left"],
        )
        return [rounds, *ways]
    if len(ways) == 1:
        return [said("You rolled a {roll}. Touch the cell with the ring to go there.", roll=roll), *ways]
    return [said("You rolled a {roll}. Touch one of the two cells with a ring.", roll=roll), *ways]


def _waiting(view: Seen) -> list[Said]:
    """Why it may take long until it is the viewer's turn."""
    if view.seat is None:
        return []
    if view.seat in view.state["entered"]:
        return [said("You are in the portal, and safe.")]
    if turns := view.state["freeze"][view.seat]:
        return [
            counted(
                "You are frozen and will miss one turn.",
                "You are frozen and will miss {turns} turns.",
                "turns",
                turns=turns,
            )
        ]
    return []


def _what(view: Seen, seat: int, to: int) -> Said:
    """What happens on a cell that the seat on turn may go to."""
    state = view.state
    rune = next((element for element in range(4) if to in state["runes"][seat][element]), None)
    if to == PORTAL:
        return _portal(view, seat)
    if to == 0:
        return said("your start, where you meditate and all items of your path are laid out anew.")
    if to in state["diamonds"][seat]:
        return said("a diamond for you.")
    if rune is None:
        return said("nothing lies there.")
    if rune == seat:
        return said("a rune of your own, which only puts aside the card against you.")
    return _card(view, rune)


def _portal(view: Seen, seat: int) -> Said:
    if view.state["deer"] is not None:
        return said("the portal, where you are safe.")
    if view.state["leader"] and has_big_diamond(view.options, seat):
        return said("the portal, with five diamonds for being the first and three for the big diamond.")
    return said("the portal, with five diamonds for being the first.")


def _card(view: Seen, target: int) -> Said:
    """What the card of a rune would do to somebody else."""
    state, who = view.state, Seat(target)
    kind, diamonds = state["face_up"][target], len(state["diamonds"][target])
    if kind == "stop" and target not in state["entered"]:
        return said("a rune, and its card makes {target} miss a turn.", target=who)
    if kind == "card" and any(state["runes"][target]):
        return said("a rune, and its card takes a rune away from {target}.", target=who)
    if kind in ("diamond", "double") and diamonds:
        return counted(
            "a rune, and its card brings you a diamond from {target}'s path.",
            "a rune, and its card brings you two diamonds from {target}'s path.",
            "number",
            target=who,
            number=min(diamonds, 2 if kind == "double" else 1),
        )
    if kind == "diamond" and not view.options["strict_theft"]:
        return said("a rune, and its card brings you a diamond.")
    return said("a rune, but its card cannot harm {target} now.", target=who)
