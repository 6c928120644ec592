"""Caesar and Cleopatra, the action cards: targets, announcement, Veto, effects."""

from turnwise.games.caesar.board import (
    CARD,
    FULL,
    KINDS,
    PAIR,
    PART,
    Do,
    Event,
    Kind,
    Phase,
    Reason,
    cards_in,
    face_down,
    pull,
)
from turnwise.games.caesar.votes import clear, discard, turn_up
from turnwise.kit import rule, say


@rule
def check_target(s, seat, card, action):
    """Whether an action card has something to act on."""
    foe = 1 - seat
    if card == Kind.ASSASSINATION:  # [C27]
        at = action - Do.ASSASSINATE
        fits = s.up[foe, at // PART, at % PART] > 0
    elif card == Kind.SCOUT:  # [C28]
        fits = face_down(s, foe, action - Do.SCOUT) > 0
    elif card == Kind.CASTLING:  # [C29]
        one, other = PAIR[action - Do.CASTLE, 0], PAIR[action - Do.CASTLE, 1]
        if s.patricians[one] == 0 or s.patricians[other] == 0:
            return Reason.GROUP_CLOSED
        fits = s.lying[seat, one] + s.lying[seat, other] > 0
    elif card == Kind.WRATH:  # [C30]
        fits = s.lying[0, action - Do.WRATH] + s.lying[1, action - Do.WRATH] > 0
    else:  # [C34]
        fits = cards_in(s.hand, foe, 0, PART) + cards_in(s.hand, foe, PART, KINDS) > 0
    return 0 if fits else Reason.NO_TARGET


@rule
def announce(s, seat, card, action, tell):
    """The card lies open on the table, and closes the influence play if that has begun.  [C13, C33]"""
    s.hand[seat, card] -= 1
    s.announced = action + 1
    s.acted = 1
    s.closed = 1 if s.laid[0] else 0
    say(tell, Event.ANNOUNCED, seat, action)
    if card == Kind.CASTLING:
        s.phase = Phase.CASTLE
        gather(s, seat, action - Do.CASTLE)
    else:
        ask_veto(s)


@rule
def ask_veto(s):
    """The other player is always asked, whether he holds a Veto or not.  [C33]"""
    s.phase = Phase.VETO
    s.turn = 1 - s.mover


@rule
def gather(s, seat, pair):
    """All own cards at two groups are to be divided anew.  [C29]"""
    for kind in range(PART):
        for half in range(2):
            group = PAIR[pair, half]
            s.division[seat, 2, kind] += s.up[seat, group, kind] + s.down[seat, group, kind]


@rule
def due(s, seat):
    """The kind of the next card to divide; PART if there is none."""
    kind = 0
    while kind < PART and s.division[seat, 2, kind] == 0:
        kind += 1
    return kind


@rule
def given(s, seat, half):
    total = 0
    for kind in range(PART):
        total += s.division[seat, half, kind]
    return total


@rule
def check_division(s, seat, half):
    """Equal cards go to the first group before the second, and each group takes five at most.  [C29]"""
    kind = due(s, seat)
    if half == 0 and s.division[seat, 1, kind]:
        return Reason.EQUAL_CARDS
    coming = s.division[seat, 2, kind] if half else 1
    return Reason.GROUP_FULL if given(s, seat, half) + coming > FULL else 0


@rule
def divide(s, seat, half, tell):
    kind = due(s, seat)
    s.division[seat, 2, kind] -= 1
    s.division[seat, half, kind] += 1
    say(tell, Event.DIVIDED, seat, kind, PAIR[s.announced - 1 - Do.CASTLE, half])
    if due(s, seat) == PART:
        ask_veto(s)


@rule
def check_veto(s, seat, part):
    """A Veto names the deck that its player draws from: 0 influence, 1 action, 2 none.  [C31]"""
    if s.hand[seat, Kind.VETO] == 0:
        return Reason.NOT_IN_HAND
    if part == 2:
        return Reason.NAME_A_DECK if cards_in(s.deck, seat, 0, KINDS) else 0
    return 0 if cards_in(s.deck, seat, PART * part, PART * part + PART) else Reason.DECK_EMPTY


@rule
def answer_veto(s, seat, action, tell):
    """The announced card acts unless there is a Veto; then it is put away, a Spy's when a card has been chosen.  [C31, C34]"""
    mover, announced = s.mover, s.announced - 1
    if action >= Do.VETO:
        say(tell, Event.VETOED, seat, announced)
        s.hand[seat, Kind.VETO] -= 1
        s.discard[seat, Kind.VETO] += 1
        if action < Do.VETO + 2:
            draw(s, seat, action - Do.VETO, tell)
        put_away(s, mover, CARD[announced])
        return
    say(tell, Event.LET_PASS, seat, announced)
    act(s, mover, CARD[announced], announced, tell)
    if announced != Do.SPY:
        put_away(s, mover, CARD[announced])


@rule
def draw(s, seat, part, tell):
    """One card from the influence deck (0) or the action deck (1)."""
    say(tell, Event.DREW, seat, part, pull(s, seat, PART * part, PART * part + PART))


@rule
def act(s, seat, card, action, tell):
    """The effect of a seat's action card."""
    foe = 1 - seat
    if card == Kind.ASSASSINATION:
        at = action - Do.ASSASSINATE
        discard(s, foe, at // PART, at % PART, 1, tell)
    elif card == Kind.SCOUT:
        turn_up(s, foe, action - Do.SCOUT, tell)
    elif card == Kind.CASTLING:
        castle(s, seat, PAIR[action - Do.CASTLE, 0], PAIR[action - Do.CASTLE, 1], tell)
    elif card == Kind.WRATH:
        clear(s, action - Do.WRATH, tell)
    else:
        s.phase, s.turn = Phase.SPY, seat
        for kind in range(KINDS):
            s.spied[seat, kind] = s.hand[foe, kind]
        say(tell, Event.LOOKED, seat)


@rule
def castle(s, seat, one, other, tell):
    """Lay the cards of two groups face down as they were divided.  [C29]"""
    for kind in range(PART):
        s.up[seat, one, kind] = s.up[seat, other, kind] = 0
        s.down[seat, one, kind] = s.division[seat, 0, kind]
        s.down[seat, other, kind] = s.division[seat, 1, kind]
    s.lying[seat, one], s.lying[seat, other] = given(s, seat, 0), given(s, seat, 1)
    say(tell, Event.CASTLED, seat, one, s.lying[seat, one], other, s.lying[seat, other])


@rule
def lose(s, seat, kind, tell):
    """A card goes from a hand to the discard pile."""
    s.hand[seat, kind] -= 1
    s.discard[seat, kind] += 1
    say(tell, Event.LOST, seat, kind)


@rule
def put_away(s, seat, card):
    """The action card is discarded, and its player goes on; what it showed or divided is forgotten.  [C26, C29, C34]"""
    s.discard[seat, card] += 1
    s.announced = 0
    s.phase = Phase.PLAY
    s.turn = seat
    for kind in range(KINDS):
        s.spied[seat, kind] = 0
    for kind in range(PART):
        s.division[seat, 0, kind] = s.division[seat, 1, kind] = 0
