"""Different positions have different identities: all that are met within some plies."""

import pytest

from turnwise.games import game as game_named
from turnwise.kit.position import Engine, Position
from turnwise.proofs.hints import Hints, essence


def met(position: Position, plies: int) -> list[Position]:
    """All positions within so many plies."""
    found, edge = [position], [position]
    for _ in range(plies):
        following = []
        for at in edge:
            for action in at.legal(at.turn):
                ahead = at.copy()
                ahead.play(ahead.turn, action)
                following.append(ahead)
        edge = following
        found += edge
    return found


@pytest.mark.parametrize(("name", "plies"), [("connect_four", 4), ("differo", 2)])
def test_different_positions_have_different_identities(name: str, plies: int) -> None:
    game = game_named(name)
    start, _ = Engine(game, compiled=True).position(game.frame(2, {}), 1)
    known: dict[int, bytes] = {}
    positions = met(start, plies)
    for position in positions:
        assert known.setdefault(Hints(position).identity, essence(position)) == essence(position)
    assert len(known) == len({essence(position) for position in positions}) > 400
