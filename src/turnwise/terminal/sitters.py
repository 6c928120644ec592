"""Who sits at a table: people by name, and bots."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from turnwise.bots import bot
from turnwise.kit.errors import BadSeats, quoted
from turnwise.kit.game import Game

PERSON = "me"
PERSON_LABEL = "Player"
OPPONENTS = {
    "random": "Random bot",
    "classic": "Classic bot",
    "search:1": "Gentle bot",
    "search:2": "Easy bot",
    "search:3": "Steady bot",
    "search:4": "Strong bot",
    "search:5": "Fierce bot",
}
"""The bots of any game, in the order of a menu; a notation may have its own names for them, or another order."""
NAMES = {**OPPONENTS, "greedy": "Greedy bot"}
"""All bots that may sit down. A greedy one is there to be measured against, and in no menu."""
USUAL = "search:3"
LONGEST_NAME = 16


@dataclass(frozen=True)
class Sitter:
    """Somebody in a seat; `bot` is the bot's name, empty for a person."""

    name: str
    bot: str = ""


def opponents(game: Game) -> dict[str, str]:
    """The bots that may be chosen in a game, with the names that its players know them by."""
    named: dict[str, str] = getattr(game.notation, "OPPONENTS", OPPONENTS)
    return named


def sitters(game: Game, chosen: Sequence[str]) -> list[Sitter]:
    """Those who were asked for: `me`, `me:Ann`, or the name of a bot."""
    low, high = game.seats
    if not low <= len(chosen) <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        raise BadSeats(f"{game.title} is for {span} seats; name one sitter for each, as in {_example(game)}.")
    found = [_sitter(game, text.strip()) for text in chosen]
    return _told_apart(found)


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
        raise BadSeats(
            f"A sitter has no name. Say me, me:Ann, random, classic, greedy or search:1 to search:5: {_example(game)}."
        )
    chosen = bot(text).name
    return Sitter(opponents(game).get(chosen, NAMES[chosen]), chosen)


def _name(text: str) -> str:
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadSeats(f"A player's name has up to {LONGEST_NAME} printable letters, not {quoted(text)}.")
    return name or PERSON_LABEL


def _told_apart(found: Iterable[Sitter]) -> list[Sitter]:
    """Sitters of the same name are numbered."""
    found = list(found)
    total, seen = Counter(sitter.name for sitter in found), Counter[str]()
    named = []
    for sitter in found:
        seen[sitter.name] += 1
        number = f" {seen[sitter.name]}" if total[sitter.name] > 1 else ""
        named.append(Sitter(sitter.name + number, sitter.bot))
    return named
