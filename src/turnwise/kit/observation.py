"""Generates, from the fields of a record and their audiences, what a seat knows as numbers from -128 to 127, for
learning.

It reads records that have passed the gate, so it can reveal no more than they do. A game's `hints.py` may have an
`observe` of its own, with `OBSERVED`, the names and shapes of what that writes. Else the pieces are, in order,
    seat, turn   whose eyes these are, and how far from there the seat on turn sits: one of as many cells as there can be seats
    over, turns  the reason of the end, and how many turns have opened
and for each field of the game's own, options aside,
    a set             a cell for each thing that can be in it, 1 if it is
    one small number  eight cells, whether it is 0, 1 … 7, and the number itself
    small numbers     a cell each
    other numbers     two cells each: the number, and the same in units of 128; both clamped to what a cell holds
    large ones        64 cells each, its bits
A field with a row for each seat begins with the observer's row. What is hidden is 0, and a piece `…_hidden` has a 1
for it; `…_number` still has how many there are, where the gate lets that through.
"""

from collections.abc import Iterator
from math import prod
from types import ModuleType
from typing import Any, NamedTuple

from turnwise.kit.record import ALL, OWNER, Field, Record
from turnwise.kit.sets import size_of

Pieces = dict[str, tuple[int, ...]]
"""Names and shapes, in order."""
FIRST = 8
"""Values of a single small number that have a cell of their own."""
ALWAYS = ("seed", "seats", "turn", "turns", "over")
BITS = 64


class Part(NamedTuple):
    """A piece, and the lines that write it from cell k on; for one with a row for each seat, those that write a row."""

    name: str
    shape: tuple[int, ...]
    lines: list[str]
    by_seat: bool = False


def pieces_of(state: Record, rules: ModuleType, hints: Any) -> Pieces:
    """A seat's observation of a game's states, as names and shapes."""
    if hasattr(hints, "observe"):
        return dict(hints.OBSERVED)
    return {part.name: part.shape for part in _parts(state, rules)}


def size_of_all(pieces: Pieces) -> int:
    """How many cells all pieces have together."""
    return sum(map(prod, pieces.values()))


def observing(state: Record, rules: ModuleType) -> Iterator[str]:
    """The lines of `observe(s, beside, seat, into)`."""
    starts, rows, start = dict[str, int](), list[Part](), 0
    yield "own, seats, over = max(seat, 0), s.seats, s.over"  # read once: cells might lie over them, for all a compiler knows
    for part in _parts(state, rules):
        starts[part.name], start = start, start + prod(part.shape)
        if part.by_seat:
            rows.append(part)
        else:
            yield from (f"k = {starts[part.name]}", *part.lines)
    if not rows:
        return
    yield f"for i_ in range({rows[0].shape[0]}):"  # one loop for all: to find the row takes as long as to write it
    yield from ("    row = i_ + own", "    if i_ >= seats:", "        row = i_")
    yield from ("    elif row >= seats:", "        row -= seats")
    for part in rows:
        yield f"    k = {starts[part.name]} + {prod(part.shape[1:])} * i_"
        yield from (f"    {line}" for line in part.lines)


def _parts(state: Record, rules: ModuleType) -> Iterator[Part]:
    most = int(rules.SEATS[1])
    yield Part("seat", (most,), [*_zeros(most), "if seat >= 0:", "    into[k + seat] = 1"])
    after = ["after = s.turn - own", "into[k + (after if after >= 0 else after + seats)] = 1"]
    yield Part("turn", (most,), [*_zeros(most), *after])
    yield Part("over", (1,), ["into[k] = min(over, 127)"])
    yield Part("turns", (2,), _number("s.turns"))
    options = getattr(rules, "OPTIONS", None)
    for name, field in state.fields.items():
        if name not in ALWAYS and name not in (options.coded if options else ()):
            yield from _field(name, field, most)


def _field(name: str, field: Field, most: int) -> Iterator[Part]:
    """The pieces of one field."""
    dimensions = field.shape[:-1] if field.words > 1 else field.shape
    by_seat = field.see == OWNER or most > 1 and dimensions[:1] == (most,)
    loops = _Loops(dimensions, by_seat)
    shown = {ALL: "", OWNER: "over or row == seat"}.get(field.see, "over")
    cell = loops.cell(f"s.{name}")
    if field.is_set:
        size = size_of(field.of) or BITS
        words = [loops.cell(f"s.{name}", str(word)) if field.words > 1 else cell for word in range(field.words)]
        inner = [line for at, word in enumerate(words) for line in _bits(word, min(BITS, size - BITS * at))]
        yield Part(name, (*dimensions, size), loops.around(inner, size, shown), by_seat)
    elif field.kind == "i8":
        yield Part(name, (*dimensions, BITS), loops.around(_bits(cell, BITS), BITS, shown), by_seat)
    elif field.kind == "i1" and dimensions:
        yield Part(name, dimensions, loops.around([f"into[k] = {cell}", "k += 1"], 1, shown), by_seat)
    elif field.kind == "i1":
        one_of = [
            *_zeros(FIRST),
            f"if 0 <= {cell} < {FIRST}:",
            f"    into[k + {cell}] = 1",
            f"into[k + {FIRST}] = {cell}",
        ]
        yield Part(name, (FIRST + 1,), loops.around([*one_of, f"k += {FIRST + 1}"], FIRST + 1, shown))
    else:
        yield Part(name, (*dimensions, 2), loops.around([*_number(cell), "k += 2"], 2, shown), by_seat)
    if not shown:
        return
    if field.is_set:
        counted = " + ".join(f"count({word})" for word in words)
        number = [f"into[k] = min(127, {counted} if {shown} else ~{words[-1]})", "k += 1"]
        yield Part(f"{name}_number", dimensions or (1,), loops.around(number, 1), by_seat)
    if field.keep:
        rows = _Loops(dimensions[:-1], by_seat)
        sums = rows.around(_sums(name, field, rows, shown))
        yield Part(f"{name}_number", (*dimensions[:-1], len(field.keep)), sums, by_seat)
    outer = _Loops(dimensions[:1] if by_seat else (), by_seat)
    hidden = [f"into[k] = 0 if {shown} else 1", "k += 1"]
    yield Part(f"{name}_hidden", dimensions[:1] if by_seat else (1,), outer.around(hidden), by_seat)


class _Loops:
    """Loops over the cells of a field, or of one row if each seat has a row."""

    def __init__(self, dimensions: tuple[int, ...], by_seat: bool) -> None:
        self.dimensions = dimensions
        self.indices = ["row" if by_seat and not at else "ijkl"[at] + "_" for at in range(len(dimensions))]

    def cell(self, field: str, *more: str) -> str:
        where = ", ".join([*self.indices, *more])
        return f"{field}[{where}]" if where else field

    def around(self, inner: list[str], cells: int = 0, shown: str = "") -> list[str]:
        """The lines for each cell, or as many zeros as all have, `cells` each, where they are not `shown`."""
        lines, indent, all_cells = list[str](), "", cells
        for index, extent in zip(self.indices, self.dimensions, strict=True):
            if index != "row":
                lines.append(f"{indent}for {index} in range({extent}):")
                indent, all_cells = indent + "    ", all_cells * extent
        lines += [indent + line for line in inner]
        if not shown:
            return lines
        return [
            f"if {shown}:",
            *(f"    {line}" for line in lines),
            "else:",
            *(f"    {line}" for line in _zeros(all_cells)),
        ]


def _zeros(cells: int) -> list[str]:
    return [f"for b in range({cells}):", "    into[k + b] = 0"]


def _bits(word: str, size: int) -> list[str]:
    return [f"spread(into, k, {word}, {size})", f"k += {size}"]


def _number(cell: str) -> list[str]:
    return [f"into[k] = max(-127, min(127, {cell}))", f"into[k + 1] = max(-127, min(127, {cell} >> 7))"]


def _sums(name: str, field: Field, rows: _Loops, shown: str) -> list[str]:
    """What the gate keeps of a block of counts."""
    lines = list[str]()
    for start, stop in field.keep:
        lines += ["total = 0", f"if {shown}:", f"    for part in range({start}, {stop}):"]
        lines += [f"        total += {rows.cell(f's.{name}', 'part')}"]
        lines += ["else:", f"    total = ~{rows.cell(f's.{name}', str(start))}"]
        lines += ["into[k] = min(127, total)", "k += 1"]
    return lines
