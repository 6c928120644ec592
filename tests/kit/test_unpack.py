"""The fast way from bytes to a plain state gives what the record's own way gives."""

from random import Random
from typing import Any

import pytest

from turnwise.games import games
from turnwise.kit.block import Block
from turnwise.kit.game import Game
from turnwise.kit.unpack import unpacker


def cells(state: Any) -> dict[str, Any]:
    found = {name: getattr(state, name) for name in type(state).__slots__}
    return {name: (value.cells, value.shape) if isinstance(value, Block) else value for name, value in found.items()}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_any_bytes_unpack_to_the_same_state(game: Game) -> None:
    chance = Random(game.name)
    for record in game.records:
        data = chance.randbytes(record.dtype.itemsize)
        for given in (data, bytearray(data)):
            assert cells(unpacker(record)(given)) == cells(record.unpack(data))
