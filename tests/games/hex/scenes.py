"""Moments of Hex that look different."""

from random import Random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    swapped = tw.Match("hex", seed=1, swap=True)
    swapped.play("place d2")
    return {
        "start": after(0).view(0),
        "swap": swapped.view(1),
        "middle": after(40).view(0),
        "watched": after(70).view(None),
        "end": after(200).view(1),
    }


def after(moves: int, seed: int = 5) -> tw.Match:
    match, chance = tw.Match("hex", seed=1), Random(seed)
    while match.turn is not None and match.version < moves:
        match.play(chance.choice(match.legal))
    return match
