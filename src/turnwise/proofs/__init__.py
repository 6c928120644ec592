"""The contract as proofs that can be run on any installed game: by `turnwise check`, a pytest plugin, and our own
tests.

A proof is a function of a case (a game, a number of seats, options) that raises `Broken` if a promise is not kept.
Optional files of an author beside a game (twin worlds, samples of options, scenes, goldens) are its `Evidence`.
"""

from turnwise.proofs.broken import Broken, Peeked
from turnwise.proofs.cases import Case, Evidence, cases
from turnwise.proofs.contract import PROOFS, Proof

__all__ = ["PROOFS", "Broken", "Case", "Evidence", "Peeked", "Proof", "cases"]
