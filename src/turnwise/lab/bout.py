"""One game between bots, played as a match: through the same gate, with the same dice, into a log that replays."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any

from turnwise.bots import Bot, Budget, Thought
from turnwise.bots.bot import Failed, Timed
from turnwise.bots.own import Own, told
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, packed, said, unpacked
from turnwise.lab.sums import FORFEIT
from turnwise.play.match import Match
from turnwise.play.secret import Dice, small

SEEDS = 2**53
"""Seeds of matches are below this, so that every JSON reader keeps all their digits."""
NOBODY = -1
Doing = Callable[[int, bool], None]
"""Called with the seat for which an own agent's code starts, and whether it is only being loaded; with NOBODY when it
ends."""


class BadBots(TurnwiseError):
    code = "bad_bots"


class Stopped(Exception):
    """A stop was requested before the game was over."""


@dataclass(frozen=True)
class Setting:
    """What all games of an arena share. It can be sent to another process."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[Bot, ...]
    budget: Budget | None
    seed: int
    compiled: bool = True
    weighs: bool = False
    """Whether to keep how bots weighed their choices."""

    def match(self, deal: int) -> Match:
        """A match with the chance of a deal."""
        return Match(self.game, seats=self.seats, seed=self.deal_seed(deal), compiled=self.compiled, **self.options)

    def deal_seed(self, deal: int) -> int:
        return Dice(small(self.seed), ("arena", "deals")).seed(deal) % SEEDS

    @property
    def guarded(self) -> bool:
        """Whether a person's own agent plays, whose code may hang or crash."""
        return any(own_of(bot) for bot in self.bots)

    def budget_of(self, bot: Bot) -> Budget | None:
        """A bot's budget; one that was named with its time uses that, in processor time."""
        return Budget(processor=True) if isinstance(bot, Timed) else self.budget


def own_of(bot: Bot) -> Own | None:
    """The own agent that a bot is, if it was named as one."""
    inner = bot.inner if isinstance(bot, Timed) else bot
    return inner if isinstance(inner, Own) else None


@dataclass(frozen=True)
class Seating:
    """Who plays where in a game: the number of a bot for each seat. Games of one deal have the same chance."""

    number: int
    deal: int
    bots: tuple[int, ...]


@dataclass
class Thinking:
    """What a seat spent on its moves; seconds are of the kind in its budget."""

    moves: int = 0
    seconds: float = 0.0
    iterations: int = 0


@dataclass(frozen=True)
class Fault:
    """A seat whose bot failed, which ended the game as its loss; `why` is a packed sentence."""

    seat: int
    why: Any

    def of(self, bot: str) -> str:
        """Who failed and why, as a text that `failed` turns back into a sentence, so that it can be counted."""
        return json.dumps(packed(said("{bot} {why}", bot=bot, why=unpacked(self.why))), sort_keys=True)


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
    fault: Fault | None = None
    choices: tuple[int, ...] = ()
    """How many actions there were to choose from at each action on turn."""
    events: tuple[int, ...] = ()
    """The kinds of the events."""
    expected: tuple[tuple[int, int, int], ...] = ()
    """After how many actions on turn which seat expected how much, in thousandths."""
    first: int = 0
    weighed: tuple[tuple[tuple[int, int], ...], ...] = ()
    """If kept: for each action on turn, the actions that were weighed and their weights, in thousandths."""

    def wins(self, seat: int) -> float:
        """The seat's part in the win, which several may share."""
        return (seat in self.winners) / max(len(self.winners), 1)

    def points(self, seat: int) -> float:
        """The seat's part of the game's one point: of the win, or an equal part for each if nobody wins."""
        return self.wins(seat) if self.winners else 1 / len(self.places)

    def seats_of(self, entry: int) -> list[int]:
        """The seats of a bot."""
        return [seat for seat, one in enumerate(self.seating.bots) if one == entry]

    def mean_points(self, entry: int) -> float:
        """A bot's points; if it has several seats, their mean."""
        own = self.seats_of(entry)
        return sum(map(self.points, own)) / len(own)


def play(
    setting: Setting, seating: Seating, stop: Callable[[], bool], doing: Doing = lambda seat, loading: None
) -> Bout:
    """Play one game to its end. Every seat has a bot and a seed of its own; no bot leaves or offers a draw.

    A bot that fails has lost the game, which ends there."""
    doing(NOBODY, False)
    match = setting.match(seating.deal)
    table = _Table(setting, seating, match, stop, doing)
    first = match.position.turn
    try:
        while (seat := match.turn) is not None:
            table.act(seat)
            for other in range(match.seats):
                if match.turn not in (None, other) and match.position.legal(other):
                    table.act(other)
    except _Lost as lost:
        found = forfeited(setting, seating, lost.seat, lost.why)
        return _told(found, table, first)
    outcome = match.outcome
    assert outcome is not None
    found = Bout(
        seating,
        setting.deal_seed(seating.deal),
        outcome.places,
        outcome.scores,
        outcome.winners,
        outcome.reason,
        match.position.turns,
        (),
        (),
    )
    return _told(found, table, first)


def forfeited(setting: Setting, seating: Seating, seat: int, why: Said) -> Bout:
    """A game that a seat has lost because its bot failed: the others share the win."""
    seats = range(setting.seats)
    places = tuple(setting.seats if one == seat else 1 for one in seats)
    winners = tuple(one for one in seats if one != seat)
    scores = tuple(float(one != seat) for one in seats)
    spent = tuple(Thinking() for _ in seats)
    fault = Fault(seat, packed(why))
    return Bout(
        seating, setting.deal_seed(seating.deal), places, scores, winners, FORFEIT, 0, (), spent, fault, first=seat
    )


def _told(bout: Bout, table: "_Table", first: int) -> Bout:
    """A game with what was observed while it was played."""
    match = table.match
    seen = {
        "turns": match.position.turns,
        "log": tuple(f"{entry.seat}:{entry.action}" for entry in match.log),
        "thinking": tuple(table.thinking),
        "choices": tuple(table.choices),
        "events": tuple(event[0] for told in match.told for event in told),
        "expected": tuple(table.expected),
        "first": first,
        "weighed": tuple(table.weighed),
    }
    return Bout(**vars(bout) | seen)


class _Lost(Exception):
    """A seat's bot failed."""

    def __init__(self, seat: int, why: Said) -> None:
        self.seat, self.why = seat, why


class _Table:
    """A match with a bot at each seat."""

    def __init__(
        self, setting: Setting, seating: Seating, match: Match, stop: Callable[[], bool], doing: Doing
    ) -> None:
        self.match, self.setting, self.stop, self.doing = match, setting, stop, doing
        self.clock = thread_time if setting.budget and setting.budget.processor else perf_counter
        self.bots = [deepcopy(setting.bots[entry]) for entry in seating.bots]
        self.thinking = [Thinking() for _ in seating.bots]
        self.choices: list[int] = []
        self.expected: list[tuple[int, int, int]] = []
        self.weighed: list[tuple[tuple[int, int], ...]] = []
        self.dice = [
            Dice(small(setting.seed), ("arena", f"game {seating.number}", f"bot {entry}", f"seat {seat}"))
            for seat, entry in enumerate(seating.bots)
        ]

    def act(self, seat: int) -> None:
        """Take the action that a seat's bot thinks best, from what the seat may know."""
        known = self.match.position.redacted(seat)
        if seat == self.match.turn:
            self.choices.append(len(known.legal(seat)))
        began = self.clock()
        thought = self._thought(known, seat)
        spent = self.clock() - began
        if self.stop():
            raise Stopped  # an interrupted thought is no move
        self.thinking[seat].moves += 1
        self.thinking[seat].seconds += spent
        self.thinking[seat].iterations += thought.iterations
        if thought.considered and seat == self.match.turn:
            self.expected.append((len(self.choices) - 1, seat, round(1000 * thought.considered[0].value)))
        if self.setting.weighs and seat == self.match.turn:
            self.weighed.append(tuple((one.action, round(1000 * one.share)) for one in thought.considered))
        try:
            self.match.play(int(thought.action), seat=seat)
        except TurnwiseError:
            raise _Lost(seat, said("chose {action}, which is not legal", action=str(thought.action))) from None

    def _thought(self, known: Any, seat: int) -> Thought:
        bot, seed = self.bots[seat], self.dice[seat].seed(self.match.version)
        try:
            if own := own_of(bot):
                self.doing(seat, True)
                own.load()
                self.doing(seat, False)
            thought = bot.think(known, seat, seed=seed, budget=self.setting.budget_of(bot), stop=self.stop)
        except MemoryError:
            raise  # this process can't be relied on any more: its parent reports whose fault it was
        except Failed as failed:
            raise _Lost(seat, failed.why) from failed
        except Exception as error:
            if self.stop():
                raise Stopped from error
            raise _Lost(seat, said("raised {error}", error=told(error))) from error
        self.doing(NOBODY, False)
        return thought
