"""The end of a game, matches, and places [W36 to W43, W50]."""

from turnwise.games.whot.deal import deal
from turnwise.games.whot.deck import worth
from turnwise.games.whot.state import KNOCKOUT, POINTS, SINGLE, End, Event
from turnwise.kit import after, count, has, one, say

MOST_GAMES = 30  # [W43]


def end_game(s, why, tell):
    """Show all hands [W50]; the match is over, or the next game opens by itself [W43]."""
    say(tell, Event.ENDED, s.game, why)
    for seat in range(s.seats):
        if has(s.playing, seat):
            say(tell, Event.SHOWED, seat, s.hand[seat], worth(s.hand[seat]))
    if s.match != SINGLE and count(s.playing) > 1:  # who is alone by others' leaving has won the match [W40]
        add_totals(s)
        if s.match == KNOCKOUT:
            knock_out(s, tell)
        why = match_end(s)
    if why:
        s.over = why
        return
    s.game += 1
    s.starter = after(s.playing, s.starter)
    deal(s, tell)


def extreme(s, sign):
    """The seats still in with the highest hand value, or by a sign of -1 with the lowest."""
    most, found = -1_000_000, 0
    for seat in range(s.seats):
        value = sign * worth(s.hand[seat])
        if has(s.playing, seat) and value >= most:
            most, found = value, one(seat) | (found if value == most else 0)
    return found


def add_totals(s):
    """Losers add their hand value [W41]; in a knockout everybody does [W43]."""
    losers = s.playing if s.match == KNOCKOUT else s.playing & ~extreme(s, -1)
    for seat in range(s.seats):
        if has(losers, seat):
            s.totals[seat] += worth(s.hand[seat])


def knock_out(s, tell):
    """All with the highest hand value are out, unless that is everybody [W42]."""
    worst = extreme(s, 1)
    if worst == s.playing:
        return
    s.playing ^= worst
    for seat in range(s.seats):
        if has(worst, seat):
            s.out[seat] = s.game
            say(tell, Event.KNOCKED_OUT, seat, s.game)


def match_end(s):
    """Why the match is over after this game; 0 if another follows [W41, W42, W43]."""
    if s.match == KNOCKOUT and count(s.playing) == 1:
        return End.LAST_IN
    for seat in range(s.seats):
        if s.match == POINTS and s.totals[seat] >= s.match_target:
            return End.TARGET
    rounds = s.match_rounds if s.match == POINTS and s.match_rounds else MOST_GAMES
    return End.ROUNDS if s.game == rounds else 0


def points_of(s, seat):
    return 0 if s.left[seat] else worth(s.hand[seat]) if s.match == SINGLE else s.totals[seat]


def ranks_before(s, points, seat, other):
    """Those still in by points, low first; then the knocked out, then leavers, the later before the earlier [W38]."""
    return standing(s, points, seat) < standing(s, points, other)


def standing(s, points, seat):
    """A number that is lower for the better of two seats; no total comes near 1,000,000."""
    if s.left[seat]:
        return 3_000_000 - s.left[seat]
    return 2_000_000 - s.out[seat] if s.out[seat] else int(points[seat])
