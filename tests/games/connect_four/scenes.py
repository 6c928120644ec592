"""Moments of Connect Four that look different."""

import turnwise as tw

DRAWN = "ddacfefgeccddffcceddbbcbffaeaeeggggabagabb"
"""All 42 discs by their columns, and no four in a line."""


def scenes() -> dict[str, tw.View]:
    return {
        "start": after("").view(0),
        "middle": after("ddcedecfbb").view(0),
        "waiting": after("ddcedecfb").view(0),
        "watched": after("dddddda").view(None),
        "won": after("abbccdcddgd").view(1),
        "drawn": after(DRAWN).view(None),
    }


def after(columns: str) -> tw.Match:
    match = tw.Match("connect_four", seed=1)
    for column in columns:
        match.play(f"drop {column}")
    return match
