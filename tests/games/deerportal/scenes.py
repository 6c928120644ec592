"""Moments of DeerPortal that look different: each season, and what happens in it."""

import random

import turnwise as tw


def scenes() -> dict[str, tw.View]:
    return {
        "start": wandered(1, 0).view(0),
        "summer": wandered(5, 18).view(3),
        "fall": wandered(2, 28).view(1),
        "winter": wandered(4, 46).view(None),
        "meditation": meditated(3).view(1),
        "deer_mode": wandered(7, 51).view(3),
        "night": wandered(10, 53).view(None),
        "end": wandered(10, 55).view(2),
    }


def wandered(seed: int, entries: int) -> tw.Match:
    """A match whose seats go forward and, now and then, either way."""
    match, chance = tw.Match("deerportal", seed=seed), random.Random(seed)
    for _ in range(entries):
        match.play(chance.choice(match.legal) if chance.random() < 0.3 else match.legal[0])
    return match


def meditated(seed: int) -> tw.Match:
    """A match up to the first backward move that ends on a start cell."""
    match = tw.Match("deerportal", seed=seed)
    while 0 not in match.view(None).state["targets"]:
        match.play("forward")
    match.play("backward")
    return match
