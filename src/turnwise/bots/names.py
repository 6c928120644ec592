"""Players of a game: their names, parsed in one place for every command, the house, the terminal and Python.

    classic   search:5   search:5@0.1s   search:5@2000   mymodule:agent   agents/mine.py:Agent@2s

A name is a bot of any game, a further player of a rule sheet, or a person's own agent (`module:name`, `file.py:name`).
After an `@` comes how long it may think about a move: seconds, or a number of iterations, with which its choice is the
same everywhere.
"""

import os
import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.game import Game
from turnwise.kit.words import Said, Words, said

LEVELS = range(1, 6)
STRONGEST = LEVELS[-1]
USUAL = "search:3"
"""The opponent by default."""
SECONDS = 2.0
"""The highest level's time by default, and the most that a guest of a house may give."""
LONGEST = 3600.0
"""The most seconds that a name may give."""
OFFERED = "TURNWISE_OWN_BOTS"
"""An environment variable, shared by all processes of a house: the host's own agents that guests may name. A name makes
Python import a module, so guests may name no others; on the command line any may be named."""
AGENT = re.compile(r"(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|[^:,\s]*\.py):[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", re.ASCII)
TIME = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)s", re.ASCII)
ITERATIONS = re.compile(r"\d{1,12}", re.ASCII)
OPPONENTS = {
    "random": said("Random bot"),
    "classic": said("Classic bot"),
    "search:1": said("Gentle bot"),
    "search:2": said("Easy bot"),
    "search:3": said("Steady bot"),
    "search:4": said("Strong bot"),
    "search:5": said("Fierce bot"),
}
"""The bots of any game, in the order of a menu; a notation may rename or reorder them."""
NAMES = {**OPPONENTS, "greedy": said("Greedy bot")}
"""All bots of any game. The greedy one is for comparisons, and in no menu."""

STRENGTHS = {
    "random": said("plays anything"),
    "classic": said("the rule sheet's own player"),
    "search:1": said("a friendly beginner"),
    "search:2": said("not quite as good as the rule sheet's own player"),
    "search:3": said("a little better than the rule sheet's own player"),
    "search:4": said("clearly better than the rule sheet's own player"),
    "search:5": said("the strongest; it thinks for two seconds"),
}
"""The measured strength of the bots of a menu (docs/strength.md); a game's `levels.py` says where it differs."""
OWN_STRENGTH = said("an agent of the host's own")


class BadBot(TurnwiseError):
    code = "bad_bot"


class Named(NamedTuple):
    """A parsed name: the player, whether that is a person's own agent, and how long it may think about a move."""

    bot: str
    own: bool = False
    seconds: float | None = None
    iterations: int | None = None

    def __str__(self) -> str:
        """The name in its canonical form."""
        if self.seconds is not None:
            return f"{self.bot}@{self.seconds:g}s"
        return self.bot if self.iterations is None else f"{self.bot}@{self.iterations}"

    @staticmethod
    def of(name: str) -> "Named":
        """Parse a name that is known to be well-formed, for any game."""
        who, at, budget = name.rpartition("@")
        given = _budget(budget) if at else None
        if given is None:
            return Named(name, bool(AGENT.fullmatch(name)))
        return Named(who, bool(AGENT.fullmatch(who)), *given)

    @property
    def level(self) -> int:
        """Of a bot that looks ahead; else 0."""
        kind, _, level = self.bot.partition(":")
        return int(level) if kind == "search" and not self.own else 0


def players(game: Game) -> list[str]:
    """The further players of a game's rule sheet, in the order of their numbers, from 1."""
    return list(getattr(game.hints, "PLAYERS", {}))


def opponents(game: Game) -> dict[str, Said]:
    """The bots to choose from in a game, with their display names; the host's own agents come last."""
    named: dict[str, Said] = getattr(game.notation, "OPPONENTS", OPPONENTS)
    further: dict[str, Said] = getattr(game.notation, "PLAYERS", {})
    plain = next(iter(named))  # one that plays anything; the sheet's players follow it
    own = {name: _agent(read(name)) for name in offered()}
    return {plain: named[plain], **further, **named, **own}


def names(game: Game) -> dict[str, Said]:
    """All bots that may sit down in a game; any of them may be given another time to think."""
    return opponents(game) | {bot: NAMES[bot] for bot in NAMES if bot not in opponents(game)}


def called(game: Game, bot: str) -> Said:
    """The display name of a bot; a player that its game no longer has keeps the name in the records."""
    try:
        named = read(bot, game)
    except BadBot:
        return said("{words:C}", words=bot)
    known = _agent(named) if named.own else names(game)[named.bot]
    if named.seconds is not None:
        return said("{bot}, {seconds} s a move", bot=known, seconds=named.seconds)
    if named.iterations is not None:
        return said("{bot}, {number} iterations a move", bot=known, number=f"{named.iterations:,}")
    return known


def _agent(named: Named) -> Said:
    """What somebody's own agent is called: as in its file, never by where that is; with the file's name if two are called alike."""
    file, _, name = named.bot.rpartition(":")
    alike = {other for one in offered() if (other := read(one).bot).rpartition(":")[2] == name}
    if alike - {named.bot}:
        return said("{words}", words=f"{name} ({file.removesuffix('.py').replace('.', '/').rpartition('/')[2]})")
    return said("{words}", words=name)


def strength(game: Game, bot: str) -> Words:
    """How strong a bot of the menu is in a game, in a few words."""
    own: dict[str, Said] = getattr(game.module("levels"), "STRENGTHS", {}) if game.has("levels") else {}
    known: dict[str, Words] = {**STRENGTHS, **own, **dict.fromkeys(offered(), OWN_STRENGTH)}
    return known.get(bot, "")


def offered() -> tuple[str, ...]:
    """The host's own agents that guests of a house may name."""
    return tuple(filter(None, os.environ.get(OFFERED, "").split(",")))


def offer(agents: Collection[str]) -> None:
    """Offer these agents to guests, here and in child processes."""
    os.environ[OFFERED] = ",".join(str(_own(agent)) for agent in agents)


def _own(agent: str) -> Named:
    named = read(agent)
    if not named.own:
        template = said("{name} is no agent of your own: that is named module:name or file.py:name.")
        raise BadBot(template.given_also(name=quoted(agent)))
    return named


def checked(name: str, game: Game | None = None) -> str:
    """A player's canonical name; raises with a sentence that lists the players, of a game or of any."""
    return str(read(name, game))


def for_guests(name: str, game: Game) -> str:
    """The same for a guest of a house, whose bots may not think long and may import only what the host offers."""
    named = read(name, game)
    if str(named) in offered():
        return str(named)
    if named.own:
        raise _unknown(name, game)
    if named.iterations is not None or named.seconds is not None and named.seconds not in _TENTHS:
        template = said("Here a bot may be given tenths of a second, up to {most} s a move: search:5@0.5s, not {name}.")
        raise BadBot(template.given_also(most=f"{SECONDS:g}", name=quoted(name)))
    return str(named)


_TENTHS = frozenset(tenth / 10 for tenth in range(1, 1 + round(SECONDS * 10)))


def read(name: str, game: Game | None = None) -> Named:
    """Parse a typed name; `checked` decides whether it may be used here."""
    who, at, budget = name.strip().rpartition("@")
    if not at:
        return _player(budget, name, game)
    named = _player(who, name, game)
    if given := _budget(budget):
        return Named(named.bot, named.own, *given)
    template = said("After the @ stands how long a bot may think: search:5@0.1s or search:5@2000, not {given}.")
    raise BadBot(template.given_also(given=quoted(name)))


def _budget(text: str) -> tuple[float | None, int | None] | None:
    """Seconds or iterations; None if it is neither."""
    if (time := TIME.fullmatch(text)) and 0 < float(time[1]) <= LONGEST:
        return float(time[1]), None
    return (None, int(text)) if ITERATIONS.fullmatch(text) and int(text) else None


def _player(who: str, name: str, game: Game | None) -> Named:
    kind, colon, level = who.lower().partition(":")
    if kind == "search":
        if not colon or level.isdecimal() and level.isascii() and int(level) in LEVELS:
            return Named(f"search:{int(level or STRONGEST)}")
    elif not colon:
        if kind in _plain(game):
            return Named(kind)
    elif kind not in _plain(game) and AGENT.fullmatch(who):
        return Named(who, own=True)
    raise _unknown(name, game)


def _plain(game: Game | None) -> list[str]:
    return ["random", "classic", *(players(game) if game else ()), "greedy"]


def _unknown(name: str, game: Game | None) -> BadBot:
    given, first, last = ", ".join(_plain(game)), f"search:{LEVELS[0]}", f"search:{STRONGEST}"
    levels = said("{first} (gentle) to {last} (fierce)", first=first, last=last)
    if game is None:
        template = said("There is no bot {name}. There are, in any game, {given} and {levels}.")
    else:
        template = said("There is no bot {name}. {game} has {given} and {levels}.", game=said(game.title))
    return BadBot(template.given_also(name=quoted(name), given=given, levels=levels))


def told_apart(names: Sequence[str]) -> list[str]:
    """Number those with the same name."""
    total, seen = Counter(names), Counter[str]()
    apart = []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return apart
