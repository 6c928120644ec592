"""What a computer player may know about DeerPortal."""

from turnwise.games.deerportal.rules import COMPUTER, computers_choice
from turnwise.kit import below, rule


@rule
def classic(s, seat):
    """The game's own computer seat. [P46]"""
    return COMPUTER if s.left[seat] else computers_choice(s, seat)


@rule
def rival(s, seat):
    """The others are taken for computer seats."""
    return classic(s, seat)


@rule
def taste(s, seat, moves):
    """How a player goes on in a search: in a hurry to the portal, now and then like the computer seat."""
    return classic(s, seat) if below(s, 3) == 0 else moves[0]
