"""The map of a match's board: which positions stand where, and what they are."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from turnwise.games.rally.places import lettered
from turnwise.kit.pieces import Area
from turnwise.kit.pieces.network import Network, network


class Site(NamedTuple):
    """A position of the board."""

    id: str
    kind: str
    asks: bool
    letter: str
    """Of a checkpoint."""
    x: float
    y: float


class Mark(NamedTuple):
    """How a position is marked for the turn."""

    frame: str = ""
    """`here`, `reach` (moves are left over), `exact` (the last move), `barred` (visited), or nothing."""
    cost: int = 0
    can: bool = False
    """Whether the viewer may go there."""


@dataclass(frozen=True, eq=False, slots=True)
class Map:
    """A board in a room of one shape and size. Maps are kept, and compared by identity."""

    net: Network
    sites: tuple[Site, ...]


def map_of(options: dict[str, Any], room: Area) -> Map:
    """The map of a match's board; one that was drawn before is kept."""
    race, asked, board = options["win"] == "race", options["questions"], options["board"]
    positions = tuple(
        # In the race checkpoints count as plain [R28].
        (p["id"], "plain" if race and p["kind"] == "checkpoint" else p["kind"], asked and "pack" in p)
        for p in board["positions"]
    )
    numbers = {id: number for number, (id, *_) in enumerate(positions)}
    edges = tuple((numbers[a], numbers[b]) for a, b in board["connections"])
    return _map(network(tuple((p["x"], p["y"]) for p in board["positions"]), edges, room), positions)


@lru_cache(64)
def _map(net: Network, positions: tuple[tuple[str, str, bool], ...]) -> Map:
    letters = lettered(id for id, kind, _ in positions if kind == "checkpoint")
    sites = (
        Site(id, kind, asks and kind == "checkpoint", letters.get(id, ""), *place)
        for (id, kind, asks), place in zip(positions, net.places, strict=True)
    )
    return Map(net, tuple(sites))
