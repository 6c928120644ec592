"""A game-blind algorithm that passes on a game's hints: bound by tests, compiled and interpreted."""

from typing import Any

from turnwise.kit.contract import appeal, evaluate, identity, interruptible, legal, rival, taste, urgent
from turnwise.kit.plain import entry


@entry
def worth(states: Any, besides: Any, seat: Any) -> Any:
    return evaluate(states[0], besides[0], seat)


@entry
def pressing(states: Any, besides: Any, seat: Any, pad: Any) -> Any:
    return urgent(states[0], besides[0], seat, pad[0].moves)


@entry
def charm(states: Any, besides: Any, seat: Any, action: Any) -> Any:
    return appeal(states[0], besides[0], seat, action)


@entry
def tasted(states: Any, besides: Any, seat: Any, pad: Any) -> Any:
    moves = pad[0].moves
    n = legal(states[0], besides[0], seat, moves)
    return taste(states[0], besides[0], seat, moves, n)


@entry
def expected(states: Any, besides: Any, seat: Any, pad: Any) -> Any:
    moves = pad[0].moves
    n = legal(states[0], besides[0], seat, moves)
    return rival(states[0], besides[0], seat, moves, n)


@entry
def name(states: Any) -> Any:
    return identity(states[0])


@entry
def open_to_others(states: Any) -> Any:
    return interruptible(states[0])
