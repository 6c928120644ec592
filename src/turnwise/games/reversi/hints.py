"""What a computer player may know about Reversi: corners stay, the squares before them give them away, and choice is worth much."""

from turnwise.games.reversi.rules import open_squares
from turnwise.kit import count, has, set_of

SCALE = 40.0
CORNERS, BEFORE = set_of((0, 7, 56, 63)), set_of((9, 14, 49, 54))


def evaluate(s, seat):
    own, other = s.discs[seat], s.discs[1 - seat]
    lead = 25 * (count(own & CORNERS) - count(other & CORNERS)) - 12 * (count(own & BEFORE) - count(other & BEFORE))
    lead += 4 * (count(open_squares(own, other)) - count(open_squares(other, own)))
    return lead + (count(own) - count(other) if count(own | other) > 50 else 0)


def appeal(action):
    """Corners first, the squares before them last; to pass is no choice."""
    return 0 if action == 64 else has(CORNERS, action) - has(BEFORE, action)
