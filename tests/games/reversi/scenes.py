"""Moments of Reversi that look different."""

from random import Random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": after(0).view(0),
        "waiting": after(1).view(0),
        "middle": after(24).view(0),
        "watched": after(40).view(None),
        "passing": passing(),
        "end": after(200).view(1),
    }


def after(moves: int, seed: int = 5) -> tw.Match:
    match, chance = tw.Match("reversi", seed=1), Random(seed)
    while match.turn is not None and match.version < moves:
        match.play(chance.choice(match.legal))
    return match


def passing() -> tw.View:
    """Somebody who can enclose nothing."""
    for seed in range(1000):
        match, chance = tw.Match("reversi", seed=1), Random(seed)
        while match.turn is not None:
            if [action.words for action in match.legal] == ["pass"]:
                return match.view(match.turn)
            match.play(chance.choice(match.legal))
    raise AssertionError("nobody ever had to pass")
