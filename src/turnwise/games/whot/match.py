"""The end of a game, matches, and places [W36 to W43, W50]."""

from turnwise.games.whot.deal import deal
from turnwise.games.whot.deck import worth
from turnwise.games.whot.state import KNOCKOUT, POINTS, SINGLE, End, Event, after
from turnwise.kit import count, first, has, one, rule, say

MOST_GAMES = 30  # [W43]


@rule
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
    s.starter = after(s, s.starter)
    deal(s, tell)


@rule
def add_totals(s):
    """Losers add their hand value [W41]; in a knockout everybody does [W43]."""
    lowest = worth(s.hand[first(s.playing)])
    for seat in range(s.seats):
        if has(s.playing, seat):
            lowest = min(lowest, worth(s.hand[seat]))
    for seat in range(s.seats):
        if has(s.playing, seat) and (s.match == KNOCKOUT or worth(s.hand[seat]) > lowest):
            s.totals[seat] += worth(s.hand[seat])


@rule
def knock_out(s, tell):
    """All with the highest hand value are out, unless that is everybody [W42]."""
    highest, worst = 0, 0
    for seat in range(s.seats):
        if has(s.playing, seat):
            value = worth(s.hand[seat])
            if value > highest:
                highest, worst = value, 0
            if value == highest:
                worst |= one(seat)
    if worst == s.playing:
        return
    s.playing ^= worst
    for seat in range(s.seats):
        if has(worst, seat):
            s.out[seat] = s.game
            say(tell, Event.KNOCKED_OUT, seat, s.game)


@rule
def match_end(s):
    """Why the match is over after this game; 0 if another follows [W41, W42, W43]."""
    if s.match == KNOCKOUT and count(s.playing) == 1:
        return End.LAST_IN
    if s.match == POINTS:
        for seat in range(s.seats):
            if s.totals[seat] >= s.match_target:
                return End.TARGET
        if s.game == s.match_rounds:
            return End.ROUNDS
    return End.ROUNDS if s.game == MOST_GAMES else 0


@rule
def scores(s, places, points):
    """Those still in by points, low first; then the knocked out, then leavers, the later before the earlier [W38]."""
    for seat in range(s.seats):
        points[seat] = 0 if s.left[seat] else worth(s.hand[seat]) if s.match == SINGLE else s.totals[seat]
    winners = 0
    for seat in range(s.seats):
        places[seat] = 1
        for other in range(s.seats):
            if standing(s, points, other) < standing(s, points, seat):
                places[seat] += 1
        if places[seat] == 1:
            winners |= one(seat)
    return winners


@rule
def standing(s, points, seat):
    """A number that is lower for the better of two seats; no total comes near 1,000,000."""
    if s.left[seat]:
        return 3_000_000 - s.left[seat]
    if s.out[seat]:
        return 2_000_000 - s.out[seat]
    return int(points[seat])
