"""What a computer player may know about DeerPortal."""

from turnwise.games.deerportal.rules import COMPUTER, computers_choice

WEIGHED = 1
"""A later choice depends on the die, which a tree that does not tell dice apart cannot see: there, to go forward is better."""


def classic(s, seat):
    """The game's own computer seat. [P46]"""
    return COMPUTER if s.left[seat] else computers_choice(s, seat)


def rival(s, seat):
    """The others are taken for computer seats."""
    return classic(s, seat)


def taste(s, seat, moves):
    """How a player goes on in a search: always forward. Nothing that was learned instead makes the search stronger."""
    return moves[0]
