"""Boards for tests: random ones that the rule sheet allows, with dead ends, short cycles and questions."""

import json
from random import Random
from typing import Any

from tests.reference.rally_board import check_board


def random_board(chance: Random) -> dict[str, Any]:
    """A valid board of 4 to 16 positions."""
    while True:
        board = _attempt(chance)
        if not check_board(json.dumps(board)):
            return board


def _attempt(chance: Random) -> dict[str, Any]:
    n = chance.randint(4, 16)
    ids = [f"N{i}" for i in range(n)]
    places = chance.sample([(x, y) for x in range(12) for y in range(12)], n)
    kinds = ["start", "finish", *chance.choices(["plain", "checkpoint"], k=n - 2)]
    chance.shuffle(kinds)
    packs = {
        name: {"title": name, "questions": [_question(chance, name, i) for i in range(chance.randint(1, 4))]}
        for name in ("birds", "stars")
    }
    positions: list[dict[str, Any]] = [
        {"id": id, "x": x, "y": y, "kind": kind} for id, (x, y), kind in zip(ids, places, kinds, strict=True)
    ]
    for position in positions:
        if position["kind"] == "checkpoint" and chance.random() < 0.5:
            position["pack"] = chance.choice(list(packs))
    joined = {frozenset((ids[i], ids[chance.randrange(max(0, i - 4), i)])) for i in range(1, n)}
    for _ in range(chance.randint(0, n // 2)):
        joined.add(frozenset(chance.sample(ids, 2)))
    connections = sorted(sorted(pair, key=ids.index) for pair in joined)
    chance.shuffle(connections)
    return {
        "format": "rally-board-1",
        "name": f"Random {n}",
        "positions": positions,
        "connections": connections,
        "packs": packs,
    }


def largest_board(chance: Random) -> dict[str, Any]:
    """A board of 128 positions with long names anywhere in the country, each joined to one or two that are near."""
    places = sorted(chance.sample([(x, y) for x in range(256) for y in range(256)], 128))
    kinds = {0: "start", 127: "finish"} | dict.fromkeys(range(3, 127, 4), "checkpoint")
    joined = set()
    for i, (x, y) in enumerate(places[1:], 1):
        near = sorted(range(i), key=lambda j: (x - places[j][0]) ** 2 + (y - places[j][1]) ** 2)
        joined |= {(j, i) for j in near[: 1 + (i % 3 == 0)]}
    return {
        "format": "rally-board-1",
        "name": "Wide country",
        "positions": [
            {"id": f"Crossing-{i}", "x": x, "y": y, "kind": kinds.get(i, "plain")} for i, (x, y) in enumerate(places)
        ],
        "connections": [[f"Crossing-{i}", f"Crossing-{j}"] for i, j in sorted(joined)],
    }


def _question(chance: Random, pack: str, index: int) -> dict[str, Any]:
    answers = [f"{pack} {index} {letter}" for letter in "abcdef"[: chance.randint(3, 6)]]
    return {
        "text": f"Which of the {pack}, {index}?",
        "answers": answers,
        "right": chance.randrange(len(answers)),
        "note": "So.",
    }


OPTIONS: list[dict[str, Any]] = [
    {"board": random_board(Random(seed)), "points_needed": needed}
    for seed, needed in enumerate(["half", "all", 1, "half"] * 10)
] + [{"points_needed": needed} for needed in ("half", "all", 5)]
ASKED: dict[str, Any] = {"board": "Old Harbour"}
MEETS: dict[str, dict[str, Any]] = {
    "rounds": {"win": "points"},
    "questions": ASKED,
    "computers": ASKED,
    "bot_knowledge": ASKED | {"computers": [0, 1]},
}
"""What must be set for an option to play a part."""
