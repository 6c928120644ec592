"""Moments of Leduc Poker that look different."""

from typing import Any

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": played().view(0),
        "answering": played("check", "bet").view(0),
        "second_round": played("bet", "call").view(0),
        "raised_twice": played("bet", "call", "bet", "raise").view(0),
        "showdown": played("bet", "call", "check", "check").view(1),
        "watched": played("check", "bet").view(None),
        "end": played("bet", "raise", "call", "check", "bet", "call", hands=1).view(0),
    }


def played(*actions: str, **options: Any) -> tw.Match:
    match = tw.Match("leduc_poker", seed=3, **options)
    for action in actions:
        match.play(action)
    return match
