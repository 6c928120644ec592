"""What a game declares once, each with its sentence: its actions, why one is refused, why a game ends, and what happens.

    Do = actions(drop=act("Drop a disc into column {column}", column="abcdefg"))
    Reason = reasons(COLUMN_FULL="That column is full; choose another.")
    End = ends(FOUR_IN_LINE="four in a line", BOARD_FULL="the board is full")
    Event = events(dropped=event("seat column row", "{seat} drops a disc into column {column}."))

Actions are numbered kind by kind in the order in which they stand, and the arguments of each in theirs, the last one fastest. The
first number of a kind is its member, `Do.DROP`. From the same lines come words, JSON and what people read (`kit/notation.py`), and the
rules that deal them out (`kit/derive.py`): the action `drop` is carried out by the function `drop` and refused by `check_drop`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import prod
from typing import Any, NamedTuple

from turnwise.kit.words import Said, Words, said

EVERYWHERE = {
    "NOT_YOUR_TURN": said("It is not your turn."),
    "OVER": said("The game is over."),
    "NOT_ALLOWED": said("That is not allowed now."),
}
"""Reasons that every game has."""


class Domain(NamedTuple):
    """What an argument can be: for programs and for people, from its lowest value on."""

    names: tuple[str | int, ...]
    words: tuple[Words | int, ...]
    lowest: int = 0

    def name(self, value: int) -> str | int:
        """A value for programs."""
        return self.names[value - self.lowest] if 0 <= value - self.lowest < len(self.names) else value

    def word(self, value: int) -> Words | int:
        """A value for people."""
        return self.words[value - self.lowest]


def domain(given: Any) -> Domain:
    """Letters or names, sentences, how many whole numbers there are from 0 on, a range of them, or equipment that has names for what
    it is made of. What stands in a list is numbered from 0; a range gives its own numbers."""
    if isinstance(given, Domain):
        return given
    if hasattr(given, "names_of_all"):
        return Domain(tuple(given.names_of_all), tuple(getattr(given, "words_of_all", given.names_of_all)))
    if isinstance(given, int):
        given = range(given)
    if isinstance(given, range):
        if given.step != 1:
            raise ValueError(f"{given} has gaps; give its numbers as a list, which are numbered from 0")
        return Domain(tuple(given), tuple(given), given.start)
    if isinstance(given, Mapping):  # what programs call it, and what people do
        return Domain(tuple(given), tuple(given.values()))
    listed = tuple(given)
    return Domain(tuple(one if isinstance(one, str | int) else str(one) for one in listed), listed)


@dataclass(frozen=True)
class Act:
    """A kind of action: its sentence for people, and its arguments with what each can be."""

    sentence: Said
    arguments: Mapping[str, Domain]
    word: str
    is_veil: bool = False

    @property
    def size(self) -> int:
        return prod(len(one.names) for one in self.arguments.values())


def act(sentence: str, /, word: str = "", **arguments: Any) -> Act:
    """An action. `word` is what programs call it, by default its name."""
    return Act(said(sentence), {name: domain(given) for name, given in arguments.items()}, word)


def veiled(sentence: str, /, word: str = "", **arguments: Any) -> Act:
    """An action as those see it who may not know all of it; they stand after all others."""
    return Act(said(sentence), {name: domain(given) for name, given in arguments.items()}, word, is_veil=True)


class Kind(NamedTuple):
    """A kind of action with its numbers."""

    name: str
    start: int
    act: Act
    verb: str
    """The function that carries it out: its name, or `pass_` for one that Python keeps for itself."""

    @property
    def stop(self) -> int:
        return self.start + self.act.size

    def split(self, action: int) -> dict[str, int]:
        """The arguments of an action of this kind."""
        rest, found = action - self.start, dict[str, int]()
        for name, one in reversed([*self.act.arguments.items()]):
            rest, at = divmod(rest, len(one.names))
            found[name] = at + one.lowest
        return {name: found[name] for name in self.act.arguments}


def actions(**kinds: Act) -> Any:
    """An enumeration of the kinds of actions by their first numbers; `.kinds` has them with all they declare."""
    found, start, seen_veil = list[Kind](), 0, False
    for name, one in kinds.items():
        if not isinstance(one, Act):
            raise TypeError(f"action {name!r} is declared by act(…), not by {one!r}")
        if seen_veil and not one.is_veil:
            raise ValueError(f"action {name!r} stands after a veiled one; those come last")
        if not one.size:
            raise ValueError(f"action {name!r} has an argument that can be nothing")
        seen_veil = one.is_veil
        found.append(Kind(name.rstrip("_"), start, one, name))
        start += one.size
    make: Any = IntEnum
    enumeration = make("Do", {kind.name.upper(): kind.start for kind in found})
    enumeration.kinds = tuple(found)
    enumeration.count = sum(kind.act.size for kind in found if not kind.act.is_veil)
    enumeration.veiled = start
    return enumeration


def reasons(**sentences: str) -> Any:
    """An enumeration of why an action is refused. Those that every game has come first, and may be said otherwise."""
    return _told("Reason", EVERYWHERE | {name: said(text) for name, text in sentences.items()})


def ends(**sentences: str) -> Any:
    """An enumeration of why a game is over."""
    return _told("End", {name: said(text) for name, text in sentences.items()})


def _told(name: str, sentences: Mapping[str, Said]) -> Any:
    make: Any = IntEnum
    enumeration = make(name, list(sentences))
    enumeration.sentences = {enumeration[one]: text for one, text in sentences.items()}
    return enumeration


class Happening(NamedTuple):
    """An event's arguments, and its sentence for who may know all of it and for the others."""

    arguments: str
    sentence: Said
    veiled: Said


def event(arguments: str, sentence: str, veiled: str = "", /) -> Happening:
    """An event: an argument with a `!` is for the seat named first alone, and `veiled` is said to the others."""
    return Happening(arguments, said(sentence), said(veiled or sentence))


def declared(listed: Any) -> Sequence[Kind]:
    """The kinds of actions that an enumeration declares; none where they are numbered by hand."""
    return getattr(listed, "kinds", ())
