"""The bots of a game: their names, what they are called at a table, and how strong they are in words."""

from collections import Counter
from collections.abc import Sequence

from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.game import Game

LEVELS = range(1, 6)
STRONGEST = LEVELS[-1]
USUAL = "search:3"
"""The opponent of somebody who chooses none."""
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
"""All bots of any game. A greedy one is there to be measured against, and in no menu."""

STRENGTHS = {
    "random": "plays anything",
    "classic": "the rule sheet's own player",
    "search:1": "a friendly beginner",
    "search:2": "not quite as good as the rule sheet's own player",
    "search:3": "a little better than the rule sheet's own player",
    "search:4": "clearly better than the rule sheet's own player",
    "search:5": "the strongest; it thinks for two seconds",
}
"""How strong the bots of a menu are, as measured (docs/strength.md); a game's `levels.py` says what is otherwise there."""


class BadBot(TurnwiseError):
    code = "bad_bot"


def players(game: Game) -> list[str]:
    """The further players of a game's rule sheet, in the order in which the rules number them, from 1."""
    return list(getattr(game.module("hints"), "PLAYERS", {}))


def opponents(game: Game) -> dict[str, str]:
    """The bots that may be chosen in a game, with the names that its players know them by."""
    named: dict[str, str] = getattr(game.notation, "OPPONENTS", OPPONENTS)
    further: dict[str, str] = getattr(game.notation, "PLAYERS", {})
    plain = next(iter(named))  # one that plays anything; the sheet's players follow it
    return {plain: named[plain], **further, **named}


def names(game: Game) -> dict[str, str]:
    """All bots that may sit down in a game."""
    return opponents(game) | {bot: NAMES[bot] for bot in NAMES if bot not in opponents(game)}


def called(game: Game, bot: str) -> str:
    """The name of one bot."""
    return names(game)[bot]


def strength(game: Game, bot: str) -> str:
    """How strong a bot of the menu is in a game, in a few words."""
    own: dict[str, str] = getattr(game.module("levels"), "STRENGTHS", {}) if game.has("levels") else {}
    return own.get(bot) or STRENGTHS.get(bot, "")


def checked(name: str, game: Game | None = None) -> str:
    """A bot's name as it is written here, or a sentence that tells which bots there are: in a game, or in any."""
    kind, colon, level = name.strip().lower().partition(":")
    if kind == "search" and (not colon or level.isdecimal() and int(level) in LEVELS):
        return f"search:{int(level or STRONGEST)}"
    plain = ["random", "classic", *(players(game) if game else ()), "greedy"]
    if kind in plain and not colon:
        return kind
    levels = f"search:{LEVELS[0]} (gentle) to search:{STRONGEST} (fierce)"
    there_are = f"{game.title} has" if game else "There are, in any game,"
    raise BadBot(f"There is no bot {quoted(name)}. {there_are} {', '.join(plain)} and {levels}.")


def told_apart(names: Sequence[str]) -> list[str]:
    """Those of the same name are numbered."""
    total, seen = Counter(names), Counter[str]()
    apart = []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return apart
