"""Rally: walk the die's moves over a network, stop on checkpoints for points, run for the finish.   [R1] = RULES.md

Chapters: `state` (what lies on the table), `walking` (reach, paths), `quiz` (questions); here turns, stops and the end.
"""

from typing import Any

from turnwise.games.rally.quiz import ask, check_answer, close, close_question, imagine, is_computer
from turnwise.games.rally.state import NONE, OFF, OPTIONS, VISITED, Beside, Do, End, Event, Phase, Reason, State, Win
from turnwise.games.rally.walking import find_reach, finish_is_open, forget_visited, walk
from turnwise.kit import FREELY, NEVER, count, has, one, roll, say

__all__ = ["OPTIONS", "Beside", "Do", "State", "check_answer", "imagine"]

VERSION = 1
SEATS = (1, 6)
CHANCE = True
HALF, ALL_POINTS = 0, -1  # `points_needed` in words
STOP = 1  # of `after_first`


def longest(seats: int, options: dict[str, Any]) -> int:
    rounds: int = min(options["rounds"], options["max_rounds"]) if options["win"] == "points" else options["max_rounds"]
    return seats * rounds * 7  # six single steps and an answer a turn


def setup(s, beside, tell):
    for seat in range(s.seats):
        s.at[seat] = beside.start  # [R4]
    s.needed = points_to_finish(s, beside)
    s.turn = s.seats - 1  # round 0 ends, seat 0 opens round 1
    end_turn(s, beside, tell)


def points_to_finish(s, beside):
    if s.win == Win.RACE:
        return 0  # [R28]
    if s.points_needed == HALF:
        return (beside.checkpoints + 1) // 2  # [R25]
    if s.points_needed == ALL_POINTS:
        return beside.checkpoints + 0
    return s.points_needed + 0


def legal(s, beside, seat, moves):
    n = 0
    if s.over or seat != s.turn:
        return n
    for position in range(beside.positions):
        if s.layer[position] > 0:
            moves[n] = position
            n += 1
    if s.phase == Phase.QUESTION:
        for action in range(Do.ANSWER, Do.LUCK + is_computer(s, seat)):
            if action < Do.ANSWER + s.choices or action >= Do.NO_ANSWER:
                moves[n] = action
                n += 1
    return n


def check_move(s, beside, seat, to):
    if to >= beside.positions:
        return Reason.NO_POSITION
    if s.phase == Phase.QUESTION:
        return Reason.ANSWER_FIRST  # [R21]
    if s.layer[to] > 0:
        return 0  # [R9]
    if to == s.at[seat]:
        return Reason.SAME_PLACE
    if s.layer[to] == VISITED:
        return Reason.ALREADY_VISITED
    if to == beside.finish and s.win != Win.POINTS:
        return Reason.FINISH_EXACTLY if finish_is_open(s, seat) else Reason.FINISH_CLOSED  # [R23]
    return Reason.OUT_OF_REACH  # [R10]


def move(s, beside, seat, to, tell):
    walk(s, beside, seat, to, tell)
    if s.targets:
        return  # [R14]
    if s.moves_left:
        say(tell, Event.FORFEITED, seat, s.moves_left)  # [R16]
    else:
        stop(s, beside, seat, tell)
    if s.phase == Phase.MOVE:
        end_turn(s, beside, tell)


def answer(s, beside, seat, number, tell):
    if close(s, beside, seat, number, tell):
        earn(s, beside, seat, tell)
    end_turn(s, beside, tell)


def stop(s, beside, seat, tell):
    """What the last move of a turn brings where it ends.   [R19] [R21] [R23]"""
    at = s.at[seat]
    checkpoint = beside.checkpoint[at]
    if at == beside.finish and s.win != Win.POINTS:
        come_in(s, beside, seat, tell)
    elif checkpoint != NONE and s.win != Win.RACE and not has(s.held[seat], checkpoint):
        if s.questions and beside.pack[checkpoint] != NONE:
            ask(s, beside, seat, beside.pack[checkpoint], tell)
        else:
            earn(s, beside, seat, tell)


def earn(s, beside, seat, tell):
    at = s.at[seat]
    s.held[seat] |= one(beside.checkpoint[at])
    say(tell, Event.EARNED, seat, at)


def come_in(s, beside, seat, tell):
    """[R26] [R27]"""
    s.arrived[s.arrivals] = seat
    s.arrivals += 1
    s.arrival_round[seat] = s.this_round
    say(tell, Event.ARRIVED, seat, s.arrivals)
    if s.after_first == STOP:
        finish(s, beside, End.FIRST_IN)
    elif not_in(s) <= 1:
        finish(s, beside, End.ALL_IN)


def not_in(s):
    players = 0
    for seat in range(s.seats):
        if is_playing(s, seat):
            players += 1
    return players


def is_playing(s, seat):
    """Neither in nor gone."""
    return s.at[seat] != OFF and s.arrival_round[seat] == 0


def end_turn(s, beside, tell):
    """The next player opens his turn; who cannot move at all forfeits it at once.   [R16] [R18]"""
    pass_on(s, beside)
    while not s.over:
        open_turn(s, beside, tell)
        if s.targets:
            return
        say(tell, Event.FORFEITED, s.turn, s.moves_left)
        pass_on(s, beside)


def open_turn(s, beside, tell):
    """[R7]"""
    forget_visited(s, beside)
    s.turns += 1
    s.die = roll(s)
    s.moves_left = s.die
    say(tell, Event.ROLLED, s.turn, s.die)
    find_reach(s, beside, s.turn)


def pass_on(s, beside):
    """[R18]"""
    seat = s.turn
    for step in range(1, s.seats + 1):
        seat = (s.turn + step) % s.seats
        if is_playing(s, seat):
            break
    if seat <= s.turn:
        end_round(s, beside)
    s.turn = seat


def end_round(s, beside):
    if s.win == Win.POINTS and s.this_round == s.rounds:
        finish(s, beside, End.ROUNDS)  # [R29]
    elif s.this_round == s.max_rounds:
        finish(s, beside, End.MAX_ROUNDS)  # [R30]
    else:
        s.this_round += 1


def finish(s, beside, end):
    forget_visited(s, beside)
    close_question(s)
    s.die, s.moves_left = 0, 0
    s.phase = Phase.OVER
    s.over = end


def leave(s, beside, seat, tell):
    """[R31]"""
    s.at[seat] = OFF
    s.gone[s.leavers] = seat
    s.leavers += 1
    say(tell, Event.LEFT, seat)
    if s.leavers == s.seats:
        finish(s, beside, End.ALL_LEFT)
    elif s.win != Win.POINTS and not_in(s) == 1:
        finish(s, beside, End.LAST_LEFT)
    elif seat == s.turn:
        close_question(s)
        end_turn(s, beside, tell)


def points_of(s, seat):
    return count(s.held[seat])


def nobody_wins(s):
    return s.over == End.ALL_LEFT  # [R31]


def ranks_before(s, beside, seat, other):
    """Who is in ranks by arrival, who is not behind them; who left comes after everybody.   [R26] [R27] [R30] [R31]"""
    came, others = s.arrival_round[seat], s.arrival_round[other]
    if came or others:
        return came > 0 and (others == 0 or came < others or (came == others and seat < other))
    if s.at[seat] == OFF or s.at[other] == OFF:
        return s.at[seat] != OFF
    more = count(s.held[seat]) - count(s.held[other])
    return more > 0 or (more == 0 and beside.to_finish[s.at[seat]] < beside.to_finish[s.at[other]])


def takeback(s, seat):
    if s.undo and seat == s.turn and s.phase == Phase.MOVE and s.moves_left < s.die:  # [R17]
        return FREELY
    return NEVER
