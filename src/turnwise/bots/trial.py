"""Games of bots on a board that a person made: how many have been played, and at the end the findings."""

import time
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from turnwise.bots.bot import bot
from turnwise.bots.ready import is_ready
from turnwise.games import game as game_named
from turnwise.kit.chance import fork
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import packed
from turnwise.play.match import Match

PLAYER = "classic"


class Task(Struct, frozen=True):
    """A board as JSON, how many games to play on it, and the seconds after the first game in which more may begin."""

    game: str
    document: bytes
    games: int
    seconds: float


class Finding(Struct, frozen=True):
    """A packed sentence of the game (`kit/words.py`), with the places it is about."""

    where: list[int]
    said: Any
    severe: bool


class Progress(Struct, frozen=True, omit_defaults=True):
    """Games so far; at the end also the findings."""

    done: int
    findings: list[Finding] | None = None


def trial(task: Task) -> Iterator[Progress]:
    """Play until there are enough games or the time is over, counted from the end of the first game, which loads
    much."""
    game, workshop = game_named(task.game), game_named(task.game).module("workshop")
    board = workshop.read(task.document)
    counted = workshop.Trial(board)
    done, until = 0, float("inf")
    while done < task.games and time.monotonic() < until:
        match = _played(game, done, {workshop.OPTION: board, **workshop.options(board)})
        assert match.outcome
        events = [event for line in match.lines_for(SPECTATOR) for event in line.events]
        counted.add(match.seats, match.position.turns, match.outcome.reason, match.outcome.winners, events)
        done += 1
        until = min(until, time.monotonic() + task.seconds)
        yield Progress(done)
    found = [Finding(one.where, packed(one.said), one.severe) for one in counted.remarks()]
    yield Progress(done, found)


def _played(game: Game, seed: int, options: dict[str, object]) -> Match:
    seats = game.frame(None, options).seats
    match = Match(game, seats=seats, seed=seed, compiled=is_ready(game), **game.with_computers(options, range(seats)))
    player, dice = bot(PLAYER), match.position.plain()
    while (seat := match.turn) is not None:
        match.play(player.think(match.position.redacted(seat), seat, seed=fork(dice)).action, seat=seat)
    return match
