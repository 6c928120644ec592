"""What every bot offers, and how a bot is found by its name (`names.py`)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, Protocol, TypeVar, cast

from turnwise.bots.names import BadBot, Named, checked
from turnwise.games import game as game_named
from turnwise.kit.errors import BadAction, BadOption, MatchOver, NotYourTurn, TurnwiseError, quoted
from turnwise.kit.game import Game
from turnwise.kit.position import Position
from turnwise.kit.words import Said, said


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: seconds, or a number of iterations, which make its choice the same on any machine.

    An iteration is a position visited by alpha-beta, or a walk down the tree. `processor`: the seconds are processor
    time, for a fair contest on a busy machine."""

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
    """An action that a bot considered: its expected result (0 is lost, 1 is won), its share of the time, and the
    expected line of play."""

    action: int
    value: float
    share: float
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class Effort:
    """What a thought rests on: a search so many plies deep, simulated games, an immediate win, or a proof."""

    kind: Literal["plies", "games", "win", "proof"]
    depth: int = 0
    number: int = 0
    """Positions visited or games simulated."""


@dataclass(frozen=True)
class Thought:
    """What a bot would do and why; `considered` has the best first, and is empty for a bot that does not look ahead.

    `forced`: there was only one action. `gentle`: the bot errs on purpose, so its action need not be the best
    considered."""

    action: int
    considered: tuple[Considered, ...] = ()
    effort: Effort | None = None
    iterations: int = 0
    forced: bool = False
    gentle: bool = False


class Failed(TurnwiseError):
    """A bot gave no playable action. `why` says it in a few words, the same for all failures of a kind."""

    code = "bot_failed"

    def __init__(self, why: Said) -> None:
        super().__init__(said("The bot {why}.", why=why))
        self.why = why


class Bot(Protocol):
    """A player that can take a seat."""

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

        Without a budget the bot takes its level's own time. `stop` is called every few milliseconds; once it returns
        true, the best action so far is returned. The seed is for the bot's own randomness: with the same seed and a
        budget of iterations, the thought is the same."""


Thinks = TypeVar("Thinks", bound=Callable[..., Thought])


def asked(think: Thinks) -> Thinks:
    """A bot's `think` that first refuses, in a sentence, what can't be thought about."""

    @wraps(think)
    def after_a_look(self: Any, known: Position, seat: int, **more: Any) -> Thought:
        if not isinstance(known, Position):
            raise BadOption("A bot thinks about a position: give view.position, or tw.position(…).")
        about = known.engine.game
        if self.game and self.game.package != about.package:
            raise BadBot(f"This bot was made to play {self.game.title}, and this is a position of {about.title}.")
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


class Timed:
    """A bot named with its time limit, `search:5@0.1s`: a caller may give it less, not more."""

    def __init__(self, named: Named, inner: Bot) -> None:
        self.name, self.inner = str(named), inner
        self._seconds, self._iterations = named.seconds, named.iterations

    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        given = budget or Budget()
        seconds = min((one for one in (self._seconds, given.seconds) if one is not None), default=None)
        spare = Budget(seconds, self._iterations or given.iterations, given.processor)
        return self.inner.think(known, seat, seed=seed, budget=spare, stop=stop)


def bot(name: str, game: Game | str | None = None) -> Bot:
    """A bot by its name; with a game also one of its rule sheet's further players. A bot of a game thinks about no
    other."""
    from turnwise.bots.own import Own
    from turnwise.bots.search import Search
    from turnwise.bots.simple import Greedy, Player, Random

    one = game_named(game) if isinstance(game, str) else game
    named = Named.of(checked(name, one))
    simple: dict[str, type[Random | Greedy]] = {"random": Random, "greedy": Greedy}
    made: Own | Search | Random | Greedy | Player
    if named.own:
        made = Own(named.bot)
    elif named.level:
        made = Search(named.level)
    else:
        made = simple[named.bot]() if named.bot in simple else Player(named.bot)
    made.game = one
    return made if named.seconds is named.iterations is None else Timed(named, made)
