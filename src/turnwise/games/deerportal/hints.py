"""What a computer player may know about DeerPortal."""

from turnwise.games.deerportal.rules import COMPUTER, computers_choice
from turnwise.kit import below, rule


@rule
def classic(s, seat):
    """The game's own computer seat. [P46]"""
    return COMPUTER if s.left[seat] else computers_choice(s, seat)


@rule
def taste(s, seat, moves):
    """How players play on in a search: they hurry to the portal, and now and then play like the computer seat."""
    return classic(s, seat) if below(s, 3) == 0 else moves[0]
