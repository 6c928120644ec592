"""Who sits at a table: people by name, and bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from turnwise.bots.names import USUAL, called, checked, names, told_apart
from turnwise.house.names import tidy_name
from turnwise.kit.errors import BadSeats, TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH, Said, Speaker, counted, said

PERSON = "me"
PERSON_LABEL = said("Player")
"""A person without a name."""
LONGEST_NAME = 16


@dataclass(frozen=True)
class Sitter:
    """The player of a seat, as saved; `bot` is the bot's name, empty for a person."""

    name: str
    bot: str = ""


def sitters(game: Game, chosen: Sequence[str], speak: Speaker = ENGLISH) -> list[Sitter]:
    """The requested sitters: `me`, `me:Ann`, or the name of a bot."""
    low, high = game.seats
    if not low <= len(chosen) <= high:
        raise BadSeats(_wrong_number(game, low, high))
    found = [_sitter(game, text.strip(), speak) for text in chosen]
    apart = told_apart([sitter.name for sitter in found])
    return [Sitter(name, sitter.bot) for name, sitter in zip(apart, found, strict=True)]


def called_at_table(game: Game, seated: Sequence[Sitter], speak: Speaker) -> tuple[str, ...]:
    """The names of everybody at a table in a language: bots by their present names, whatever was saved."""
    return tuple(told_apart([speak(called(game, one.bot)) if one.bot else one.name for one in seated]))


def usual(game: Game) -> list[str]:
    """The default: you and opponents of medium strength, with as few seats as possible."""
    low, high = game.seats
    return [PERSON, *[USUAL] * (min(max(low, 2), high) - 1)]


def _example(game: Game) -> str:
    return f"--seats {','.join(usual(game))}"


def _wrong_number(game: Game, low: int, high: int) -> Said:
    title, example = said(game.title), _example(game)
    if low == high:
        return counted(
            "{game} is for one seat; name one sitter, as in {example}.",
            "{game} is for {number} seats; name one sitter for each, as in {example}.",
            "number",
            game=title,
            number=low,
            example=example,
        )
    return said(
        "{game} is for {low} to {high} seats; name one sitter for each, as in {example}.",
        game=title,
        low=low,
        high=high,
        example=example,
    )


def _sitter(game: Game, text: str, speak: Speaker) -> Sitter:
    kind, _, name = text.partition(":")
    if kind.strip().lower() == PERSON:
        return Sitter(_name(name, speak))
    if not text:
        raise BadSeats(
            said(
                "A sitter has no name. Say me, me:Ann or a bot ({bots}): {example}.",
                bots=", ".join(names(game)),
                example=_example(game),
            )
        )
    chosen = checked(text, game)
    return Sitter(str(called(game, chosen)), chosen)


def _name(text: str, speak: Speaker) -> str:
    if not text.strip():
        return speak(PERSON_LABEL)
    try:
        name = tidy_name(text)
    except TurnwiseError as fault:
        raise BadSeats(fault.sentence) from None
    if len(name) > LONGEST_NAME:
        raise BadSeats(
            said(
                "The name “{name}” is too long for a terminal: {most} characters are the most.",
                name=name,
                most=LONGEST_NAME,
            )
        )
    return name
