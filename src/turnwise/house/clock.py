"""The clock of a table: how long each seat may think. It is told the time; it never asks for it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

DAY = 24 * 60 * 60
GRACE = 10
"""Seconds a seat gets for a turn when the time of its whole game has run out and the table plays on."""


class Control(Struct, frozen=True, omit_defaults=True):
    """No clock; so many seconds a turn; so many seconds a game and some more after each turn; or days a turn."""

    kind: Literal["none", "move", "game", "days"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * DAY)] = 0
    """Of a turn, or of the whole game; `days` counts in seconds too."""
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


NO_CLOCK = Control()
SHORTEST = {"move": 5, "game": 10, "days": DAY}
"""Seconds below which a clock makes no sense."""
LIVE = ("move", "game")
"""Clocks for people who sit at the table together."""


def fault(control: Control) -> str | None:
    """What is wrong with a control, in a sentence."""
    least = SHORTEST.get(control.kind)
    if least is not None and control.seconds < least:
        return f"A clock of this kind needs at least {least} seconds, not {control.seconds}."
    if least is None and (control.seconds or control.increment):
        return "A table without a clock has no seconds."
    if control.kind != "game" and control.increment:
        return "Only a clock for the whole game has an increment."
    if control.kind == "days" and control.seconds % DAY:
        return f"Days are whole days of {DAY} seconds."
    return None


class Clock:
    """The time of every seat, in milliseconds."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self.left = [control.seconds * 1000] * seats
        self.running: int | None = None
        self._since = 0
        self._turn: tuple[int, int] | None = None
        self._favoured: tuple[int, int] | None = None

    def pressed(self, at: int, seat: int | None, turns: int) -> None:
        """A seat is on turn; None when nobody is any more. `turns` counts the turns of the rule book: within one the clock runs on."""
        if self.control.kind == "none" or (seat is not None and self._turn == (seat, turns)):
            return
        if self.running is not None:
            self._stop(at)
        self._turn = None if seat is None else (seat, turns)
        self.running, self._since = seat, at

    def _stop(self, at: int) -> None:
        seat = self.running
        assert seat is not None
        if self.control.kind == "game":
            spent = max(0, at - self._since)
            self.left[seat] = max(0, self.left[seat] - spent) + self.control.increment * 1000

    def stood_still(self, began: int) -> bool:
        """Whether a clock that counts in minutes runs since before the house was opened: then it was closed meanwhile."""
        return self.control.kind in LIVE and self.running is not None and self._since < began

    def ahead(self, now: int) -> bool:
        """Whether it runs since a time that has yet to come: the system's clock was set back while the house was closed."""
        return self.running is not None and self._since > now

    def resumed(self, at: int) -> None:
        """Nothing that passed before counts for the turn that runs."""
        self._since = at

    def returned(self, at: int, seat: int) -> None:
        """Whoever comes back to a turn with hardly any time left gets some, but only once in a turn."""
        grace = min(GRACE, self.control.seconds) * 1000
        if seat == self.running and self._turn != self._favoured and self.remaining(seat, at) < grace:
            self._favoured = self._turn
            self.left[seat] = max(self.left[seat], grace)
            self._since = at - (self.left[seat] - grace)

    def forgiven(self, seat: int) -> None:
        """The table plays on although the time of the whole game is over."""
        if self.control.kind == "game":
            self.left[seat] = max(self.left[seat], GRACE * 1000)

    def remaining(self, seat: int, now: int) -> int:
        """Milliseconds that a seat has left."""
        spent = max(0, now - self._since) if seat == self.running else 0
        return max(0, self.left[seat] - spent)

    @property
    def due(self) -> int | None:
        """When the time of the seat on turn is over; None if no clock runs."""
        return None if self.running is None else self._since + self.left[self.running]
