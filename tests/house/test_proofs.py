"""Proofs of work: each is good once, for what it was asked for, until it lapses."""

from itertools import count

import pytest

from tests.house.proving import solved
from turnwise.house.people.proofs import LIFE, SLACK, Proof, ProofNeeded, Proofs, zero_bits
from turnwise.kit.words import said

BITS = 6


class Clock:
    at = 1_700_000_000_000

    def __call__(self) -> int:
        return self.at


def test_an_answer_is_good_once_and_only_for_what_was_asked() -> None:
    proofs = Proofs(Clock())
    proof = solved(proofs.issue("sign-in ann", BITS))
    assert not proofs.check("sign-in bob", proof, BITS)
    wrong = next(str(n) for n in count() if zero_bits(proof.challenge, str(n)) < BITS)
    assert not proofs.check("sign-in ann", proof._replace(answer=wrong), BITS)
    assert proofs.check("sign-in ann", proof, BITS)
    assert not proofs.check("sign-in ann", proof, BITS), "it was used"
    assert len(f"{proof.challenge}:") + 12 <= 55, "one block of SHA-256"


def test_nobody_makes_a_challenge_himself_or_lowers_its_price() -> None:
    proofs = Proofs(Clock())
    dear = proofs.issue("x", 40)
    for challenge in (f"0{dear[2:]}", dear[:-1], "", "0", "0.0.0.0", "é" * 40, "1" * 90, Proofs(Clock()).issue("x", 0)):
        assert not proofs.check("x", Proof(challenge, "0"), 0), challenge
    cheap = solved(proofs.issue("x", BITS))
    assert not proofs.check("x", cheap, BITS + SLACK + 1), "asked for when it was cheap, to be used when it is dear"
    assert proofs.check("x", cheap, BITS + SLACK), "but it may rise a little while somebody computes"


def test_a_challenge_lapses() -> None:
    clock = Clock()
    proofs = Proofs(clock)
    proof = solved(proofs.issue("x", BITS))
    clock.at += LIFE
    assert not proofs.check("x", proof, BITS)


def test_what_was_answered_is_remembered_or_has_lapsed_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwise.house.people.proofs.MOST_SPENT", 3)
    clock = Clock()
    proofs = Proofs(clock)
    used = []
    for _ in range(6):
        clock.at += 1000
        used.append(solved(proofs.issue("x", 0)))
        assert proofs.check("x", used[-1], 0)
    assert not any(proofs.check("x", proof, 0) for proof in used)
    assert len(proofs._spent) <= 3


def test_who_must_prove_something_is_told_how() -> None:
    proofs = Proofs(Clock())
    proofs.require("x", None, 0, said("Nobody asks"))
    with pytest.raises(ProofNeeded, match="Many ask; prove") as needed:
        proofs.require("x", None, BITS, said("Many ask"))
    assert (needed.value.code, needed.value.bits) == ("proof_needed", BITS)
    proofs.require("x", solved(needed.value.challenge), BITS, said("Many ask"))
