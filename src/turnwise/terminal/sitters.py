"""Who sits at a table: people by name, and bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from turnwise.bots.names import USUAL, called, checked, names, told_apart
from turnwise.house.names import tidy_name
from turnwise.kit.errors import BadSeats, TurnwiseError
from turnwise.kit.game import Game

PERSON = "me"
PERSON_LABEL = "Player"
LONGEST_NAME = 16


@dataclass(frozen=True)
class Sitter:
    """Somebody in a seat; `bot` is the bot's name, empty for a person."""

    name: str
    bot: str = ""


def sitters(game: Game, chosen: Sequence[str]) -> list[Sitter]:
    """Those who were asked for: `me`, `me:Ann`, or the name of a bot."""
    low, high = game.seats
    if not low <= len(chosen) <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        raise BadSeats(f"{game.title} is for {span} seats; name one sitter for each, as in {_example(game)}.")
    found = [_sitter(game, text.strip()) for text in chosen]
    apart = told_apart([sitter.name for sitter in found])
    return [Sitter(name, sitter.bot) for name, sitter in zip(apart, found, strict=True)]


def usual(game: Game) -> list[str]:
    """You and opponents of middle strength, at the smallest table that makes a game."""
    low, high = game.seats
    return [PERSON, *[USUAL] * (min(max(low, 2), high) - 1)]


def _example(game: Game) -> str:
    return f"--seats {','.join(usual(game))}"


def _sitter(game: Game, text: str) -> Sitter:
    kind, _, name = text.partition(":")
    if kind.strip().lower() == PERSON:
        return Sitter(_name(name))
    if not text:
        raise BadSeats(f"A sitter has no name. Say me, me:Ann or a bot ({', '.join(names(game))}): {_example(game)}.")
    chosen = checked(text, game)
    return Sitter(called(game, chosen), chosen)


def _name(text: str) -> str:
    if not text.strip():
        return PERSON_LABEL
    try:
        name = tidy_name(text)
    except TurnwiseError as fault:
        raise BadSeats(str(fault)) from None
    if len(name) > LONGEST_NAME:
        raise BadSeats(f"The name “{name}” is too long for a terminal: {LONGEST_NAME} characters are the most.")
    return name
