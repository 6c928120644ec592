"""Somebody who plays for the first time is told at every step what can be done now."""

from collections.abc import Iterator

import pytest

import turnwise as tw
from tests.contract.cases import Case, cases
from tests.contract.test_look import NEGATIVE, SPOILT, random_game
from turnwise.draw import coached
from turnwise.kit.words import Said

CASES = cases(1)


def lessons(case: Case) -> Iterator[tuple[tw.Match, int | None, list[Said]]]:
    """What the seat on turn is told at each step of a game, and what those are told who wait or look on."""
    for match in random_game(case, 5, 160, True):
        for seat in {match.turn, ((match.turn or 0) + 1) % match.seats, None}:
            yield match, seat, coached(match.view(seat))


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_at_every_step_a_newcomer_is_told_what_to_do(case: Case) -> None:
    on_turn = set()
    for match, seat, told in lessons(case):
        if match.outcome:
            assert told == []
            continue
        assert 1 <= len(told) <= 3, (match.version, seat, told)
        for one in told:
            sentence = str(one)
            assert sentence[-1] in ".!?" and not SPOILT.search(sentence) and not NEGATIVE.search(sentence)
        if seat == match.turn:
            on_turn.add(tuple(one.template for one in told))
        elif seat is not None and not match.legal_for(seat):
            assert told != coached(match.view(match.turn)), "who waits is told so"
    assert len(on_turn) > 1, "always the same"
