"""What a game declares once, each with its sentence: its actions, why one is refused, why a game ends, and what
happens.

    Do = actions(drop=act("Drop a disc into column {column}", column="abcdefg"))
    Reason = reasons(COLUMN_FULL="That column is full; choose another.")
    End = ends(FOUR_IN_LINE="four in a line", BOARD_FULL="the board is full")
    Event = events(dropped=event("seat column row", "{seat} drops a disc into column {column}."))

Actions are numbered kind by kind in the order of declaration, and their arguments likewise, the last one fastest. The
first number of a kind is its member, `Do.DROP`. The same lines give words, JSON and sentences for people
(`kit/notation.py`), and the rules that dispatch them (`kit/derive.py`): the action `drop` is carried out by the
function `drop` and refused by `check_drop`.

    Do = actions(
        lay=act("Lay {kind} {face} at {place}", kind=held("hand", CARDS), place="abc", face=FACES, phase=Phase.PLAY),
        scout=act("Play Scout at {place}", card=only(Kind.SCOUT), place="abc", by="announce", phase=Phase.PLAY),
        lays_down=veiled("Lay a card face down at {place}", of="lay", face=only(DOWN), place="abc"),
    )

An action with a `phase` can be taken while the field `phase` has that value. `held` names a field where the seat must
have what it names. `only` gives a kind of action an argument that is always the same and appears in no words, so that
one function can carry out several kinds (`by`). A veiled action names the actions that it is seen in place `of`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from math import prod
from types import MappingProxyType
from typing import Any, NamedTuple

from turnwise.kit.words import Given, Said, Seat, said

EVERYWHERE = {
    "NOT_YOUR_TURN": said("It is not your turn."),
    "OVER": said("The game is over."),
    "NOT_ALLOWED": said("That is not allowed now."),
}
"""Reasons that every game has."""


class Domain(NamedTuple):
    """The values of an argument, for programs and for people, from the lowest on."""

    names: tuple[str | int, ...]
    words: tuple[Given, ...]
    lowest: int = 0
    is_silent: bool = False
    """Whether it appears in no words and no JSON, because it is always the same."""
    place: str = ""
    """The field in which a seat must have it."""
    is_framed: bool = False
    """Whether every match has its own names for it."""

    def name(self, value: int) -> str | int:
        """The name of a value for programs."""
        return self.names[value - self.lowest] if 0 <= value - self.lowest < len(self.names) else value

    def word(self, name: Any) -> Given | None:
        """The word for people of a name for programs; None if it is not in this domain."""
        return self.words[self.names.index(name)] if name in self.names else None

    def within(self, start: int, stop: int) -> "Domain":
        """Some values of a domain that begins with 0, with the same numbers."""
        return Domain(self.names[start:stop], self.words[start:stop], start)


def domain(given: Any) -> Domain:
    """Letters or names, sentences, a number of whole numbers from 0 on, a range of them, or equipment with names for
    its parts. A list is numbered from 0; a range has its own numbers."""
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
    if isinstance(given, Mapping):  # names for programs, with words for people
        return Domain(tuple(given), tuple(given.values()))
    listed = tuple(given)
    return Domain(tuple(one if isinstance(one, str | int) else str(one) for one in listed), listed)


def framed(size: int) -> Domain:
    """At most so many things that have other names in every match, such as the places of a user's board:
    `name(argument, value, frame)` in the game's notation gives them."""
    return domain(size)._replace(is_framed=True)


def players(most: int) -> Domain:
    """An argument that is a seat, which people read as its player's name: `target=players(4)`. An empty seat is refused
    only if the rules refuse it."""
    return Domain(tuple(range(most)), tuple(Seat(seat) for seat in range(most)))


def only(value: int) -> Domain:
    """An argument with the same value in all actions of a kind."""
    return Domain((value,), (value,), value, is_silent=True)


def held(place: str, given: Any) -> Domain:
    """A card that the seat must have in a field of the record, such as `held("hand", CARDS)`; else the action is
    refused as `NOT_IN_HAND`.

    The field has a set for each seat, or counts for each seat and kind."""
    return domain(given)._replace(place=place)


USUAL: Mapping[str, str] = MappingProxyType({})
"""The default JSON."""


@dataclass(frozen=True)
class Act:
    """A kind of action: its sentence for people, and its arguments with their values."""

    sentence: Said
    arguments: Mapping[str, Domain]
    word: str
    data: Mapping[str, str] = field(default_factory=dict)
    phase: int | None = None
    by: str = ""
    """The function that carries it out, if it has another name than the action."""
    out_of_turn: bool = False
    is_veil: bool = False
    of: str = ""
    """Of a veiled action: the actions seen as this one, by their name or by the function that carries them out."""

    @property
    def size(self) -> int:
        return prod(len(one.names) for one in self.arguments.values())


def act(
    sentence: str,
    /,
    word: str = "",
    data: Mapping[str, str] = USUAL,
    phase: int | None = None,
    by: str = "",
    out_of_turn: bool = False,
    **arguments: Any,
) -> Act:
    """An action. `word` is its name for programs, by default its own name, followed by its arguments unless it has
    placeholders for them: `"{base}-{target}"`. `data` is its JSON, if it differs from the default: `{"from": "{base}",
    "to": "{target}"}`. `phase` is when it can be taken, by default always; `out_of_turn`: a seat that is not on turn
    may take it."""
    return Act(said(sentence), _domains(arguments), word, data, phase, by, out_of_turn)


def veiled(sentence: str, /, word: str = "", of: str = "", **arguments: Any) -> Act:
    """An action as seats see it that may not know all of it; these are numbered after all others.

    `of` names the actions seen as this one, if the rules have no `veil` of their own: all such actions or, where an
    argument is `only` one value, those with that value. The other arguments are public."""
    return Act(said(sentence), _domains(arguments), word, is_veil=True, of=of)


def _domains(arguments: Mapping[str, Any]) -> dict[str, Domain]:
    return {name: domain(given) for name, given in arguments.items()}


class Kind(NamedTuple):
    """A kind of action with its numbers."""

    name: str
    start: int
    act: Act
    verb: str
    """The function that carries it out: its `by`, or its name, with an underscore after a Python keyword (`pass_`)."""

    @property
    def stop(self) -> int:
        return self.start + self.act.size

    def split(self, action: int) -> dict[str, int]:
        """The arguments of an action of this kind, without those that are always the same."""
        return {name: at for name, at in self.values(action).items() if not self.act.arguments[name].is_silent}

    def values(self, action: int) -> dict[str, int]:
        """All arguments of an action of this kind."""
        rest, found = action - self.start, dict[str, int]()
        for name, one in reversed([*self.act.arguments.items()]):
            rest, at = divmod(rest, len(one.names))
            found[name] = at + one.lowest
        return {name: found[name] for name in self.act.arguments}

    @property
    def word(self) -> str:
        """Its name for programs, without arguments."""
        return self.name.replace("_", " ") if not self.act.word or "{" in self.act.word else self.act.word

    def named(self, action: int) -> dict[str, str | int]:
        """The arguments of an action of this kind by their names for programs."""
        return {name: self.act.arguments[name].name(value) for name, value in self.split(action).items()}


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
        found.append(Kind(name.rstrip("_"), start, one, one.by or name))
        start += one.size
    make: Any = IntEnum
    enumeration = make("Do", {kind.name.upper(): kind.start for kind in found})
    enumeration.kinds = tuple(found)
    enumeration.count = sum(kind.act.size for kind in found if not kind.act.is_veil)
    enumeration.veiled = start
    return enumeration


def reasons(**sentences: str) -> Any:
    """An enumeration of why an action is refused. The common reasons come first, and may be reworded."""
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
    """An event's arguments, and its sentences for those who may know all of it and for the others."""

    arguments: str
    sentence: Said
    veiled: Said


def event(arguments: str, sentence: str | Said, veiled: str | Said = "", /) -> Happening:
    """An event: an argument with a `!` is only for the seat named first, and `veiled` is the sentence for the others. A
    sentence that depends on a number is `counted(…)`."""
    told, others = (said(one) if isinstance(one, str) else one for one in (sentence, veiled or sentence))
    known = arguments.replace("!", "").split()
    for name in (*told.fields, *others.fields):
        if name not in known:
            raise ValueError(
                f"the sentence {told.template!r} has a place for {name!r}, and the event has only {', '.join(known)}"
            )
    return Happening(arguments, told, others)


def each(listed: Any, argument: str) -> list[int]:
    """For every action, in order, its argument of this name; -1 if it has none. For rules that store an action for
    later."""
    kinds = [kind for kind in declared(listed) if not kind.act.is_veil]
    return [kind.values(action).get(argument, -1) for kind in kinds for action in range(kind.start, kind.stop)]


def declared(listed: Any) -> Sequence[Kind]:
    """The kinds of actions that an enumeration declares; none if they are numbered by hand."""
    return getattr(listed, "kinds", ())
