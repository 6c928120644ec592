"""Nobody has the house think for hundreds of bots, and nobody who plays as people do hears of it."""

from tests.house.heads import Head, with_head
from tests.house.parlour import Parlour
from tests.house.town import live, refused
from turnwise.house.services import branch
from turnwise.house.services.pairing import Pairing
from turnwise.house.tables import playing, seating
from turnwise.house.tables.bot_limit import MOST
from turnwise.house.tables.items import Terms

EIGHT = Terms("whot", 8)
SEVEN = ["bot:random"] * 7


@live
async def test_so_many_bots_play_for_one_person_and_a_match_that_ends_lets_others_in() -> None:
    async with Parlour() as parlour:
        with_head(parlour.house, Head()).free.clear()
        house, now = parlour.house, parlour.at
        ann, ben = await parlour.guests("Ann", "Ben")
        for _ in range(3):
            await parlour.table(EIGHT, ann, *SEVEN)
        first, *_ = [await parlour.table(Terms("whot", 2), ann, "bot:random") for _ in range(7)]
        assert MOST - (3 * 7 + 7) == 4
        lobby = await house.open(ann, Terms("whot", 6))
        for _ in range(4):
            await house.change(lobby, ann, lambda table: seating.add_bot(table, ann, None, "random", now))
        add = lambda table: seating.add_bot(table, ann, None, "random", now)  # noqa: E731
        told = await refused("too_many_bots", house.change(lobby, ann, add))
        assert str(told).startswith("33 bots would play") and "32 may" in str(told)
        await refused("too_many_bots", Pairing(house).play_now(ann, "whot", 6, "random"))
        await refused("too_many_bots", branch_of(parlour, ann))
        await parlour.table(EIGHT, ben, *SEVEN)  # of somebody else
        await house.change(lobby, ben, lambda table: seating.sit(table, ben, None, now))  # a person may always come
        await parlour.resign(first, 0)
        await house.change(lobby, ann, add)
        await house.change(lobby, ann, lambda table: seating.start(table, ann, now))
        ask = lambda table: playing.ask(table, ann, 0, "rematch", now)  # noqa: E731
        await refused("too_many_bots", house.change(first, ann, ask))
        assert house.loaded[first].table.asking is None


async def branch_of(parlour: Parlour, person: str) -> str:
    """Play on from a match that is over, against bots."""
    (other,) = await parlour.guests("Cid")
    id = await parlour.table(Terms("whot", 8), other, person, *(await parlour.guests(*"DEFGHI")))
    for seat in range(7):
        await parlour.resign(id, seat)
    return await branch.branch(parlour.house, id, person, 0, None, "random")
