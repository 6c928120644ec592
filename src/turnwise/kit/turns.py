"""Whose turn it is, and who sits next to whom."""

from turnwise.kit.plain import first, rule


@rule
def open_turn(s, seat):
    """A seat's turn opens, in the sense of the rule book."""
    s.turn = seat
    s.turns += 1


@rule
def after(seats, seat):
    """Who follows a seat round the table, of a set of seats that is not empty."""
    higher = seats >> (seat + 1)
    return seat + 1 + first(higher) if higher else first(seats)


@rule
def before(seats, seat):
    """Whom of a set of seats this one of them follows round the table."""
    other = seat
    while after(seats, other) != seat:
        other = after(seats, other)
    return other
