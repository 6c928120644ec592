import numpy as np
import pytest

from turnwise.kit import NOBODY, OWNER, large, mask, number, record, small
from turnwise.kit.record import Field, Plains


def test_a_record_packs_and_unpacks_every_kind_of_field() -> None:
    state = record(phase=number(), hand=mask(3, see=OWNER), grid=small(2, 3), pile=mask(see=NOBODY))
    plain = state.blank()
    plain.phase, plain.pile, plain.turn = -7, 1 << 61, 2
    plain.hand[1] = 5
    plain.grid[1, 2] = -128
    again = state.unpack(state.pack(plain))
    assert (again.phase, again.pile, again.turn, again.hand) == (-7, 1 << 61, 2, [0, 5, 0])
    assert again.grid[1, 2] == -128 and again.grid.cells == [0, 0, 0, 0, 0, -128]


def test_a_compiled_row_and_a_plain_state_have_the_same_bytes() -> None:
    state = record(phase=number(), grid=small(2, 3))
    row = np.zeros(1, state.dtype)
    row["phase"], row["grid"][0, 1, 2] = 9, 4
    plain = state.blank()
    plain.phase, plain.grid[1, 2] = 9, 4
    assert state.pack(plain) == row.tobytes()
    assert state.dtype.itemsize % 8 == 0


@pytest.mark.parametrize("name", ["shape", "size", "data", "base", "flags", "T", "copy", "take", "_hidden"])
def test_a_name_that_an_array_has_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"may not be called '{name}'"):
        record(**{name: number()})


@pytest.mark.parametrize("kind", ["?", "u1", "u8", "f8"])
def test_a_type_that_behaves_differently_in_the_two_modes_is_refused(kind: str) -> None:
    with pytest.raises(TypeError, match="only signed whole numbers"):
        record(flag=Field(kind))


def test_a_field_that_every_record_has_cannot_be_declared_again() -> None:
    with pytest.raises(ValueError, match="'turn' already"):
        record(turn=number())


def test_an_owner_needs_a_dimension_of_seats() -> None:
    with pytest.raises(ValueError, match="first dimension of seats"):
        record(hand=mask(see=OWNER))


@pytest.mark.parametrize(("value", "error"), [(128, OverflowError), (-129, OverflowError), (1 << 70, OverflowError)])
def test_a_number_that_does_not_fit_is_an_error_and_never_wraps(value: int, error: type[Exception]) -> None:
    state = record(one=small(), row=small(2), block=small(2, 2))
    for field in ("one", "row", "block"):
        plain = state.blank()
        if field == "one":
            plain.one = value
        elif field == "row":
            plain.row[1] = value
        else:
            plain.block[1, 1] = value
        with pytest.raises(error):
            state.pack(plain)


def test_states_in_a_list_are_copied_into_place_as_rows_of_an_array_are() -> None:
    state = record(row=small(2), block=small(2, 2), score=large())
    states = Plains([state.blank(), state.blank()])
    held = states[1]
    states[0].row[0], states[0].block[1, 1], states[0].score = 3, 4, 5
    states[1] = states[0]
    states[0].row[0] = states[0].block[1, 1] = states[0].score = 0
    assert (held.row, held.block[1, 1], held.score) == ([3, 0], 4, 5)


def test_an_index_past_the_end_of_a_block_is_an_error() -> None:
    block = record(block=small(2, 3)).blank().block
    with pytest.raises(IndexError):
        block[0, 3]
    assert block[-1, -1] == 0
