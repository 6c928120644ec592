"""What happened last in DeerPortal, told with the players' names, and what is to be done now."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.deerportal.notation import ELEMENTS
from turnwise.kit.shapes import Seen

Events = Sequence[dict[str, Any]]
SOUNDS = {
    "meditated": "calm",
    "diamond_taken": "collect",
    "diamond_stolen": "collect",
    "paid": "collect",
    "big_diamond_taken": "collect",
    "own_rune_taken": "card",
    "rune_taken": "card",
    "stopped": "lose",
    "rune_lost": "lose",
    "entered": "gate",
    "deer_mode": "glory",
    "rolled": "dice",
}
ORDER = ("first", "second", "third", "fourth")


def sounds(events: Events, *, rolled: bool) -> tuple[str, ...]:
    """What the latest entry sounds like: the deed, or the step if there was none, and the next throw if it has been seen; at the start,
    piles being mixed."""
    heard = dict.fromkeys(SOUNDS[event["event"]] for event in events if event["event"] in SOUNDS)
    if not rolled:
        heard.pop("dice", None)
    if sum(event["event"] == "turned_up" for event in events) == len(ELEMENTS):
        return ("shuffle", *heard)
    moved = any(event["event"] == "moved" for event in events)
    return (*("step",) * (moved and not heard.keys() - {"dice"}), *heard)


def happened(events: Events, names: tuple[str, ...]) -> list[str]:
    """The latest entry in sentences, the move first."""
    told, stolen = [], sum(event["event"] == "diamond_stolen" for event in events)
    for event in events:
        who = names[event["seat"]] if "seat" in event else ""
        element = event.get("element")
        match event["event"]:
            case "diamond_taken":
                told.append(f"{who} picks up a diamond.")
            case "own_rune_taken":
                told.append(f"{who} picks up a rune of the own element.")
            case "rune_taken":
                told.append(f"{who} turns “{event['kind']}” against {element}" + _deeds(events, stolen))
            case "meditated":
                told.append(f"{who} meditates: {event['items']} items are laid out anew.")
            case "big_diamond_taken":
                told.append(f"{who} takes the big diamond: 3 more.")
            case "entered":
                told.append(f"{who} is in the portal, the {ORDER[event['place'] - 1]}.")
            case "first_in":
                told.append(f"{who} gets 5 more.")
            case "deer_mode":
                told.append("Deer Mode begins!")
            case "pile_ended":
                told.append(f"The pile of {element} is used up; its runes vanish.")
            case "frozen":
                told.append(f"{who} is frozen and misses a turn.")
            case "left":
                told.append(f"{who} leaves; the computer plays on.")
    moved = [event for event in events if event["event"] == "moved"]
    if moved and not told:
        told.append(f"{names[moved[0]['seat']]} walks from {moved[0]['start']} to {moved[0]['index']}.")
    return told


def _deeds(events: Events, stolen: int) -> str:
    """What the card did."""
    for event in events:
        if event["event"] == "stopped":
            turns = event["freeze"]
            return f": {turns} turn{'s' * (turns > 1)} to miss."
        if event["event"] == "rune_lost":
            return f": a rune of {event['rune']} vanishes there."
        if event["event"] == "paid":
            return ": no diamond is left there, one is paid all the same."
    return f": {stolen} diamond{'s' * (stolen > 1)} taken from there." if stolen else ", in vain."


def to_do(view: Seen, names: tuple[str, ...]) -> str:
    """Whose turn it is and what for; or who has won."""
    if view.outcome:
        winner = view.outcome.winners[0]
        return f"{names[winner]} ({ELEMENTS[winner]}) is the Deer God!"
    state, seat = view.state, view.turn
    assert seat is not None
    if view.opened is False:
        return "Roll the die." if view.seat == seat else f"{names[seat]} ({ELEMENTS[seat]}) is to roll the die."
    ways = "go forward or back" if len(state["targets"]) == 2 else "go forward"
    if view.seat == seat:
        return f"You rolled a {state['roll']}: {ways}."
    return f"{names[seat]} ({ELEMENTS[seat]}) rolled a {state['roll']} and may {ways}."
