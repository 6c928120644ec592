"""Under load, too, nobody can tell from the time of an answer whether a computer could have said "Veto!".  [C33]

Real processes think here, at many tables that all ask "Veto?" at once, with others waiting behind them. Which of the computers hold one
was drawn by lot; whether the times of the answers tell them apart is a matter of statistics."""

import asyncio
import itertools
from random import Random

import pytest

from tests.games.caesar.test_settings import to_a_veto
from tests.house.leaks import p_value
from tests.house.parlour import Parlour
from tests.house.town import live
from tests.law import law
from turnwise.house.tables.items import Terms
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.seated_bots import SeatedBots
from turnwise.house.work.thinkers import Thinkers
from turnwise.kit.position import Position
from turnwise.play import secret

TWINS, OTHERS = 20, 12
PACE = 0.1
UNLIKELY = 1e-4


async def asked(parlour: Parlour, person: str, holds: bool) -> Position:
    """A computer is asked "Veto?", and holds one or not."""
    id = await parlour.table(Terms("caesar", 2), person, "bot:search:5")
    await to_a_veto(parlour, id, 1, holds)
    match = parlour.house.loaded[id].table.match
    assert match
    return match.position


async def twin(parlour: Parlour, person: str, position: Position) -> LoadedTable:
    """Another table at which the same is asked."""
    loaded = parlour.house.loaded[await parlour.table(Terms("caesar", 2), person, "bot:search:5")]
    assert loaded.table.match
    loaded.table.match.position = Position(position.engine, *position.pack())
    loaded.table.match._changed()
    loaded.table.turn = 1
    return loaded


@law("C33")
@live
async def test_the_time_of_an_answer_under_load_does_not_tell_who_holds_a_veto(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret, "fresh", lambda: secret.small(1))
    async with Parlour(pace=PACE) as parlour:
        house, loop = parlour.house, asyncio.get_running_loop()
        ann, ben = await parlour.guests("Ann", "Ben")
        held = {holds: await asked(parlour, ben, holds) for holds in (True, False)}
        kinds = [True, False] * (TWINS // 2)
        Random(4).shuffle(kinds)
        places = [await twin(parlour, ann, held[holds]) for holds in [*kinds, *kinds[:OTHERS]]]
        answered, times, enough = [loaded.table.id for loaded in places[:TWINS]], dict[str, float](), asyncio.Event()

        def heard(loaded: LoadedTable, _: object) -> None:
            times.setdefault(loaded.table.id, loop.time())
            if times.keys() >= set(answered):
                enough.set()

        house.after.append(heard)
        house.seated_bots = SeatedBots(house, Thinkers(1), PACE)
        for loaded in places:
            house.seated_bots.stir(loaded)
        await enough.wait()
    first = [times[id] for id in answered]
    steps = [after - before for before, after in itertools.pairwise(first)]
    told = [[step for step, holds in zip(steps, kinds[1:], strict=True) if holds == one] for one in (True, False)]

    assert p_value(*told) > UNLIKELY, told
