"""What bots are called at a table."""

from collections import Counter
from collections.abc import Sequence

from turnwise.kit.game import Game

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


def opponents(game: Game) -> dict[str, str]:
    """The bots that may be chosen in a game, with the names that its players know them by."""
    named: dict[str, str] = getattr(game.notation, "OPPONENTS", OPPONENTS)
    return named


def called(game: Game, bot: str) -> str:
    """The name of one bot."""
    return opponents(game).get(bot) or NAMES[bot]


def told_apart(names: Sequence[str]) -> list[str]:
    """Those of the same name are numbered."""
    total, seen = Counter(names), Counter[str]()
    apart = []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return apart
