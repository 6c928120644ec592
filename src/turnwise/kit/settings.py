"""Settings of a table: how long it waits and what it shows. No rule reads them, and no record of a match has them.

A game declares its own in `settings.py`, as `SETTINGS = settings(…)`, like options. The file may also define, for
the house and the terminal (`play/timing.py` uses them):
    lock(events, settings)    seconds after an entry that told these events in which nobody may act
    LIMIT                     the setting that limits decisions of a kind; after it `notation.overdue` decides
    limited(s)                whether the current decision is one of these
    pauses(s, settings)       seconds before a bot shows the opening of its turn, and again before it acts; or None
    thinking(settings)        seconds for a bot that looks a fixed number of plies ahead
    GESTURE                   how a player shows the opening of a turn, as said("Roll the die"): no action
    TURN_SECONDS              seconds of a turn at a table without a chosen clock
    SHARED                    settings that differ at one shared screen, where there is no clock either
`s` is the record as a spectator may see it, `events` are a spectator's.
"""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from turnwise.kit.options import Option, Options
from turnwise.kit.words import Words, said


@dataclass(frozen=True)
class Seconds(Option):
    """A time from `low` to `high`, in tenths of a second; 0, if `low` is more, means none at all."""

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
