"""Moments of Breakthrough that look different."""

from random import Random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": after(0).view(0),
        "light": after(1).view(1),
        "middle": after(30).view(0),
        "watched": after(45).view(None),
        "end": after(300).view(1),
    }


def after(moves: int, seed: int = 5) -> tw.Match:
    match, chance = tw.Match("breakthrough", seed=1), Random(seed)
    while match.turn is not None and match.version < moves:
        match.play(chance.choice(match.legal))
    return match
