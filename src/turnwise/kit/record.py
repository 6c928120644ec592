"""The state of a game: one flat record of whole numbers, each field with its audience.

    State = record(OPTIONS, phase=number(), hand=mask(8, see=OWNER), pile=mask(see=NOBODY))

Every record starts with `seed` (seen by nobody), `seats`, `turn` (the seat to act), `turns` (how many turns have
opened, in the sense of the rule book) and `over` (0 while the game runs, then the reason of its end); the options of
the game follow, then the game's own fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.kit.block import Block
from turnwise.kit.sets import size_of, words_of

ALL, OWNER, NOBODY = "all", "owner", "nobody"

HIDDEN = -1
"""The value of a cell that a seat may not know. A hidden set keeps its number of members, as ~number in its last word;
a hidden block of counts keeps the sums named by `keep`, each as ~sum in the first cell of its part."""


@dataclass(frozen=True)
class Field:
    """A named field of a record: a type, a shape, and who may know its value."""

    kind: str
    shape: tuple[int, ...] = ()
    see: str = ALL
    keep: tuple[tuple[int, int], ...] = ()
    is_set: bool = False
    of: Any = None
    """What a set is made of: a board, a deck, names, or how many things there are."""
    is_zone: bool = False
    """Whether cards of a deck lie there (`kit/zones.py`): each is in at most one of its zones."""
    is_stock: bool = False
    """Whether it holds all cards that are in no other zone."""

    @property
    def words(self) -> int:
        """The number of words of each set; if more than one, they are the last dimension."""
        return words_of(self.of) if self.is_set else 1


def small(*shape: int, see: str = ALL, keep: tuple[tuple[int, int], ...] = ()) -> Field:
    """Whole numbers from -128 to 127."""
    return Field("i1", shape, see, keep)


def number(*shape: int, see: str = ALL, keep: tuple[tuple[int, int], ...] = ()) -> Field:
    """Whole numbers from -32768 to 32767."""
    return Field("i2", shape, see, keep)


def large(*shape: int, see: str = ALL, keep: tuple[tuple[int, int], ...] = ()) -> Field:
    """Whole numbers of 64 bits."""
    return Field("i8", shape, see, keep)


def mask(*shape: int, see: str = ALL, of: Any = None) -> Field:
    """Sets of what they are made `of`: in one word up to 64 members, in words of 64 beyond. A seat that may not know a
    set still knows its number of members."""
    words = words_of(of)
    return Field("i8", shape if words == 1 else (*shape, words), see, (), True, of)


class Record:
    """The layout of a state: its dtype, its audiences, and conversion between bytes and a plain object."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        for name, field in fields.items():
            _refuse_misbehaving(name, field)
        self.fields = dict(fields)
        self.dtype = _in_words(np.dtype([(n, f.kind, f.shape) for n, f in fields.items()], align=True))
        self.plain = type("State", (Plain,), {"__slots__": tuple(fields)})

    @property
    def hidden(self) -> list[str]:
        """The fields that some seat may not know, except the seed."""
        return [name for name, field in self.fields.items() if field.see != ALL and name != "seed"]

    def blank(self) -> Any:
        """A plain state with a 0 in every cell."""
        return self.unpack(bytes(self.dtype.itemsize))

    def room(self) -> "Plains":
        """An array of one plain state with a 0 in every cell."""
        return Plains([self.blank()])

    def unpack(self, data: bytes) -> Any:
        """The plain object that interpreted rules work on: whole numbers and lists."""
        row = np.frombuffer(data, self.dtype)[0]
        plain = self.plain()
        for name, field in self.fields.items():
            value = row[name]
            if len(field.shape) > 1:
                setattr(plain, name, Block(value.ravel().tolist(), field.shape))
            else:
                setattr(plain, name, value.tolist())
        return plain

    def pack(self, plain: Any) -> bytes:
        """The bytes of a plain state. A number too large for its field is an error, never a silent wrap."""
        row = np.zeros(1, self.dtype)
        for name, field in self.fields.items():
            value = getattr(plain, name)
            cells = value.cells if isinstance(value, Block) else value if field.shape else [value]
            if any(int(cell) != cell for cell in cells):
                raise TypeError(f"field {name!r} holds something that is no whole number")
            numbers, limits = [int(cell) for cell in cells], np.iinfo(field.kind)
            if numbers and (min(numbers) < limits.min or max(numbers) > limits.max):
                raise OverflowError(f"a number in field {name!r} is too large for it")
            row[name][0] = np.array(numbers, np.int64).reshape(field.shape)
        return row.tobytes()


class Plain:
    """One state as a plain object; `Record` subclasses it with the record's fields as slots."""

    __slots__: tuple[str, ...] = ()

    def take(self, other: "Plain") -> None:
        """Become equal to another state of the same record."""
        for name in type(self).__slots__:
            value = getattr(other, name)
            if isinstance(value, Block):
                value = Block(value.cells.copy(), value.shape)
            elif isinstance(value, list):
                value = value.copy()
            setattr(self, name, value)

    def copy(self) -> "Plain":
        twin = type(self)()
        twin.take(self)
        return twin


class Plains(list[Any]):
    """An array of plain states: `states[1] = states[0]` copies in place, as in an array of records."""

    def __setitem__(self, index: Any, state: Any) -> None:
        self[index].take(state)


def record(options: Any = None, /, **fields: Field) -> Record:
    """The record of a game's state."""
    given = dict(
        seed=large(see=NOBODY),
        seats=large(),  # wide, so that a seat has one type everywhere, and rules compile once
        turn=large(),
        turns=large(),
        over=large(),
        **{name: Field("i4") for name in (options.coded if options else ())},
    )
    for name in fields:
        if name in given:
            raise ValueError(f"a record has the field {name!r} already")
    return Record(given | fields)


def beside(**fields: Field) -> Record:
    """The record of what is beside a state and is not copied with it: a user's board, a trail of positions."""
    return Record(fields)


def _in_words(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with a size of whole 64-bit words."""
    fields: Any = dtype.fields
    return np.dtype(
        {
            "names": list(fields),
            "formats": [field[0] for field in fields.values()],
            "offsets": [field[1] for field in fields.values()],
            "itemsize": -(-dtype.itemsize // 8) * 8,
        }
    )


def _refuse_misbehaving(name: str, field: Field) -> None:
    if hasattr(np.ndarray, name) or hasattr(Plain, name) or not name.isidentifier() or name.startswith("_"):
        raise ValueError(
            f"a field may not be called {name!r}: an array has an attribute of that name; choose another word"
        )
    if field.kind not in ("i1", "i2", "i4", "i8"):
        raise TypeError(
            f"field {name!r}: only signed whole numbers behave the same compiled and interpreted, not {field.kind!r}"
        )
    if field.see not in (ALL, OWNER, NOBODY):
        raise ValueError(f"field {name!r}: see must be ALL, OWNER or NOBODY, not {field.see!r}")
    if field.see == OWNER and not field.shape:
        raise ValueError(f"field {name!r}: what its OWNER sees needs a first dimension of seats")
    if field.is_zone and not hasattr(field.of, "cards"):
        raise TypeError(f"field {name!r}: a zone is made of the cards of a deck, not of {field.of!r}")
    if field.is_set and field.see != ALL and size_of(field.of) % 64 in (0, 63) and size_of(field.of):
        raise ValueError(
            f"field {name!r}: the last two bits of a set tell that it is hidden, so it may not be of {size_of(field.of)} things"
        )
    if field.words > 1 and len(field.shape) > 2:
        raise ValueError(f"field {name!r}: sets of more than 64 things stand alone or in one row")
    if field.keep and (field.is_set or not field.shape):
        raise ValueError(f"field {name!r}: only a block of counts can keep sums")


NOTHING_BESIDE = beside(nothing=small())
"""For a game that needs nothing beside its state."""
