"""Whole numbers in two or more dimensions, for interpreted rules."""

from math import prod
from typing import Any


class Block:
    """A block of whole numbers, read and written as `block[i, j]`; with fewer indices than dimensions, `block[i]` is a
    view of a part."""

    __slots__ = ("cells", "shape", "start")

    def __init__(self, cells: list[int], shape: tuple[int, ...], start: int = 0) -> None:
        self.cells, self.shape, self.start = cells, shape, start

    def __len__(self) -> int:
        return self.shape[0]

    def _at(self, index: tuple[int, ...]) -> int:
        if len(index) > len(self.shape):
            raise IndexError(f"index {index} has more dimensions than {self.shape}")
        at = 0
        for i, n in zip(index, self.shape, strict=False):
            if not -n <= i < n:
                raise IndexError(f"index {index} is outside {self.shape}")
            at = at * n + (i if i >= 0 else n + i)
        return at

    def __getitem__(self, index: tuple[int, ...] | int) -> Any:
        if type(index) is tuple and len(index) == 2 == len(self.shape):  # by far the most, as one sum
            (i, j), (rows, columns) = index, self.shape
            if 0 <= i < rows and 0 <= j < columns:
                return self.cells[self.start + i * columns + j]
        where = index if isinstance(index, tuple) else (index,)
        at, further = self._at(where), self.shape[len(where) :]
        if not further:
            return self.cells[self.start + at]
        return Block(self.cells, further, self.start + at * prod(further))

    def __setitem__(self, index: tuple[int, ...] | int, value: int) -> None:
        if type(index) is tuple and len(index) == 2 == len(self.shape):
            (i, j), (rows, columns) = index, self.shape
            if 0 <= i < rows and 0 <= j < columns:
                self.cells[self.start + i * columns + j] = value
                return
        where = index if isinstance(index, tuple) else (index,)
        if len(where) != len(self.shape):
            raise IndexError(f"index {index} names no single number of {self.shape}")
        self.cells[self.start + self._at(where)] = value
