"""Zones: where the cards of a deck lie. Each is a set of them, and says who may know it.

    State = record(hand=zone(DECK, 4, see=OWNER), pile=stock(DECK), discards=zone(DECK))

Every card of a deck is in at most one of its zones. Zones have no order: a draw takes a random member, and shuffling
the discards into the pile is `s.pile |= s.discards`. The words of set algebra do the rest: `count`, `has`, `one`,
`any_of`.

A game whose hidden fields are all zones needs no `imagine`: what a seat cannot see is dealt anew to the others' zones,
each with as many cards as it has (`kit/derive.py`). If the rules reveal more about a zone `hand`, `imagine_hand(s,
seat, cards, unseen)` corrects the cards that were dealt to one seat out of all `unseen` ones; if a match uses only a
part of the deck, `in_play(s)` is that part.
"""

from turnwise.kit.cards import Deck
from turnwise.kit.chance import any_of, some_of
from turnwise.kit.plain import count, one, rule
from turnwise.kit.record import ALL, NOBODY, Field


def zone(of: Deck, *shape: int, see: str = ALL) -> Field:
    """A zone for cards of a deck, or one for each seat (`zone(DECK, SEATS, see=OWNER)`)."""
    return Field("i8", shape, see, (), True, of, is_zone=True)


def stock(of: Deck) -> Field:
    """The face-down pile, with all cards of the deck that are in play and in no other zone."""
    return Field("i8", (), NOBODY, (), True, of, is_zone=True, is_stock=True)


@rule
def draw(s, pile):
    """A random card of a pile that is not empty, and the pile without it: `card, s.pile = draw(s, s.pile)`."""
    card = any_of(s, pile)
    return card, pile ^ one(card)


@rule
def deal(s, pile, n):
    """n random cards of a pile, one after the other, and the pile without them: `s.hand[seat], s.pile = deal(s, s.pile,
    5)`."""
    dealt = some_of(s, pile, n)
    return dealt, pile ^ dealt


@rule
def move(here, there, cards):
    """Two zones after some cards were moved from the first to the second:
    `s.hand[seat], s.discards = move(s.hand[seat], s.discards, one(card))`."""
    return here & ~cards, there | cards


@rule
def cards_in(zone):
    """How many cards are in a zone, whether they are known or only their number."""
    return count(zone) if zone >= 0 else ~zone
