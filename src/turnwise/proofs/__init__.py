"""The contract as proofs that any installed game can be put to: `turnwise check`, a pytest plugin, and our own tests run the same.

A proof is a function of a case (a game, a number of seats, options) that raises `Broken` where a promise is not kept. What an author
keeps beside a game (twin worlds, samples of options, scenes, goldens) is its `Evidence`; a game may go without.
"""

from turnwise.proofs.broken import Broken, Peeked
from turnwise.proofs.cases import Case, Evidence, cases
from turnwise.proofs.contract import PROOFS, Proof

__all__ = ["PROOFS", "Broken", "Case", "Evidence", "Peeked", "Proof", "cases"]
