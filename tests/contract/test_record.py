"""A match is its record: every game can be saved, loaded, replayed and verified, and every form of an action reads back."""

import json
from random import Random

import pytest

import turnwise as tw
from tests.contract.cases import Case, cases
from turnwise.kit.errors import TurnwiseError
from turnwise.play.language import Request
from turnwise.play.transcript import verified

ALL = cases(2)
FEW = [case for case in ALL if case.number < 2 and case.seats in (case.game.seats[0], case.game.seats[1])]


def played(case: Case, seed: int, *, plies: int = 10_000, compiled: bool = True) -> tw.Match:
    """A random match with requests of every kind that a player may send."""
    chance = Random(seed)
    match = tw.Match(case.game, seats=case.seats, seed=seed, compiled=compiled, **case.options)
    for _ in range(plies):
        if match.turn is None:
            break
        action = chance.choice(match.legal)
        forms: list[Request] = [action, str(action), action.json(), action.id]
        match.play(chance.choice(forms))
        if match.turn is not None and chance.random() < 0.1:
            try:
                match.undo(consent=True)
            except TurnwiseError as error:
                assert error.code in ("no_undo", "nothing_to_undo")
        if match.turn is not None and chance.random() < 0.01:
            still = [seat for seat in range(case.seats) if seat not in match.left]
            match.leave(chance.choice(still))
    return match


@pytest.mark.parametrize("case", ALL, ids=repr)
def test_a_saved_match_loads_to_the_same_fingerprint(case: Case) -> None:
    for seed, plies in ((1, 25), (2, 10_000)):
        match = played(case, seed, plies=plies)
        text = match.save()
        for compiled in (True, False) if len(match.log) < 300 else (True,):
            again = tw.Match.load(text, compiled=compiled)
            assert again.fingerprint() == match.fingerprint()
            assert (again.log, again.told, again.turn, again.outcome) == (
                match.log,
                match.told,
                match.turn,
                match.outcome,
            )
            assert again.save() == text


@pytest.mark.parametrize("case", FEW, ids=repr)
def test_a_finished_match_verifies_from_any_seat_and_a_running_one_keeps_its_secret(case: Case) -> None:
    match = tw.Match(case.game, seats=case.seats, secret="5e" * 32, compiled=True, **case.options)
    chance = Random(3)
    while match.turn is not None:
        if match.version % 40 == 0:
            for seat in (None, *range(case.seats)):
                assert "5e5e5e" not in match.view(seat).transcript()
                assert "5e5e5e" not in json.dumps(match.view(seat).json())
        match.play(chance.choice(match.legal))
    for seat in (None, *range(case.seats)):
        assert verified(match.view(seat).transcript()).outcome == match.outcome


@pytest.mark.parametrize("case", [case for case in ALL if case.number < 2], ids=repr)
def test_every_action_reads_back_from_its_words_its_json_and_its_number(case: Case) -> None:
    language = tw.Match(case.game, seats=case.seats, seed=1, **case.options).language
    for id in range(case.game.actions):
        action = language.action(id)
        for form in (
            action,
            str(action),
            str(action).upper(),
            action.json(),
            json.loads(json.dumps(action.json())),
            id,
        ):
            assert language.read(form, lambda: None, list) == [id]


@pytest.mark.parametrize("case", FEW, ids=repr)
def test_what_is_not_legal_is_refused_with_a_sentence_and_changes_nothing(case: Case) -> None:
    chance = Random(6)
    match = tw.Match(case.game, seats=case.seats, seed=6, compiled=True, **case.options)
    for _ in range(60):
        if match.turn is None:
            break
        before = match.fingerprint()
        for seat in range(case.seats):
            legal = {action.id for action in match.legal_for(seat)}
            for id in chance.sample(range(case.game.actions), min(12, case.game.actions)):
                if id not in legal:
                    with pytest.raises(TurnwiseError) as refused:
                        match.play(id, seat=seat)
                    assert str(refused.value).endswith((".", "?", ")")) and refused.value.code
        assert match.fingerprint() == before
        match.play(chance.choice(match.legal))
