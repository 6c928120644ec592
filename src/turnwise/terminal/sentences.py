"""Sentences at a table besides the game's own, all made from views."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from turnwise.kit.game import Frame, Game
from turnwise.kit.words import Said, Seat, counted, said
from turnwise.play.front import has_holidays, holidays
from turnwise.play.view import Line, View


def portions(view: View, line: Line) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    """The sentences of an entry, and those of the next turn's opening, such as a throw of the dice."""
    opening = getattr(view.game.notation, "OPENING", ())
    at = next((i for i, event in enumerate(line.events) if event["event"] in opening), len(line.told))
    return line.told[:at], line.told[at:]


def status(view: View) -> Said:
    """Who is to act."""
    if view.outcome or view.turn is None:
        return said("The match is over.")
    return said("{seat} is to act.", seat=Seat(view.turn))


def offers(view: View, answers: Said) -> list[Said]:
    """The open draw offer, and how to answer it."""
    if view.draw_offer is None:
        return []
    if view.draw_offer == view.seat:
        return [said("You have offered a draw; {seat} answers after your move.", seat=Seat(1 - view.seat))]
    return [said("{seat} has offered a draw: {answers}.", seat=Seat(view.draw_offer), answers=answers)]


def warnings(view: View, frame: Frame) -> list[Said]:
    """The game's warnings to the player on turn."""
    warn = getattr(view.game.notation, "warnings", None)
    if warn is None or view.seat is None or view.turn != view.seat:
        return []
    return list(warn(view.position.plain(), frame, view.seat))


def today(game: Game, settings: Mapping[str, Any] | None = None) -> list[Said]:
    """The holiday of the reader's date, if the game has one and the table shows it."""
    named = holidays(game, date.today()) if has_holidays(game, settings or {}) else []
    return [said("Today: {holidays}.", holidays=tuple(named))] if named else []


def saved(command: str) -> Said:
    """How to resume a match."""
    return said("The match is saved; go on with: {command}", command=command)


def moves_title(number: int, listed: bool) -> Said:
    """The title of the list of moves."""
    if number:
        return counted("{number} move", "{number} moves", "number", number=number)
    return said("no moves") if listed else said("moves")
