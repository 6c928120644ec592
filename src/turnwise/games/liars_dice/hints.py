"""How likely a bid is, from one's own dice: what a computer player of Liar's Dice goes by."""

from turnwise.games.liars_dice.rules import FACES, MOST, WILD, Do, of_face
from turnwise.kit.choosing import by_appeal
from turnwise.kit.odds import at_least
from turnwise.kit.plain import table

SCALE, HORIZON, WEIGHED = 60.0, 8, 1

LIKELY = table([[[at_least(k, n, odds) for k in range(MOST + 1)] for n in range(MOST + 1)] for odds in (3, 6)])


def appeal(s, seat, action):
    """In 1,000, how likely a bid holds, or a doubt is right, to who knows the own dice. The classic player goes by that alone."""
    bid, others = s.bid - 1 if action == Do.DOUBT else action, s.total - s.cups[seat]
    holds = LIKELY[bid % FACES // WILD, others, max(0, bid // FACES + 1 - of_face(s, seat, bid % FACES))]
    return 1000 - holds if action == Do.DOUBT else holds


taste = rival = by_appeal


def evaluate(s, seat):
    return 30 * (s.cups[seat] * s.seats - s.total)
