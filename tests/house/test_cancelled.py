"""Whoever asked goes away while it is written: it happens wholly or not at all, and everybody sees the same."""

import asyncio
from collections.abc import Sequence

from tests.house.kept_store import KeptStore
from tests.house.parlour import Parlour, looked
from tests.house.town import live
from turnwise.house.store.interface import Change, Unavailable, Writing
from turnwise.house.tables.items import Terms


class Slow(KeptStore):
    """Writes when the test says so; until then whoever waits can be called away."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go_on, self.fails = asyncio.Event(), asyncio.Event(), False
        self.go_on.set()

    def commit(self, changes: Sequence[Change]) -> Writing:
        writing = Writing()
        self.writer = asyncio.create_task(self._commit(changes, writing))
        return writing

    async def _commit(self, changes: Sequence[Change], writing: Writing) -> None:
        self.begun.set()
        await self.go_on.wait()
        if self.fails:
            writing.set_exception(Unavailable())
        else:
            await super().commit(changes)
            writing.set_result(None)

    def hold(self) -> None:
        self.begun.clear()
        self.go_on.clear()


class Watching:
    """Counts the versions that somebody is shown."""

    def __init__(self, person: str) -> None:
        self.person, self.viewer = person, -1
        self.told: list[bytes] = []
        self.is_lost = False

    def seen_by(self, viewer: int) -> "Watching":
        self.viewer = viewer
        return self

    def push(self, message: bytes) -> None:
        self.told.append(message)

    def lost(self) -> None:
        self.is_lost = True


async def match(store: Slow) -> tuple[Parlour, str, str, str]:
    parlour = Parlour(store)
    ann, ben = await parlour.guests("Ann", "Ben")
    return parlour, await parlour.table(Terms("connect_four", 2), ann, ben), ann, ben


async def called_off(parlour: Parlour, store: Slow, id: str, ann: str, times: int = 1) -> "asyncio.Task[object]":
    """Somebody acts and is called away, once or again and again, while it is being written."""
    store.hold()
    acting = asyncio.create_task(parlour.house.act(id, ann, [3], 0, "k"))
    await store.begun.wait()
    for _ in range(times):
        acting.cancel()
        await asyncio.sleep(0)
    return acting


@live
async def test_what_was_being_written_is_shown_though_nobody_waits_for_the_answer() -> None:
    store = Slow()
    parlour, id, ann, ben = await match(store)
    watching = Watching(ben)
    await parlour.house.watch(id, ben, watching.seen_by)
    acting = await called_off(parlour, store, id, ann, times=3)
    looking = asyncio.create_task(looked(parlour.house, id, ben))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not looking.done(), "nobody reads the table just before the item lands"
    store.go_on.set()
    await asyncio.wait([acting])
    assert acting.cancelled()
    assert (await looking)["version"] == 1
    assert any(b'"version":1' in told for told in watching.told) and not watching.is_lost
    again = await parlour.house.act(id, ann, [3], 0, "k")
    assert (again.version, again.repeated) == (1, True)
    assert (await looked(parlour.elsewhere(), id, ben))["version"] == 1


@live
async def test_what_could_not_be_written_did_not_happen() -> None:
    store = Slow()
    parlour, id, ann, ben = await match(store)
    watching = Watching(ben)
    await parlour.house.watch(id, ben, watching.seen_by)
    shown = len(watching.told)
    acting = await called_off(parlour, store, id, ann)
    store.fails = True
    store.go_on.set()
    await asyncio.wait([acting])
    store.fails = False
    assert watching.is_lost and len(watching.told) == shown
    assert (await looked(parlour.house, id, ben))["version"] == 0
    assert (await parlour.house.act(id, ann, [3], 0, "k")).version == 1


@live
async def test_a_table_that_was_being_opened_is_there() -> None:
    store = Slow()
    parlour = Parlour(store)
    (ann,) = await parlour.guests("Ann")
    store.hold()
    opening = asyncio.create_task(parlour.house.open(ann, Terms("connect_four", 2)))
    await store.begun.wait()
    opening.cancel()
    await asyncio.sleep(0)
    store.go_on.set()
    await asyncio.wait([opening])
    assert opening.cancelled()
    (doc,) = await store.find("table", "status", "lobby")
    assert (await looked(parlour.house, doc.id, ann))["version"] == 0
    async with parlour:
        assert doc.id in parlour.house.loaded
