"""Whose turn it is, and the order of the seats."""

from turnwise.kit.plain import first, rule


@rule
def open_turn(s, seat):
    """A seat's turn opens, in the sense of the rule book."""
    s.turn = seat
    s.turns += 1


@rule
def after(seats, seat):
    """The seat after this one round the table, of a set of seats that is not empty."""
    higher = seats >> (seat + 1)
    return seat + 1 + first(higher) if higher else first(seats)


@rule
def before(seats, seat):
    """The seat before this one round the table, of a set of seats."""
    other = seat
    while after(seats, other) != seat:
        other = after(seats, other)
    return other
