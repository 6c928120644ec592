"""A game as the other rooms see it: facts, words, and positions to play from."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from turnwise.kit.bind import hints_of, plain_law, records, rules_of
from turnwise.kit.declared import declared
from turnwise.kit.errors import BadOption, BadSeats, quoted
from turnwise.kit.notation import Notation
from turnwise.kit.observation import Pieces, pieces_of
from turnwise.kit.options import Document, Options
from turnwise.kit.record import NOTHING_BESIDE, OWNER, Record, record
from turnwise.kit.settings import Settings
from turnwise.kit.words import Said, Words, said


@dataclass(frozen=True)
class Frame:
    """What is fixed for a match: seats, resolved options, and texts that a game made of them."""

    seats: int
    options: dict[str, Any]
    texts: Any = None
    beside: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    """Of the table where it is played: they change what is shown and read there, never the record."""


class Game:
    """A game: the package with its files, and its name for people and records."""

    missing: Words = ""
    """Why only its name is known, in a sentence: see `MissingGame`."""

    def __init__(self, package: str, name: str = "") -> None:
        self.package = package
        self.name = name or package.rsplit(".", 1)[-1]

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied or unpickled, a game is the one object of this process: games are compared by identity."""
        return shared_game, (self.package, self.name)

    def __repr__(self) -> str:
        return f"<game {self.name}: {self.summary}>"

    def module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    @cache  # noqa: B019 - there are a few games, and they stay
    def has(self, name: str) -> bool:
        """Whether its folder has an optional file."""
        return not self.missing and find_spec(f"{self.package}.{name}") is not None

    @cached_property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(self.rules.__file__ or "").parent

    @cached_property
    def rules(self) -> ModuleType:
        return rules_of(self.package)

    @cached_property
    def notation(self) -> Any:
        """The words that follow from its rules, overridden by its own `notation.py`."""
        return Notation(self.rules, self.records[0], self.module("notation") if self.has("notation") else None)

    @cached_property
    def hints(self) -> Any:
        """Its `hints.py`, or an empty module."""
        return hints_of(self.package)

    @cached_property
    def _headline(self) -> tuple[str, str]:
        first, _, _ = inspect.cleandoc(import_module(self.package).__doc__ or "").partition("\n\n")
        title, _, summary = " ".join(first.split()).partition(": ")
        return title or _titled(self.name), summary

    @property
    def title(self) -> str:
        """The text before the colon in the docstring of its package."""
        return self._headline[0]

    @property
    def summary(self) -> str:
        """The game in a sentence: the text after that colon."""
        return self._headline[1]

    @property
    def seats(self) -> tuple[int, int]:
        """The lowest and the highest number of seats."""
        low, high = self.rules.SEATS
        return int(low), int(high)

    @property
    def minutes(self) -> tuple[int, int]:
        """How many minutes people take for a game: from, to."""
        low, high = self.notation.MINUTES
        return int(low), int(high)

    @property
    def version(self) -> int:
        return int(self.rules.VERSION)

    @property
    def options(self) -> Options:
        return self.rules.OPTIONS if hasattr(self.rules, "OPTIONS") else Options()

    @property
    def settings(self) -> Settings:
        """What a table of this game may set besides the rules' options."""
        named: Settings = self.module("settings").SETTINGS if self.has("settings") else Settings()
        return named

    def option_words(self, word: str | int) -> Said:
        """What people call an option, a setting or one of its choices: as its notation says, else by its name."""
        named: Mapping[str, Said] = getattr(self.notation, "OPTION_WORDS", {})
        return named.get(str(word)) or said(str(word).replace("_", " "))

    def timing(self, name: str) -> Any:
        """Another name that its `settings.py` defines, of those in `kit/settings.py`; None if it does not."""
        return vars(self.module("settings")).get(name) if self.has("settings") else None

    @cached_property
    def gesture(self) -> Words:
        """The gesture that shows the opening of a turn, in words, such as "Roll the die"; empty if there is none."""
        return self.timing("GESTURE") or ""

    @cached_property
    def records(self) -> tuple[Record, Record]:
        return records(self.package)

    @cached_property
    def observed(self) -> Pieces:
        """A seat's observation for learning: names and shapes of its pieces, in order."""
        return pieces_of(self.records[0], self.rules, self.hints)

    @property
    def hidden(self) -> bool:
        """Whether some seat may not know everything."""
        return any(record.hidden for record in self.records)

    @property
    def has_hands(self) -> bool:
        """Whether a seat sees something that the others may not."""
        return any(field.see == OWNER for record in self.records for field in record.fields.values())

    @property
    def chance(self) -> bool:
        return bool(self.rules.CHANCE)

    @property
    def actions(self) -> int:
        """Actions are the whole numbers below this; from here up to `veiled` they are veiled."""
        return int(self.rules.Do.count if self._declares else self.rules.ACTIONS)

    @property
    def veiled(self) -> int:
        """All actions, veiled or not, are whole numbers below this."""
        return int(self.rules.Do.veiled if self._declares else getattr(self.rules, "VEILED", self.actions))

    @cached_property
    def veil(self) -> Callable[[int], int] | None:
        """How others see an action, if they do not see everything."""
        if not hasattr(self.rules, "veil") and self.veiled == self.actions:
            return None
        veil: Callable[[int], int] = plain_law(self.package).veil
        return veil

    @cached_property
    def _declares(self) -> bool:
        return bool(declared(getattr(self.rules, "Do", None)))

    @property
    def has_leave(self) -> bool:
        """Whether leaving is a rule of the game; otherwise, in a game for two, it is resigning."""
        return hasattr(self.rules, "leave")

    @cached_property
    def rulebook(self) -> str:
        """RULES.md: the rules for people; without one, the docstring of its package or its `rules.py`."""
        file = self.folder / "RULES.md"
        if file.exists():
            return file.read_text("utf-8")
        _, _, further = inspect.cleandoc(import_module(self.package).__doc__ or "").partition("\n\n")
        told = further or inspect.cleandoc(self.rules.__doc__ or self.summary)
        return f"# {self.title}\n\n{told}\n"

    def longest(self, seats: int, **options: Any) -> int:
        """A bound on the number of actions of a match, without interjections."""
        frame = self.frame(seats, options)
        return int(self.rules.longest(frame.seats, frame.options))

    def frame(self, seats: int | None, given: dict[str, Any]) -> Frame:
        """Check seats and options, and derive everything that a match needs from them."""
        low, high = self.seats
        if seats is None:
            seats = min(max(low, 2), high)
        if isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high:
            title, asked = said(self.title), quoted(seats)
            if low == high:
                raise BadSeats(said("{game} is for {number} seats, not {given}.", game=title, number=low, given=asked))
            raise BadSeats(
                said("{game} is for {low} to {high} seats, not {given}.", game=title, low=low, high=high, given=asked)
            )
        for name in given:
            if name in self.settings:
                raise BadOption(
                    said(
                        "There is no option '{name}' in the rules: it is a setting of a table (what it shows, how long it waits).",
                        name=name,
                    )
                )
        options, settings = self.options.resolve(given), self.settings.resolve({})
        if not self.has("frame"):
            return Frame(seats, options, settings=settings)
        texts, beside = self.module("frame").prepare(seats, options)
        return Frame(seats, options, texts, beside, settings)

    def told_apart(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Split given names, misspelt or not, into the rules' options and the table's settings."""
        known = [*self.options, *self.settings]
        meant = {name: next(iter(get_close_matches(name, known, 1)), "") for name in given}
        settings = {name: value for name, value in given.items() if meant[name] in self.settings}
        return {name: value for name, value in given.items() if name not in settings}, settings

    def with_computers(self, given: dict[str, Any], seats: Iterable[int]) -> dict[str, Any]:
        """Given options with the seats that bots play, in a game with an option `computers` that is not given."""
        if "computers" in self.options and "computers" not in given:
            return given | {"computers": sorted(seats)}
        return given

    def shown_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options as a player may see them while the match runs."""
        return {
            name: kind.shown(options[name]) if isinstance(kind := self.options[name], Document) else options[name]
            for name in options
            if name in self.options  # a record of older rules may have others
        }


class MissingGame(Game):
    """A game that a record names but that is not here: its package was removed, is not offered any more, or can't be
    loaded.

    It has a name and no rules. Facts that a list of records needs have neutral values."""

    def __init__(self, name: str, why: Words = "") -> None:
        super().__init__("", name)
        self._headline = _titled(name), ""
        self.rules = ModuleType(name)
        vars(self.rules).update(VERSION=0, SEATS=(1, 1), CHANCE=False, ACTIONS=0)
        self.records = record(), NOTHING_BESIDE
        self.notation, self.hints = Notation(self.rules, self.records[0], None), SimpleNamespace()
        gone = said("There is no game '{name}' here now.", name=name)
        self.missing = said("{why} Matches of it can't go on here.", why=why or gone)

    def __reduce__(self) -> tuple[Any, ...]:
        return MissingGame, (self.name,)

    def shown_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Empty: only the game knows which options are hidden."""
        return {}


def _titled(name: str) -> str:
    """A name as people read it."""
    return name.replace("_", " ").capitalize()


@cache
def shared_game(package: str, name: str = "") -> Game:
    """The game of a package, one object per process."""
    return Game(package, name)
