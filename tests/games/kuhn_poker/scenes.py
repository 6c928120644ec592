"""Moments of Kuhn Poker that look different."""

from typing import Any

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": played().view(0),
        "answering": played("check", "bet").view(0),
        "waiting": played("bet").view(0),
        "showdown": played("bet", "call").view(1),
        "four": played("check", "bet", "call", seats=4).view(3),
        "watched": played("check", "bet", "fold", seats=3).view(None),
        "end": played("bet", "call", hands=1).view(0),
    }


def played(*actions: str, seats: int = 2, **options: Any) -> tw.Match:
    match = tw.Match("kuhn_poker", seats=seats, seed=3, **options)
    for action in actions:
        match.play(action)
    return match
