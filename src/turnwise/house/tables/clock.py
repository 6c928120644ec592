"""The clock of a table: how long each seat may think. It is given the time and never asks for it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from turnwise.kit.game import Game
from turnwise.kit.words import Said, said

DAY = 24 * 60 * 60
GRACE = 10
"""Seconds a seat gets for a turn when the time of its whole game has run out and the table plays on."""


class Control(Struct, frozen=True, omit_defaults=True):
    """No clock; seconds a turn; seconds a game with an increment after each turn; days a turn; or, while a table is
    being opened, the game's usual one."""

    kind: Literal["none", "move", "game", "days", "usual"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * DAY)] = 0
    """Of a turn, or of the whole game; `days` is in seconds too."""
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


NO_CLOCK, USUAL = Control(), Control("usual")
SHORTEST = {"move": 5, "game": 10, "days": DAY}
"""The shortest sensible seconds of each kind."""
LIVE = ("move", "game")
"""Clocks for people who sit at the table together."""


def usual(game: Game) -> Control:
    """The clock of a table for which none is chosen."""
    seconds = game.timing("TURN_SECONDS")
    return Control("move", seconds) if seconds else NO_CLOCK


def fault(control: Control) -> Said | None:
    """What is wrong with a control, in a sentence."""
    least = SHORTEST.get(control.kind)
    if least is not None and control.seconds < least:
        return said(
            "A clock of this kind needs at least {least} seconds, not {given}.", least=least, given=control.seconds
        )
    if least is None and (control.seconds or control.increment):
        return said("A table without a clock has no seconds.")
    if control.kind != "game" and control.increment:
        return said("Only a clock for the whole game has an increment.")
    if control.kind == "days" and control.seconds % DAY:
        return said("Days are whole days of {seconds} seconds.", seconds=DAY)
    return None


class Clock:
    """The time of every seat, in milliseconds.

    A decision may have a limit of its own. While it is open that limit runs, and the seat's own clock is paused."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self.left = [control.seconds * 1000] * seats
        self.running: int | None = None
        self.limit = 0
        """Of the current decision; 0 if it has none of its own."""
        self._pressed = self._since = self._spent = 0
        """When it was pressed, since when time counts, and how much of the turn was spent before that."""
        self._turn: tuple[int, int] | None = None
        self._favoured: tuple[int, int] | None = None

    @property
    def shown(self) -> bool:
        """Whether there is any time to show."""
        return self.control.kind != "none" or bool(self.limit)

    def pressed(self, at: int, seat: int | None, turns: int, *, lock: int = 0, limit: int = 0) -> None:
        """A seat is on turn; None if nobody is. `turns` counts the turns of the rule book: within one the clock runs
        on.

        A new turn's time begins when its `lock` is over."""
        turn = None if seat is None else (seat, turns)
        same = turn is not None and turn == self._turn
        if same and bool(limit) == bool(self.limit):
            return
        if self.running is not None:
            self._spent = self._spent_by(at)
            if not same:
                self._stop(self.running)
        if not same:
            self._spent, self._turn = 0, turn
        self.limit = limit
        self._pressed, self._since = at, at if same else at + lock
        self.running = seat if self.shown else None

    def _stop(self, seat: int) -> None:
        if self.control.kind == "game":
            self.left[seat] = max(0, self.left[seat] - self._spent) + self.control.increment * 1000

    def _spent_by(self, now: int) -> int:
        """Time spent on the seat's own clock in this turn."""
        return self._spent if self.limit else self._spent + max(0, now - self._since)

    def stood_still(self, began: int) -> bool:
        """Whether a live clock has run since before the house was opened: then the house was closed meanwhile."""
        live = self.control.kind in LIVE or bool(self.limit)
        return live and self.running is not None and self._pressed < began

    def ran_on(self, began: int) -> bool:
        """Whether a clock in days has run since before the house was opened."""
        return self.control.kind == "days" and not self.limit and self.running is not None and self._pressed < began

    def ran_for(self, now: int) -> int:
        """Milliseconds since it was pressed."""
        return now - self._pressed

    def ahead(self, now: int) -> bool:
        """Whether it runs from a time in the future: the system clock was set back while the house was closed."""
        return self.running is not None and self._pressed > now

    def resumed(self, at: int, closed: int = 0) -> None:
        """Nothing before this counts for the current turn; or, if the house was `closed` for a known time, only that
        time does not. The player on turn then has as long again, up to a day, to notice that the house is open."""
        self._pressed = at
        if not closed:
            self._since, self._spent = at, 0
            return
        self._since += closed
        if self.due is not None:
            self._since += max(0, at + min(closed, DAY * 1000) - self.due)

    def returned(self, at: int, seat: int) -> None:
        """A player who returns to a turn with hardly any time left gets some, once a turn."""
        grace = min(GRACE, self.control.seconds) * 1000
        if self.limit or seat != self.running or self._turn == self._favoured or self.remaining(seat, at) >= grace:
            return
        self._favoured = self._turn
        self.left[seat] = max(self.left[seat], grace)
        self._since, self._spent = at - (self.left[seat] - grace), 0

    def forgiven(self, seat: int) -> None:
        """The table plays on although the seat's time for the whole game is over."""
        if self.control.kind == "game":
            self.left[seat] = max(self.left[seat], GRACE * 1000)

    def remaining(self, seat: int, now: int) -> int:
        """Milliseconds that a seat has left, for the current decision if that has a limit."""
        if seat != self.running:
            return self.left[seat]
        if self.limit:
            return max(0, self.limit - max(0, now - self._since))
        return max(0, self.left[seat] - self._spent_by(now))

    @property
    def due(self) -> int | None:
        """When the time of the seat on turn is over; None if no clock runs."""
        if self.running is None:
            return None
        return self._since + (self.limit or self.left[self.running] - self._spent)
