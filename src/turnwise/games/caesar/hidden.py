"""Caesar and Cleopatra, hidden information: what others see of an action, and a guess at what one cannot see."""

from turnwise.games.caesar.board import (
    ASSASSINATE,
    CASTLE,
    DIVIDES,
    DOWN,
    GROUPS,
    INFLUENCE,
    KINDS,
    LAY,
    LAYS_DOWN,
    NUMBERS,
    ONE,
    OTHER,
    OWNED,
    PLACES,
    SPY,
    TO_FIRST,
    TO_SECOND,
    Phase,
    card_of,
    cards_in,
    deal,
    deal_bonus,
    pull,
)
from turnwise.games.caesar.castling import due, goes_first, goes_second, is_castling
from turnwise.kit import below, rule


@rule
def veil(action):
    """[C6, C29, C43]"""
    if action < LAY:
        return PLACES
    if action < ASSASSINATE and (action - LAY) % 2 == DOWN:
        return LAYS_DOWN + (action - LAY) // 2 % GROUPS
    if action == TO_FIRST or action == TO_SECOND:
        return DIVIDES
    return action
