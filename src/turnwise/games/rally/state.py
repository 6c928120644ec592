"""What lies on a Rally table: the options, the figures and the turn, and the board as numbers.   [R1] = RULES.md

Positions, checkpoints and packs are numbered in board order, the order of the board's file.
"""

from enum import IntEnum

from turnwise.kit.declared import act, actions, ends, event, framed, only, reasons
from turnwise.kit.events import events
from turnwise.kit.options import choice, document, options, seat_set, switch, whole
from turnwise.kit.record import NOBODY, beside, large, mask, number, record, small
from turnwise.kit.words import counted

POSITIONS, DEGREE, CHECKPOINTS = 128, 8, 32  # of a board, and connections of a position [R48]
PACKS, QUESTIONS, ANSWERS = 32, 200, 6  # packs, questions of a pack, answers of a question
ASKED_WORDS, ANSWER_WORDS = 4, 10  # the questions of a pack as sets, and with three bits for each of them
BOARDS = ("Demo 21", "Old Harbour")  # that come with the game

OPTIONS = options(
    board=document(
        "turnwise.games.rally.board", *BOARDS, help="a board file, its contents, or the name of a board of ours"
    ),
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
Phase = IntEnum("Phase", "MOVE QUESTION OVER", start=0)

UNANSWERED, BY_LUCK = 7, 8  # in place of the number of an answer
Do = actions(
    move=act("Drive {to}", data={"to": "{to}"}, to=framed(POSITIONS)),
    answer=act("Choose answer {number}", number=range(1, ANSWERS + 1)),
    no_answer=act("Give no answer", data={"answer": "none"}, by="answer", number=only(UNANSWERED)),
    luck=act("Answer by luck", data={"answer": "luck"}, by="answer", number=only(BY_LUCK)),
)
Reason = reasons(
    NOT_YOUR_TURN="It is another player's turn.",
    NO_POSITION="The board has no such place.",
    ANSWER_FIRST="Answer the question first.",
    SAME_PLACE="Your car is there already; choose another place.",
    ALREADY_VISITED="You have been there in this turn; choose a place where you have not been.",
    FINISH_CLOSED="You need more points to enter the finish.",
    FINISH_EXACTLY="You enter the finish with exactly the last move of a turn, and not before.",
    OUT_OF_REACH="The moves left do not lead there; choose a marked place.",
    NO_QUESTION="Nobody is asked anything now: drive your car.",
    NO_SUCH_ANSWER="The question has no such answer.",
    NOT_A_COMPUTER="Only a computer player answers by luck: choose an answer.",
)
End = ends(
    ALL_IN="everybody is in",
    FIRST_IN="the first player is in",
    ROUNDS="all rounds are played",
    MAX_ROUNDS="the limit of rounds is reached",
    LAST_LEFT="only one player is left",
    ALL_LEFT="everybody has left",
)
STRANDED = counted(
    "{seat} has no way on and loses the last move.", "{seat} has no way on and loses {moves} moves.", "moves"
)
Event = events(
    rolled=event("seat die", "{seat} rolls a {die}."),
    moved="seat path moves_left",
    forfeited=event("seat moves", STRANDED),
    earned="seat checkpoint",
    refilled=event("pack", "All questions of “{pack}” have been asked; from now on they may come again."),
    asked=event("seat checkpoint question answers", "{seat} is asked at {checkpoint}: {question} {answers}"),
    answered="seat answer right note",
    arrived="seat rank",
    left=event("seat", "{seat} leaves the game."),
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
