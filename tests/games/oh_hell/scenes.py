"""Moments of Oh Hell that look different."""

from collections.abc import Callable
from random import Random
from typing import Any

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": tw.Match("oh_hell", seats=3, seed=1).view(0),
        "bidding": own_turn(until(lambda m: m.view(None).state["bidding"] == 1, seats=4)),
        "following": own_turn(until(in_trick(2), seats=3, tricks=17, deals=1)),
        "leading": own_turn(until(lambda m: m.version == 20, seats=5)),
        "seven": until(in_trick(6), seats=7).view(2),
        "next_deal": until(lambda m: m.view(None).state["played"] == 2, seats=4).view(1),
        "watched": until(in_trick(3), seats=4).view(None),
        "end": until(lambda m: m.outcome is not None, seats=4, off_bid_penalty=True).view(1),
    }


def in_trick(cards: int) -> Callable[[tw.Match], bool]:
    """A trick of which so many cards lie there, after some others."""

    def wanted(match: tw.Match) -> bool:
        state = match.view(None).state
        return bool(state["last"]) and sum(map(len, state["trick"])) == cards

    return wanted


def until(wanted: Callable[[tw.Match], bool], *, seats: int, **options: Any) -> tw.Match:
    match, chance = tw.Match("oh_hell", seats=seats, seed=4, **options), Random(2)
    while not wanted(match):
        match.play(chance.choice(match.legal))
    return match


def own_turn(match: tw.Match) -> tw.View:
    return match.view(match.turn)
