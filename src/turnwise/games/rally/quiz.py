"""The questions at checkpoints: drawn from a pool, answered once, by knowledge or by luck.   [R21] [R22] [R38]

In events a question is its pack times 200 plus its index, an answer its question times 8 plus its number from 1 (7: none).
"""

from turnwise.games.rally.state import ASKED_WORDS, BY_LUCK, NONE, PACKS, QUESTIONS, UNANSWERED, Event, Phase, Reason
from turnwise.kit import HIDDEN, below, count, nth, say

NUMBERS = 8
BITS, PER_WORD = 50, 20  # questions asked in a word of their set; questions with three bits each in a word
ALL_FRESH = (1 << BITS) - 1


def ask(s, beside, seat, pack, tell):
    """Open a random question of those not asked since the last refill.   [R21]"""
    fresh = beside.questions[pack] - asked_of(s, pack)
    if fresh == 0:
        for word in range(ASKED_WORDS):
            s.asked[pack, word] = 0
        fresh = beside.questions[pack] + 0
        say(tell, Event.REFILLED, pack)
    question = fresh_question(s, pack, below(s, fresh))
    s.asked[pack, question // BITS] |= 1 << (question % BITS)
    s.question = question
    s.choices = of_question(beside.answers, pack, question)
    s.phase = Phase.QUESTION
    code = pack * QUESTIONS + question
    say(tell, Event.ASKED, seat, s.at[seat], code, code)


def asked_of(s, pack):
    asked = 0
    for word in range(ASKED_WORDS):
        asked += count(s.asked[pack, word])
    return asked


def fresh_question(s, pack, k):
    """The question with k lower ones that were not asked."""
    word, fresh = 0, ALL_FRESH & ~s.asked[pack, 0]
    while k >= count(fresh):
        k -= count(fresh)
        word += 1
        fresh = ALL_FRESH & ~s.asked[pack, word]
    return BITS * word + nth(fresh, k)


def of_question(block, pack, question):
    """The three bits that a block keeps of a question."""
    return (block[pack, question // PER_WORD] >> (3 * (question % PER_WORD))) & 7


def check_answer(s, seat, number):
    if s.phase != Phase.QUESTION:
        return Reason.NO_QUESTION
    if number == BY_LUCK:
        return 0 if is_computer(s, seat) else Reason.NOT_A_COMPUTER  # [R38]
    return 0 if number <= s.choices or number == UNANSWERED else Reason.NO_SUCH_ANSWER


def close(s, beside, seat, number, tell):
    """Close the question with an answer; whether it was right.   [R22]"""
    pack, question = beside.pack[beside.checkpoint[s.at[seat]]], s.question
    right = of_question(beside.right, pack, question) + 1
    given = by_luck(s, right) if number == BY_LUCK else number
    code = pack * QUESTIONS + question
    s.revealed = code * NUMBERS + right
    say(tell, Event.ANSWERED, seat, code * NUMBERS + given, s.revealed, code)
    close_question(s)
    return given == right


def close_question(s):
    s.question, s.choices, s.phase = 0, 0, Phase.MOVE


def by_luck(s, right):
    if below(s, 100) < s.bot_knowledge:
        return right
    wrong = below(s, s.choices - 1) + 1  # [R38] luck first, then the wrong answer
    return wrong + 1 if wrong >= right else wrong


def is_computer(s, seat):
    return (s.computers >> seat) & 1


def imagine(s, beside):
    """Any numbers of answers, any of them right; the open question's number is known.   [R32] [R33]"""
    if beside.right[0, 0] != HIDDEN:
        return
    open_pack = beside.pack[beside.checkpoint[s.at[s.turn]]] if s.phase == Phase.QUESTION else NONE
    for pack in range(PACKS):
        for question in range(QUESTIONS):
            word, place = question // PER_WORD, 3 * (question % PER_WORD)
            if place == 0:
                beside.answers[pack, word] = beside.right[pack, word] = 0
            if question < beside.questions[pack]:
                choices = 3 + below(s, 4)
                if pack == open_pack and question == s.question:
                    choices = s.choices
                beside.answers[pack, word] |= choices << place
                beside.right[pack, word] |= below(s, choices) << place
