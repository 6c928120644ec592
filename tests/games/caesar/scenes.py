"""Moments of Caesar and Cleopatra that look different, one of each phase."""

from collections.abc import Callable
from random import Random

import turnwise as tw

PLACED = ["place 3 1 2 5 4", "place 1 5 4 2 3"]


def scenes() -> dict[str, tw.View]:
    placing = tw.Match("caesar", seed=1)
    placing.play("place 4 CONSUL")
    opening = tw.Match("caesar", seed=1, secret_bonus=True)
    for placement in PLACED:
        opening.play(placement)
    return {
        "placing": placing.view(0),
        "placed": placing.view(1),
        "opening": opening.view(0),
        "second_card": at("play", lambda match: match.version > 70 and may(match, "bust") and may(match, "lay")),
        "action_first": at(
            "play", lambda match: match.version > 60 and may(match, "assassinate") and may(match, "castle")
        ),
        "castling": at("castle", lambda match: match.view(match.turn).lines[-1].words == "first"),
        "veto": at("veto", lambda match: may(match, "veto")),
        "veto_asked": at("veto", lambda match: match.version > 60, other=True),
        "spying": at("spy"),
        "vote": at("draw", lambda match: match.version > 60 and told(match, "took")),
        "turned_round": at("draw", lambda match: told(match, "inverted"), other=True),
        "discarding": at("discard"),
        "watched": reached(2, lambda match: match.version > 110).view(None),
        "over": at("over"),
    }


def told(match: tw.Match, event: str) -> bool:
    return any(one["event"] == event for one in match.view(None).events)


def may(match: tw.Match, verb: str) -> bool:
    return any(action.words.split()[0] == verb for action in match.legal)


def at(phase: str, also: Callable[[tw.Match], bool] = lambda match: True, *, other: bool = False) -> tw.View:
    """The first such moment, as the seat on turn (or the other one) sees it."""
    for seed in range(40):
        match = reached(seed, lambda match: match.view(0).state["phase"] == phase and also(match))
        if match.view(0).state["phase"] == phase:
            seat = match.turn or 0
            return match.view(1 - seat if other else seat)
    raise AssertionError(f"no moment of {phase}")


def reached(seed: int, until: Callable[[tw.Match], bool]) -> tw.Match:
    match, chance = tw.Match("caesar", seed=seed, spy=1, secret_bonus=True), Random(seed)
    while match.turn is not None and not until(match):
        match.play(chance.choice(match.legal))
    return match
