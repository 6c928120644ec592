"""Moments of Oware that look different."""

from random import Random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    taken = tw.Match("oware", seed=1)
    for words in ("sow a", "sow h", "sow c", "sow i", "sow b"):
        taken.play(words)
    return {
        "start": after(0).view(0),
        "waiting": after(1).view(0),
        "taken": taken.view(1),
        "middle": after(30).view(1),
        "watched": after(50).view(None),
        "end": after(2000).view(0),
    }


def after(moves: int, seed: int = 5) -> tw.Match:
    match, chance = tw.Match("oware", seed=1), Random(seed)
    while match.turn is not None and match.version < moves:
        match.play(chance.choice(match.legal))
    return match
