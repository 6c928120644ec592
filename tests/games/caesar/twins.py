"""Twin worlds of Caesar and Cleopatra, from "Hidden information" (C41 to C49) of the rule sheet."""

import random
from typing import Any

from turnwise.games.caesar.board import Phase

NUMBERS, INFLUENCE, KINDS, GROUPS = 5, 6, 12, 5
CASTLE, WRATH = 120, 130  # the numbers of the announcements of Castling


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """Another pair that `seat` (-1: a spectator) cannot tell from this one."""
    other = s.copy()
    other.seed = s.seed ^ (1 + chance.getrandbits(60))
    if s.over:
        return other, beside.copy()  # everything is shown  [C49]
    hidden = [player for player in range(2) if player != seat]
    for player in hidden:
        if s.phase == Phase.PLACE:
            _placement(other, player, chance)
        else:
            _cards(other, player, seat, chance)
            _division(other, player, chance)
    if s.secret_bonus:
        cards = [1, 1, 2, 2, 3, 3]
        if seat >= 0:
            cards.remove(s.bonus[seat])
        chance.shuffle(cards)
        for player in hidden:
            other.bonus[player] = cards.pop()
    if s.phase == Phase.SPY and s.mover != seat:
        for kind in range(KINDS):
            other.spied[s.mover, kind] = other.hand[1 - s.mover, kind]
    return other, beside.copy()


def _placement(s: Any, player: int, chance: random.Random) -> None:
    """Hands and decks are the same for both and known; which number lies where is not, nor how many have been given.  [C6, C47]"""
    numbers = chance.sample(range(NUMBERS), NUMBERS)
    if s.lying[player, 0]:
        for group in range(GROUPS):
            for kind in range(NUMBERS):
                s.down[player, group, kind] = int(numbers[group] == kind)
    elif s.mover == player:
        given = chance.sample(range(GROUPS), chance.randrange(GROUPS))
        for group in range(GROUPS):
            s.placed[player, group] = numbers[group] + 1 if group in given else 0


def _cards(s: Any, player: int, seat: int, chance: random.Random) -> None:
    """Hand, deck and face-down cards change places; their numbers stay: by back, and by group.  [C42, C44]"""
    shown = s.phase == Phase.SPY and s.mover == seat  # a Spy lays the hand open  [C34]
    zones: list[tuple[Any, tuple[int, ...]]] = [(s.deck, (player,))]
    if not shown:
        zones.append((s.hand, (player,)))
    zones += [(s.down, (player, group)) for group in range(GROUPS)]
    _shuffle(zones, range(INFLUENCE), chance)
    _shuffle([zone for zone in zones if zone[0] is not s.down], range(INFLUENCE, KINDS), chance)


def _shuffle(zones: list[tuple[Any, tuple[int, ...]]], kinds: range, chance: random.Random) -> None:
    numbers = [sum(zone[*at, kind] for kind in kinds) for zone, at in zones]
    cards = [kind for zone, at in zones for kind in kinds for _ in range(zone[*at, kind])]
    chance.shuffle(cards)
    for (zone, at), number in zip(zones, numbers, strict=True):
        dealt, cards = cards[:number], cards[number:]
        for kind in kinds:
            zone[*at, kind] = dealt.count(kind)


def _division(s: Any, player: int, chance: random.Random) -> None:
    """Any division of the cards at the two groups, five each at most; how much of it has been given is hidden.  [C29]"""
    action = s.announced - 1
    if s.mover != player or not CASTLE <= action < WRATH:
        return
    pairs = [(a, b) for a in range(GROUPS) for b in range(a + 1, GROUPS)]
    own = [
        sum(s.up[player, group, kind] + s.down[player, group, kind] for group in pairs[action - CASTLE])
        for kind in range(INFLUENCE)
    ]
    cards = [kind for kind in range(INFLUENCE) for _ in range(own[kind])]
    most = min(5, len(cards))
    first = sorted(chance.sample(cards, chance.randint(len(cards) - most, most)))
    second = list(cards)
    for kind in first:
        second.remove(kind)
    run = [half for kind in range(INFLUENCE) for half in [0] * first.count(kind) + [1] * second.count(kind)]
    given = len(cards) if s.phase == Phase.VETO else chance.randrange(len(cards))
    for kind in range(INFLUENCE):
        for half in range(3):
            s.division[player, half, kind] = 0
        s.division[player, 2, kind] = own[kind]
    for kind, half in list(zip(cards, run, strict=True))[:given]:
        s.division[player, half, kind] += 1
        s.division[player, 2, kind] -= 1
