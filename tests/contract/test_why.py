"""Whoever touches something in vain is told why, in the words in which the rules refuse it, and nothing that he may not know."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

import turnwise as tw
from tests.contract.cases import Case, cases
from tests.contract.test_gate import Peeked, same, twin_of
from tests.contract.test_look import NAMES, SPOILT, moments
from turnwise.draw import look_of, looked, meant
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.position import Position
from turnwise.kit.shapes import Picture

CASES = cases(1)
EXPLAINED = [case for case in CASES if hasattr(look_of(case.game), "meant")]
TRIES = 12
"""Touches that are tried at each moment."""


def touches(shown: Picture, chance: Random) -> list[tuple[str, ...]]:
    """What a hand could touch: any thing at once, or after what begins a move."""
    keys, ways = [thing.key for thing in shown.things], [*shown.touch.values()]
    begun = [way[: chance.randrange(len(way))] for way in chance.choices(ways, k=TRIES)] if ways else [()] * TRIES
    return [(*way, chance.choice(keys)) for way in begun]


def why(match: tw.Match, seat: int, keys: tuple[str, ...]) -> str:
    action = meant(match.view(seat), keys)
    return "" if action is None else told(match, seat, action)


def told(match: tw.Match, seat: int, action: int) -> str:
    """Why an action is refused to a seat, as a German hears it."""
    refused = match.refusal(action, seat)
    return speaker(match.game, "de", NAMES)(refused.sentence) if refused else ""


@pytest.mark.parametrize("case", EXPLAINED, ids=repr)
def test_every_way_to_touch_means_its_action_and_every_other_has_a_reason(case: Case) -> None:
    chance, reasons = Random(5), set()
    for match in moments(case, 5):
        before = match.fingerprint()
        for seat in range(case.seats) if match.outcome is None else ():
            view = match.view(seat)
            shown = looked(view)
            assert {action: meant(view, keys) for action, keys in shown.touch.items()} == {id: id for id in shown.touch}
            for keys in touches(shown, chance):
                sentence = why(match, seat, keys)
                assert not SPOILT.search(sentence), (keys, sentence)
                reasons.add(sentence)
        assert match.fingerprint() == before, "asking changes nothing"
    assert len(reasons) > 1, "nothing was ever refused"


@pytest.mark.parametrize("case", [case for case in CASES if not case.number], ids=repr)
def test_the_reason_is_the_one_for_which_the_action_is_refused(case: Case) -> None:
    chance = Random(6)
    for match in moments(case, 6, plies=40):
        for seat in range(case.seats) if match.outcome is None else ():
            for action in chance.sample(range(case.game.actions), min(TRIES, case.game.actions)):
                refused = match.refusal(action, seat)
                if refused is None:
                    assert action in [one.id for one in match.legal_for(seat)]
                    continue
                with pytest.raises(TurnwiseError) as caught:
                    match.play(action, seat=seat)
                assert (caught.value.code, caught.value.sentence) == (refused.code, refused.sentence)


@contextmanager
def standing(match: tw.Match, world: Position) -> Iterator[None]:
    """A match as if it stood in another world."""
    real, match.position = match.position, world
    match._changed()
    yield
    match.position = real
    match._changed()


def prove_reasons_tell_nothing(case: Case, seed: int, plies: int) -> int:
    """Ask in every moment and in its twin worlds for the same. Returns how many of these differed."""
    chance, different = Random(seed), 0
    for match in moments(case, seed, plies=plies):
        for seat in range(case.seats) if match.outcome is None else ():
            twin = twin_of(case, match.position, seat, chance)
            different += match.position.pack()[0][8:] != twin.pack()[0][8:]
            asked = touches(looked(match.view(seat)), chance)
            actions = chance.sample(range(case.game.actions), min(TRIES, case.game.actions))
            answers = []
            for world in (match.position, twin):
                with standing(match, world):
                    answers.append(
                        [
                            *(why(match, seat, keys) for keys in asked),
                            *(told(match, seat, action) for action in actions),
                        ]
                    )
            same("reasons", *answers)
    return different


@pytest.mark.parametrize("case", [case for case in CASES if case.game.hidden], ids=repr)
def test_a_reason_tells_nobody_what_he_may_not_know(case: Case) -> None:
    different = prove_reasons_tell_nothing(case, 7, 80)
    if case.game.records[0].hidden:
        assert different > 5, "the twin worlds must differ, or the proof proves nothing"


def test_the_proof_notices_a_reason_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence that is made of the whole table and not of what its reader knows."""
    (case, *_) = [case for case in CASES if case.game.name == "whot"]
    secret = case.game.records[0].hidden

    def spilling(reason: int, s: Any, frame: Any, action: int) -> str:
        return str([getattr(s, name) for name in secret])

    monkeypatch.setattr(Position, "shown", lambda self, viewer: self.plain())
    monkeypatch.setattr(case.game.notation, "refusal", spilling, raising=False)
    with pytest.raises(Peeked):
        prove_reasons_tell_nothing(case, 7, 80)
