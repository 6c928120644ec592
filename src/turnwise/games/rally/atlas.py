"""Where a board stands in its picture: positions fitted to the map and kept apart, roads between them, cells of the text map."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot, sqrt
from typing import Any, NamedTuple

from turnwise.games.rally.places import lettered
from turnwise.kit.graph import Edge, Neighbours, neighbours

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]

WIDTH = 800
MARGIN_X, MARGIN_Y = 72, 82
SMALLEST, LARGEST = 16.0, 36.0  # the radius of a position
APART = 54.0  # how far positions are kept from each other, if the map has room for that
WIDENED = 1.3  # how much a tall board may be stretched to the map's width
BENT = 0.2  # what bows more than this is drawn as it bows in the text map, too
BOWS = (0.22, -0.22, 0.36, -0.36, 0.5, -0.5)


class Site(NamedTuple):
    """A position of the board."""

    id: str
    kind: str
    asks: bool
    x: float
    y: float


@dataclass(frozen=True, eq=False, slots=True)
class Map:
    """What is the same in every picture of a match. Maps are kept, and compared by identity."""

    sites: tuple[Site, ...]
    letters: dict[str, str]
    """The checkpoints' letters, by id."""
    radius: float
    height: float
    roads: dict[frozenset[str], Curve]
    cells: dict[str, tuple[int, int]]
    """Where each position begins in the text map, counted from its own upper left."""
    room: int
    """How many letters of an id the text map shows."""
    tall: bool
    """Whether the text map has a second line under each position for its figures."""
    columns: int
    rows: int
    lines: tuple[str, ...]
    """The roads of the text map."""


def placed(d: str, x: float, y: float, k: float = 1) -> str:
    """An outline of absolute points, drawn around its own origin, put to a place in another size."""
    return re.sub(r"(-?[\d.]+) (-?[\d.]+)", lambda at: f"{x + k * float(at[1]):.5g} {y + k * float(at[2]):.5g}", d)


def map_of(options: dict[str, Any], seats: int, tallest: float) -> Map:
    """The map of a match's board; one that was drawn before is kept."""
    board = options["board"]
    race, asked = options["win"] == "race", options["questions"]
    positions = tuple(
        # In the race checkpoints count as plain [R28].
        (p["id"], p["x"], p["y"], "plain" if race and p["kind"] == "checkpoint" else p["kind"], asked and "pack" in p)
        for p in board["positions"]
    )
    return _map(positions, tuple(map(tuple, board["connections"])), seats, tallest)


@lru_cache(32)
def _map(
    positions: tuple[tuple[str, int, int, str, bool], ...],
    connections: tuple[tuple[str, str], ...],
    seats: int,
    tallest: float,
) -> Map:
    number = {position[0]: i for i, position in enumerate(positions)}
    edges = [(number[a], number[b]) for a, b in connections]
    places, height = _fitted([(x, y) for _, x, y, _, _ in positions], tallest)
    gap = min(hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(places) for b in places[:i])
    radius = max(SMALLEST, min(LARGEST, gap * 0.38))
    near = neighbours(len(places), edges)
    roads = [_road(places, near, edge, radius, height) for edge in edges]
    stops = [id for id, _, _, kind, _ in positions if kind == "checkpoint"]
    letters = lettered(stops)
    sites = tuple(
        Site(id, kind, asks and kind == "checkpoint", round(x, 1), round(y, 1))
        for (id, _, _, kind, asks), (x, y) in zip(positions, places, strict=True)
    )
    small = len(sites) <= 40 and len(stops) <= 10 and not any(site.asks for site in sites)
    columns, rows = (76, 19) if small else (100, 25)
    room, tall, cells = _lettered(sites, height, seats, columns, rows)
    named = {frozenset((positions[a][0], positions[b][0])): road for (a, b), road in zip(edges, roads, strict=True)}
    anchors = {site.id: (cells[site.id][0] + (text_width(site, room) - 2) // 2, cells[site.id][1]) for site in sites}
    drawn = _drawn(named, anchors, height, columns, rows)
    return Map(sites, letters, radius, height, named, cells, room, tall, columns, rows, drawn)


def _fitted(places: Sequence[tuple[int, int]], tallest: float) -> tuple[list[Point], float]:
    """The places in the map, as large as it allows, and the map's height."""
    left, top = min(x for x, _ in places), min(y for _, y in places)
    wide, high = max(x for x, _ in places) - left, max(y for _, y in places) - top
    inner = WIDTH - 2 * MARGIN_X
    scale = min(inner / max(wide, 1), (tallest - 2 * MARGIN_Y) / max(high, 1))
    across = min(inner / max(wide, 1), scale * WIDENED)
    height = min(tallest, max(440.0, high * scale + 2 * MARGIN_Y))
    x0, y0 = (WIDTH - wide * across) / 2, (height - high * scale) / 2
    spread = [(x0 + (x - left) * across, y0 + (y - top) * scale) for x, y in places]
    return _parted(spread, height), height


def _parted(places: list[Point], height: float) -> list[Point]:
    """Push apart what stands too close, a little at a time; where nothing crowds, the author's places stay."""
    apart = min(APART, 0.86 * sqrt((WIDTH - 2 * MARGIN_X) * (height - 2 * MARGIN_Y) / len(places)))
    for _ in range(60):
        crowded = False
        for i in range(len(places)):
            for j in range(i):
                (x, y), (u, v) = places[i], places[j]
                if abs(x - u) < apart and abs(y - v) < apart and 0 < (far := hypot(x - u, y - v)) < apart - 0.5:
                    crowded = True
                    push = (apart - far) / 2 / far
                    places[i] = _within(x + (x - u) * push, y + (y - v) * push, height)
                    places[j] = _within(u - (x - u) * push, v - (y - v) * push, height)
        if not crowded:
            break
    return places


def _within(x: float, y: float, height: float) -> Point:
    return min(max(x, 48), WIDTH - 48), min(max(y, 62), height - 62)


def _road(places: list[Point], near: Neighbours, edge: Edge, radius: float, height: float) -> Curve:
    """A road that swings through bends, and bows around positions that do not belong to it."""
    a, b = edge
    (ax, ay), (bx, by) = places[a], places[b]
    others = [place for i, place in enumerate(places) if i not in edge]
    (ux, uy), (vx, vy) = _way(places, near, a, b), _way(places, near, b, a)
    smooth = ((ax, ay), (ax + ux, ay + uy), (bx + vx, by + vy), (bx, by))
    straight = ((ax, ay), (ax + (bx - ax) / 3, ay + (by - ay) / 3), (bx + (ax - bx) / 3, by + (ay - by) / 3), (bx, by))
    best, room = straight, -1.0
    for road in (smooth, straight, *(_bowed(ax, ay, bx, by, bow) for bow in BOWS)):
        if not all(20 < x < WIDTH - 20 and 20 < y < height - 20 for x, y in points_along(road, 6)):
            continue
        free = _clearance(road, others)
        if free > radius + 9:
            return road
        if free > room:
            best, room = road, free
    return best


def _way(places: list[Point], near: Neighbours, node: int, to: int) -> Point:
    """How a road leaves a position: through a bend of two roads along both of them, else straight."""
    (x, y), (u, v) = places[node], places[to]
    dx, dy = u - x, v - y
    length = hypot(dx, dy)
    if len(near[node]) == 2:
        (px, py), (qx, qy) = (places[other] for other in near[node])
        wx, wy = qx - px, qy - py
        along, size = dx * wx + dy * wy, hypot(wx, wy)
        if size and abs(along) > 0.3 * length * size:
            turn = (1 if along > 0 else -1) * 0.3 * length / size
            return wx * turn, wy * turn
    return dx * 0.3, dy * 0.3


def _bowed(ax: float, ay: float, bx: float, by: float, bow: float) -> Curve:
    nx, ny = (by - ay) * bow * 1.33, (ax - bx) * bow * 1.33
    c, d = (
        (ax + (bx - ax) * 0.25 + nx, ay + (by - ay) * 0.25 + ny),
        (ax + (bx - ax) * 0.75 + nx, ay + (by - ay) * 0.75 + ny),
    )
    return (ax, ay), c, d, (bx, by)


def points_along(road: Curve, steps: int) -> Iterator[Point]:
    """Points of a road from one end to the other."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = road
    for i in range(steps + 1):
        t = i / steps
        p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy


def _clearance(road: Curve, others: list[Point]) -> float:
    """How far a road stays from other positions."""
    return min((hypot(x - u, y - v) for x, y in points_along(road, 10) for u, v in others), default=1e9)


# The text map.


def _lettered(
    sites: tuple[Site, ...], height: float, seats: int, columns: int, rows: int
) -> tuple[int, bool, dict[str, tuple[int, int]]]:
    """Cells for all positions without overlap: in full and on two lines if there is room, else shorter."""
    for room, tall in ((12, True), (6, True), (4, True), (4, False), (3, False)):
        cells: dict[str, tuple[int, int]] = {}
        taken: set[tuple[int, int]] = set()
        for site in sites:
            wide = max(text_width(site, room), seats)
            cell = _free_cell(site, wide, tall, taken, height, columns, rows)
            if cell is None:
                break
            cells[site.id] = cell
            taken |= {(cell[0] + i, cell[1] + j) for i in range(wide + 1) for j in range(1 + tall)}
        else:
            return room, tall, cells
    raise AssertionError("128 positions of 7 letters fit on 25 lines of 100")


def short(id: str, room: int) -> str:
    """An id in so many letters: how it begins and how it ends."""
    return id if len(id) <= room else f"{id[: room - 3]}…{id[-2:]}"


def text_width(site: Site, room: int) -> int:
    """The letters of a position in the text map: its sign, its id and what it costs."""
    return min(len(site.id), room) + (0 if site.kind == "plain" else 2 if site.kind == "checkpoint" else 1) + 2


def _free_cell(
    site: Site, wide: int, tall: bool, taken: set[tuple[int, int]], height: float, columns: int, rows: int
) -> tuple[int, int] | None:
    """The free cells nearest to where a position stands."""
    column, row = _cell((site.x, site.y), height, columns, rows)
    column = min(max(column - wide // 2, 0), columns - wide)
    for du, dv in _outwards():
        u, v = column + du, row + dv
        if not (0 <= u <= columns - wide and 0 <= v < rows - tall):
            continue
        if not any((u + i, v + j) in taken for i in range(wide) for j in range(1 + tall)):
            return u, v
    return None


@cache
def _outwards() -> list[tuple[int, int]]:
    """Steps in the text map, the nearest first; a line is as far as two and a half letters."""
    steps = [(u, v) for u in range(-99, 100) for v in range(-24, 25)]
    return sorted(steps, key=lambda step: abs(step[0]) + 2.5 * abs(step[1]))


def _cell(place: Point, height: float, columns: int, rows: int) -> tuple[int, int]:
    x, y = (place[0] - 48) / (WIDTH - 96), (place[1] - 62) / (height - 124)
    return round(min(max(x, 0), 1) * (columns - 8)) + 3, round(min(max(y, 0), 1) * (rows - 2) + 0.01)


def _drawn(
    roads: dict[frozenset[str], Curve], anchors: dict[str, tuple[int, int]], height: float, columns: int, rows: int
) -> tuple[str, ...]:
    """The roads as lines of letters: straight from position to position, unless they bow."""
    grid = [[" "] * columns for _ in range(rows)]
    for ends, road in roads.items():
        (u, v), (x, y) = (anchors[id] for id in sorted(ends))
        steps = [(round(u + (x - u) * i / 120), round(v + (y - v) * i / 120)) for i in range(121)]
        if _bow_of(road) > BENT:
            steps = [_cell(place, height, columns, rows) for place in points_along(road, 120)]
        path: list[tuple[int, int]] = []
        for u, v in dict.fromkeys(steps):
            if len(path) > 1 and abs(u - path[-2][0]) == abs(v - path[-2][1]) == 1:
                path.pop()  # across a corner instead of around it
            path.append((u, v))
        for (u, v), (x, y) in pairwise(path):
            grid[v][u] = "─" if y == v else "│" if x == u else "╲" if (x - u) * (y - v) > 0 else "╱"
    return tuple("".join(line).rstrip() for line in grid)


def _bow_of(road: Curve) -> float:
    """How far the middle of a road lies off the straight line, in parts of its length."""
    (ax, ay), *_, (dx, dy) = road
    x, y = list(points_along(road, 2))[1]
    return hypot(x - (ax + dx) / 2, y - (ay + dy) / 2) / hypot(dx - ax, dy - ay)
