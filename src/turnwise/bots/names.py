"""Players of a game: their names, taken apart in one place for every command, the house, the terminal and Python.

    classic   search:5   search:5@0.1s   search:5@2000   mymodule:agent   agents/mine.py:Agent@2s

A name is a bot of any game, a further player of a rule sheet, or somebody's own agent (`module:name`, `file.py:name`). After an `@`
stands how long it may think about a move: seconds, or a number of iterations, with which its choice is the same on any machine.
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
"""The opponent of somebody who chooses none."""
SECONDS = 2.0
"""The time of the highest level if it is given none, and the most that a guest of a house may give."""
LONGEST = 3600.0
"""The most seconds that a name may give."""
OFFERED = "TURNWISE_OWN_BOTS"
"""In the environment, so that all processes of a house have it: which agents of its host's own are offered to guests. A name makes
Python import a module, so guests may name no others; whoever types a command may."""
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
OWN_STRENGTH = said("an agent of the host's own")


class BadBot(TurnwiseError):
    code = "bad_bot"


class Named(NamedTuple):
    """A name taken apart: who plays, whether that is somebody's own agent, and how long it may think about a move."""

    bot: str
    own: bool = False
    seconds: float | None = None
    iterations: int | None = None

    def __str__(self) -> str:
        """The name as it is written here."""
        if self.seconds is not None:
            return f"{self.bot}@{self.seconds:g}s"
        return self.bot if self.iterations is None else f"{self.bot}@{self.iterations}"

    @staticmethod
    def of(name: str) -> "Named":
        """Of a name that is written as it should be, in whatever game."""
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
    """The further players of a game's rule sheet, in the order in which the rules number them, from 1."""
    return list(getattr(game.hints, "PLAYERS", {}))


def opponents(game: Game) -> dict[str, Said]:
    """The bots that may be chosen in a game, with the names that its players know them by; agents of a house's host come last."""
    named: dict[str, Said] = getattr(game.notation, "OPPONENTS", OPPONENTS)
    further: dict[str, Said] = getattr(game.notation, "PLAYERS", {})
    plain = next(iter(named))  # one that plays anything; the sheet's players follow it
    own = {name: _agent(read(name)) for name in offered()}
    return {plain: named[plain], **further, **named, **own}


def names(game: Game) -> dict[str, Said]:
    """All bots that may sit down in a game; any of them may be given another time to think."""
    return opponents(game) | {bot: NAMES[bot] for bot in NAMES if bot not in opponents(game)}


def called(game: Game, bot: str) -> Said:
    """What one bot is called; a player of a game that is gone, or has it no more, is called as records call him."""
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
    """What somebody's own agent is called: what it is called in its file."""
    return said("{words}", words=named.bot.rpartition(":")[2])


def strength(game: Game, bot: str) -> Words:
    """How strong a bot of the menu is in a game, in a few words."""
    own: dict[str, Said] = getattr(game.module("levels"), "STRENGTHS", {}) if game.has("levels") else {}
    known: dict[str, Words] = {**STRENGTHS, **own, **dict.fromkeys(offered(), OWN_STRENGTH)}
    return known.get(bot, "")


def offered() -> tuple[str, ...]:
    """The host's own agents that guests of a house may name."""
    return tuple(filter(None, os.environ.get(OFFERED, "").split(",")))


def offer(agents: Collection[str]) -> None:
    """From now on offer these to guests, here and in processes that are started from here."""
    os.environ[OFFERED] = ",".join(str(_own(agent)) for agent in agents)


def _own(agent: str) -> Named:
    named = read(agent)
    if not named.own:
        template = said("{name} is no agent of your own: that is named module:name or file.py:name.")
        raise BadBot(template.given_also(name=quoted(agent)))
    return named


def checked(name: str, game: Game | None = None) -> str:
    """A player's name as it is written here, or a sentence that tells whom there is: in a game, or in any."""
    return str(read(name, game))


def for_guests(name: str, game: Game) -> str:
    """The same for somebody at a house, who makes nobody wait long and has nothing imported that the host does not offer."""
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
    """Take a name apart that somebody typed; whether it may be named here is for `checked` to say."""
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
    """Those of the same name are numbered."""
    total, seen = Counter(names), Counter[str]()
    apart = []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return apart
