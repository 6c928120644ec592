"""Passwords that are soon guessed: common ones, and the person's own name."""

import re
from collections.abc import Sequence

from zxcvbn import zxcvbn

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

LOOKED_AT = 24
"""Letters that are checked: the time grows faster than the length, and longer passwords are strong or repetitive."""
LOWEST = 2
"""Of zxcvbn's 0 to 4: about a million guesses or more. All strangers together get about five a second
(`entrance.py`)."""
HOUSE = ("turnwise",)
NAME = "user_inputs"
WORDS = re.compile(r"\w{2,}")
BESIDE = 4
"""Letters and digits that a password must have besides names; zxcvbn takes what is between names for random."""


def refuse_weak(password: str, names: Sequence[str]) -> None:
    """`names`: what a guesser who knows the person and the house tries first."""
    known = [part for name in (*names, *HOUSE) for part in (name, *WORDS.findall(name))]
    judged = zxcvbn(password[:LOOKED_AT], user_inputs=known)
    little = _without(password[:LOOKED_AT], known) < BESIDE
    if judged["score"] >= LOWEST and not little:
        return
    if little or any(found.get("dictionary_name") == NAME for found in judged["sequence"]):
        raise TurnwiseError(
            said(
                "Your name, or the name of this house, is what others try first; choose a password "
                "that has nothing to do with it, such as four words that come to your mind."
            ),
            "named_password",
        )
    raise TurnwiseError(
        said(
            "This password is among those that are tried first; choose another, such as four words that come to your mind."
        ),
        "weak_password",
    )


def _without(password: str, names: Sequence[str]) -> int:
    """How many letters and digits are left of a password without these names."""
    left = password.casefold()
    for name in sorted(names, key=len, reverse=True):
        left = left.replace(name.casefold(), " ") if len(name) > 1 else left
    return sum(letter.isalnum() for letter in left)
