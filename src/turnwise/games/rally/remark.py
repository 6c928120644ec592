"""Something to say about a board."""

from typing import NamedTuple

from turnwise.kit.words import Said


class Remark(NamedTuple):
    """A sentence, the numbers of the positions that it is about, and whether it speaks against the board."""

    where: list[int]
    said: Said
    severe: bool
