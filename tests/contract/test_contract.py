"""Every proof of the contract, on every game of ours × seats × sampled options. Nothing that an author may leave out is left out here."""

import pytest

from tests.our_cases import OURS, evidence
from turnwise.proofs.broken import Missing
from turnwise.proofs.cases import Case, cases
from turnwise.proofs.contract import GOLDENS, PROOFS, Proof, trials

TRIALS = [trial for game in OURS for trial in trials(game, evidence(game)) if trial[0].part != GOLDENS]
IDS = [f"{case!r}-{proof.part}-{proof.name}" for proof, case in TRIALS]
LEFT_OUT = {"nothing_is_lost", "touches_have_meanings"}
"""Whether anything is lost is counted where a game has cards or pieces that stay; where all is done by buttons, nothing is touched in
vain."""


@pytest.mark.parametrize(("proof", "case"), TRIALS, ids=IDS)
def test_a_promise_is_kept(proof: Proof, case: Case) -> None:
    try:
        proof.run(case)
    except Missing:
        if proof.name not in LEFT_OUT:
            raise


def test_every_proof_is_run() -> None:
    assert {proof.name for proof in PROOFS if proof.part != GOLDENS} == {proof.name for proof, _ in TRIALS}


def test_every_game_with_options_is_played_with_mixtures() -> None:
    for game in OURS:
        assert any(case.number for case in cases(game, evidence(game))) == bool(game.options)
