"""Moments of Nine Men's Morris that look different."""

from collections.abc import Callable
from random import Random

import turnwise as tw
from turnwise.games.nine_mens_morris.rules import Phase
from turnwise.kit.pieces.men import standing


def scenes() -> dict[str, tw.View]:
    return {
        "start": after(0).view(0),
        "taking": until(lambda match: match.view(None).state["phase"] == Phase.TAKING),
        "moving": until(lambda match: match.view(None).state["phase"] == Phase.MOVING),
        "flying": until(flies),
        "end": after(400).view(1),
    }


def flies(match: tw.Match) -> bool:
    """Whether who is on turn has three men left and none in hand."""
    state = match.view(None).state
    return state["phase"] == Phase.MOVING and list(standing(state["men"]).values()).count(match.turn or 0) == 3


def after(moves: int, seed: int = 5) -> tw.Match:
    match, chance = tw.Match("nine_mens_morris", seed=1), Random(seed)
    while match.turn is not None and match.version < moves:
        match.play(chance.choice(match.legal))
    return match


def until(wanted: Callable[[tw.Match], bool]) -> tw.View:
    """The first such moment of random games."""
    for seed in range(100):
        match, chance = tw.Match("nine_mens_morris", seed=1), Random(seed)
        while match.turn is not None:
            if wanted(match):
                return match.view(match.turn)
            match.play(chance.choice(match.legal))
    raise AssertionError("it never came to that")
