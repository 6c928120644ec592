"""Boards of the two open games, to look ahead from."""

from random import Random

from tests.bots.moments import case_of
from tests.setting import game_named
from turnwise.games.differo.board import GOAL, POINTS
from turnwise.kit.position import Engine, Position
from turnwise.proofs.cases import walk

CONNECT_FOUR, DIFFERO = game_named("connect_four"), game_named("differo")


def discs(*columns: int) -> Position:
    """Connect Four after these columns, by turns."""
    real, _ = Engine(CONNECT_FOUR, compiled=True).position(CONNECT_FOUR.frame(2, {}), 1)
    for column in columns:
        real.play(real.turn, column)
    return real


def random_discs(seed: int, wanted: int, low: int, high: int) -> list[Position]:
    """Positions of random games of Connect Four with so many discs, of which none is over."""
    chance, found = Random(seed), list[Position]()
    while len(found) < wanted:
        plies = chance.randint(low, high)
        *_, last = walk(case_of(CONNECT_FOUR), chance.getrandbits(30), compiled=True, plies=plies)
        if not last.position.over:
            found.append(last.position.copy())
    return found


def few_pieces(chance: Random) -> Position:
    """Three pieces of each side of Differo anywhere but on the goals, so that looking four plies ahead is no long work."""
    engine = Engine(DIFFERO, compiled=True)
    position, _ = engine.position(DIFFERO.frame(2, {}), 1)
    state, beside = (record.unpack(data) for record, data in zip(DIFFERO.records, position.pack(), strict=True))
    places = chance.sample([point for point in range(POINTS) if not (GOAL[0] | GOAL[1]) >> point & 1], 6)
    state.sides = [sum(1 << point for point in places[side::2]) for side in range(2)]
    state.ply = 40 + chance.randrange(2)
    state.turn = state.ply % 2
    for side in range(2):
        beside.trail[state.turn, side, state.ply // 2] = state.sides[side]
    return Position(engine, *(record.pack(one) for record, one in zip(DIFFERO.records, (state, beside), strict=True)))
