"""Can a house that tries secrets deal what it likes? It can if nobody adds to the cards, and is found out if somebody did."""

from pathlib import Path

import pytest

import turnwise as tw
from turnwise.cli import main
from turnwise.play.secret import sealed

SECRETS = [f"{number:064x}" for number in range(300)]
NONCE = "what Ben's browser has drawn"


def whots(secret: str, *nonces: str) -> int:
    """How many Whots the first seat is dealt."""
    match = tw.Match("whot", seats=2, secret=secret, nonces=nonces)
    return sum(card.startswith("whot") for card in match.view(0).state["hands"][0])


def test_a_secret_that_was_tried_is_worth_nothing_once_somebody_adds_to_it() -> None:
    best = max(SECRETS, key=whots)
    assert whots(best) == 4, "without a nonce, three hundred tries give one seat four of the five"
    dealt = [whots(best, f"{NONCE}: {number}") for number in range(200)]
    assert 0.4 < sum(dealt) / len(dealt) < 0.9, "seven of 54 cards have 0.65 Whots"


def test_a_secret_that_was_tried_after_the_nonces_is_not_the_sealed_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted = sealed("ab" * 32)
    best = max(SECRETS, key=lambda secret: whots(secret, NONCE))
    assert whots(best, NONCE) >= 3
    match = tw.Match("whot", seats=2, secret=best, nonces=(NONCE,))
    match.leave(1)
    file = tmp_path / "match.txt"
    file.write_text(match.save())
    assert main(["verify", str(file)]) == 0, "by itself it looks right"
    assert sealed(best) in capsys.readouterr().out, "which is why it asks to be compared"
    assert main(["verify", str(file), "--seal", noted, "--seal", sealed(NONCE)]) == 2
    assert f"has the seal '{noted[:40]}" in capsys.readouterr().err
    assert main(["verify", str(file), "--seal", sealed(best), "--seal", sealed(NONCE)]) == 0
