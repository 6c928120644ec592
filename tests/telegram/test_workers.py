"""Telegram over several workers: one of them speaks, the limits hold over all, a tap is answered by any, and whoever dies or is cut off,
the table goes on. The workers are houses of one process on one store, in virtual time; `test_killed.py` has real ones."""

import asyncio
import json
from collections.abc import Callable
from typing import NamedTuple

from tests.telegram.persons import Person
from tests.telegram.players import ASKS, acted, rings
from tests.telegram.shared import LIFE
from tests.telegram.things import Chat
from tests.telegram.workers import SECRET, Worker, Workers, at_work, with_workers
from turnwise.house.store.interface import Put
from turnwise.house.tables import seating
from turnwise.house.tables.clock import NO_CLOCK
from turnwise.house.tables.items import Terms
from turnwise.telegram.inbox import KIND, LOOK, TOPIC, WAITING

WORDS = "symbol_seconds=0 turn_seconds=86400 lobby_seconds=0"
TAKEOVER = LIFE + LIFE / 4 + 2
"""Seconds after which another worker has taken up what a dead one did."""


async def begun(workers: Workers) -> tuple[Chat, list[Person]]:
    return await workers.leader.group_game("whot", "Ann", "Ben", words=WORDS)


def draws(worker: Worker, person: Person) -> str:
    """The button that draws: whatever was dealt, it is the other's turn then."""
    return next(label for label in worker.shown(person, person.private).labels if label.startswith("Draw"))


def asked(worker: Worker, people: list[Person]) -> Person:
    """The one who is asked to move."""
    (found,) = [one for one in people if ASKS in worker.shown(one, one.private).text]
    return found


async def moves(workers: Workers, people: list[Person], group: Chat) -> None:
    """Whoever is asked moves; then it is on the disk once, and the other one is asked."""
    one = workers.alive[0]
    before, mover = len(await acted(one, group)), asked(one, people)
    assert await one.tap(mover, mover.private, draws(one, mover)) == ""
    assert len(await acted(one, group)) == before + 1
    assert asked(one, people) is not mover


def tables_of(workers: Workers) -> int:
    """How many tables there are."""
    return sum(name.startswith("table ") and bool(log) for name, log in workers.store.logs.items())


def handed_over(workers: Workers) -> int:
    """How much waits for the worker that leads."""
    return sum(kind == KIND for kind, _ in workers.store.docs)


@with_workers(3)
async def test_a_match_is_played_wherever_telegram_calls(workers: Workers) -> None:
    group, people = await begun(workers)
    for _ in range(3):
        await moves(workers, people, group)
    assert len(workers.took) == 3
    for other in workers.others:
        assert {name for _, name in other.spoken.calls} == {"answerCallbackQuery"}
    assert sum(rings(workers.leader, one) for one in people) == 4
    assert len([one for one in people[0].sees(group) if one.photo]) == 1
    assert handed_over(workers) == 0
    assert all(body == b"" for topic, body in workers.shared.hints if topic == TOPIC)


@with_workers(2)
async def test_a_tap_is_answered_by_a_worker_that_does_not_lead(workers: Workers) -> None:
    """At once, by itself, and although no hint of the table's last moves has reached it."""
    group, people = await begun(workers)
    (workers.called,) = workers.others
    workers.shared.deaf = True
    for _ in range(3):
        mover, answered = asked(workers.leader, people), len(workers.called.spoken.calls)
        at = workers.world.clock()
        assert await mover.taps(mover.private, draws(workers.leader, mover)) == ""
        assert workers.world.clock() == at and len(workers.called.spoken.calls) == answered + 1
        await workers.called.later(LIFE)  # the lengths of the logs are compared meanwhile
        assert asked(workers.leader, people) is not mover
    assert len(await acted(workers.leader, group)) == 3


@with_workers(2)
async def test_what_needs_the_leader_waits_for_it_in_the_store(workers: Workers) -> None:
    """A command at the other worker, with every hint lost; the same update comes twice, to both of them."""
    (workers.called,), leader = workers.others, workers.leader
    workers.shared.deaf = True
    ann, ben = leader.people("Ann", "Ben")
    group = workers.world.group("Friday", ann, ben)
    await ann.writes(group, f"/startgame whot {WORDS}")
    await leader.later(LOOK + 1.5)
    assert tables_of(workers) == 1 and "Join" in leader.shown(ann, group).labels
    workers.world.updates.repeat()
    await leader.later()
    workers.called = leader
    workers.world.updates.repeat()
    await leader.later()
    assert tables_of(workers) == 1 and handed_over(workers) == 0
    assert len([one for one in ann.sees(group) if one.photo]) == 1
    workers.called = workers.others[0]
    assert "You have a seat" in await ben.taps(group, "Join")
    await ann.writes(group, "/help")
    workers.world.updates.repeat()
    await leader.later()
    assert sum("What I can do" in one.text for one in ann.sees(group)) == 1


@with_workers(2)
async def test_what_a_newer_release_handed_over_does_not_stop_the_rest(workers: Workers) -> None:
    (workers.called,), leader = workers.others, workers.leader
    await workers.store.commit([Put(KIND, "1", b'{"type":"of tomorrow"}', 0, (WAITING,))])
    await leader.later(LOOK + 1.5)
    (ann,) = leader.people("Ann")
    await ann.writes(ann.private, "/help")
    await leader.later()
    assert sum("What I can do" in one.text for one in ann.sees(ann.private)) == 1
    assert handed_over(workers) == 1, "it waits for who knows it"


@with_workers(2)
async def test_what_nobody_leads_for_is_done_by_the_next_who_does(workers: Workers) -> None:
    """The leader has died; until another one leads, commands and taps wait for it, and moves are made."""
    group, people = await begun(workers)
    dead, (heir,) = workers.leader, workers.others
    mover = asked(heir, people)
    dead.kill()
    assert await mover.taps(mover.private, draws(heir, mover)) == ""
    await people[0].writes(group, "/tables")
    await heir.later(1)
    assert handed_over(workers) == 1 and not heir.leads
    await heir.later(TAKEOVER)
    assert heir.leads and handed_over(workers) == 0
    assert sum("in progress" in one.text for one in people[0].sees(group)) == 1
    assert asked(heir, people) is not mover and rings(heir, mover) == 1
    for _ in range(2):
        await moves(workers, people, group)


@with_workers(2)
async def test_a_leader_that_closes_is_followed_at_once(workers: Workers) -> None:
    group, people = await begun(workers)
    await moves(workers, people, group)
    old, (heir,) = workers.leader, workers.others
    workers.called = heir
    await old.front.close()
    await heir.later(0.1)
    assert heir.leads
    await heir.later(2)
    for _ in range(2):
        await moves(workers, people, group)
    assert max(old.spoken.counted()) + 1 < min(heir.spoken.counted())


@with_workers(2)
async def test_a_leader_that_is_cut_off_is_silent_before_another_begins(workers: Workers) -> None:
    """It can't renew its lease, and would go on: what it has to say stays unsaid, and it answers taps as any other."""
    group, people = await begun(workers)
    old, (heir,) = workers.leader, workers.others
    workers.called = old
    (lease,) = [one for one in workers.shared.workers if workers.shared.holders["telegram"] == one.worker]
    lease.cut = True
    playing = asyncio.create_task(_at_full_speed(workers, people))
    await heir.later(3 * LIFE)
    playing.cancel()
    assert heir.leads and not old.leads
    assert old.spoken.counted() and heir.spoken.counted()
    assert max(old.spoken.counted()) + 1 < min(heir.spoken.counted())
    spoken = len(old.spoken.counted())
    assert await old.front._core.send(group.id, "I did not notice that I stood still.") == 0
    assert len(old.spoken.counted()) == spoken
    lease.cut = False
    await heir.later(LIFE)
    assert heir.leads and not old.leads
    before = len(await acted(heir, group))
    assert await heir.tap(mover := asked(heir, people), mover.private, draws(heir, mover)) == ""
    assert len(await acted(heir, group)) == before + 1 and asked(heir, people) is not mover


async def _at_full_speed(workers: Workers, people: list[Person]) -> None:
    while True:
        for person in people:
            if ASKS in workers.all[0].shown(person, person.private).text:
                person.presses(person.private, draws(workers.all[0], person))
        await asyncio.sleep(1)


@with_workers(2)
async def test_the_limits_of_a_minute_hold_over_a_death(workers: Workers) -> None:
    """A group that was told all that a minute allows hears of the next leader when that minute is over, and not before."""
    group, people = await begun(workers)
    await workers.leader.later(60)
    began = workers.world.clock()
    for _ in range(18):
        await people[0].writes(group, "/tables")
    await workers.leader.later(30)
    dead, (heir,) = workers.leader, workers.others
    dead.kill()
    for _ in range(12):
        await people[0].writes(group, "/tables")
    await heir.later(120)
    calls = [call for call in workers.world.calls if call.params.get("chat_id") == group.id and call.at >= began]
    told = [call.at for call in calls if call.method == "sendMessage"]
    assert len(told) == 30
    assert 15 < max(sum(at <= one < at + 60 for one in told) for at in told) <= 20


@with_workers(2)
async def test_who_was_told_to_wait_waits_also_after_a_death(workers: Workers) -> None:
    group, people = await begun(workers)
    workers.world.disturbances.flood("sendMessage", 60)
    await people[0].writes(group, "/help")
    await workers.leader.later(3)
    heir = workers.others[0]
    workers.leader.kill()
    await heir.later(TAKEOVER)
    await people[0].writes(group, "/tables")
    await heir.later(90)  # whoever says something before that is found out by `in_world`
    assert heir.leads and "in progress" in people[0].last(group).text


@with_workers(2)
async def test_your_turn_is_told_once_whoever_looks_after_the_table(workers: Workers) -> None:
    """Somebody of Telegram plays at a table of the page, which the other worker looks after."""
    (ann,), leader, (other,) = workers.leader.people("Ann"), workers.leader, workers.others
    await ann.start()
    await leader.later()
    house, me = other.house, leader.id_of(ann)
    ben = (await house.people.guest("Ben", "192.0.2.7"))[0].id
    id = await house.open(ben, Terms("connect_four", 2, clock=NO_CLOCK))
    for who in (ben, me):
        await house.change(id, who, lambda table, who=who: seating.sit(table, who, None, house.now()))  # type: ignore[misc]
    await house.change(id, ben, lambda table: seating.start(table, ben, house.now()))
    if house.loaded[id].table.turn == house.loaded[id].table.seat_of(ben):
        await house.act(id, ben, [house.loaded[id].table.match.legal[0].words], 0, "")  # type: ignore[union-attr]
    assert other.house.duties.mine(id) and not leader.house.duties.mine(id)
    await leader.later(60)
    assert [one.text for one in ann.sees(ann.private)].count("It is your turn: Connect Four.") == 1
    assert not other.spoken.counted() and handed_over(workers) == 0


@with_workers(2)
async def test_who_is_deleted_elsewhere_is_forgotten_here(workers: Workers) -> None:
    """By another worker, as one without Telegram would do it: nothing of him stays in the records of the chats."""
    _, people = await begun(workers)
    (other,) = workers.others
    other.house.people.after.remove(other.front._changed)
    person = other.id_of(people[0])
    await other._forget(person)
    await other.later()
    kept = [
        key
        for key, doc in workers.store.docs.items()
        if key[0].startswith("telegram") and person.encode() in doc.doc.body
    ]
    assert kept == []


@with_workers(3)
async def test_somebody_who_comes_in_at_all_workers_at_once_is_one_person(workers: Workers) -> None:
    (ann,) = workers.leader.people("Ann")
    with workers.world.updates.held():
        await ann.start()
    workers.called = None
    body = json.dumps(workers.world.updates.all[-1]).encode()
    meeting = asyncio.gather(*(one.front._core.people.met(ann.id, "Ann", "en") for one in workers.all))
    found, _ = await asyncio.gather(meeting, workers.leader.front.webhook(body, SECRET))
    assert len({one.person for one in found}) == 1
    await workers.leader.later()
    assert len(await workers.leader.house.people.listed("guest")) == 1


# Whenever it dies.


class Played(NamedTuple):
    """What has come of a match."""

    effects: int
    """How many commits and calls the worker has made that led first."""
    actions: list[tuple[int, list[int]]]
    """Which seat did what."""
    rung: list[int]
    """How often each player's phone rang."""


def play(effects: int | None) -> Played:
    """The first moves of a match whose leader dies after so many effects."""
    found: list[Played] = []

    async def story(workers: Workers) -> None:
        first, (heir,) = workers.leader, workers.others
        first.life.left, first.life.effects = effects, 0
        ann, ben = people = heir.people("Ann", "Ben")
        group = workers.world.group("Friday", ann, ben)
        for person in people:
            await person.start()
        await ann.writes(group, f"/startgame whot cards_each=3 {WORDS}")
        await until(heir, lambda: "Ben" in text(ann, group), lambda: tap(ben, group, "Join"))
        await until(heir, lambda: "Ready" not in text(ann, group), lambda: tap(ann, group, "Start"))
        while len(await acted(heir, group)) < 2:
            for person in people:
                if ASKS in text(person, person.private):
                    person.presses(person.private, draws(heir, person))
            await heir.later(LIFE)
        await heir.later(TAKEOVER)
        assert tables_of(workers) == 1 and handed_over(workers) == 0
        log = [(item.seat, item.actions) for item in await acted(heir, group)]
        found.append(Played(first.life.effects, log, [rings(heir, one) for one in people]))

    at_work(2, story)
    return found[0]


def text(person: Person, chat: Chat) -> str:
    """What the newest table of a chat says."""
    return next((one.text for one in reversed(person.sees(chat)) if one.photo), "")


def tap(person: Person, chat: Chat, label: str) -> None:
    if any(label in one.labels for one in person.sees(chat)):
        person.presses(chat, label)


async def until(worker: Worker, done: Callable[[], bool], do: Callable[[], None]) -> None:
    """Somebody does something again and again until it has worked."""
    await worker.later(LIFE)
    while not done():
        do()
        await worker.later(LIFE)


def test_the_leader_dies_at_whatever_instant() -> None:
    """Every eleventh commit or call; `test_restarts.py` has every one, for a house of one worker."""
    effects, usual, rung = play(None)
    for instant in range(3, effects, 11):
        _, log, heard = play(instant)
        assert log == usual, instant
        assert all(one <= once for one, once in zip(heard, rung, strict=True)), instant
