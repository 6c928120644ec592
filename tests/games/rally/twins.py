"""Another world that a seat cannot tell from this one, by the rule sheet's "Hidden information" (R32 to R34)."""

import random
from typing import Any

PER_WORD = 20


def twin(s: Any, beside: Any, seat: int, chance: random.Random) -> tuple[Any, Any]:
    """The same records but for the contents of the question packs and the dice to come.

    Text and answers of a question are open once it was opened, the right answer once an answer was given: an open question
    keeps its number of answers, one asked earlier keeps everything. All seats and spectators know the same.
    (What was asked before the pack was refilled only the one shown last tells.)"""
    s, beside = s.copy(), beside.copy()
    s.seed ^= chance.getrandbits(62) | 1
    if s.over:
        return s, beside
    is_asked = s.phase == 1
    open_pack = beside.pack[beside.checkpoint[s.at[s.turn]]] if is_asked else None
    for pack in range(beside.packs):
        for question in range(beside.questions[pack]):
            is_open = pack == open_pack and question == s.question
            was_asked = s.asked[pack, question // 50] >> question % 50 & 1
            was_shown = s.revealed and s.revealed // 8 == pack * 200 + question
            if (was_asked or was_shown) and not is_open:
                continue
            answers = s.choices if is_open else chance.randint(3, 6)
            _write(beside.answers, pack, question, answers)
            _write(beside.right, pack, question, chance.randrange(answers))
    return s, beside


def _write(block: Any, pack: int, question: int, value: int) -> None:
    word, shift = question // PER_WORD, 3 * (question % PER_WORD)
    block[pack, word] = block[pack, word] & ~(7 << shift) | value << shift
