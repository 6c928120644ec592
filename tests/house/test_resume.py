"""The house is closed and opened again: matches go on where they were, and what sleeps costs nothing."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.house.heads import Head, quiet, until, with_head
from tests.house.kept_store import KeptStore
from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from turnwise.house import upkeep
from turnwise.house.house import House
from turnwise.house.store.interface import Append, Change, Writing
from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.clock import DAY, Control
from turnwise.house.tables.items import Terms
from turnwise.house.tables.summary import decode
from turnwise.house.work.drain import Closing
from turnwise.kit.position import SPECTATOR

MOVE = Control("move", 30)
HOUR = 3_600_000


def four(clock: Control = MOVE, **terms: Any) -> Terms:
    return Terms("connect_four", 2, clock=clock, **terms)


class Counted(KeptStore):
    """Counts the logs that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: list[str] = []

    async def read(self, log: str, start: int = 0) -> list[bytes]:
        self.reads.append(log)
        return await super().read(log, start)


async def resumed(parlour: Parlour) -> int:
    return await parlour.house.resume()


def kinds(log: list[items.AnyItem]) -> list[str]:
    return [type(item).__name__ for item in log]


@live
async def test_nobodys_clock_ran_while_the_house_was_closed() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(Control("game", 60, 5), absence="forfeit"), ann, ben)
    parlour.at += 20_000
    await parlour.act(id, 0, 3)
    parlour.at += HOUR
    parlour.house = parlour.elsewhere()
    assert await resumed(parlour) == 1
    assert kinds(await parlour.log(id))[-1] == "Resumed"
    assert parlour.house.timers.due == {id: parlour.at + 60_000}
    assert id not in parlour.house.loaded, "nobody needs it"
    table = (await parlour.house.find(id, ann)).table
    assert (table.version, table.turn, table.clock.left) == (1, 1, [45_000, 60_000])
    assert kinds(await parlour.log(id)).count("Resumed") == 1, "taken up once"
    parlour.at += 60_000
    await parlour.house.timers.ring()
    assert parlour.house.loaded[id].table.status == "over"


@live
@pytest.mark.parametrize("control", [Control("game", 60), MOVE, Control("days", DAY)], ids=lambda control: control.kind)
async def test_nobody_gets_more_time_when_the_systems_clock_is_set_back_while_the_house_is_closed(
    control: Control,
) -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(control), ann, ben)
    parlour.at -= 100 * HOUR
    parlour.house = parlour.elsewhere()
    table = (await parlour.house.find(id, ann)).table
    assert table.clock.due == parlour.at + control.seconds * 1000


@live
async def test_a_table_that_could_not_be_taken_up_is_tried_again() -> None:
    store = KeptStore()
    parlour = Parlour(store)
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(), ann, ben)
    parlour.at += HOUR
    parlour.house = parlour.elsewhere()
    store.broken = True
    assert await resumed(parlour) == 0
    store.broken = False
    parlour.at += 5_000
    await parlour.house.timers.ring()
    assert parlour.house.timers.due == {id: parlour.at + 30_000}


@live
async def test_whoever_is_quicker_than_the_house_finds_his_time_too() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(Control("game", 60)), ann, ben)
    parlour.at += HOUR
    parlour.house = parlour.elsewhere()
    parlour.at += 1_000
    assert (await parlour.house.act(id, ann, [3], 0, "k")).version == 1
    assert parlour.house.loaded[id].table.clock.left == [60_000, 60_000]
    assert await resumed(parlour) == 1
    assert kinds(await parlour.log(id))[-2:] == ["Resumed", "Acted"]


@live
async def test_bots_and_stand_ins_go_on() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    with_bot = await parlour.table(four(Control()), ann, "bot:classic")
    away = await parlour.table(four(Control(), absence="bot"), ann, ben)
    moves = await parlour.table(four(Control()), ann, ben)
    await parlour.act(with_bot, 0, 3)
    for id in (away, moves):
        await parlour.house.change(id, ann, lambda table: playing.walk_away(table, ann, 0, parlour.at))
    await parlour.house.close()
    parlour.house = parlour.elsewhere()
    with_head(parlour.house, Head())
    assert await resumed(parlour) == 3
    for id, version in ((with_bot, 2), (away, 1), (moves, 1)):
        await until(lambda id=id, version=version: version == len(_acted(parlour, id)))  # type: ignore[misc]


def _acted(parlour: Parlour, id: str) -> list[bytes]:
    store: Any = parlour.store
    return [item for item in store.logs[f"table {id}"] if b'"acted"' in item]


@live
async def test_a_table_at_which_nothing_happens_by_itself_is_not_even_read() -> None:
    parlour = Parlour(Counted())
    ann, ben = await parlour.guests("Ann", "Ben")
    for _ in range(20):
        await parlour.house.open(ann, four())
    await parlour.table(four(Control()), ann, ben)
    over = await parlour.table(four(), ann, ben)
    await parlour.resign(over, 0)
    ids = [await parlour.table(four(), ann, ben) for _ in range(2 * upkeep.PAGE + 3)]
    await parlour.house.close()
    parlour.house = parlour.elsewhere()
    store: Any = parlour.store
    store.reads.clear()
    assert await resumed(parlour) == len(ids)
    assert sorted(store.reads) == sorted(f"table {id}" for id in ids)
    assert set(parlour.house.timers.due) == set(ids) and parlour.house.loaded == {}


@live
async def test_a_table_that_is_asked_for_by_many_is_read_once() -> None:
    parlour = Parlour(Counted())
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(), ann, ben)
    parlour.house = parlour.elsewhere()
    store: Any = parlour.store
    store.reads.clear()
    looks = [asyncio.create_task(looked(parlour.house, id, ann)) for _ in range(5)]
    await asyncio.sleep(0)
    looks[0].cancel()  # whoever asked first goes away: the others get it all the same
    told = await asyncio.gather(*looks, return_exceptions=True)
    assert isinstance(told[0], asyncio.CancelledError) and all(one == told[1] for one in told[2:])
    assert store.reads == [f"table {id}"]


# Other rules.


@live
async def test_a_match_of_other_rules_stays_readable_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    old = await parlour.table(four(), ann, ben)
    await parlour.act(old, 0, 3)
    over = await parlour.table(four(), ann, ben)
    await parlour.resign(over, 0)
    await parlour.house.change(old, ann, lambda table: playing.talk(table, ann, "players", "hello", parlour.at))
    before = await looked(parlour.house, old, ann)
    await parlour.house.close()
    rules = parlour.house.loaded[old].table.game.rules
    monkeypatch.setattr(rules, "VERSION", rules.VERSION + 1)
    other = Terms("whot", 2, clock=MOVE)
    parlour.house = parlour.elsewhere()
    new = await parlour.table(other, ann, ben)
    parlour.at += HOUR
    parlour.house = parlour.elsewhere()
    await resumed(parlour)
    assert set(parlour.house.timers.due) == {new}
    told = await looked(parlour.house, old, ann)
    assert "version 1 of the rules of Connect Four" in told["table"]["outdated"] and "state" not in told
    assert (told["table"]["status"], told["talk"]) == ("running", before["talk"])
    assert told["table"]["seats"] == before["table"]["seats"]
    assert told["table"]["commitment"] == before["table"]["commitment"]
    error = await refused("old_rules", parlour.house.act(old, ben, [3], 1, "k"))
    assert str(error) == told["table"]["outdated"]
    await refused("old_rules", parlour.house.hint(old, ben))
    await parlour.house.change(old, ann, lambda table: playing.talk(table, ann, "players", "oh", parlour.at))
    await parlour.house.change(old, None, lambda table: [items.Closed(parlour.at, "", "the rules have changed")])
    assert (await looked(parlour.house, old, ann))["table"]["closed"] == "the rules have changed"
    await parlour.house.change(over, None, lambda table: [items.Hid(parlour.at, "")])
    doc = await parlour.store.get("table", over)
    assert doc and decode(doc.body).winners == [1] and decode(doc.body).reason == "resigned" and decode(doc.body).hidden
    assert not [one for one in await parlour.store.find("table", "stirs", "now") if one.id != new]


@live
async def test_a_log_that_these_rules_do_not_replay_is_said_to_be_so() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(Control()), ann, ben)
    broken = [items.Acted(parlour.at, ann, 0, [3], 1), items.Acted(parlour.at, ben, 0, [3], 2)]
    log = f"table {id}"
    length = len(await parlour.log(id))
    await parlour.store.commit([Append(log, at, items.encode(item)) for at, item in enumerate(broken, length)])
    parlour.house = parlour.elsewhere()
    told = await looked(parlour.house, id, ann)
    assert told["table"]["outdated"] and told["table"]["commitment"]
    await refused("old_rules", parlour.house.act(id, ann, [3], 1, "k"))


# What sleeps.


class Onlooker:
    viewer = SPECTATOR

    def __init__(self, person: str = "") -> None:
        self.person = person
        self.told: list[bytes] = []
        self.gone = False

    def push(self, message: bytes) -> None:
        self.told.append(message)

    def lost(self) -> None:
        self.gone = True


@live
async def test_a_table_leaves_memory_when_nobody_needs_it() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.free.clear()
    ann, ben = await parlour.guests("Ann", "Ben")
    watched, left, used, botted = [await parlour.table(four(), ann, ben) for _ in range(3)] + [
        await parlour.table(four(), "bot:classic", ann)
    ]
    onlooker = Onlooker()
    await parlour.house.watch(watched, "", lambda viewer: onlooker)
    parlour.at += upkeep.IDLE
    await looked(parlour.house, used, ann)
    await upkeep.sweep(parlour.house)
    assert set(parlour.house.loaded) == {watched, used, botted}
    assert left in parlour.house.timers.due and not onlooker.gone
    parlour.house.unwatch(watched, onlooker)
    parlour.at += upkeep.IDLE
    await upkeep.sweep(parlour.house)
    assert set(parlour.house.loaded) == {botted}
    assert (await looked(parlour.house, left, ann))["version"] == 0
    await parlour.house.close()


@live
async def test_names_of_people_who_are_at_no_table_are_not_kept_at_hand_for_ever() -> None:
    async with Parlour() as parlour:
        house = parlour.house
        ann, ben = await parlour.guests("Ann", "Ben")
        await parlour.table(four(), ann, ben)
        house.names |= {f"stranger {number}": "Stranger" for number in range(upkeep.MOST_NAMES + 10)}
        await upkeep.sweep(house)
        assert len(house.names) == upkeep.MOST_NAMES + 2 and {ann, ben} <= house.names.keys()
        assert "stranger 10" in house.names and "stranger 9" not in house.names


# Closing.


class Slow(KeptStore):
    """Commits wait until they are let through."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[asyncio.Future[None]] = []
        self.slow = self.closed = False

    def commit(self, changes: Sequence[Change]) -> Writing:
        if not self.slow:
            return super().commit(changes)
        writing = Writing()
        self.waiting.append(asyncio.get_running_loop().create_future())
        self.waiting[-1].add_done_callback(lambda _: self._written(changes, writing))
        return writing

    def _written(self, changes: Sequence[Change], writing: Writing) -> None:
        super().commit(changes).add_done_callback(lambda _: writing.set_result(None))

    async def close(self) -> None:
        self.closed = True


async def at_a_slow_table() -> tuple[Parlour, Slow, str, str]:
    store = Slow()
    parlour = Parlour(store)
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(), ann, ben)
    store.slow = True
    return parlour, store, id, ann


@live
async def test_a_house_that_closes_finishes_what_has_begun_and_begins_nothing() -> None:
    parlour, store, id, ann = await at_a_slow_table()
    acting = asyncio.create_task(parlour.house.act(id, ann, [3], 0, "k"))
    await until(lambda: bool(store.waiting))
    closing = asyncio.create_task(parlour.house.close())
    await quiet()
    assert not closing.done() and not store.closed
    await refused("closing", parlour.house.act(id, ann, [3], 0, "l"))
    await refused("closing", parlour.house.open(ann, four()))
    assert str(Closing()).endswith(".")
    store.waiting.pop().set_result(None)
    await closing
    assert (await acting).version == 1 and store.closed
    assert len(_acted(parlour, id)) == 1


@live
async def test_a_bot_that_thinks_does_not_keep_the_house_open() -> None:
    parlour = Parlour()
    head = with_head(parlour.house, Head())
    head.free.clear()
    ann, *_ = await parlour.guests("Ann")
    await parlour.table(four(), "bot:classic", ann)
    await parlour.house.resume()
    await until(lambda: bool(head.asked))
    await parlour.house.close()
    assert head.cancelled == 1


# What is on the disk, and what is shown.


@live
async def test_whoever_is_called_away_leaves_nothing_half_done() -> None:
    parlour, store, id, ann = await at_a_slow_table()
    acting = asyncio.create_task(parlour.house.act(id, ann, [3], 0, "k"))
    await until(lambda: bool(store.waiting))
    for _ in range(2):
        acting.cancel()
        await quiet()
    looking = asyncio.create_task(looked(parlour.house, id, ann))
    await quiet()
    assert not looking.done(), "nobody is shown what is not on the disk"
    store.waiting.pop().set_result(None)
    with pytest.raises(asyncio.CancelledError):
        await acting
    assert (await looking)["version"] == 1 and parlour.house.timers.due[id] == parlour.at + 30_000


@live
async def test_what_could_not_be_kept_is_shown_to_nobody() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(Control()), ann, ben)
    onlooker = Onlooker()
    await parlour.house.watch(id, "", lambda viewer: onlooker)
    told = len(onlooker.told)
    store: Any = parlour.store
    store.broken = True
    acting = asyncio.create_task(parlour.house.act(id, ann, [3], 0, "k"))
    looking = asyncio.create_task(looked(parlour.house, id, ben))
    await refused("unavailable", _result(acting))
    assert (await looking)["version"] == 0 and onlooker.gone and len(onlooker.told) == told
    await refused("unavailable", parlour.house.open(ann, four()))
    store.broken = False
    assert (await parlour.house.act(id, ann, [3], 0, "k")).version == 1


async def _result(task: "asyncio.Task[Any]") -> Any:
    return await task


@live
async def test_what_fails_after_a_change_does_not_undo_it() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.table(four(Control()), ann, ben)
    heard: list[int] = []

    def broken(loaded: Any, happened: Any) -> None:
        raise ValueError

    parlour.house.after += [broken, lambda loaded, happened: heard.append(loaded.table.version)]
    assert (await parlour.house.act(id, ann, [3], 0, "k")).version == 1
    assert heard == [1]


def test_a_house_has_its_own_steady_clock() -> None:
    house = House(KeptStore())
    assert house.hours.began <= house.now() <= house.hours.began + 60_000


@live
async def test_seats_decide_with_whose_eyes_somebody_looks() -> None:
    """Whoever watches in the lobby gets the eyes of the seat that he has when the match begins, shuffled or not."""
    parlour = Parlour()
    ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
    for _ in range(4):
        id = await parlour.house.open(ann, Terms("whot", 2, seating="shuffled"))
        watchers = {who: Onlooker(who) for who in (ann, ben, eve)}
        for who, watcher in watchers.items():
            await parlour.house.watch(id, who, lambda viewer, watcher=watcher: watcher)  # type: ignore[misc]
        for who in (ann, ben):
            sat = lambda table, who=who: seating.sit(table, who, None, parlour.at)  # noqa: E731
            await parlour.house.change(id, who, sat)
        await parlour.house.change(id, ann, lambda table: seating.start(table, ann, parlour.at))
        table = parlour.house.loaded[id].table
        for who in (ann, ben, eve):
            seat = table.seat_of(who)
            assert watchers[who].viewer == (SPECTATOR if seat is None else seat)
            assert table.match
            seen = table.match.view(seat).state["hands"]
            started, here = map(msgspec.json.decode, watchers[who].told[-2:])
            assert started["state"]["hands"] == seen and here["type"] == "presence"


@live
async def test_whoever_is_sent_away_from_a_private_table_sees_no_more_of_it() -> None:
    parlour = Parlour()
    ann, ben = await parlour.guests("Ann", "Ben")
    id = await parlour.house.open(ann, four(access="private"))
    await parlour.house.change(id, ann, lambda table: seating.invite(table, ann, ben, parlour.at))
    await parlour.house.change(id, ben, lambda table: seating.sit(table, ben, None, parlour.at))
    watcher = Onlooker(ben)
    await parlour.house.watch(id, ben, lambda viewer: watcher)
    told = len(watcher.told)
    await parlour.house.change(id, ann, lambda table: seating.get_up(table, ann, 0, parlour.at))
    assert watcher.gone and len(watcher.told) == told
    await refused("no_such_table", looked(parlour.house, id, ben))
