"""Whatever goes wrong between the bot and Telegram, the table goes on: nothing is played twice, and nobody is asked twice."""

import logging

import pytest

from tests.telegram.club import Club, in_club, visited
from tests.telegram.persons import Person
from tests.telegram.players import ASKS, BESIDE, acted, noticed, rings
from tests.telegram.things import Chat

WORDS = "symbol_seconds=0 turn_seconds=86400"
MINUTE = 60.0
HALF_HOUR = 30 * MINUTE


async def begun(club: Club) -> tuple[Chat, list[Person]]:
    return await club.group_game("whot", "Ann", "Ben", words=WORDS)


def label(club: Club, person: Person) -> str:
    """The first thing that somebody may do."""
    return next(one for one in club.shown(person, person.private).labels if one not in BESIDE)


async def moves(club: Club, people: list[Person], group: Chat) -> None:
    """Whoever is to move does it, by what he is shown."""
    mover, before = club.on_turn(people, group), club.loaded(group).table.version
    assert ASKS in club.shown(mover, mover.private).text
    assert await club.tap(mover, mover.private, label(club, mover)) == ""
    assert club.loaded(group).table.version == before + 1


async def goes_on(club: Club, people: list[Person], group: Chat, *, unheard: int = 0) -> None:
    """Everybody sees how it stands, and each turn rings once. `unheard`: of so many calls nobody knew whether they had rung, so they
    were not made again; whose turn it was saw it all the same."""
    for _ in range(3):
        await moves(club, people, group)
    shown = [one for one in people[0].sees(group) if one.photo]
    assert len(shown) == 1
    mover = club.on_turn(people, group)
    assert f"▸ {mover.name}" in shown[0].text
    told = await noticed(club, group)
    assert all(rings(club, one) <= told.count(club.id_of(one)) for one in people)
    assert sum(rings(club, one) for one in people) == len(told) - unheard
    assert len([item for item in await acted(club, group) if item.by]) == club.loaded(group).table.version


# People who can't be written to.


@in_club
async def test_somebody_blocks_the_bot_and_comes_back(club: Club) -> None:
    group, people = await begun(club)
    mover = club.on_turn(people, group)
    (other,) = [one for one in people if one is not mover]
    await other.blocks()
    await moves(club, people, group)
    assert f"{other.name} must press /start" in club.shown(mover, group).text
    calls = len(club.world.calls)
    await club.later(HALF_HOUR)
    assert not [call for call in club.world.calls[calls:] if call.params.get("chat_id") == other.id]
    await other.start()
    await club.later()
    assert "must press" not in club.shown(mover, group).text
    assert ASKS in club.shown(other, other.private).text
    await goes_on(club, people, group)


# Telegram itself.


@pytest.mark.parametrize("method", ["sendPhoto", "editMessageMedia"])
@pytest.mark.parametrize("wrong", ["500", "a proxy's 502", "cut", "silence"])
def test_telegram_does_not_take_it(wrong: str, method: str, caplog: pytest.LogCaptureFixture) -> None:
    """What was not carried out is tried again, what was asked is asked once, and no log tells the token."""
    caplog.set_level(logging.DEBUG)

    async def story(club: Club) -> None:
        group, people = await begun(club)
        _go_wrong(club, wrong, method, carried_out=False)
        mover = club.on_turn(people, group)
        await mover.taps(mover.private, label(club, mover))
        await club.later(10 * MINUTE)
        assert not club.world.disturbances.coming
        await goes_on(club, people, group, unheard=method == "sendPhoto")
        assert club.world.token not in caplog.text

    visited(story)


@pytest.mark.parametrize("method", ["sendPhoto", "editMessageMedia", "deleteMessages"])
@pytest.mark.parametrize("wrong", ["500", "cut", "silence"])
def test_telegram_takes_it_and_does_not_say_so(wrong: str, method: str) -> None:
    async def story(club: Club) -> None:
        group, people = await begun(club)
        _go_wrong(club, wrong, method, carried_out=True)
        mover = club.on_turn(people, group)
        await mover.taps(mover.private, label(club, mover))
        await club.later(10 * MINUTE)
        assert not club.world.disturbances.coming
        assert max(rings(club, one) for one in people) == 1
        await goes_on(club, people, group)

    visited(story)


def _go_wrong(club: Club, wrong: str, method: str, *, carried_out: bool) -> None:
    disturbances = club.world.disturbances
    if wrong == "cut":
        disturbances.cut(method, carried_out=carried_out)
    elif wrong == "silence":
        disturbances.silence(method, carried_out=carried_out)
    else:
        disturbances.fail(method, 502 if "502" in wrong else 500, html="proxy" in wrong, carried_out=carried_out)


@in_club
async def test_telegram_is_away_for_ten_minutes(club: Club) -> None:
    group, people = await begun(club)
    mover = club.on_turn(people, group)
    club.world.disturbances.fail("*", 500, times=40)
    mover.presses(mover.private, label(club, mover))
    await club.later(10 * MINUTE)
    club.world.disturbances.coming.clear()
    await club.later(MINUTE)
    await goes_on(club, people, group, unheard=1)


@in_club
async def test_a_message_that_shows_it_already(club: Club) -> None:
    group, people = await begun(club)
    words = "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"
    club.world.disturbances.refuse("editMessageMedia", 400, words, times=2)
    await moves(club, people, group)
    await goes_on(club, people, group)


# Updates.


@in_club
async def test_every_update_comes_twice(club: Club) -> None:
    people = ann, ben = club.people("Ann", "Ben")
    for person in people:
        await person.start()
    group = club.world.group("Friday", ann, ben)
    with club.world.updates.held(twice=True):
        await ann.writes(group, f"/startgame whot {WORDS}")
    await club.later()
    assert len(club.house.loaded) == 1 and len(ann.sees(group)) == 2
    for person, name in ((ben, "Join"), (ann, "Start")):
        with club.world.updates.held(twice=True):
            person.presses(group, name)
        await club.later()
    for _ in range(3):
        mover, before = club.on_turn(people, group), club.loaded(group).table.version
        with club.world.updates.held(twice=True):
            mover.presses(mover.private, label(club, mover))
        await club.later()
        assert club.loaded(group).table.version == before + 1
        club.world.updates.repeat(4)
        await club.later()
        assert club.loaded(group).table.version == before + 1
    await goes_on(club, people, group)


@in_club
async def test_old_updates_come_again_after_a_restart(club: Club) -> None:
    group, people = await begun(club)
    await moves(club, people, group)
    version = club.loaded(group).table.version
    club.kill()
    await club.open()
    club.world.updates.repeat(len(club.world.updates.all))
    await club.later(MINUTE)
    assert len(club.house.loaded) == 1 and club.loaded(group).table.version == version
    await goes_on(club, people, group)


@in_club
async def test_updates_come_in_the_wrong_order(club: Club) -> None:
    """What comes too early is refused with a sentence and can be done again."""
    group, people = await begun(club)
    mover = club.on_turn(people, group)
    with club.world.updates.held(reverse=True):
        first = mover.presses(mover.private, label(club, mover))
        await people[0].writes(group, "/table")
        again = mover.presses(mover.private, label(club, mover))
    await club.later()
    assert sorted([await first.answer, await again.answer]) == ["", "It is not your turn any more."]
    assert club.loaded(group).table.version == 1
    await goes_on(club, people, group)


# Chats.


@in_club
async def test_messages_are_deleted_under_us(club: Club) -> None:
    group, people = await begun(club)
    ann = people[0]
    await ann.deletes(club.shown(ann, group))
    for person in people:
        await person.deletes(club.shown(person, person.private))
    await club.say(club.on_turn(people, group), group, "/mycards")
    await moves(club, people, group)
    await goes_on(club, people, group)


@in_club
async def test_the_bot_is_removed_and_comes_back(club: Club) -> None:
    """Meanwhile they play on in their private chats."""
    group, people = await begun(club)
    ann = people[0]
    await ann.removes_bot(group)
    await moves(club, people, group)
    await moves(club, people, group)
    calls = [call for call in club.world.calls if call.params.get("chat_id") == group.id]
    await club.later(HALF_HOUR)
    assert calls == [call for call in club.world.calls if call.params.get("chat_id") == group.id]
    old = club.shown(ann, group)
    await ann.adds_bot(group)
    await club.later()
    assert club.shown(ann, group).message > old.message
    await ann.deletes(old)
    await goes_on(club, people, group)


@in_club
async def test_a_group_becomes_a_supergroup_while_they_play(club: Club) -> None:
    group, people = await begun(club)
    new = club.world.upgrade(group)
    await club.later()
    assert club.table_of(new) and not club.table_of(group)
    await goes_on(club, people, new)
    await club.say(people[0], new, "/startgame whot")
    assert "one at a time" in people[0].last(new).text


@in_club
async def test_a_group_becomes_a_supergroup_and_nobody_says_so(club: Club) -> None:
    """The news came while the bot was away: it learns of it from what it is answered."""
    group, people = await begun(club)
    club.kill()
    new = club.world.upgrade(group)
    club.world.updates.forget()
    await club.open()
    await moves_anywhere(club, people, group)
    assert club.table_of(new) and not club.table_of(group)
    await goes_on(club, people, new)


async def moves_anywhere(club: Club, people: list[Person], group: Chat) -> None:
    await club.later()
    mover = next(one for one in people if ASKS in club.shown(one, one.private).text)
    await club.tap(mover, mover.private, label(club, mover))


@in_club
async def test_a_lobby_becomes_a_supergroup(club: Club) -> None:
    ann, ben = people = club.people("Ann", "Ben")
    for person in people:
        await person.start()
    group = club.world.group("Friday", ann, ben)
    await club.say(ann, group, f"/startgame whot {WORDS}")
    new = club.world.upgrade(group)
    await club.later()
    await club.tap(ben, new, "Join")
    await club.later(90)  # its time goes on
    assert club.loaded(new).table.status == "running"
    await goes_on(club, people, new)
