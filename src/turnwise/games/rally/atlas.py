"""The maps of a match's board: which positions stand where in a room, and what they are."""

from collections.abc import Callable
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
    left: int = 0
    """How many moves there are."""
    can: bool = False
    """Whether the viewer may go there."""


@dataclass(frozen=True, eq=False, slots=True)
class Map:
    """A board in a room of one shape and size. Maps are kept, and compared by identity."""

    net: Network
    sites: tuple[Site, ...]


Maps = Callable[[Area], Map]


def maps_of(options: dict[str, Any]) -> Maps:
    """The maps of a match's board, by the room for them; in the race checkpoints count as plain.   [R28]"""
    race, asked = options["win"] == "race", options["questions"]
    return _maps(
        tuple(
            (
                p["id"],
                "plain" if race and p["kind"] == "checkpoint" else p["kind"],
                asked and "pack" in p,
                p["x"],
                p["y"],
            )
            for p in options["board"]["positions"]
        ),
        tuple((a, b) for a, b in options["board"]["connections"]),
    )


@lru_cache(64)
def _maps(positions: tuple[tuple[str, str, bool, int, int], ...], connections: tuple[tuple[str, str], ...]) -> Maps:
    ids, kinds, asks, *grid = zip(*positions, strict=True)
    letters = lettered(id for id, kind in zip(ids, kinds, strict=True) if kind == "checkpoint")
    edges = tuple((ids.index(a), ids.index(b)) for a, b in connections)

    @lru_cache(16)
    def drawn(room: Area) -> Map:
        net = network(tuple(zip(*grid, strict=True)), edges, room)
        facts = zip(ids, kinds, asks, net.places, strict=True)
        sites = (Site(id, kind, ask and kind == "checkpoint", letters.get(id, ""), *at) for id, kind, ask, at in facts)
        return Map(net, tuple(sites))

    return drawn
