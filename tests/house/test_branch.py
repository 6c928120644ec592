"""Playing on from a moment of a finished match."""

import random

import pytest

from tests.house.parlour import Parlour
from tests.house.town import live, refused
from tests.setting import party
from turnwise.games import ours
from turnwise.house.services.branch import branch
from turnwise.house.tables.items import Terms
from turnwise.play.match import Match


async def finished(parlour: Parlour, game: str, requests: int) -> tuple[str, list[str], Match]:
    """A match that somebody gave up after so many requests."""
    chance, seats = random.Random(game), party(game)
    people = await parlour.guests(*(f"P{seat}" for seat in range(seats)))
    id = await parlour.table(Terms(game, seats), *people)
    match = (await parlour.house.find(id, people[0])).table.match
    assert match
    for request in range(requests):
        seat = match.turn
        assert seat is not None
        action = chance.choice(match.legal_for(seat))
        await parlour.house.act(id, people[seat], [action.id], match.version, f"{request}")
    while match.outcome is None:
        assert match.turn is not None
        await parlour.resign(id, match.turn)
    return id, people, match


@pytest.mark.parametrize("game", sorted(ours()))
@live
async def test_a_branch_has_gone_the_same_way(game: str) -> None:
    async with Parlour() as parlour:
        id, people, match = await finished(parlour, game, 9)
        ply = 6
        while match.log[ply].joined:
            ply += 1
        new = await branch(parlour.house, id, people[1], ply, None, "classic")
        other = (await parlour.house.find(new, people[1])).table
        assert other.match and other.match.log == match.log[:ply] and other.status == "running"
        then = Match(match.game, seats=match.seats, secret=match.secret, nonces=match.nonces, **match.frame.options)
        for entry in match.log[:ply]:
            then.play(entry.action, seat=entry.seat)
        assert other.match.position.pack() == then.position.pack()
        assert other.sitters == ["bot:classic" if seat != 1 else people[1] for seat in range(match.seats)]
        assert not other.terms.rated and other.branches == f"{id} {ply}"


@live
async def test_what_can_not_be_branched_from() -> None:
    async with Parlour() as parlour:
        id, people, match = await finished(parlour, "connect_four", 6)
        await refused("no_such_ply", branch(parlour.house, id, people[0], 99, None, "classic"))
        await refused("no_such_seat", branch(parlour.house, id, people[0], 2, 5, "classic"))
        await refused("over", branch(parlour.house, id, people[0], len(match.log), None, "classic"))
        running = await parlour.table(Terms("connect_four", 2), *people)
        await refused("running", branch(parlour.house, running, people[0], 0, None, "classic"))
