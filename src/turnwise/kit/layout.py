"""Fast conversion between bytes and the plain state: the layout of a record is computed once, and all cells are read or
written at once.

It equals `Record.unpack` and `Record.pack`. It is apart from `record.py` because that is part of every compiled game.
"""

import struct
from collections.abc import Callable
from functools import cache
from math import prod
from typing import Any

from turnwise.kit.block import Block
from turnwise.kit.record import Record

LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}


@cache
def _layout(record: Record) -> struct.Struct:
    """Every cell of a record, with the padding between its fields."""
    layout: Any = record.dtype.fields
    form, end = "=", 0
    for name, field in record.fields.items():
        kind, at = layout[name][:2]
        form += f"{at - end}x{prod(field.shape)}{LETTERS[field.kind]}"
        end = at + kind.itemsize
    return struct.Struct(f"{form}{record.dtype.itemsize - end}x")


@cache
def unpacker(record: Record) -> Callable[[bytes | bytearray], Any]:
    """`Record.unpack` for this record."""
    numbers, lists, blocks, start = [], [], [], 0
    for name, field in record.fields.items():
        stop = start + prod(field.shape)
        if not field.shape:
            numbers.append((name, start))
        elif len(field.shape) == 1:
            lists.append((name, start, stop))
        else:
            blocks.append((name, start, stop, field.shape))
        start = stop
    read, plain = _layout(record).unpack, record.plain

    def unpack(data: bytes | bytearray) -> Any:
        cells, state = read(data), plain()
        for name, start in numbers:
            setattr(state, name, cells[start])
        for name, start, stop in lists:
            setattr(state, name, list(cells[start:stop]))
        for name, start, stop, shape in blocks:
            setattr(state, name, Block(list(cells[start:stop]), shape))
        return state

    return unpack


@cache
def packer(record: Record) -> Callable[[Any], bytes]:
    """`Record.pack` for this record."""
    fields = [(name, prod(field.shape), len(field.shape)) for name, field in record.fields.items()]
    write = _layout(record).pack

    def pack(state: Any) -> bytes:
        cells: list[int] = []
        for name, size, dimensions in fields:
            value = getattr(state, name)
            if not dimensions:
                cells.append(value)
                continue
            part = value.cells if dimensions > 1 and isinstance(value, Block) else value
            if len(part) != size:
                return record.pack(state)
            cells += part
        try:
            return write(*cells)
        except struct.error:
            return record.pack(state)  # it reports what is wrong, or converts other types

    return pack
