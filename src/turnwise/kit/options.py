"""The options of a game: names, values, defaults, and their whole numbers in the state."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from turnwise.kit.errors import BadOption, quoted
from turnwise.kit.words import Said, Words, said


@dataclass(frozen=True)
class Option:
    """One option: its values, its default, and a line about its effect."""

    default: Any
    help: Said

    def values(self) -> Words:
        """The possible values in words."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """The type and its limits, for programs."""
        raise NotImplementedError

    def accept(self, value: Any) -> Any:
        """The value for what a user gave (a value or its text); raises ValueError."""
        raise NotImplementedError

    def code(self, value: Any) -> int | None:
        """The number of a value in the state; None if the option is not in the state."""
        raise NotImplementedError


@dataclass(frozen=True)
class Switch(Option):
    def values(self) -> Words:
        return said("on or off")

    def facts(self) -> dict[str, Any]:
        return {"type": "switch"}

    def accept(self, value: Any) -> bool:
        word = {True: True, False: False, "on": True, "off": False, "true": True, "false": False}
        if not isinstance(value, bool | str):
            raise ValueError
        key = value.lower() if isinstance(value, str) else value
        if key not in word:
            raise ValueError
        return word[key]

    def code(self, value: Any) -> int:
        return int(value)


@dataclass(frozen=True)
class Choice(Option):
    """Words, whole numbers, or both. Words alone are numbered from 0; besides numbers they become 0, -1, -2 …"""

    choices: tuple[str | int, ...]

    def values(self) -> str:
        return ", ".join(str(choice) for choice in self.choices)

    def facts(self) -> dict[str, Any]:
        return {"type": "choice", "choices": list(self.choices)}

    def accept(self, value: Any) -> str | int:
        for choice in self.choices:
            if value == choice and not isinstance(value, bool) or str(value) == str(choice):
                return choice
        raise ValueError

    def code(self, value: Any) -> int:
        if isinstance(value, int):
            return value
        words = [choice for choice in self.choices if isinstance(choice, str)]
        return words.index(value) * (1 if len(words) == len(self.choices) else -1)


@dataclass(frozen=True)
class Whole(Option):
    low: int
    high: int

    def values(self) -> Words:
        return said("{low} to {high}", low=self.low, high=self.high)

    def facts(self) -> dict[str, Any]:
        return {"type": "whole", "low": self.low, "high": self.high}

    def accept(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError
        if not self.low <= int(value) <= self.high:
            raise ValueError
        return int(value)

    def code(self, value: Any) -> int:
        return int(value)


@dataclass(frozen=True)
class SeatSet(Option):
    """Some of the seats, as a list; a set in the state."""

    def values(self) -> Words:
        return said("seat numbers, as in 0,2")

    def facts(self) -> dict[str, Any]:
        return {"type": "seats"}

    def accept(self, value: Any) -> list[int]:
        if isinstance(value, str):
            value = [int(word) for word in value.split(",") if word.strip()]
        if not isinstance(value, list | tuple) or any(type(seat) is not int or not 0 <= seat <= 15 for seat in value):
            raise ValueError
        return sorted(set(value))

    def code(self, value: Any) -> int:
        return sum(1 << seat for seat in value)


@dataclass(frozen=True)
class Document(Option):
    """A user's text or data, kept beside the state. A module of the game reads it, which need not be in the law.

    `names`: the game's own documents, which can be given by name."""

    home: str
    names: tuple[str, ...]

    def read(self, given: Any) -> Any:
        """What a user gave, checked: a file, its contents, or the name of one of the game's own."""
        return import_module(self.home).read(given)

    def shown(self, document: Any) -> Any:
        """The part that players may see."""
        return import_module(self.home).shown(document)

    def values(self) -> Words:
        return said("a file, its contents, or one of ours by its name ({names})", names=", ".join(self.names))

    def facts(self) -> dict[str, Any]:
        return {"type": "document", "names": list(self.names)}

    def accept(self, value: Any) -> Any:
        return self.read(value)

    def code(self, value: Any) -> None:
        return None


class Options(dict[str, Option]):
    """The options of a game by name."""

    meant = said("There is no option {given}: did you mean '{meant}'?")
    unknown = said("There is no option {given}: the options are {known}.")
    none = said("There is no option {given}: this game has none.")
    wrong = said("Option '{name}' must be {values}, not {given}.")

    @property
    def coded(self) -> list[str]:
        """The names of those with a field in the state."""
        return [name for name, option in self.items() if not isinstance(option, Document)]

    def resolve(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values: as given, else the default."""
        for name in given:
            if name not in self:
                near = get_close_matches(name, self, 1)
                if near:
                    raise BadOption(self.meant.given_also(given=quoted(name), meant=near[0]))
                unknown = self.unknown.given_also(known=", ".join(self)) if self else self.none
                raise BadOption(unknown.given_also(given=quoted(name)))
        return {name: self._value(name, given.get(name, option.default)) for name, option in self.items()}

    def _value(self, name: str, value: Any) -> Any:
        try:
            return self[name].accept(value)
        except (ValueError, TypeError, OverflowError, RecursionError):
            values = self[name].values()
            raise BadOption(self.wrong.given_also(name=name, values=values, given=quoted(value))) from None


def options(**named: Option) -> Options:
    return Options(named)


def switch(default: bool, help: str) -> Switch:
    return Switch(default, said(help))


def choice(*choices: str | int, default: str | int | None = None, help: str) -> Choice:
    """The first choice is the default, unless another is named."""
    return Choice(choices[0] if default is None else default, said(help), choices)


def whole(low: int, high: int, *, default: int, help: str) -> Whole:
    return Whole(default, said(help), low, high)


def seat_set(help: str) -> SeatSet:
    return SeatSet([], said(help))


def document(home: str, *names: str, help: str) -> Document:
    """A document that the module `home` reads and shows, with its functions `read` and `shown`. The first of the game's
    own is the default."""
    return Document(names[0], said(help), home, names)
