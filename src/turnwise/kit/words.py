"""Sentences for people: a template with its arguments, kept as data until the reader's language and the players' names
are known.

    said("{seat} plays {card}.", seat=Seat(1), card=said("circle {number}", number=8))
    counted("{seat} draws one card.", "{seat} draws {number} cards.", "number", seat=Seat(1), number=2)

A catalogue finds another language's template by the English one (`kit/catalogues.py`), and a `Speaker` makes a text of
it. What programs read (action words, codes, JSON) is no sentence and does not pass through here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, NamedTuple

FIRST_CAPITAL = "C"
"""The format of a placeholder that begins a sentence with a word of ours: "{card:C} is turned up."."""
MOST_KEPT = 4096
"""Texts that a speaker caches, because many are repeated."""


class Seat(int):
    """A seat, which is shown as its player's name."""

    def __repr__(self) -> str:
        return f"Seat({int(self)})"


@dataclass(frozen=True)
class Player:
    """A seat inside a sentence: seat 1 and the number 1 are equal, but worded differently."""

    seat: int


class Said(NamedTuple):
    """A sentence or a part of one: the English template and its arguments."""

    template: str
    given: tuple[tuple[str, "Given"], ...] = ()
    plural: str = ""
    """The template for every number but one."""
    by: str = ""
    """The argument whose number selects between the two."""

    def __str__(self) -> str:
        """In English, with seats by their numbers."""
        return ENGLISH(self)

    def given_also(self, **given: "Given") -> "Said":
        """The same sentence with more arguments."""
        return self._replace(
            given=tuple((dict(self.given) | {name: _kept(one) for name, one in given.items()}).items())
        )

    @property
    def fields(self) -> set[str]:
        """The names of its arguments."""
        return fields(self.template) | fields(self.plural)


Words = str | Said
"""What a person reads: a sentence of ours, or a text that stays as it is (a name, a place's letters, a person's
words)."""
Given = int | float | str | Said | Seat | Player | tuple[Any, ...]
"""An argument of a template; several of them in a tuple are listed: "a, b and c"."""


def said(template: str, /, **given: Given) -> Said:
    return Said(template, tuple((name, _kept(one)) for name, one in given.items()))


def counted(one: str, many: str, by: str, /, **given: Given) -> Said:
    """A sentence that depends on a number: for one, and for any other. `by` names the argument."""
    return Said(one, tuple((name, _kept(value)) for name, value in given.items()), many, by)


def _kept(given: Given) -> Given:
    """An argument of a template as a value of its own kind."""
    if isinstance(given, Seat):
        return Player(int(given))
    return tuple(map(_kept, given)) if type(given) is tuple else given


def sentences(*parts: Words) -> Said:
    """Several sentences one after the other, as one text."""
    return row(parts, " ")


def row(parts: Sequence[Words], between: str) -> Said:
    """Several things one after the other, with separators that are the same in every language."""
    given = tuple((f"part{at}", _kept(part)) for at, part in enumerate(parts))
    return Said(between.join(f"{{{name}}}" for name, _ in given), given)


def fields(template: str) -> set[str]:
    """The names of a template's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


class Tongue(NamedTuple):
    """A language: how it words a template, given the plural and the deciding number, if there is one."""

    code: str
    find: Callable[[str, str, int], str]


def _english(template: str, plural: str, number: int) -> str:
    return plural if plural and number != 1 else template


IN_ENGLISH = Tongue("en", _english)
LAST_OF_LIST = said("{first} and {last}")


class Speaker:
    """Words sentences for one reader: in a language, with the names of the players."""

    def __init__(self, tongue: Tongue = IN_ENGLISH, names: Sequence[str] = ()) -> None:
        self.tongue, self.names = tongue, tuple(names)
        self._kept: dict[Said, str] = {}

    @property
    def language(self) -> str:
        return self.tongue.code

    def __call__(self, words: Words) -> str:
        """The text of a sentence."""
        if isinstance(words, str):
            return words
        kept = self._kept.get(words)
        if kept is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = self._kept[words] = self._text(words)
        return kept

    def _text(self, sentence: Said) -> str:
        given = dict(sentence.given)
        number = given.get(sentence.by, 0) if sentence.by else 0
        template = self.tongue.find(sentence.template, sentence.plural, number if isinstance(number, int) else 0)
        return template.format_map(_Filled(self, given))

    def name(self, seat: int) -> str:
        """The name of a seat's player."""
        return (
            self.names[seat]
            if seat < len(self.names) and self.names[seat]
            else self(said("Seat {number}", number=seat))
        )

    def filled(self, given: Given) -> str:
        """An argument as a text."""
        if isinstance(given, Player):
            return self.name(given.seat)
        if isinstance(given, tuple) and not isinstance(given, Said):
            texts = [self.filled(one) for one in given]
            if len(texts) < 2:
                return "".join(texts)
            return self(LAST_OF_LIST.given_also(first=", ".join(texts[:-1]), last=texts[-1]))
        if isinstance(given, float):
            return f"{given:g}"
        return self(given) if isinstance(given, Said) else str(given)


class _Filled(Mapping[str, Any]):
    """The arguments of a template as texts, each made when the template needs it."""

    def __init__(self, speaker: Speaker, given: dict[str, Given]) -> None:
        self._speaker, self._given = speaker, given

    def __getitem__(self, name: str) -> "_Text":
        return _Text(self._speaker.filled(self._given[name]))

    def __iter__(self) -> Any:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)


class _Text(str):
    """A text that begins with a capital letter if its placeholder says so."""

    def __format__(self, spec: str) -> str:
        return self[:1].upper() + self[1:] if spec == FIRST_CAPITAL else str(self)


ENGLISH = Speaker()
"""English without names: for a log, a program, a notebook."""


# As plain data, for a file or another process.


def packed(given: Given) -> Any:
    """A sentence, or one of its arguments, as JSON-able data."""
    if isinstance(given, Said):
        return {"said": given.template, "given": {name: packed(one) for name, one in given.given}} | (
            {"plural": given.plural, "by": given.by} if given.plural else {}
        )
    if isinstance(given, Player):
        return {"seat": given.seat}
    return [packed(one) for one in given] if isinstance(given, tuple) else given


def unpacked(data: Any) -> Any:
    """What was packed."""
    if isinstance(data, list):
        return tuple(map(unpacked, data))
    if not isinstance(data, dict):
        return data
    if "seat" in data:
        return Player(data["seat"])
    given = tuple((name, unpacked(one)) for name, one in data["given"].items())
    return Said(data["said"], given, data.get("plural", ""), data.get("by", ""))
