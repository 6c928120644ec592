"""What a board is made with: kinds of positions, a blank board and examples, everything there is to say about a draft.   [R52] [R53]

A draft is a board file as JSON that need not be good yet. The page that edits it knows no rule: it asks here.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from turnwise.games.rally.arrange import arranged
from turnwise.games.rally.board import (
    FORMAT,
    KINDS,
    OURS,
    BadBoard,
    Board,
    beyond,
    cautions,
    faults,
    network_of,
    parsed,
    read,
)
from turnwise.games.rally.bounds import SLACK, SPAN
from turnwise.games.rally.remark import Remark
from turnwise.games.rally.verdict import Trial
from turnwise.kit.graph import APART, Neighbours, distances, neighbours, shortest_cycle
from turnwise.kit.words import Said, said

__all__ = ["OPTION", "Trial", "read"]

OPTION = "board"
"""The option of the game that takes a finished document."""
MOST = 200
"""Messages that are told one by one."""
LONGEST_NAME = 60
"""Letters of an author that are shown; a file may have any number."""
NAMED = ("id", "a", "b", "c", "d")
"""The arguments of a message that are ids of positions."""


class Kind(NamedTuple):
    """A kind of position as the page shows it: its name in the file and for people, its outline, its colour and a mark."""

    name: str
    words: Said
    shape: str
    colour: str
    mark: str
    asks: bool


class Site(NamedTuple):
    """A position's connections, and the fewest from START to it; None where there is no way.   [R53]"""

    degree: int
    steps: int | None


def kinds() -> list[Kind]:
    looks = {
        "plain": (said("Plain"), "round", "card", ""),
        "start": (said("Start"), "square", "good", "▶"),
        "finish": (said("Finish"), "square", "ink", "⚑"),
        "checkpoint": (said("Checkpoint"), "diamond", "warn", "★"),
    }
    return [Kind(name, *looks[name], name == "checkpoint") for name in KINDS]


def blank() -> Board:
    """Where a new draft begins."""
    ends = (("A", 4, "start"), ("Z", 24, "finish"))
    return {
        "format": FORMAT,
        "name": "My board",
        "positions": [{"id": id, "x": x, "y": 8, "kind": kind} for id, x, kind in ends],
        "connections": [],
    }


@cache
def samples() -> dict[str, Board]:
    """Boards of ours to begin with, by name."""
    return {name: read(name) for name in OURS}


def title(board: Board) -> str:
    """The name of a board that `read` has accepted."""
    return str(board["name"])


def author(board: Board) -> str:
    """Whoever made a board, if it says so, as far as there is room for it.   [R47]"""
    return str(board.get("author", ""))[:LONGEST_NAME]


def options(board: Board) -> dict[str, Any]:
    """What a table for this board needs beside it.   [R49]"""
    return {} if any(entry["kind"] == "checkpoint" for entry in board["positions"]) else {"win": "race"}


def check(draft: Any) -> list[Remark]:
    """Everything that is wrong with a draft, or, of a good board, what had better not be.   [R48] [R50]"""
    try:
        board = parsed(draft)
    except BadBoard as bad:
        return [Remark([], message, True) for message in bad.messages]
    found = faults(board)
    if severe := bool(found):
        told = [Remark(_where(board, fault), fault, True) for fault in found[:MOST]]
    else:
        board, found = read(draft), cautions(read(draft))
        told = [Remark(_where(board, one) or _shortest_ring(board), one, False) for one in found[:MOST]]
    if more := found[MOST:]:
        told.append(Remark([], said("… and {n} more.", n=len(more)), severe))
    return told


def sites(draft: Any) -> list[Site]:
    """What the editor lists of each position.   [R53]"""
    try:
        board = parsed(draft)
    except BadBoard:
        return []
    if beyond(board, SLACK):
        return []
    entries = _entries(board)
    number, near = network_of(board)
    steps = _from_start(entries, number, near)
    numbers = [number[entry["id"]] if _has_id(entry) else None for entry in entries]
    return [Site(0, None) if i is None else Site(len(near[i]), steps[i]) for i in numbers]


def arrange(draft: Any) -> Board:
    """The same positions and connections in places of ours, where they can be told apart. A draft may be faulty, but has no more
    of anything than a board: all pairs of connections are compared."""
    board = parsed(draft)
    if too_much := beyond(board):
        raise BadBoard(too_much)
    entries = _entries(board)
    number, near = network_of(board)
    starts = [number[entry["id"]] for entry in entries if entry.get("kind") == "start" and _has_id(entry)]
    places = arranged(near, starts[0] if starts else 0, SPAN)
    found = [
        entry | ({"x": places[number[entry["id"]]][0], "y": places[number[entry["id"]]][1]} if _has_id(entry) else {})
        for entry in entries
    ]
    return board | {"positions": found}


def _entries(board: Board) -> list[dict[str, Any]]:
    given = board.get("positions")
    return [entry if isinstance(entry, dict) else {} for entry in given] if isinstance(given, list) else []


def _has_id(entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("id"), str)


def _from_start(entries: Iterable[dict[str, Any]], number: dict[str, int], near: Neighbours) -> list[int | None]:
    """Steps on ways that a player can go: not through FINISH."""
    only = {}
    for kind in ("start", "finish"):
        found = [number[entry["id"]] for entry in entries if entry.get("kind") == kind and _has_id(entry)]
        only[kind] = found[0] if len(found) == 1 else None
    start, finish = only["start"], only["finish"]
    if start is None:
        return [None] * len(near)
    steps = distances(near, start, avoid=finish)
    if finish is not None:
        steps[finish] = distances(near, start)[finish]
    return [None if n == APART else n for n in steps]


def _where(board: Board, fault: Said) -> list[int]:
    """The numbers of the positions that a message names, by id, by their number, by their kind or by a connection."""
    entries = _entries(board)
    given: dict[str, Any] = dict(fault.given)
    if "number" in given:
        return [given["number"]]
    if "kind" in given:
        return [i for i, entry in enumerate(entries) if entry.get("kind") == given["kind"]]
    ids = {given[name] for name in NAMED if name in given}
    if "connection" in given:
        ends = board["connections"][given["connection"]]
        ids |= {end for end in ends if isinstance(end, str)} if isinstance(ends, list) else set()
    return [i for i, entry in enumerate(entries) if _has_id(entry) and entry["id"] in ids]


def _shortest_ring(board: Board) -> list[int]:
    """The positions of a shortest cycle."""
    _, near = network_of(board)
    length = shortest_cycle(near)
    for a, b in _edges(near):
        cut = neighbours(len(near), [edge for edge in _edges(near) if edge != (a, b)])
        steps = distances(cut, b)
        if steps[a] == length - 1:
            ring = [a]
            while ring[-1] != b:
                ring.append(next(node for node in cut[ring[-1]] if steps[node] == steps[ring[-1]] - 1))
            return sorted(ring)
    return []


def _edges(near: Neighbours) -> Iterator[tuple[int, int]]:
    return ((a, b) for a, others in enumerate(near) for b in others if a < b)
