"""A moment of a game for its cover: played by its own bots, the same every time."""

from functools import cache

from turnwise.bots import bot
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import Said, said
from turnwise.play.match import Match
from turnwise.play.view import View

SEED = 7
PLIES = 26
"""This far into the game, or half-way through one that is shorter."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


@cache
def cover(game: Game) -> View:
    """The cover's view; it may take a second the first time."""
    played: list[int] = []
    match, player = _fresh(game), bot("classic")
    while match.turn is not None and len(played) < PLIES:
        thought = player.think(match.view(match.turn).position, match.turn, seed=len(played))
        match.play(thought.action)
        played.append(thought.action)
    if match.turn is None:
        match = _fresh(game)
        for action in played[: len(played) // 2]:
            match.play(action)
    return match.view(match.turn)


def players(game: Game, language: str) -> tuple[str, ...]:
    """The players on the cover, as a game calls its seats or by names of ours."""
    say = speaker(game, language)
    names = getattr(game.notation, "SEAT_NAMES", NAMES)[: cover(game).seats]
    return tuple(say(name if isinstance(name, Said) else said(name)) for name in names)


def _fresh(game: Game) -> Match:
    return Match(game, seed=SEED, compiled=False)
