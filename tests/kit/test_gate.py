"""The gate hides field by field what a declaration says."""

from typing import Any

from turnwise.kit import HIDDEN, NOBODY, OWNER, beside, mask, number, record, small
from turnwise.kit.gate import redaction
from turnwise.kit.plain import count, rule

STATE = record(
    open=number(),
    hand=mask(3, see=OWNER),
    pile=mask(see=NOBODY),
    runs=mask(3, 2, see=OWNER),
    kinds=small(3, 5, see=OWNER, keep=((0, 2), (2, 4))),
    stock=small(4, see=NOBODY, keep=((0, 4),)),
    card=number(3, see=OWNER),
)
BESIDE = beside(right=small(2, see=NOBODY), wrong=small(2))


def seen(seat: int, *, over: int = 0) -> tuple[Any, Any]:
    s, b = STATE.blank(), BESIDE.blank()
    s.seed, s.over, s.open, s.pile = 77, over, 5, 0b111
    s.hand[:] = [0b1, 0b11, 0]
    s.runs.cells[:] = [1, 3, 7, 15, 0, 1]
    s.kinds.cells[:] = [1, 2, 3, 4, 9] * 3
    s.stock[:] = [1, 0, 2, 3]
    s.card[:] = [4, 5, 6]
    b.right[:], b.wrong[:] = [1, 2], [3, 4]
    scope: dict[str, Any] = {"rule": rule, "count": count, "HIDDEN": HIDDEN}
    exec(redaction(STATE, BESIDE), scope)
    scope["redact"](s, b, seat)
    return s, b


def test_a_seat_sees_its_own_and_counts_of_the_rest() -> None:
    s, b = seen(1)
    assert (s.seed, s.open, s.pile) == (HIDDEN, 5, ~3)
    assert s.hand == [~1, 0b11, ~0]
    assert s.runs.cells == [~1, ~2, 7, 15, ~0, ~1]
    assert s.kinds.cells == [~3, HIDDEN, ~7, HIDDEN, HIDDEN, 1, 2, 3, 4, 9, ~3, HIDDEN, ~7, HIDDEN, HIDDEN]
    assert s.stock == [~6, HIDDEN, HIDDEN, HIDDEN]
    assert s.card == [HIDDEN, 5, HIDDEN]
    assert (b.right, b.wrong) == ([HIDDEN, HIDDEN], [3, 4])


def test_a_spectator_sees_no_hand_at_all() -> None:
    s, _ = seen(-1)
    assert s.hand == [~1, ~2, ~0] and s.card == [HIDDEN] * 3
    assert 9 not in s.kinds.cells


def test_after_the_end_everything_but_the_seed_is_open() -> None:
    s, b = seen(-1, over=1)
    assert s.seed == HIDDEN
    assert s.hand == [0b1, 0b11, 0] and s.pile == 0b111 and b.right == [1, 2]
