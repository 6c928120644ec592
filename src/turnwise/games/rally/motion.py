"""What goes and sounds on a Rally map."""

from collections.abc import Sequence
from typing import Any

from turnwise.kit.shapes import Seen

SOUNDS = {
    "rolled": "dice",
    "moved": "step",
    "forfeited": "lose",
    "earned": "collect",
    "asked": "calm",
    "arrived": "gate",
    "left": "lose",
}


def sounds(view: Seen, events: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """What the latest entry sounds like, each sound once."""
    kinds = [event["event"] for event in events]
    heard = []
    for kind in kinds:
        if kind == "answered":
            heard.append("right" if "earned" in kinds else "wrong")
        elif kind in SOUNDS:
            heard.append(SOUNDS[kind])
    if view.outcome and view.outcome.winners:
        heard.append("glory")
    return tuple(dict.fromkeys(heard))


def gone(events: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Where things went with the latest entry: a leaver's car to his panel, a question to what became of it."""
    went = {}
    for event in events:
        if event["event"] == "left":
            went[f"figure:{event['seat']}"] = f"player:{event['seat']}"
        elif event["event"] == "answered":
            went["question"] = "answered"
    return went
