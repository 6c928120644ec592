"""The fast way between bytes and a plain state gives what the record's own way gives."""

from random import Random
from typing import Any

import pytest

from turnwise.games import all_games
from turnwise.kit.block import Block
from turnwise.kit.game import Game
from turnwise.kit.layout import packer, unpacker
from turnwise.kit.record import number, record, small


def cells(state: Any) -> dict[str, Any]:
    found = {name: getattr(state, name) for name in type(state).__slots__}
    return {name: (value.cells, value.shape) if isinstance(value, Block) else value for name, value in found.items()}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_any_bytes_unpack_to_the_same_state_and_pack_to_the_same_bytes(game: Game) -> None:
    chance = Random(game.name)
    for one in game.records:
        data = chance.randbytes(one.dtype.itemsize)
        for given in (data, bytearray(data)):
            state = unpacker(one)(given)
            assert cells(state) == cells(one.unpack(data))
            assert packer(one)(state) == one.pack(state)


def test_what_does_not_fit_is_refused_as_the_record_refuses_it() -> None:
    layout = record(few=small(2), many=number(2, 2), single=small())
    state = layout.blank()
    state.few = [1, 2.0]  # a whole number, however it is written
    assert packer(layout)(state) == layout.pack(state)
    for wrong, error in ((128, OverflowError), (0.5, TypeError)):
        state.few = [1, wrong]
        with pytest.raises(error, match="few"):
            packer(layout)(state)
    state.few = [1, 2, 3]
    with pytest.raises(ValueError):
        packer(layout)(state)
