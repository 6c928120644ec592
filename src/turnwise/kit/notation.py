"""The words of a game: those that follow from what its rules declare, and in their place those of its own `notation.py`.

A small game needs no `notation.py`. What its rules declare gives
    words(action, frame), data(action, frame), move(action, frame)    an action for programs, in JSON, and for people
    name(argument, value, frame), noun(argument, value, frame)        what an event or an action names, for programs and for people
    REASONS, ENDS, SENTENCES                                          what is said of refusals, ends and events
    show(s, frame)                                                    the state in JSON, from the fields of the record
    MINUTES                                                           how long people take over a game
"""

from types import ModuleType
from typing import Any

from turnwise.kit.block import Block
from turnwise.kit.declared import Domain, Kind, declared, domain
from turnwise.kit.grid import Grid
from turnwise.kit.record import Field, Record
from turnwise.kit.sets import members_of
from turnwise.kit.words import Given, Said, Seat, said

MINUTES = (10, 30)
OWN = {"seed", "seats", "turn", "turns", "over"}
"""Fields of every record, which are shown otherwise or not at all."""
MEN = "xo#%&+*@"
"""On a board of letters, the men of each seat."""


class Notation:
    """The notation of one game, with everything that its own module says in place of what follows from the rules."""

    MINUTES = MINUTES

    def __init__(self, rules: ModuleType, state: Record, own: ModuleType | None) -> None:
        self._kinds, self._state = declared(getattr(rules, "Do", None)), state
        self._options = set(rules.OPTIONS.coded) if hasattr(rules, "OPTIONS") else set()
        self._domains = {name: one for kind in self._kinds for name, one in kind.act.arguments.items()}
        self._domains |= {name: domain(given) for name, given in getattr(rules, "NAMES", {}).items()}
        for listed, name in (("Reason", "REASONS"), ("End", "ENDS"), ("Event", "SENTENCES")):
            if sentences := getattr(getattr(rules, listed, None), "sentences", None):
                setattr(self, name, sentences)
        if own:
            self.__dict__ |= {name: one for name, one in vars(own).items() if not name.startswith("_")}

    def kind(self, action: int) -> Kind:
        """The kind of an action."""
        return next(kind for kind in self._kinds if action < kind.stop)

    def words(self, action: int, frame: Any) -> str:
        kind = self.kind(action)
        return " ".join([kind.act.word or kind.name.replace("_", " "), *map(str, self._named(kind, action).values())])

    def data(self, action: int, frame: Any) -> dict[str, Any]:
        """`{"drop": "d"}`, `{"pass": true}`; with more arguments `{"do": "move", "base": "b2", "target": "b4"}`."""
        kind = self.kind(action)
        word, named = kind.act.word or kind.name.replace("_", " "), self._named(kind, action)
        if len(named) > 1:
            return {"do": word, **named}
        return {word: next(iter(named.values()), True)}

    def move(self, action: int, frame: Any) -> Said:
        """What is declared; else what programs read, which is better than nothing."""
        if not self._kinds:
            return said("{words:C}", words=self.words(action, frame))
        kind = self.kind(action)
        arguments = kind.split(action)
        return kind.act.sentence.given_also(
            **{name: _person(name, kind.act.arguments[name], value) for name, value in arguments.items()}
        )

    def _named(self, kind: Kind, action: int) -> dict[str, str | int]:
        return {name: kind.act.arguments[name].name(value) for name, value in kind.split(action).items()}

    def name(self, argument: str, value: int, frame: Any) -> Any:
        known = self._domains.get(argument)
        return known.name(value) if known else value

    def noun(self, argument: str, value: Any, frame: Any) -> Given | None:
        known = self._domains.get(argument)
        return known.words[known.names.index(value)] if known and value in known.names else None

    def show(self, s: Any, frame: Any) -> dict[str, Any]:
        """Whose turn it is, and every field by its name: a set over a board is a board of letters."""
        shown: dict[str, Any] = {"turn": None if s.over else s.turn}
        for name, field in self._state.fields.items():
            if name in OWN or name in self._options:
                continue
            value = getattr(s, name)
            if field.is_set and isinstance(field.of, Grid) and field.of.is_square:
                shown[name] = _rows(field.of, [value] if not field.shape else list(value))
            else:
                shown[name] = _shown(field, value)
        return shown


def _person(argument: str, known: Domain, value: int) -> Given:
    """An argument as a person reads it."""
    return Seat(value) if argument == "seat" else known.word(value)


def _rows(board: Grid, sets: list[int]) -> list[str]:
    """A board of letters, the upper row first: `.` is empty, each set has a letter."""
    letters = ["."] * len(board.places)
    for mark, members in zip(MEN, sets, strict=False):
        for point in members_of(members):
            letters[point] = mark
    return ["".join(letters[at : at + board.columns]) for at in range(0, len(letters), board.columns)]


def _shown(field: Field, value: Any) -> Any:
    """A field in JSON; of what may not be known there is None, or how many there are."""
    if isinstance(value, Block):
        return _nested(field, value.cells, field.shape)
    if isinstance(value, list):
        return [_cell(field, one) for one in value]
    return _cell(field, value)


def _nested(field: Field, cells: list[int], shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return [_cell(field, one) for one in cells]
    size = len(cells) // shape[0]
    return [_nested(field, cells[at : at + size], shape[1:]) for at in range(0, len(cells), size)]


def _cell(field: Field, value: int) -> Any:
    if not field.is_set:
        return value
    if value < 0 and field.see != "all":
        return ~value
    names = domain(field.of).names if field.of is not None else None
    return [names[one] if names else one for one in members_of(value)]
