"""Before the start [W39]."""

from tests.house.parlour import Parlour
from tests.house.town import live, refused
from tests.law import law
from turnwise.house.tables import seating
from turnwise.house.tables.items import Terms


@law("W39")
def test_who_leaves_before_the_start_is_removed_and_the_creator_closes_the_table() -> None:
    leave_and_close()


@live
async def leave_and_close() -> None:
    async with Parlour() as parlour:
        ann, ben, cat = await parlour.guests("Ann", "Ben", "Cat")
        id = await parlour.house.open(ann, Terms("whot", 3))
        for who in (ann, ben):
            await parlour.house.change(id, who, lambda table, who=who: seating.sit(table, who, None, parlour.at))  # type: ignore[misc]
        table = parlour.house.loaded[id].table
        await parlour.house.change(id, ben, lambda table: seating.get_up(table, ben, 1, parlour.at))
        assert (table.sitters, table.status) == ([ann, "", ""], "lobby")
        await parlour.house.change(id, cat, lambda table: seating.sit(table, cat, None, parlour.at))
        assert table.sitters == [ann, cat, ""]
        await parlour.house.change(id, ann, lambda table: seating.get_up(table, ann, 0, parlour.at))
        assert (table.status, table.closed, table.match) == ("over", "its host has left", None)
        await refused(
            "table_over",
            parlour.house.change(id, ben, lambda table: seating.sit(table, ben, None, parlour.at)),
        )
