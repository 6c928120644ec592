"""Whole numbers in two or more dimensions, for interpreted rules."""


class Block:
    """A block of whole numbers of two or more dimensions, read and written as `block[i, j]`."""

    __slots__ = ("cells", "shape")

    def __init__(self, cells: list[int], shape: tuple[int, ...]) -> None:
        self.cells, self.shape = cells, shape

    def _at(self, index: tuple[int, ...]) -> int:
        at = 0
        for i, n in zip(index, self.shape, strict=True):
            if not -n <= i < n:
                raise IndexError(f"index {index} is outside {self.shape}")
            at = at * n + (i if i >= 0 else n + i)
        return at

    def __getitem__(self, index: tuple[int, ...]) -> int:
        return self.cells[self._at(index)]

    def __setitem__(self, index: tuple[int, ...], value: int) -> None:
        self.cells[self._at(index)] = value
