"""Relay in words."""

from typing import Any

from tests.play.relay.rules import Event, Reason
from turnwise.kit.game import Frame

REASONS = {Reason.NOT_YOUR_TURN: "You don't have the baton.", Reason.YOUR_TURN: "You have the baton."}
SENTENCES = {Event.PASSED: "Seat {seat} hands it on."}


def words(action: int, frame: Frame) -> str:
    return ("pass", "nudge")[action]


def data(action: int, frame: Frame) -> dict[str, Any]:
    return {"do": words(action, frame)}


def show(s: Any, frame: Frame) -> dict[str, Any]:
    return {"turn": s.turn, "gone": s.gone, "passes": s.passes, "nudges": s.nudges}
