"""How fast bots think, beside OpenSpiel's C++ searches on the same core in the same run. `bench/run` prints it.

A walk of tree search is one way down the tree and one playout; a node of alpha-beta is a position that was visited. Every search
starts from nothing, as for a move at the table, and what it sets up counts as its time.
"""

from collections.abc import Callable
from itertools import count
from statistics import median
from typing import Any

from bench.measuring import compare, rate
from bench.peer import HiddenSearches, Searches
from turnwise.bots import Budget, deepening
from turnwise.bots.clock import Clock
from turnwise.bots.sampling import Tree
from turnwise.games import game
from turnwise.kit import contract
from turnwise.kit.position import Engine, Position

WALKS, HIDDEN_WALKS, NODES = 50_000, 20_000, 500_000
"""In one search: what a tenth or two of a second is good for. Trees, ours and the peer's, have room for all."""

RATIO, HIDDEN_FLOOR, NODES_FLOOR = 5.0, 80_000, 2_000_000

BESIDE = (("whot", 2, "euchre", 1000), ("whot", 4, "oh_hell", 1000))
"""Games with hidden cards that OpenSpiel's ISMCTS can play; crazy_eights, which is nearest to Whot, is not among them."""

ALONE = (("caesar", 2), ("rally", 4), ("deerportal", 4))


def print_thinking(seconds: float, repeats: int) -> bool:
    """One row a search; whether one of them was too slow."""
    print(f"\n{'thinking':28} {'per second':>14}   {'peer':28} {'per second':>14} {'ratio':>7} {'floor':>7}")
    theirs, our = compare(_peer_on_connect_four().search, walks("connect_four", 2, WALKS), seconds, repeats)
    short = our < RATIO * theirs
    _print_row("connect_four, walks", our, f"{RATIO:6.1f}×", "connect_four, MCTSBot", theirs)
    for name, seats, peer, simulations in BESIDE:
        theirs, our = compare(
            HiddenSearches(peer, simulations).search, walks(name, seats, HIDDEN_WALKS), seconds, repeats
        )
        short |= our < HIDDEN_FLOOR
        _print_row(f"{name}, {seats} seats, walks", our, f"{HIDDEN_FLOOR / 1e3:5.0f} k", f"{peer}, ISMCTSBot", theirs)
    for name, seats in ALONE:
        walk = walks(name, seats, HIDDEN_WALKS)
        _print_row(f"{name}, {seats} seats, walks", median(rate(walk, seconds) for _ in range(repeats)))
    look = nodes("differo")
    our = median(rate(look, seconds) for _ in range(repeats))
    short |= our < NODES_FLOOR
    _print_row("differo, nodes", our, f"{NODES_FLOOR / 1e6:5.1f} M")
    return short


def _print_row(what: str, our: float, floor: str = "", peer: str = "(none alike)", theirs: float | None = None) -> None:
    beside = f"{theirs:14,.0f} {our / theirs:6.1f}×" if theirs else f"{'':14} {'':7}"
    print(f"{what:28} {our:14,.0f}   {peer:28} {beside} {floor:>7}".rstrip())


def _peer_on_connect_four() -> Searches:
    hints: Any = game("connect_four").module("hints")
    assert not hasattr(hints, "taste") and not hasattr(hints, "HORIZON"), "the peer's playouts are random and complete"
    return Searches("connect_four", WALKS, getattr(hints, "BOLDNESS", contract.BOLDNESS))


def walks(name: str, seats: int, number: int) -> Callable[[], float]:
    """Searches of so many walks from the start of one deal after another, where playouts are longest."""
    engine, seeds = Engine(game(name), compiled=True), count(1)

    def search(number: int = number) -> float:
        seed = next(seeds)
        start = _start(engine, seats, seed)
        seat = start.turn
        tree = Tree(start.redacted(seat), seat, seed)
        tree.run(number)
        return tree.iterations

    search(1)  # compiles it
    return search


def nodes(name: str) -> Callable[[], float]:
    """Searches of so many nodes by the strongest level from the start of a game."""
    start = _start(Engine(game(name), compiled=True), 2, 1)
    legal = start.legal(start.turn)

    def search(number: int = NODES) -> float:
        deepening.think(start, legal, None, Clock(Budget(iterations=number), lambda: False), exact=False)
        return number

    search(1)
    return search


def _start(engine: Engine, seats: int, seed: int) -> Position:
    return engine.position(engine.game.frame(seats, {}), seed)[0]
