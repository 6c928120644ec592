"""What lies on a Rally table: the options, the figures and the turn, and the board as numbers.   [R1] = RULES.md

Positions, checkpoints and packs are numbered in board order, the order of the board's file.
"""

from enum import IntEnum

from turnwise.games.rally.board import OURS, read, shown
from turnwise.games.rally.bounds import ANSWERS, CHECKPOINTS, DEGREE, PACKS, POSITIONS
from turnwise.kit import (
    NOBODY,
    beside,
    choice,
    document,
    events,
    large,
    mask,
    number,
    options,
    record,
    seat_set,
    small,
    switch,
    whole,
)

BITS, ASKED_WORDS = 50, 4  # the 200 questions of a pack as sets
PER_WORD, ANSWER_WORDS = 20, 10  # and three bits for each of them

OPTIONS = options(
    board=document(read, shown, *OURS, help="a board file, its contents, or the name of a board of ours"),
    win=choice("rally", "race", "points", help="checkpoints and the finish, the finish alone, or points alone"),
    points_needed=choice("half", "all", *range(1, CHECKPOINTS + 1), help="points that open the finish in the rally"),
    after_first=choice("play_on", "stop", help="whether the others play on for rank after the first arrival"),
    rounds=whole(1, 50, default=12, help="length of the points game"),
    max_rounds=whole(20, 1000, default=200, help="the game ends after so many rounds in any case"),
    questions=switch(True, "off: question packs are ignored, an exact stop is enough"),
    bot_knowledge=whole(0, 100, default=67, help="chance in per cent that a computer player answers right"),
    computers=seat_set(help="seats played by the computer; they answer by luck"),
    undo=switch(True, "whether moves may be taken back while moves are left"),
)
Win = IntEnum("Win", "RALLY RACE POINTS", start=0)
AfterFirst = IntEnum("AfterFirst", "PLAY_ON STOP", start=0)
HALF, ALL_POINTS = 0, -1  # `points_needed` in words

ANSWER = POSITIONS  # 0 … 127 move to that position | the answers | no answer | answer by luck
NO_ANSWER = ANSWER + ANSWERS
LUCK = NO_ANSWER + 1
ACTIONS = LUCK + 1

Phase = IntEnum("Phase", "MOVE QUESTION OVER", start=0)
Event = events(
    rolled="seat die",
    moved="seat path moves_left",
    forfeited="seat moves",
    earned="seat checkpoint",
    refilled="pack",
    asked="seat checkpoint question answers",
    answered="seat answer right note",
    arrived="seat rank",
    left="seat",
)

OFF = -1  # the place of a figure that was taken off the board [R31]
VISITED = -1  # the layer of a position in V
NONE = -1

State = record(
    OPTIONS,
    phase=small(),
    this_round=number(),
    needed=small(),  # points that open FINISH [R25]
    die=small(),
    moves_left=small(),
    at=small(6),
    held=mask(6),  # the checkpoints whose point a seat holds
    layer=small(POSITIONS),  # reach of the active player: the cost of a target, 0 out of reach, or VISITED [R8]
    came=small(POSITIONS),  # the position before it on the path of R12
    order=small(POSITIONS),  # the targets layer by layer, in the order of their paths [R12]
    targets=small(),
    arrived=small(6),
    arrivals=small(),
    arrival_round=number(6),
    gone=small(6),  # who left, in order
    leavers=small(),
    question=number(),  # the open question's index in its pack
    choices=small(),  # and how many answers it has
    asked=large(PACKS, ASKED_WORDS),  # questions asked since the refill, as sets of 50 [R21]
    revealed=large(),  # the right answer shown last, as in events; 0 before the first [R22]
)

Beside = beside(
    positions=number(),
    start=small(),
    finish=small(),
    degree=small(POSITIONS),
    near=small(POSITIONS, DEGREE),  # neighbours in board order
    checkpoint=small(POSITIONS),  # number of the checkpoint there, or NONE
    checkpoints=small(),
    pack=small(CHECKPOINTS),  # its question pack, or NONE
    to_finish=small(POSITIONS),  # steps to FINISH
    away=small(CHECKPOINTS, POSITIONS),  # steps from a checkpoint, not through FINISH where that is barred [R37]
    packs=small(),
    questions=number(PACKS),
    answers=large(PACKS, ANSWER_WORDS, see=NOBODY),  # how many each question has, three bits a question [R32]
    right=large(PACKS, ANSWER_WORDS, see=NOBODY),  # which of them is right [R33]
)
