"""What is kept of every game of ours in `tests/games/<game>` is still so: `scripts/bless` writes it anew. Look at it."""

import pytest

from tests.our_cases import OURS, evidence
from turnwise.proofs.cases import Case
from turnwise.proofs.contract import GOLDENS, Proof, trials

TRIALS = [trial for game in OURS for trial in trials(game, evidence(game)) if trial[0].part == GOLDENS]
IDS = [f"{case.game.name}-{proof.name}" for proof, case in TRIALS]


@pytest.mark.parametrize(("proof", "case"), TRIALS, ids=IDS)
def test_what_is_kept_is_still_so(proof: Proof, case: Case) -> None:
    proof.run(case)
