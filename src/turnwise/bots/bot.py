"""What every bot offers, and how one is named: `random`, `classic`, `greedy`, `search:1` to `search:5`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

from turnwise.kit.errors import BadAction, BadOption, MatchOver, NotYourTurn, TurnwiseError, quoted
from turnwise.kit.position import Position

LEVELS = range(1, 6)
STRONGEST = LEVELS[-1]


class BadBot(TurnwiseError):
    code = "bad_bot"


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: seconds, or a number of iterations, which make its choice the same on any machine.

    An iteration is a position visited by alpha-beta, or a walk down the tree. `processor`: the seconds are of processor time, for
    a fair contest on a busy machine."""

    seconds: float | None = None
    iterations: int | None = None
    processor: bool = False

    def __post_init__(self) -> None:
        for given, kinds, what in (
            (self.seconds, (int, float), "Seconds of a budget are a number"),
            (self.iterations, (int,), "Iterations of a budget are a whole number"),
        ):
            if given is not None and (isinstance(given, bool) or not isinstance(given, kinds) or not given >= 0):
                raise BadOption(f"{what} from 0 up, not {quoted(given)}.")


@dataclass(frozen=True)
class Considered:
    """An action that a bot looked at: what it expects of it (0 is lost, 1 is won), how much of its time went there, and
    how it thinks that play would go on."""

    action: int
    value: float
    share: float
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class Thought:
    """What a bot would do and why; `considered` has the best first, and is empty for a bot that does not look ahead."""

    action: int
    considered: tuple[Considered, ...] = ()
    effort: str = ""
    iterations: int = 0


class Bot(Protocol):
    """Somebody who can take a seat."""

    name: str

    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        """Choose an action for a seat from what that seat may know: `view.position`, which has passed the gate.

        Without a budget the bot takes its level's own time. `stop` is asked every few milliseconds; once it says yes
        the best so far is given.
        The seed is the bot's own chance: the same one, with a budget of iterations, gives the same thought."""


Thinks = TypeVar("Thinks", bound=Callable[..., Thought])


def asked(think: Thinks) -> Thinks:
    """A bot's `think` that first refuses, in a sentence, what nobody can think about."""

    @wraps(think)
    def after_a_look(self: Bot, known: Position, seat: int, **more: Any) -> Thought:
        if not isinstance(known, Position):
            raise BadOption("A bot thinks about a position: give view.position, or tw.position(…).")
        seats = int(known.state.seats)
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
            raise BadAction(f"This match has seats 0 to {seats - 1}, not {quoted(seat)}.", "no_such_seat")
        if known.finished or known.over:
            raise MatchOver("The match is over: there is nothing to think about.")
        if known.viewer not in (None, seat):
            who = f"seat {known.viewer}" if known.viewer in range(seats) else "a spectator"
            raise BadAction(f"This is what {who} may know; seat {seat} thinks with its own view.", "no_such_seat")
        if not known.legal(seat):
            raise NotYourTurn(f"Seat {seat} has nothing to do now; seat {known.turn} is on turn.")
        return think(self, known, seat, **more)

    return cast(Thinks, after_a_look)


def bot(name: str) -> Bot:
    """A bot by its name."""
    kind, colon, level = name.strip().lower().partition(":")
    if kind in ("random", "classic", "greedy") and not colon:
        from turnwise.bots.simple import Classic, Greedy, Random

        simple: dict[str, type[Bot]] = {"random": Random, "classic": Classic, "greedy": Greedy}
        return simple[kind]()
    if kind == "search" and (not colon or level.isdecimal() and int(level) in LEVELS):
        from turnwise.bots.search import Search

        return Search(int(level or STRONGEST))
    raise BadBot(
        f"There is no bot {quoted(name)}. There are random, classic, greedy and search:1 (gentle) to search:5 (fierce)."
    )
