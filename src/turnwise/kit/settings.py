"""Settings of a table: how long it waits and what it shows. No rule reads them, and no record of a match holds them.

A game names its own in `settings.py`, as `SETTINGS = settings(…)`, in the words in which options are declared. Beside them the file
may offer, for whoever keeps the table (`play/timing.py` asks):
    lock(events, settings)    seconds after an entry that told these events in which nobody may act
    LIMIT                     the name of the setting that limits decisions of a kind; when they are over `notation.overdue` decides
    limited(s)                whether the decision at hand is one of these
    pauses(s, settings)       what a computer player waits before it shows what its turn opens with, and again before it acts; or None
    thinking(settings)        seconds that a bot which looks so many plies ahead may think
    GESTURE                   what a player does to see what the turn opens with, as said("Roll the die"): no action, the front's matter
    TURN_SECONDS              seconds of a turn where nobody names a clock for the table
    SHARED                    settings that are others at one shared screen, where there is no clock either
`s` is the record as a spectator may see it, `events` are what a spectator is told.
"""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from turnwise.kit.options import Option, Options
from turnwise.kit.words import Words, said


@dataclass(frozen=True)
class Seconds(Option):
    """A time from `low` to `high`, in tenths of a second; 0, where `low` is more, means none at all."""

    low: float
    high: float

    def values(self) -> Words:
        if self.low:
            return said("0 or {low} to {high} seconds", low=self.low, high=self.high)
        return said("{low} to {high} seconds", low=self.low, high=self.high)

    def facts(self) -> dict[str, Any]:
        return {"type": "seconds", "low": self.low, "high": self.high}

    def accept(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        seconds = float(value)
        if not isfinite(seconds) or seconds and not self.low <= seconds <= self.high:
            raise ValueError
        return round(seconds, 1)

    def code(self, value: Any) -> None:
        return None


class Settings(Options):
    """The settings of a game's tables by name."""

    meant = said("There is no setting {given}: did you mean '{meant}'?")
    unknown = said("There is no setting {given}: the settings are {known}.")
    wrong = said("Setting '{name}' must be {values}, not {given}.")


def settings(**named: Option) -> Settings:
    return Settings(named)


def seconds(low: float, high: float, *, default: float, help: str) -> Seconds:
    return Seconds(default, said(help), low, high)
