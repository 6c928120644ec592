"""Whole numbers as 64 bits, for plain Python, whose integers are unbounded."""

WORD = (1 << 64) - 1


def signed(number: int) -> int:
    """The lowest 64 bits as a signed number."""
    number &= WORD
    return number - (1 << 64) if number >> 63 else number
