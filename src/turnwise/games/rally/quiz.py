"""The questions at checkpoints: drawn from a pool, answered once, by knowledge or by luck.   [R21] [R22] [R38]

In events a question is its pack times 200 plus its index, an answer its question times 8 plus its number from 1 (7: none).
"""

from turnwise.games.rally.state import ANSWER, ASKED_WORDS, BITS, LUCK, PER_WORD, Event, Phase
from turnwise.kit import below, count, nth, rule, say

QUESTIONS, NUMBERS = 200, 8
ALL_FRESH = (1 << BITS) - 1


@rule
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


@rule
def asked_of(s, pack):
    asked = 0
    for word in range(ASKED_WORDS):
        asked += count(s.asked[pack, word])
    return asked


@rule
def fresh_question(s, pack, k):
    """The question with k lower ones that were not asked."""
    word, fresh = 0, ALL_FRESH & ~s.asked[pack, 0]
    while k >= count(fresh):
        k -= count(fresh)
        word += 1
        fresh = ALL_FRESH & ~s.asked[pack, word]
    return BITS * word + nth(fresh, k)


@rule
def of_question(block, pack, question):
    """The three bits that a block keeps of a question."""
    return (block[pack, question // PER_WORD] >> (3 * (question % PER_WORD))) & 7


@rule
def answer(s, beside, seat, action, tell):
    """Close the question with an answer; whether it was right.   [R22]"""
    pack, question = beside.pack[beside.checkpoint[s.at[seat]]], s.question
    right = of_question(beside.right, pack, question)
    given = by_luck(s, right) if action == LUCK else action - ANSWER
    code = pack * QUESTIONS + question
    s.revealed = code * NUMBERS + right + 1
    say(tell, Event.ANSWERED, seat, code * NUMBERS + given + 1, s.revealed, code)
    close_question(s)
    return given == right


@rule
def close_question(s):
    s.question, s.choices, s.phase = 0, 0, Phase.MOVE


@rule
def by_luck(s, right):
    if below(s, 100) < s.bot_knowledge:
        return right
    wrong = below(s, s.choices - 1)  # [R38] luck first, then the wrong answer
    return wrong + 1 if wrong >= right else wrong


@rule
def is_computer(s, seat):
    return (s.computers >> seat) & 1
