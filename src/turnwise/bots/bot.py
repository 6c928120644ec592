"""What every bot offers, and how one is named: `random`, `classic`, `greedy`, `search:1` to `search:5`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from turnwise.kit.errors import TurnwiseError, quoted
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
