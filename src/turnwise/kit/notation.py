"""The words of a game: those that follow from its rules' declarations, overridden by its own `notation.py`.

A small game needs no `notation.py`. The declarations of its rules give
    words(action, frame), data(action, frame), move(action, frame)    an action for programs, in JSON, and for people
    name(argument, value, frame), noun(argument, value, frame)        what an event or an action names, for programs and for people
    REASONS, ENDS, SENTENCES                                          the sentences of refusals, ends and events
    MOVES                                                             sentences of actions, other than declared
    show(s, frame)                                                    the state in JSON, from the fields of the record
    MINUTES                                                           how long people take for a game
"""

from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from turnwise.kit.block import Block
from turnwise.kit.declared import Kind, declared, domain
from turnwise.kit.grid import Grid
from turnwise.kit.plain import wide
from turnwise.kit.record import ALL, Field, Record
from turnwise.kit.sets import members_of
from turnwise.kit.words import Given, Said, Seat, said

MINUTES = (10, 30)
OWN = {"seed", "seats", "turn", "turns", "over"}
"""Fields of every record, which are shown in another way or not at all."""


class Notation:
    """The notation of one game; its own module overrides what follows from the rules."""

    MINUTES = MINUTES
    MOVES: Mapping[int, Said] = MappingProxyType({})
    """Actions whose sentence differs from the declared one."""

    def __init__(self, rules: ModuleType, state: Record, own: ModuleType | None) -> None:
        self._kinds, self._state = declared(getattr(rules, "Do", None)), state
        self._options = set(rules.OPTIONS.coded) if hasattr(rules, "OPTIONS") else set()
        self._domains = {name: one for kind in self._kinds for name, one in kind.act.arguments.items()}
        if own:
            self.__dict__ |= {name: one for name, one in vars(own).items() if not name.startswith("_")}
        for home in (rules, own):
            self._domains |= {name: domain(given) for name, given in getattr(home, "NAMES", {}).items()}
        for listed, name in (("Reason", "REASONS"), ("End", "ENDS"), ("Event", "SENTENCES")):
            if sentences := getattr(getattr(rules, listed, None), "sentences", None):
                setattr(self, name, sentences | getattr(own, name, {}))

    def kind(self, action: int) -> Kind:
        """The kind of an action."""
        return next(kind for kind in self._kinds if action < kind.stop)

    def words(self, action: int, frame: Any) -> str:
        """`drop d`; a word with placeholders has its arguments there. Arguments have the names of the table."""
        kind = self.kind(action)
        named = self._named(kind, action, frame)
        if "{" in kind.act.word:
            return kind.act.word.format(**named)
        return " ".join([kind.word, *map(str, named.values())])

    def data(self, action: int, frame: Any) -> dict[str, Any]:
        """`{"drop": "d"}`, `{"pass": true}`; with more arguments `{"do": "move", "base": "b2", "target": "b4"}`; or as
        declared."""
        kind = self.kind(action)
        named = kind.named(action)
        named |= {
            name: self.name(name, value, frame)
            for name, value in kind.split(action).items()
            if kind.act.arguments[name].is_framed
        }
        if kind.act.data:
            places = {f"{{{name}}}": value for name, value in named.items()}
            return {key: places.get(text, text) for key, text in kind.act.data.items()}
        if len(named) > 1:
            return {"do": kind.word, **named}
        return {kind.word: next(iter(named.values()), True)}

    def move(self, action: int, frame: Any) -> Said:
        """The declared sentence, `"{way}"` alone being each way's own; without one, the words for programs."""
        if not self._kinds:
            return said("{words:C}", words=self.words(action, frame))
        if action in self.MOVES:
            return self.MOVES[action]
        kind = self.kind(action)
        named = self._named(kind, action, frame)
        known = {name: self._person(kind, name, one, frame) for name, one in named.items()}
        alone = known.get(kind.act.sentence.template.strip("{}"))
        return alone if isinstance(alone, Said) else kind.act.sentence.given_also(**known)

    def _named(self, kind: Kind, action: int, frame: Any) -> dict[str, Any]:
        """The arguments of an action by the game's own `name`, else as declared."""
        if own := self.__dict__.get("name"):
            return {name: own(name, value, frame) for name, value in kind.split(action).items()}
        return kind.named(action)

    def _person(self, kind: Kind, argument: str, value: Any, frame: Any) -> Given:
        """An argument of an action for people, by the game's own `noun`, else as declared."""
        own = self.__dict__.get("noun")
        found: Given | None = own(argument, value, frame) if own else None
        if found is None and argument != "seat":
            declared = kind.act.arguments[argument]
            found = (self._domains[argument] if declared.words == declared.names else declared).word(value)
        return found if found is not None else Seat(value) if argument == "seat" else value

    def name(self, argument: str, value: int, frame: Any) -> Any:
        """The name of an event's argument: an `action` by its words, everything else as declared."""
        if argument == "action" and self._kinds:
            return self.words(value, frame)
        known = self._domains.get(argument)
        return known.name(value) if known else value

    def noun(self, argument: str, value: Any, frame: Any) -> Given | None:
        known = self._domains.get(argument)
        return known.word(value) if known else None

    def show(self, s: Any, frame: Any) -> dict[str, Any]:
        """Whose turn it is, and every field by its name: a public set over a board is a board of letters."""
        shown: dict[str, Any] = {"turn": None if s.over else s.turn}
        for name, field in self._state.fields.items():
            if name in OWN or name in self._options:
                continue
            value = getattr(s, name)
            if field.is_set:
                value = _sets(field, value)
            if is_in_rows(field):
                shown[name] = field.of.rows_of(value if isinstance(value, list) else [value])
            else:
                shown[name] = _shown(field, value)
        return shown


def is_in_rows(field: Field) -> bool:
    """Whether a field is shown as a board of letters: it has sets over a board, and everybody may know them."""
    return field.is_set and isinstance(field.of, Grid) and field.of.in_rows and field.see == ALL


def _sets(field: Field, value: Any) -> Any:
    """A field of sets with each of them in one piece."""
    if field.words == 1:
        return value
    cells = value.cells if isinstance(value, Block) else value
    sets = [wide(cells[at : at + field.words]) for at in range(0, len(cells), field.words)]
    return sets if len(field.shape) > 1 else sets[0]


def _shown(field: Field, value: Any) -> Any:
    """A field in JSON; hidden values are None, or their number."""
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


def _cell(field: Field, value: Any) -> Any:
    if not field.is_set:
        return value
    last = value[-1] if field.words > 1 else value
    if last < 0 and field.see != "all":
        return ~last
    names = domain(field.of).names if field.of is not None else None
    return [names[one] if names else one for one in members_of(value)]
