"""One game between bots, played as a match: through the same gate, with the same dice, into a log that replays."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any

from turnwise.bots import Bot, Budget
from turnwise.kit.errors import TurnwiseError
from turnwise.play.match import Match
from turnwise.play.secret import Dice, small

SEEDS = 2**53
"""Seeds of matches lie below this, so that every reader of JSON keeps all their digits."""


class BadBots(TurnwiseError):
    code = "bad_bots"


class Stopped(Exception):
    """Somebody asked to stop before the game was over."""


@dataclass(frozen=True)
class Setting:
    """What all games of an arena have in common. It can be sent to another process."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[Bot, ...]
    budget: Budget | None
    seed: int
    compiled: bool = True

    def match(self, deal: int) -> Match:
        """A match with the chance of a deal."""
        return Match(self.game, seats=self.seats, seed=self.deal_seed(deal), compiled=self.compiled, **self.options)

    def deal_seed(self, deal: int) -> int:
        return Dice(small(self.seed), ("arena", "deals")).seed(deal) % SEEDS


@dataclass(frozen=True)
class Seating:
    """Who plays where in a game: a number of a bot for each seat. Games of one deal have the same chance."""

    number: int
    deal: int
    bots: tuple[int, ...]


@dataclass
class Thinking:
    """What a seat spent on its moves; seconds are of the kind that its budget counts."""

    moves: int = 0
    seconds: float = 0.0
    iterations: int = 0


@dataclass(frozen=True)
class Bout:
    """A finished game. `log` has a `seat:action` for each entry: `Match(game, seed=seed, …)` replays it."""

    seating: Seating
    seed: int
    places: tuple[int, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    end: str
    turns: int
    log: tuple[str, ...]
    thinking: tuple[Thinking, ...]

    def wins(self, seat: int) -> float:
        """The seat's part in the win, which several may share."""
        return (seat in self.winners) / max(len(self.winners), 1)

    def points(self, seat: int) -> float:
        """The seat's part of the game's one point: of the win, or an equal part for each if nobody wins."""
        return self.wins(seat) if self.winners else 1 / len(self.places)

    def seats_of(self, entry: int) -> list[int]:
        """Where a bot sits."""
        return [seat for seat, one in enumerate(self.seating.bots) if one == entry]

    def mean_points(self, entry: int) -> float:
        """A bot's points; where it sits in several seats, their mean."""
        own = self.seats_of(entry)
        return sum(map(self.points, own)) / len(own)


def play(setting: Setting, seating: Seating, stop: Callable[[], bool]) -> Bout:
    """Play one game to its end. Every seat has a bot and chance of its own, and nobody leaves or offers a draw."""
    match = setting.match(seating.deal)
    table = _Table(setting, seating, match, stop)
    while (seat := match.turn) is not None:
        table.act(seat)
        for other in range(match.seats):
            if match.turn not in (None, other) and match.position.legal(other):
                table.act(other)
    outcome = match.outcome
    assert outcome is not None
    return Bout(
        seating,
        setting.deal_seed(seating.deal),
        outcome.places,
        outcome.scores,
        outcome.winners,
        outcome.reason,
        match.position.turns,
        tuple(f"{entry.seat}:{entry.action}" for entry in match.log),
        tuple(table.thinking),
    )


class _Table:
    """A match with a bot at each seat."""

    def __init__(self, setting: Setting, seating: Seating, match: Match, stop: Callable[[], bool]) -> None:
        self.match, self.budget, self.stop = match, setting.budget, stop
        self.clock = thread_time if setting.budget and setting.budget.processor else perf_counter
        self.bots = [deepcopy(setting.bots[entry]) for entry in seating.bots]
        self.thinking = [Thinking() for _ in seating.bots]
        self.dice = [
            Dice(small(setting.seed), ("arena", f"game {seating.number}", f"bot {entry}", f"seat {seat}"))
            for seat, entry in enumerate(seating.bots)
        ]

    def act(self, seat: int) -> None:
        """Let a seat do what its bot thinks best, from what the seat may know."""
        known = self.match.position.redacted(seat)
        seed = self.dice[seat].seed(self.match.version)
        began = self.clock()
        thought = self.bots[seat].think(known, seat, seed=seed, budget=self.budget, stop=self.stop)
        spent = self.clock() - began
        if self.stop():
            raise Stopped  # a thought that was cut short is nobody's move
        self.thinking[seat].moves += 1
        self.thinking[seat].seconds += spent
        self.thinking[seat].iterations += thought.iterations
        self.match.play(int(thought.action), seat=seat)
