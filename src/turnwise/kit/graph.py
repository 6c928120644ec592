"""Undirected graphs as tables: the neighbours of each node, and what follows from them.

Nodes are the whole numbers from 0; an edge is a pair of them. For frames and checks of user data, outside the law.
"""

from collections.abc import Iterable, Sequence

Edge = tuple[int, int]
Place = tuple[int, int]
Neighbours = list[list[int]]

APART = -1
"""The distance between unconnected nodes."""


def neighbours(nodes: int, edges: Iterable[Edge]) -> Neighbours:
    """The neighbours of each node, ascending; a double edge counts once."""
    near: list[set[int]] = [set() for _ in range(nodes)]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return [sorted(nodes_near) for nodes_near in near]


def distances(near: Neighbours, start: int, avoid: int | None = None) -> list[int]:
    """Fewest edges from `start` to each node on paths that avoid the node `avoid`; APART if there is none."""
    steps = [APART] * len(near)
    steps[start] = 0
    queue = [start]
    for node in queue:
        for other in near[node]:
            if steps[other] == APART and other != avoid:
                steps[other] = steps[node] + 1
                queue.append(other)
    return steps


def diameter(near: Neighbours) -> int:
    """The longest of all shortest paths."""
    return max(max(distances(near, node)) for node in range(len(near)))


def shortest_cycle(near: Neighbours) -> int:
    """Number of edges of the shortest cycle; 0 in a forest."""
    lengths = []
    for start in range(len(near)):
        steps, came = [APART] * len(near), [APART] * len(near)
        steps[start] = 0
        queue = [start]
        for node in queue:
            for other in near[node]:
                if steps[other] == APART:
                    steps[other], came[other] = steps[node] + 1, node
                    queue.append(other)
                elif other != came[node]:
                    lengths.append(steps[node] + steps[other] + 1)
    return min(lengths, default=0)


def crossings(places: Sequence[Place], edges: Sequence[Edge]) -> list[tuple[Edge, Edge]]:
    """Pairs of edges, drawn as straight lines, that cross between their ends."""
    return [
        (one, other)
        for i, one in enumerate(edges)
        for other in edges[i + 1 :]
        if _parts(places, one, other) and _parts(places, other, one)
    ]


def passages(places: Sequence[Place], edges: Iterable[Edge]) -> list[tuple[Edge, int]]:
    """Edges, drawn as straight lines, that run through a third node, with that node."""
    return [
        ((a, b), node)
        for a, b in edges
        for node in range(len(places))
        if node not in (a, b) and _is_between(places[a], places[b], places[node])
    ]


def _turn(a: Place, b: Place, c: Place) -> int:
    """Positive, negative or 0: on which side of the line from a to b is c."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _parts(places: Sequence[Place], edge: Edge, other: Edge) -> bool:
    """Whether the line through `edge` has the ends of the other edge on its two sides."""
    a, b = places[edge[0]], places[edge[1]]
    return _turn(a, b, places[other[0]]) * _turn(a, b, places[other[1]]) < 0


def _is_between(a: Place, b: Place, c: Place) -> bool:
    if _turn(a, b, c):
        return False
    return (c[0] - a[0]) * (c[0] - b[0]) + (c[1] - a[1]) * (c[1] - b[1]) < 0
