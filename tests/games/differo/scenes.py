"""Moments of Differo that look different."""

from random import Random
from typing import Any

import turnwise as tw

WON = ("F3-G3", "D6-E6", "F4-D6", "B8-B4", "D6-A9")
"""The sheet's full game."""
THERE_AND_BACK = ("F2-F8", "B8-B4", "F8-F2", "B4-B8")


def scenes() -> dict[str, tw.View]:
    offered = wandered(30)
    offered.offer_draw()
    resigned = wandered(9)
    resigned.leave(0)
    return {
        "start": after().view(0),
        "answer": after("G2-D2").view(1),
        "waiting": after("G2-D2").view(0),
        "swap": after("F3-G3", swap=True).view(1),
        "swapped": after("F3-G3", "swap", swap=True).view(1),
        "threatened": wandered(30).view(0),
        "offered": offered.view(1),
        "watched": wandered(51).view(None),
        "won": after(*WON).view(0),
        "lost": after(*WON).view(1),
        "drawn": after(*THERE_AND_BACK, *THERE_AND_BACK).view(None),
        "resigned": resigned.view(0),
    }


def after(*moves: str, **options: Any) -> tw.Match:
    match = tw.Match("differo", seed=1, **options)
    for move in moves:
        match.play(move)
    return match


def wandered(plies: int, **options: Any) -> tw.Match:
    """After so many moves at random; after 30 of them Black threatens to enter his goal by G1-I1."""
    match, chance = tw.Match("differo", seed=0, **options), Random(0)
    for _ in range(plies):
        match.play(chance.choice(match.legal))
    return match


def moves_in(listed: str) -> list[str]:
    """The moves that a list names, which has all targets of a piece behind its point: D4-B4/C5, E2-G2."""
    by_base = (piece.partition("-") for piece in listed.split(", "))
    return [f"{base}-{target}" for base, _, targets in by_base for target in targets.split("/")]
