"""What a table keeps is bounded, and so is what is told of it; a match that has met a bound can be ended all the same."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from tests.house.parlour import Parlour
from tests.house.warp import unwaited
from turnwise.house import upkeep
from turnwise.house.people.sessions import GUEST_LIFE
from turnwise.house.tables import bounds, items, playing, seating
from turnwise.house.tables.feed import LINES, page_of
from turnwise.house.tables.items import Terms
from turnwise.house.tables.table import Table
from turnwise.house.tables.wire import Lines, Snapshot
from turnwise.kit.errors import Refused
from turnwise.kit.position import SPECTATOR

FREE = Terms("differo", 2, {"undo": "free"}, access="link")
PLAIN = Terms("connect_four", 2, access="link")


async def dance(parlour: Parlour, id: str, times: int) -> None:
    """Move and take back, again and again."""
    ann = parlour.house.loaded[id].table.sitters[0]
    for _ in range(times):
        table = parlour.house.loaded[id].table
        assert table.match
        await parlour.act(id, 0, table.match.legal[0].id)
        await parlour.house.change(id, ann, lambda table: playing.ask(table, ann, 0, "undo", parlour.at))


@pytest.mark.parametrize("bound", ["MOST_UNDOS", "MOST_TO_TAKE_BACK"])
def test_undos_have_an_end_and_the_match_goes_on(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, bound, 3)

    async def test() -> None:
        async with Parlour() as parlour:
            ann, ben = await parlour.guests("Ann", "Ben")
            id = await parlour.table(FREE, ann, ben)
            await dance(parlour, id, 3 if bound == "MOST_UNDOS" else 1)
            loaded = await parlour.act(
                id, 0, 0 if not (match := parlour.house.loaded[id].table.match) else match.legal[0].id
            )
            assert not playing.may_undo(loaded.table, 0)
            with pytest.raises(Refused) as refusal:
                await parlour.house.change(id, ann, lambda table: playing.ask(table, ann, 0, "undo", parlour.at))
            assert refusal.value.code == "no_more_undos" and str(refusal.value).endswith("is taken back.")
            again = (
                await parlour.elsewhere().find(id, ann)
            ).table  # a log that has met its bound is read like any other
            assert (again.undos, again.version) == (loaded.table.undos, loaded.table.version)
            assert (await parlour.resign(id, 1)).table.status == "over"

    asyncio.run(test())


def test_what_is_kept_beside_a_match_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with Parlour() as parlour:
            ann, ben = await parlour.guests("Ann", "Ben")
            id = await parlour.table(PLAIN, ann, ben)

            async def say(text: str) -> Any:
                return await parlour.house.change(
                    id, ann, lambda table: playing.talk(table, ann, "players", text, parlour.at)
                )

            table = (await say("one more")).table
            monkeypatch.setattr(bounds, "MOST_BESIDE", table.beside)
            for verb in (
                lambda table: playing.talk(table, ann, "players", "and another", parlour.at),
                lambda table: playing.walk_away(table, ann, 0, parlour.at),
                lambda table: playing.mute(table, ann, ben, True, parlour.at),
            ):
                with pytest.raises(Refused) as refusal:
                    await parlour.house.change(id, ann, verb)
                assert refusal.value.code == "table_log_full"
            assert (await parlour.house.act(id, ann, ["drop a"], 0, "")).version == 1
            assert (await parlour.resign(id, 1)).table.status == "over"

    asyncio.run(test())


def test_a_table_has_so_many_invitations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_INVITED", 2)
    table = Table("")
    table.fold(seating.opened(PLAIN, "ann", 0))
    for guest in ("ben", "cleo", "ben"):
        for item in seating.invite(table, "ann", guest, 0):
            table.fold(item)
    with pytest.raises(Refused) as refusal:
        seating.invite(table, "ann", "dora", 0)
    assert refusal.value.code == "too_many_invited" and table.invited == {"ben", "cleo"}


def test_who_asks_twice_has_asked_once() -> None:
    async def test() -> None:
        async with Parlour() as parlour:
            ann, ben = await parlour.guests("Ann", "Ben")
            id = await parlour.table(PLAIN, ann, ben)
            await parlour.act(id, 0, "drop a")
            for _ in range(3):
                loaded = await parlour.house.change(
                    id, ann, lambda table: playing.ask(table, ann, 0, "undo", parlour.at)
                )
            asked = [item for item in await parlour.log(id) if isinstance(item, items.Asked)]
            assert len(asked) == 1 and loaded.table.waiting_for == [1]

    asyncio.run(test())


def test_the_log_is_told_in_pages_that_fit_together() -> None:
    """Also with hints between its lines, which have a place there and are no entries of the match."""

    async def test() -> None:
        async with Parlour() as parlour:
            ann, ben = await parlour.guests("Ann", "Ben")
            id = await parlour.table(FREE, ann, ben)
            for _ in range(3):
                await dance(parlour, id, LINES // 2 - 25)

                def hinted(table: Table) -> Sequence[items.AnyItem]:
                    return [items.Hinted(parlour.at, "", 0)]

                await parlour.house.change(id, None, hinted)
            loaded = await parlour.house.find(id, ann)
            table, match = loaded.table, loaded.table.match
            assert match and table.version == 450 and [hint.version for hint in table.hinted] == [150, 300, 450]
            every = [line.words for line in match.lines_from(0, SPECTATOR)]
            for at in (451, 301, 151):  # from the end, so that the places before stay as they are
                every.insert(at, "hint")

            told = loaded.feed.whole(Snapshot, table, SPECTATOR, "")
            assert told.lines and told.earlier and told.hints
            lines, earlier = [line.words for line in told.lines], told.earlier
            assert len(lines) == LINES and told.version == 450
            for hint in told.hints:
                lines.insert(hint.at - earlier, hint.words)
            assert lines == every[earlier:]

            while earlier:
                page = page_of(table, SPECTATOR, earlier)
                assert len(page.lines) <= LINES
                lines, earlier = [line.words for line in page.lines] + lines, page.earlier
            assert lines == every
            assert [line.words for line in page_of(table, SPECTATOR, None).lines] == every[-LINES:]
            assert page_of(table, SPECTATOR, 0) == Lines(0, [])

            class Back:
                """Somebody who comes back, and what he is told."""

                viewer, person = SPECTATOR, ""

                def __init__(self, missed: int) -> None:
                    self.told: list[bytes] = []
                    loaded.feed.add(table, self, table.n - missed)

                def push(self, message: bytes) -> None:
                    self.told.append(message)

                def lost(self) -> None:
                    raise AssertionError

            assert Back(LINES - 3).told[0].startswith(b'{"type":"delta"')
            assert Back(LINES + 3).told[0].startswith(b'{"type":"snapshot"')

    asyncio.run(test())


def test_what_has_lapsed_is_cleared_within_minutes_whatever_fails(caplog: pytest.LogCaptureFixture) -> None:
    """All of it, not a hundred a minute, and also if something else can't be put in order."""

    async def test() -> None:
        async with Parlour() as parlour:
            house, store = parlour.house, parlour.store
            (ann,) = await parlour.guests("Ann")
            await asyncio.gather(*(house.people.token_for_seat(ann, "table", 0) for _ in range(150)))
            await asyncio.gather(*(house.people.guest(f"Guest {n}", f"10.0.{n}.1") for n in range(150)))
            await house.people.hand_over(ann)
            await store.commit(house.once.note(ann, "key", "table"))
            assert await store.count("session", "due", "any") == 301
            parlour.at += GUEST_LIFE + 1
            await house.people.guest("Ben", "10.1.1.1")

            async def fails(*_: object) -> None:
                raise ValueError("a fault of ours")

            house.mailboxes.sweep = fails  # type: ignore[method-assign]
            house.resume()
            await asyncio.sleep(2.5 * upkeep.EVERY)
            left = [await store.count(kind, "due", "any") for kind in ("session", "hand-over", "request")]
            assert left == [1, 0, 0] and caplog.text.count("could not be put in order") == 2

    unwaited(test())
