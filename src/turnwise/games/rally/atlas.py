"""The map of a match's board: which positions stand where in a room, and what they are."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from turnwise.games.rally.places import Places
from turnwise.kit.graph import Edge
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
    """How a position is marked for the turn: where it can be reached, with its cost of so many moves."""

    frame: str = ""
    """`here`, `reach` (moves are left over), `exact` (the last move), `barred` (visited), or nothing."""
    cost: int = 0
    moves: int = 0
    can: bool = False
    """Whether the viewer may go there."""


@dataclass(frozen=True, eq=False, slots=True)
class Map:
    """A board in a room of one shape and size. Maps are kept, and compared by identity."""

    net: Network
    sites: tuple[Site, ...]


Land = tuple[tuple[Site, ...], tuple[Edge, ...]]


def land_of(options: dict[str, Any], places: Places) -> Land:
    """The positions of a match's board where its file has them, and the connections between them."""
    positions, ids = options["board"]["positions"], [position["id"] for position in options["board"]["positions"]]
    sites = []
    for id, p in zip(ids, positions, strict=True):
        letter = places.letters.get(id, "")
        kind = "plain" if p["kind"] == "checkpoint" and not letter else p["kind"]  # as in the race [R28]
        sites.append(Site(id, kind, bool(letter and options["questions"] and "pack" in p), letter, p["x"], p["y"]))
    numbers = {id: number for number, id in enumerate(ids)}
    return tuple(sites), tuple((numbers[a], numbers[b]) for a, b in options["board"]["connections"])


@lru_cache(64)
def map_of(land: Land, room: Area) -> Map:
    """The map for a room; one that was drawn before is kept."""
    sites, edges = land
    net = network(tuple((site.x, site.y) for site in sites), edges, room)
    return Map(net, tuple(site._replace(x=x, y=y) for site, (x, y) in zip(sites, net.places, strict=True)))
