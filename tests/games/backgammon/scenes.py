"""Moments of Backgammon that look different."""

from random import Random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    hit = tw.Match("backgammon", seed=2)
    for words in ("move 13 5", "move 13 6", "move 24 6"):
        hit.play(words)
    return {
        "start": tw.Match("backgammon", seed=2).view(0),
        "hit": hit.view(0),
        "middle": after(60).view(1),
        "watched": after(90).view(None),
        "passing": passing(),
        "end": after(4000).view(0),
    }


def after(moves: int, seed: int = 5) -> tw.Match:
    match, chance = tw.Match("backgammon", seed=1), Random(seed)
    while match.turn is not None and match.version < moves:
        match.play(chance.choice(match.legal))
    return match


def passing() -> tw.View:
    """Somebody who can move no man."""
    for seed in range(100):
        match, chance = tw.Match("backgammon", seed=seed), Random(seed)
        while match.turn is not None:
            if [action.words for action in match.legal] == ["pass"]:
                return match.view(match.turn)
            match.play(chance.choice(match.legal))
    raise AssertionError("nobody ever had to pass")
