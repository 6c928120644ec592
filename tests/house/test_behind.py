"""Another process has written to a table that is in memory here: whoever is slower finds out, and nobody is sent away for it."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.house.parlour import Parlour
from tests.house.test_cancelled import Watching
from tests.house.town import live
from turnwise.house.tables import items, playing
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused

GAME = Terms("connect_four", 2)


@live
async def test_who_was_slower_hears_what_he_missed_and_is_heard() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(GAME, ann, ben)
        here, elsewhere = parlour.house, parlour.elsewhere()
        watching = Watching(ben)
        await here.watch(id, ben, watching.seen_by)
        first = await elsewhere.look(id, ann)
        await elsewhere.act(id, ann, [first.legal[0] if isinstance(first.legal, list) else ""], 0, "k")
        asked: list[int] = []

        def hello(table: Table) -> Sequence[AnyItem]:
            asked.append(table.version)
            return playing.talk(table, ben, "players", "hello", parlour.at)

        await here.change(id, ben, hello)
        assert asked == [0, 1], "asked again, of the table as it is"
        told = [msgspec.json.decode(message) for message in watching.told]
        moved = [one["version"] for one in told if "lines" in one and one["type"] == "delta"]
        assert not watching.is_lost and moved == [1] and told[-1]["talk"][0]["text"] == "hello"
        assert [type(item) for item in await parlour.log(id)][-2:] == [items.Acted, items.Said]
        answer = await here.act(id, ann, ["anything"], 0, "k")
        assert answer.repeated and answer.version == 1, "a key is known wherever it was used"


@live
async def test_a_refusal_that_is_kept_holds_on_to_nobody() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(GAME, ann, ben)
        told = []
        for _ in range(2):
            with pytest.raises(Refused) as refused:
                await parlour.house.act(id, ben, [0], 0, "k")
            told.append((refused.value.code, str(refused.value)))
        (kept,) = parlour.house.loaded[id].refused.values()
        assert told[0] == told[1] == (kept.code, str(kept))
        assert kept.__traceback__ is None and kept.__context__ is None and kept is not refused.value
