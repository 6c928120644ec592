"""The games that are installed: each a package that names itself in the entry-point group `turnwise.games`, ours like any other.

    [project.entry-points."turnwise.games"]
    nim = "turnwise_nim"

The name is what people type and what transcripts and records keep; the package is where the game's files are.
"""

import os
import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

from turnwise.kit.errors import TurnwiseError, UnknownGame, quoted
from turnwise.kit.faults import package_folder, raised
from turnwise.kit.game import Game, MissingGame, shared_game
from turnwise.kit.words import Said, said

GROUP = "turnwise.games"
US = "turnwise"
OFFERED = "TURNWISE_OUTSIDE_GAMES"
"""In the environment, so that a house's own processes have it too: which games of others are offered. Without it all are."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")


class Shelf(NamedTuple):
    """The games that this process may load: entry points by name, which of them are ours, and what is said of the others."""

    entries: dict[str, EntryPoint]
    ours: tuple[str, ...]
    faults: tuple[Said, ...]


class NotInstalled(TurnwiseError):
    """Turnwise runs from a folder that was not installed, or has been changed since."""

    code = "not_installed"


class BrokenGame(UnknownGame):
    """A package names a game, and it can't be loaded."""


@cache
def _shelf() -> Shelf:
    """What is installed, read once in a process; of two games with one name ours is taken, else that of the first package."""
    found = sorted(entry_points(group=GROUP), key=lambda one: (one.name, _source(one) != US, _source(one)))
    entries, ours, faults = dict[str, EntryPoint](), list[str](), list[Said]()
    for one in found:
        name, package = one.name, _source(one)
        if not NAME.fullmatch(name):
            template = said(
                "The package {package} calls a game {name}: a name has small letters, digits and _, 60 at most."
            )
            faults.append(template.given_also(package=package, name=quoted(name)))
        elif name in entries:
            template = said("The game '{name}' of the package {package} is left out: {other} has one of that name.")
            faults.append(template.given_also(name=name, package=package, other=_source(entries[name])))
        else:
            entries[name] = one
            ours += [name] * (package == US)
    if not ours:
        raise NotInstalled(
            "Turnwise does not find its own games: install it anew, as with `pip install -e .` in its folder."
        )
    return Shelf(entries, tuple(ours), tuple(faults))


def _source(one: EntryPoint) -> str:
    """The distribution that an entry point stands in."""
    return one.dist.name if one.dist else one.value


def ours() -> tuple[str, ...]:
    """The names of the games that come with Turnwise."""
    return _shelf().ours


def package_of(name: str) -> str:
    """The distribution that a game is from, as `pip` calls it."""
    return _source(_shelf().entries[name])


def code_of(name: str) -> str:
    """The package that a game's files are in; nothing of it is loaded for that."""
    if name not in _shelf().entries:
        raise UnknownGame(_unknown(name, _shelf().entries))
    return _shelf().entries[name].value


def installed() -> tuple[str, ...]:
    """The names of all games that are installed."""
    return tuple(_shelf().entries)


def game_names() -> tuple[str, ...]:
    """The names of the games that are offered here; nothing of them is loaded for that."""
    return tuple(filter(_is_offered, _shelf().entries))


def offer_only(outside: Collection[str]) -> list[Said]:
    """From now on offer our games and of the others only these; nothing else is loaded, here or in processes that are started from
    here. What is said of names that nobody has."""
    os.environ[OFFERED] = ",".join(outside)
    return [_unknown(name, _shelf().entries) for name in outside if name not in _shelf().entries]


def _is_offered(name: str) -> bool:
    named = os.environ.get(OFFERED)
    return named is None or name in _shelf().ours or name in named.split(",")


def all_games() -> list[Game]:
    """All games that are offered and can be loaded, with their facts: the shortest first, as on the shelf."""
    loaded = [one for name in game_names() if isinstance(one := _loaded(name), Game)]
    return sorted(loaded, key=lambda one: (one.minutes, one.title))


def left_out() -> list[Said]:
    """What is said of games that are installed and not offered, because something is wrong with them."""
    broken = [one for name in game_names() if isinstance(one := _loaded(name), Said)]
    return [*_shelf().faults, *broken]


def game(name: str) -> Game:
    """The facts of one game."""
    if not isinstance(name, str) or name not in _shelf().entries or not _is_offered(name):
        raise UnknownGame(_unknown(name, game_names()))
    found = _loaded(name)
    if isinstance(found, Said):
        raise BrokenGame(found)
    return found


def recorded(name: str) -> Game:
    """The game that a record names: one without rules (`MissingGame`), if it is not here any more."""
    try:
        return game(name)
    except UnknownGame as error:
        return MissingGame(name, error.sentence if isinstance(error, BrokenGame) else "")


@cache
def _loaded(name: str) -> Game | Said:
    """A game whose facts could be read, or a sentence that says why they could not."""
    entry = _shelf().entries[name]
    try:
        one = shared_game(entry.value, name)
        _facts = one.title, one.version, one.minutes, one.hidden, one.chance, one.actions, one.frame(None, {})
    except (Exception, SystemExit) as error:  # whatever is wrong with somebody's package, the other games are played
        template = said("The game '{name}' of the package {package} can't be loaded: {error}")
        return template.given_also(name=name, package=_source(entry), error=_told(error, entry.value))
    return one


def _told(error: BaseException, package: str) -> str:
    """An exception with the line of the package's own files that it comes from, where there is one."""
    try:
        fault = raised(error, package_folder(package))
    except Exception:  # the package itself can't be loaded
        fault = None
    return str(fault or f"{type(error).__name__}: {error}")


def _unknown(name: object, known: Iterable[str]) -> Said:
    near = get_close_matches(name[:60], known, 1, 0.5) if isinstance(name, str) else []
    if near:
        return said("There is no game {given}. Did you mean '{meant}'?", given=quoted(name), meant=near[0])
    if not (listed := ", ".join(known)):
        return said("There is no game {given}.", given=quoted(name))
    return said("There is no game {given}. There are {known}.", given=quoted(name), known=listed)
