"""Moments of Liar's Dice that look different."""

from random import Random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": played(2).view(0),
        "bid": played(2, "bid 3 4").view(1),
        "showdown": played(2, "bid 3 4", "bid 4 2", "doubt").view(0),
        "six_players": played(6, "bid 5 4", "bid 7 4", "bid 8 6").view(3),
        "watched": played(4, "bid 5 4").view(None),
        "end": to_the_end().view(0),
    }


def played(seats: int, *words: str) -> tw.Match:
    match = tw.Match("liars_dice", seats=seats, seed=1)
    for one in words:
        match.play(one)
    return match


def to_the_end() -> tw.Match:
    match, chance = played(3), Random(3)
    while match.turn is not None:
        match.play(chance.choice([*match.legal[:3], match.legal[-1]]))
    return match
