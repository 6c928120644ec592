"""Caesar and Cleopatra, hidden information: what others see of an action, and a guess at what one cannot see."""

from turnwise.games.caesar.board import (
    CARD,
    DOWN,
    GROUPS,
    KINDS,
    NUMBERS,
    OWNED,
    PART,
    Do,
    Kind,
    Phase,
    cards_in,
    deal,
    deal_bonus,
    face_down,
    pull,
)
from turnwise.games.caesar.cards import check_division, due, gather, given
from turnwise.kit import any_of, below, rule


@rule
def veil(action):
    """What is placed, laid face down or divided stays secret.  [C6, C29, C42]"""
    if action < Do.LAY:
        return Do.PLACES
    if action < Do.ASSASSINATE and (action - Do.LAY) % 2 + 1 == DOWN:
        return Do.LAYS_DOWN + (action - Do.LAY) // 2 % GROUPS
    if Do.DIVIDE <= action < Do.NO_VETO:
        return Do.DIVIDES
    return action


@rule
def imagine(s, seat):
    """Deal the cards that the seat cannot see once more, card by card, into the places whose numbers it knows."""
    if s.over:
        return  # everything is shown  [C49]
    for other in range(2):
        if other != seat:
            imagine_cards(s, other)
            imagine_division(s, other)
            s.bonus[other] = 0
    for other in range(2):
        if other != seat:
            spying = s.phase == Phase.SPY and s.mover == other
            for kind in range(KINDS):
                s.spied[other, kind] = s.hand[1 - other, kind] if spying else 0
            if s.secret_bonus:
                deal_bonus(s, other)


@rule
def imagine_cards(s, seat):
    """What lies nowhere in sight goes into the player's decks; hand and face-down cards are drawn from there."""
    influence, action = cards_in(s.hand, seat, 0, PART), cards_in(s.hand, seat, PART, KINDS)
    for group in range(GROUPS):
        s.placed[seat, group] = 0
        for kind in range(PART):
            s.down[seat, group, kind] = 0
    if s.phase == Phase.PLACE:
        deal(s, seat)
        imagine_placement(s, seat)
        return
    for kind in range(KINDS):
        s.hand[seat, kind] = 0
        s.deck[seat, kind] = unseen(s, seat, kind)
    if s.phase == Phase.SPY and s.mover != seat and s.spied[s.mover, 0] >= 0:  # he sees that hand
        for kind in range(KINDS):
            s.hand[seat, kind] = s.spied[s.mover, kind]
            s.deck[seat, kind] -= s.spied[s.mover, kind]
    else:
        for _ in range(influence):
            pull(s, seat, 0, PART)
        for _ in range(action):
            pull(s, seat, PART, KINDS)
    for group in range(GROUPS):
        for _ in range(face_down(s, seat, group)):
            kind = pull(s, seat, 0, PART)
            s.hand[seat, kind] -= 1
            s.down[seat, group, kind] += 1


@rule
def unseen(s, seat, kind):
    """How many of a player's cards of a kind lie in his hand, in his decks or face down."""
    number = OWNED[kind] - s.discard[seat, kind]
    if kind == Kind.SPY:
        number += s.spy
    if s.announced and s.mover == seat and kind == CARD[s.announced - 1]:
        number -= 1
    if kind < PART:
        for group in range(GROUPS):
            number -= s.up[seat, group, kind]
    return number


@rule
def imagine_placement(s, seat):
    """All five cards if they lie, any number below five if they are being placed, else none.  [C6, C47]"""
    lies = s.lying[seat, 0] > 0
    number = GROUPS if lies else below(s, GROUPS) if s.mover == seat else 0
    groups, kinds = (1 << GROUPS) - 1, (1 << NUMBERS) - 1
    for _ in range(number):
        group, kind = any_of(s, groups), any_of(s, kinds)
        groups ^= 1 << group
        kinds ^= 1 << kind
        if lies:
            s.down[seat, group, kind] = 1
        else:
            s.placed[seat, group] = kind + 1


@rule
def imagine_division(s, seat):
    """A whole division if its player has announced it, any part of one if he is dividing.  [C29]"""
    for half in range(3):
        for kind in range(PART):
            s.division[seat, half, kind] = 0
    if s.mover != seat or s.announced == 0 or CARD[s.announced - 1] != Kind.CASTLING:
        return
    gather(s, seat, s.announced - 1 - Do.CASTLE)
    number = given(s, seat, 2)
    for _ in range(below(s, number) if s.phase == Phase.CASTLE else number):
        half, kind = below(s, 2), due(s, seat)
        if check_division(s, seat, half):
            half = 1 - half
        s.division[seat, 2, kind] -= 1
        s.division[seat, half, kind] += 1
