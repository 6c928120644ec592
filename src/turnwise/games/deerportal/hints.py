"""What a computer player may know about DeerPortal."""

from turnwise.games.deerportal.rules import COMPUTER, computers_choice
from turnwise.kit import rule


@rule
def classic(s, seat):
    """The game's own computer seat. [P46]"""
    return COMPUTER if s.left[seat] else computers_choice(s, seat)
