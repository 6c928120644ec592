"""Moments of Rally that look different, one of each phase."""

from collections.abc import Callable
from random import Random
from typing import Any

import turnwise as tw

RIVERS = [
    {
        "text": "Which river runs through Vienna, Budapest and Belgrade?",
        "answers": ["the Elbe", "the Danube", "the Vistula", "the Rhine"],
        "right": 1,
        "note": "No other river passes through four capitals; the fourth is Bratislava.",
    },
    {
        "text": "What is it called where a river meets the sea?",
        "answers": ["its mouth", "its spring", "its bed"],
        "right": 0,
    },
]

TOWN: dict[str, Any] = {
    "format": "rally-board-1",
    "name": "Old Town",
    "positions": [
        {"id": "Gate", "x": 0, "y": 3, "kind": "start"},
        {"id": "Bridge", "x": 2, "y": 1, "kind": "checkpoint", "pack": "rivers"},
        {"id": "Mill", "x": 5, "y": 0, "kind": "plain"},
        {"id": "Market", "x": 4, "y": 3, "kind": "checkpoint"},
        {"id": "Well", "x": 2, "y": 5, "kind": "plain"},
        {"id": "Quay", "x": 5, "y": 6, "kind": "checkpoint", "pack": "rivers"},
        {"id": "Tower", "x": 8, "y": 1, "kind": "checkpoint", "pack": "rivers"},
        {"id": "Inn", "x": 7, "y": 4, "kind": "plain"},
        {"id": "Castle", "x": 10, "y": 3, "kind": "finish"},
        {"id": "Lane", "x": 9, "y": 6, "kind": "plain"},
    ],
    "connections": [
        ["Gate", "Bridge"],
        ["Bridge", "Mill"],
        ["Mill", "Tower"],
        ["Tower", "Castle"],
        ["Gate", "Well"],
        ["Well", "Quay"],
        ["Quay", "Lane"],
        ["Lane", "Castle"],
        ["Bridge", "Market"],
        ["Market", "Well"],
        ["Market", "Inn"],
        ["Inn", "Tower"],
        ["Inn", "Lane"],
    ],
    "packs": {"rivers": {"title": "Rivers", "questions": RIVERS}},
}


def city(wide: int = 12, high: int = 10) -> dict[str, Any]:
    """A board of many positions: streets in rows, joined here and there."""
    n = wide * high
    kinds = {0: "start", n - 1: "finish"} | dict.fromkeys(range(5, n - 1, 9), "checkpoint")
    rows = [[f"N{i}", f"N{i + 1}"] for i in range(n - 1) if (i + 1) % wide]
    lanes = [[f"N{i}", f"N{i + wide}"] for i in range(n - wide) if i % 5 == 0 or i % wide == 0]
    return {
        "format": "rally-board-1",
        "name": "City of 120",
        "positions": [{"id": f"N{i}", "x": i % wide, "y": i // wide, "kind": kinds.get(i, "plain")} for i in range(n)],
        "connections": rows + lanes,
    }


def scenes() -> dict[str, tw.View]:
    asked = played(2, 4, until=lambda match: phase(match) == "question", board=TOWN)
    luck = played(2, 5, until=lambda match: phase(match) == "question", board=TOWN, computers=[0, 1])
    wrong = played(2, 4, until=lambda match: phase(match) == "question", board=TOWN)
    wrong.play("no answer")
    gone = played(3, 3, until=lambda match: match.version == 20)
    gone.leave(1)
    over = played(4, 2)
    return {
        "start": tw.Match("rally", seats=3, seed=1).view(0),
        "all_at_start": tw.Match("rally", seats=6, seed=1).view(None),
        "on_the_way": on_turn(played(3, 5, until=lambda match: len(state(match)["visited"]) > 3 and rounds(match, 6))),
        "finish_open": on_turn(played(4, 7, until=lambda match: state(match)["reach"].get("P14") is not None)),
        "question": on_turn(asked),
        "question_watched": asked.view(1 - (asked.turn or 0)),
        "question_by_luck": on_turn(luck),
        "answered": on_turn(wrong),
        "left": gone.view(None),
        "city": on_turn(played(6, 6, until=lambda match: rounds(match, 8), board=city())),
        "race_alone": tw.Match("rally", seats=1, seed=2, win="race").view(0),
        "over": over.view(None),
    }


def state(match: tw.Match) -> dict[str, Any]:
    shown: dict[str, Any] = match.game.notation.show(match.position.plain(), match.frame)
    return shown


def phase(match: tw.Match) -> str:
    return str(state(match)["phase"])


def rounds(match: tw.Match, wanted: int) -> bool:
    return bool(state(match)["round"] >= wanted)


def on_turn(match: tw.Match) -> tw.View:
    return match.view(match.turn)


def played(
    seats: int, seed: int, *, until: Callable[[tw.Match], bool] = lambda match: False, **options: Any
) -> tw.Match:
    """A match of players who choose blindly, up to a moment or to its end."""
    match, chance = tw.Match("rally", seats=seats, seed=seed, **options), Random(seed)
    while match.turn is not None and not until(match):
        match.play(chance.choice(match.legal))
    return match
