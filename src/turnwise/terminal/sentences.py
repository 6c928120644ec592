"""What is told at a table, in sentences with the players' names. Everything here is made of views."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from turnwise.kit.game import Frame, Game
from turnwise.play.ending import named
from turnwise.play.entry import Special
from turnwise.play.front import has_holidays, holidays
from turnwise.play.view import Line, View

SPECIAL = {
    Special.LEAVE: "{name} leaves.",
    Special.OFFER_DRAW: "{name} offers a draw.",
    Special.ACCEPT_DRAW: "{name} accepts the draw.",
    Special.REFUSE_DRAW: "{name} refuses the draw.",
    Special.UNDO: "{name} takes back the last move.",
}
SAID = {kind.name.lower().replace("_", " "): text for kind, text in SPECIAL.items()} | {"resign": "{name} resigns."}


def told(line: Line, names: Sequence[str]) -> list[str]:
    """What one entry of the log tells."""
    if line.events:
        return [named(event["text"], names) for event in line.events]
    if line.words == "set-up":
        return []
    name = names[line.seat]
    return [SAID[line.words].format(name=name) if line.words in SAID else f"{name}: {line.words}."]


def portions(view: View, line: Line, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """What an entry tells, and then what the next turn opens with, such as a throw of the dice."""
    opening = getattr(view.game.notation, "OPENING", ())
    sentences = told(line, names)
    at = next((i for i, event in enumerate(line.events) if event["event"] in opening), len(sentences))
    return sentences[:at], sentences[at:]


def status(view: View, names: Sequence[str]) -> str:
    """Who is to act."""
    return "The match is over." if view.outcome or view.turn is None else f"{names[view.turn]} is to act."


def offers(view: View, names: Sequence[str], answers: str) -> list[str]:
    """The draw offer that stands, and how it is answered."""
    if view.draw_offer is None:
        return []
    if view.draw_offer == view.seat:
        return [f"You have offered a draw; {names[1 - view.seat]} answers after your move."]
    return [f"{names[view.draw_offer]} has offered a draw: {answers}."]


def warnings(view: View, frame: Frame) -> list[str]:
    """What a game warns the player on turn of."""
    warn = getattr(view.game.notation, "warnings", None)
    if warn is None or view.seat is None or view.turn != view.seat:
        return []
    return list(warn(view.position.plain(), frame, view.seat))


def today(game: Game, settings: Mapping[str, Any] | None = None) -> list[str]:
    """The holiday of this day where the reader is, if the game knows one and the table wants it named."""
    names = holidays(game, date.today()) if has_holidays(game, settings or {}) else []
    return [f"Today: {', '.join(names)}."] if names else []
