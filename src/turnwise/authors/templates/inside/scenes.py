"""Moments of Example that look different."""

from random import Random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": after(0).view(0),
        "waiting": after(1).view(0),
        "middle": after(8).view(1),
        "watched": after(8).view(None),
        "end": after(1000).view(0),
    }


def after(moves: int) -> tw.Match:
    match, chance = tw.Match("example", seed=1), Random(5)
    while match.turn is not None and match.version < moves:
        match.play(chance.choice(match.legal))
    return match
