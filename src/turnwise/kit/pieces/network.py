"""A board that is a graph: its nodes are fitted to the room and kept apart, with roads that curve around other nodes;
and the same in characters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot, sqrt

from turnwise.kit.graph import Edge, Neighbours, neighbours
from turnwise.kit.pieces.area import Area

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
Cell = tuple[int, int]

UNITS = 560_000.0
"""The area of every network in its own units; `Network.scale` has the pixels per unit."""
STRETCH = 1.6
"""How much it may be stretched from its author's proportions; any may be a square."""
ALONE = 960.0, 600.0
"""Its room in pixels if only the shape is asked for."""
MARGIN_X, MARGIN_Y, EDGE_X, EDGE_Y, RIM = 66.0, 74.0, 44.0, 54.0, 20.0
SMALLEST, LARGEST = 12.0, 36.0
"""Limits of the radius of a node."""
APART, TOUCHED, READ = 84.0, 38.0, 12.0
"""The distance between nodes in units and in pixels, if there is room; and the smallest letters in pixels."""
FINGER = 24.5
"""Pixels between nodes that a finger needs."""
PACKED = 0.86, 0.97, 1.0
"""How far a crowd is pushed apart, in sides of the square that each node would have: to look well, and to be
touchable."""
ROUNDS = 400
BOWS = (0.0, 0.22, -0.22, 0.36, -0.36, 0.5, -0.5)


@dataclass(frozen=True, eq=False, slots=True)
class Network:
    """A graph in a room of one shape and size. Networks are cached, and compared by identity."""

    places: tuple[Point, ...]
    roads: dict[Edge, Curve]
    """By the numbers of their ends, the lower one first."""
    width: float
    height: float
    scale: float
    radius: float

    def way(self, path: Sequence[int]) -> Iterator[Curve]:
        """The roads of a path, in its direction or against it."""
        return (self.roads[min(a, b), max(a, b)] for a, b in pairwise(path))

    @property
    def least(self) -> float:
        """The height of the smallest letters."""
        return max(14.0, READ / self.scale)


def network(grid: tuple[Point, ...], edges: tuple[Edge, ...], room: Area) -> Network:
    """The nodes from their own places, fitted to a room as far as they stay recognisable."""
    return _fitted(grid, edges, *(ALONE if room.h < 50 else (room.w, room.h)))


def ratio_in(grid: tuple[Point, ...], room: Area) -> float:
    """Width divided by height of a network in a room."""
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*grid, strict=True))
    ratio: float = max(right - left, 1) / max(bottom - top, 1)
    return min(max(room.ratio, min(ratio / STRETCH, 1.0)), max(ratio * STRETCH, 1.0))


@lru_cache(64)
def _fitted(grid: tuple[Point, ...], edges: tuple[Edge, ...], wide: float, high: float) -> Network:
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*grid, strict=True))
    ratio = ratio_in(grid, Area(0, 0, wide, high))
    scale = sqrt(min(wide * wide / ratio, high * high * ratio) / UNITS)
    width, height = sqrt(UNITS * ratio), sqrt(UNITS / ratio)
    across, down = (width - 2 * MARGIN_X) / max(right - left, 1), (height - 2 * MARGIN_Y) / max(bottom - top, 1)
    spread = [(MARGIN_X + (x - left) * across, MARGIN_Y + (y - top) * down) for x, y in grid]
    apart, side = max(APART, TOUCHED / scale), sqrt(UNITS / len(grid))
    nearest, places = 0.0, spread
    for packed in PACKED:
        if nearest * scale < FINGER and (not nearest or side * scale > FINGER):
            nearest, places = max((nearest, places), _parted(places, width, height, min(apart, packed * side)))
    radius = max(SMALLEST, min(LARGEST, 0.37 * nearest))
    near = neighbours(len(grid), edges)
    roads = {(a, b): _road(places, near, (a, b), radius, width, height) for a, b in map(sorted, edges)}
    return Network(tuple((round(x, 1), round(y, 1)) for x, y in places), roads, width, height, scale, radius)


def _parted(spread: list[Point], width: float, height: float, apart: float) -> tuple[float, list[Point]]:
    """Push apart nodes that are too close, a little at a time; where nothing is crowded, the author's places stay. Also
    returns the smallest distance then."""
    edge_x, edge_y, places = min(EDGE_X, 0.55 * apart), min(EDGE_Y, 0.7 * apart), spread.copy()

    def within(x: float, y: float) -> Point:
        return min(max(x, edge_x), width - edge_x), min(max(y, edge_y), height - edge_y)

    for _ in range(ROUNDS):
        crowded = False
        for i, (x, y) in enumerate(places):
            for j in range(i):
                u, v = places[j]
                dx, dy = x - u, y - v
                if -apart < dx < apart and -apart < dy < apart and 0 < (far := hypot(dx, dy)) < apart - 0.5:
                    crowded, push = True, (apart - far) / 2 / far
                    places[j] = within(u - dx * push, v - dy * push)
                    x, y = places[i] = within(x + dx * push, y + dy * push)
        if not crowded:
            break
    return min(hypot(x - u, y - v) for i, (x, y) in enumerate(places) for u, v in places[:i]), places


def _road(places: list[Point], near: Neighbours, edge: Edge, radius: float, width: float, height: float) -> Curve:
    """A road that runs smoothly through bends, and curves around nodes that do not belong to it."""
    a, b = edge
    (ax, ay), (bx, by) = places[a], places[b]
    others = [place for i, place in enumerate(places) if i not in edge]
    (ux, uy), (vx, vy) = _way(places, near, a, b), _way(places, near, b, a)
    smooth = ((ax, ay), (ax + ux, ay + uy), (bx + vx, by + vy), (bx, by))
    best, room = smooth, -1.0
    for road in (smooth, *(_bowed(ax, ay, bx, by, bow) for bow in BOWS)):
        if all(RIM < x < width - RIM and RIM < y < height - RIM for x, y in points_along(road, 6)):
            free = min((hypot(x - u, y - v) for x, y in points_along(road, 10) for u, v in others), default=1e9)
            if free > radius + 9:
                return road
            if free > room:
                best, room = road, free
    return best


def _way(places: list[Point], near: Neighbours, node: int, to: int) -> Point:
    """The direction in which a road leaves a node: through a bend of two roads along both of them, else straight."""
    (x, y), (u, v) = places[node], places[to]
    dx, dy = u - x, v - y
    if len(near[node]) == 2:
        (px, py), (qx, qy) = (places[other] for other in near[node])
        wx, wy, length = qx - px, qy - py, hypot(dx, dy)
        along, size = dx * wx + dy * wy, hypot(wx, wy)
        if size and abs(along) > 0.3 * length * size:
            turn = (1 if along > 0 else -1) * 0.3 * length / size
            return wx * turn, wy * turn
    return dx * 0.3, dy * 0.3


def _bowed(ax: float, ay: float, bx: float, by: float, bow: float) -> Curve:
    dx, dy = bx - ax, by - ay
    nx, ny = dy * bow * 1.33, -dx * bow * 1.33
    return (ax, ay), (ax + dx / 4 + nx, ay + dy / 4 + ny), (bx - dx / 4 + nx, by - dy / 4 + ny), (bx, by)


def points_along(road: Curve, steps: int) -> Iterator[Point]:
    """Points of a road from one end to the other."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = road
    for i in range(steps + 1):
        t = i / steps
        p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy


def curve(road: Curve) -> str:
    """A road as a path without width."""
    (ax, ay), *rest = road
    return f"M{ax:.1f} {ay:.1f}C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in rest)


# In characters.

SIZES = ((54, 16), (74, 24), (98, 25))
"""Columns and rows: the first that has room for a network is its smallest size."""
MOST = 110, 34
BENT = 0.2
"""Roads that curve more than this are drawn curved."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A network in so many columns and rows."""

    columns: int
    rows: int
    names: tuple[str, ...]
    """The nodes' names, shortened as needed."""
    tall: bool
    """Whether each has a second line below it."""
    cells: tuple[Cell, ...]
    """Where each of them begins."""
    roads: tuple[str, ...]


@lru_cache(64)
def charted(
    net: Network, names: tuple[tuple[str, str], ...], columns: int = 0, rows: int = 0, *, after: int = 2, under: int = 1
) -> Chart:
    """A network in the room of a terminal; in its smallest size, if that is larger. A node has a sign, which stays, and
    a name that may be shortened; so many cells after it, and below them, stay free."""
    for wide, high in ((min(columns, MOST[0]), min(rows, MOST[1])), *SIZES):
        for room, tall in ((12, True), (6, True), (4, True), (4, False), (3, False)):
            shown = tuple(sign + short(name, room) for sign, name in names)
            if cells := _cells(net, [max(len(name) + after, under) for name in shown], tall, wide, high):
                middles = [(u + len(name) // 2, v) for (u, v), name in zip(cells, shown, strict=True)]
                return Chart(wide, high, shown, tall, cells, _lines(net, middles, wide, high))
    raise AssertionError("128 nodes of 7 letters fit on 25 lines of 98")


def short(name: str, room: int) -> str:
    """A name in so many letters: its beginning and its end."""
    return name if len(name) <= room else f"{name[: room - 3]}…{name[-2:]}"


def _cells(net: Network, widths: list[int], tall: bool, columns: int, rows: int) -> tuple[Cell, ...]:
    """Cells for all nodes without overlap, each as near as possible to its place; empty if there is no room."""
    cells: list[Cell] = []
    taken: set[Cell] = set()
    for place, wide in zip(net.places, widths, strict=True):
        column, row = _cell(place, net, columns, rows)
        column = min(max(column - wide // 2, 0), columns - wide)
        for du, dv in _outwards():
            u, v = column + du, row + dv
            if 0 <= u <= columns - wide and 0 <= v < rows - tall:
                if not any((u + i, v + j) in taken for i in range(wide) for j in range(1 + tall)):
                    cells.append((u, v))
                    taken |= {(u + i, v + j) for i in range(wide + 1) for j in range(1 + tall)}
                    break
        else:
            return ()
    return tuple(cells)


@cache
def _outwards() -> list[Cell]:
    """Steps in a terminal, the nearest first; a line counts as two and a half letters."""
    steps = [(u, v) for u in range(-60, 61) for v in range(-24, 25)]
    return sorted(steps, key=lambda step: abs(step[0]) + 2.5 * abs(step[1]))


def _cell(place: Point, net: Network, columns: int, rows: int) -> Cell:
    x, y = (place[0] - EDGE_X) / (net.width - 2 * EDGE_X), (place[1] - EDGE_Y) / (net.height - 2 * EDGE_Y)
    return round(min(max(x, 0), 1) * (columns - 8)) + 3, round(min(max(y, 0), 1) * (rows - 2) + 0.01)


def _lines(net: Network, middles: list[Cell], columns: int, rows: int) -> tuple[str, ...]:
    """The roads as lines of characters: straight between nodes, unless they curve."""
    grid = [[" "] * columns for _ in range(rows)]
    for (a, b), road in net.roads.items():
        (u, v), (x, y) = middles[a], middles[b]
        steps = [(round(u + (x - u) * i / 120), round(v + (y - v) * i / 120)) for i in range(121)]
        if _bow_of(road) > BENT:
            steps = [_cell(place, net, columns, rows) for place in points_along(road, 120)]
        path: list[Cell] = []
        for u, v in dict.fromkeys(steps):
            if len(path) > 1 and abs(u - path[-2][0]) == abs(v - path[-2][1]) == 1:
                path.pop()  # diagonally across a corner
            path.append((u, v))
        for (u, v), (x, y) in pairwise(path):
            grid[v][u] = "─" if y == v else "│" if x == u else "╲" if (x - u) * (y - v) > 0 else "╱"
    return tuple("".join(line).rstrip() for line in grid)


def _bow_of(road: Curve) -> float:
    """The distance of a road's middle from the straight line, in parts of its length."""
    (ax, ay), *_, (dx, dy) = road
    x, y = list(points_along(road, 2))[1]
    return hypot(x - (ax + dx) / 2, y - (ay + dy) / 2) / hypot(dx - ax, dy - ay)
