"""The bots of a game: their names, what they are called at a table, and how strong they are in words."""

from collections import Counter
from collections.abc import Sequence

from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.game import Game
from turnwise.kit.words import Said, Words, said

LEVELS = range(1, 6)
STRONGEST = LEVELS[-1]
USUAL = "search:3"
"""The opponent of somebody who chooses none."""
OPPONENTS = {
    "random": said("Random bot"),
    "classic": said("Classic bot"),
    "search:1": said("Gentle bot"),
    "search:2": said("Easy bot"),
    "search:3": said("Steady bot"),
    "search:4": said("Strong bot"),
    "search:5": said("Fierce bot"),
}
"""The bots of any game, in the order of a menu; a notation may have its own names for them, or another order."""
NAMES = {**OPPONENTS, "greedy": said("Greedy bot")}
"""All bots of any game. A greedy one is there to be measured against, and in no menu."""

STRENGTHS = {
    "random": said("plays anything"),
    "classic": said("the rule sheet's own player"),
    "search:1": said("a friendly beginner"),
    "search:2": said("not quite as good as the rule sheet's own player"),
    "search:3": said("a little better than the rule sheet's own player"),
    "search:4": said("clearly better than the rule sheet's own player"),
    "search:5": said("the strongest; it thinks for two seconds"),
}
"""How strong the bots of a menu are, as measured (docs/strength.md); a game's `levels.py` says what is otherwise there."""


class BadBot(TurnwiseError):
    code = "bad_bot"


def players(game: Game) -> list[str]:
    """The further players of a game's rule sheet, in the order in which the rules number them, from 1."""
    return list(getattr(game.hints, "PLAYERS", {}))


def opponents(game: Game) -> dict[str, Said]:
    """The bots that may be chosen in a game, with the names that its players know them by."""
    named: dict[str, Said] = getattr(game.notation, "OPPONENTS", OPPONENTS)
    further: dict[str, Said] = getattr(game.notation, "PLAYERS", {})
    plain = next(iter(named))  # one that plays anything; the sheet's players follow it
    return {plain: named[plain], **further, **named}


def names(game: Game) -> dict[str, Said]:
    """All bots that may sit down in a game."""
    return opponents(game) | {bot: NAMES[bot] for bot in NAMES if bot not in opponents(game)}


def called(game: Game, bot: str) -> Said:
    """The name of one bot; a player of a game that is gone, or has it no more, is called as records call him."""
    return names(game).get(bot) or said("{words:C}", words=bot)


def strength(game: Game, bot: str) -> Words:
    """How strong a bot of the menu is in a game, in a few words."""
    own: dict[str, Said] = getattr(game.module("levels"), "STRENGTHS", {}) if game.has("levels") else {}
    known: dict[str, Words] = {**STRENGTHS, **own}
    return known.get(bot, "")


def checked(name: str, game: Game | None = None) -> str:
    """A bot's name as it is written here, or a sentence that tells which bots there are: in a game, or in any."""
    kind, colon, level = name.strip().lower().partition(":")
    if kind == "search" and (not colon or level.isdecimal() and int(level) in LEVELS):
        return f"search:{int(level or STRONGEST)}"
    plain = ["random", "classic", *(players(game) if game else ()), "greedy"]
    if kind in plain and not colon:
        return kind
    given, first, last = ", ".join(plain), f"search:{LEVELS[0]}", f"search:{STRONGEST}"
    levels = said("{first} (gentle) to {last} (fierce)", first=first, last=last)
    if game is None:
        template = said("There is no bot {name}. There are, in any game, {given} and {levels}.")
    else:
        template = said("There is no bot {name}. {game} has {given} and {levels}.", game=said(game.title))
    raise BadBot(template.given_also(name=quoted(name), given=given, levels=levels))


def told_apart(names: Sequence[str]) -> list[str]:
    """Those of the same name are numbered."""
    total, seen = Counter(names), Counter[str]()
    apart = []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return apart
