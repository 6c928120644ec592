"""Words for trick-taking games, with a French deck as from `french()`: suit after suit, the highest card of each
last."""

from turnwise.kit.cards import french
from turnwise.kit.plain import rule, table

RANKS, SUITS = 13, 4
OF_SUIT = table([french().bearing(suit) for suit in "cdhs"])
"""The set of cards of each suit."""


@rule
def suit_of(card):
    """The suit of a card."""
    return card // RANKS


@rule
def following(hand, led):
    """The cards of a hand that may follow a led card: those of its suit, or all if there are none."""
    same = hand & OF_SUIT[suit_of(led)]
    return same if same else hand


@rule
def beats(card, best, trumps):
    """Whether a card beats the best one of a trick so far: it is higher in the same suit, or a trump on another."""
    return card > best if suit_of(card) == suit_of(best) else suit_of(card) == trumps


@rule
def without(cards, void):
    """These cards without those of the given suits."""
    for suit in range(SUITS):
        if void >> suit & 1:
            cards &= ~OF_SUIT[suit]
    return cards
