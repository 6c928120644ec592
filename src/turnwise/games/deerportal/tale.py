"""What happened last in DeerPortal, and what is to be done now."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.deerportal.notation import CARD_NAMES, ELEMENTS, card_of, player_of
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Given, Said, Seat, counted, said

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
TELLING = ("diamond_taken", "own_rune_taken", "meditated", "big_diamond_taken", "entered", "first_in", "deer_mode",
           "pile_ended", "frozen", "left")  # fmt: skip
"""Events that are told as the log has them; what a card does is told in one sentence with it."""


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


def happened(view: Seen) -> list[Said]:
    """The latest entry in sentences; a step where nothing lies is told only by itself."""
    events = view.events
    log = [(event["event"], sentence) for event, sentence in zip(events, view.told, strict=False)]
    told = [
        card_told(events) if kind == "rune_taken" else sentence
        for kind, sentence in log
        if kind in ("rune_taken", *TELLING)
    ]
    return told or [sentence for kind, sentence in log if kind == "moved"]


def card_told(events: Events) -> Said:
    """A card that was turned against somebody, and what it did."""
    done = {event["event"]: event for event in events}
    turned, stolen = done["rune_taken"], sum(event["event"] == "diamond_stolen" for event in events)
    given: dict[str, Given] = {
        "seat": Seat(turned["seat"]),
        "card": CARD_NAMES[card_of(turned["kind"])],
        "target": player_of(turned["element"]),
    }
    if "stopped" in done:
        return counted(
            "{seat} turns “{card}” against {target}, who will miss one turn.",
            "{seat} turns “{card}” against {target}, who will miss {turns} turns.",
            "turns",
            turns=done["stopped"]["freeze"],
            **given,
        )
    if "rune_lost" in done:
        return said("{seat} turns “{card}” against {target}, who loses a rune.", **given)
    if "paid" in done:
        return said("{seat} turns “{card}” against {target} and gets a diamond, though none is left there.", **given)
    if stolen:
        return counted(
            "{seat} turns “{card}” against {target} and takes one diamond.",
            "{seat} turns “{card}” against {target} and takes {number} diamonds.",
            "number",
            number=stolen,
            **given,
        )
    return said("{seat} turns “{card}” against {target}, in vain.", **given)


def to_do(view: Seen) -> Said:
    """Whose turn it is and what for; or who has won."""
    if view.outcome:
        return said("{seat} is the Deer God!", seat=Seat(view.outcome.winners[0]))
    assert view.turn is not None
    seat, roll, back = Seat(view.turn), view.state["roll"], len(view.state["targets"]) == 2
    if view.opened is False:
        return said("Roll the die.") if view.seat == seat else said("{seat} is to roll the die.", seat=seat)
    if view.seat == seat and back:
        return said("You rolled a {roll}: go forward or back.", roll=roll)
    if view.seat == seat:
        return said("You rolled a {roll}: go forward.", roll=roll)
    if back:
        return said("{seat} rolled a {roll} and may go forward or back.", seat=seat, roll=roll)
    return said("{seat} rolled a {roll} and can only go forward.", seat=seat, roll=roll)
