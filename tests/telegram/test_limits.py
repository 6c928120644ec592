"""Never more than Telegram allows, however fast people play; and what is shown is as new as that lets it be.

A chat takes one call a second, a group twenty a minute, all together thirty a second. The front end keeps a little below: 1.1 seconds,
19 in 61 seconds, 25 in 1.05. The double refuses whatever is beyond Telegram's figures, and `in_club` fails if it ever did."""

from collections.abc import Iterable
from itertools import pairwise

from tests.telegram.club import Club, in_club
from tests.telegram.costs import played
from tests.telegram.persons import Person
from tests.telegram.players import acted, at_full_speed, noticed, open_table, rings, waits
from tests.telegram.things import Call, Chat

CHAT, MINUTE, CALLS, ALL = 1.1, 61.0, 19, 25
PICTURE = MINUTE / CALLS
"""Seconds between two pictures of a table in a group, if nothing else is said there: what twenty a minute make necessary."""
GRAIN = 0.01
LONG = "match=points match_target=500 symbol_seconds=0"
"""A match that is not over within five minutes."""
SLOW = f"{LONG} turn_seconds=86400"


def calls_to(club: Club, chat: Chat, since: float = 0) -> list[Call]:
    return [call for call in club.world.calls if call.params.get("chat_id") == chat.id and call.at >= since]


async def everybody_was_asked(club: Club, chat: Chat, people: list[Person]) -> None:
    """Every turn was played by who had it, and each that was written down as told rang, once."""
    assert all(item.by for item in await acted(club, chat))
    told = await noticed(club, chat)
    assert [rings(club, person) for person in people] == [told.count(club.id_of(person)) for person in people]


def ages(changes: Iterable[float], shown: Iterable[float]) -> list[float]:
    """How many seconds after each change it was shown."""
    times = list(shown)
    return [min(at for at in times if at >= change) - change for change in changes if change <= times[-1]]


@in_club
async def test_eight_players_at_full_speed_for_five_minutes(club: Club) -> None:
    group, people = await open_table(club, "Friday", "whot", 8, LONG)
    began = club.world.clock()
    await people[0].taps(group, "Start")
    async with at_full_speed(club, people):
        await club.later(300)
        assert club.loaded(group).table.status == "running"
    actions = await acted(club, group)
    assert len(actions) > 200
    await everybody_was_asked(club, group, people)
    assert max(await waits(club, group)) <= CHAT + GRAIN
    calls = calls_to(club, group, began)
    assert {call.method for call in calls} == {"editMessageMedia"}  # one message, and its picture
    assert all(after.at - before.at <= PICTURE + GRAIN for before, after in pairwise(calls))
    assert max(ages((item.at / 1000 for item in actions), (call.at for call in calls))) <= PICTURE + GRAIN


@in_club
async def test_several_groups_up_to_what_a_bot_may_say_in_all(club: Club) -> None:
    """Whose turn it is goes first: nobody is asked much later than if the others did not play."""
    tables = [await open_table(club, f"Group {number}", "whot", 8, LONG) for number in range(6)]
    for group, people in tables:
        await people[0].taps(group, "Start")
    began = club.world.clock()
    async with at_full_speed(club, [person for _, people in tables for person in people]):
        await club.later(15)
    for group, people in tables:
        await everybody_was_asked(club, group, people)
        assert max(await waits(club, group)) <= 2 * CHAT + GRAIN
    counted = [call.at for call in club.world.calls if "chat_id" in call.params and call.at >= began]
    most = max(sum(at <= other < at + 1 for other in counted) for at in counted)
    assert most == ALL


@in_club
async def test_whoever_talks_with_the_bot_shares_the_minute_with_the_table(club: Club) -> None:
    """Ten commands a minute leave nine pictures: each comes when they share what is left, or as soon as the minute allows."""
    group, people = await open_table(club, "Friday", "whot", 2, SLOW)
    await people[0].taps(group, "Start")
    await club.later(MINUTE)
    began = club.world.clock()
    async with at_full_speed(club, people):
        for _ in range(20):
            await people[0].writes(group, "/tables")
            await club.later(6)
    await club.later(MINUTE)
    calls = calls_to(club, group, began)
    assert sum(call.method == "sendMessage" for call in calls) == 20
    changes = [item.at / 1000 for item in await acted(club, group) if item.at / 1000 >= began]
    pictures = [number for number, call in enumerate(calls) if call.method == "editMessageMedia"]
    for before, after in pairwise(pictures):
        shown = calls[after].at
        others = sum(call.method == "sendMessage" and call.at > shown - MINUTE for call in calls[:after])
        shared = calls[before].at + MINUTE / (CALLS - others) + CHAT
        used_up = calls[after - CALLS].at + MINUTE + CHAT if after >= CALLS else 0.0
        waited = next(at for at in changes if at >= calls[before].at)
        assert shown <= max(waited + CHAT, shared, used_up) + GRAIN
    await everybody_was_asked(club, group, people)


@in_club
async def test_who_is_told_to_wait_waits_and_then_shows_what_is_true_then(club: Club) -> None:
    group, people = await open_table(club, "Friday", "whot", 2, SLOW)
    await club.tap(people[0], group, "Start")
    await club.later(MINUTE)
    table = club.loaded(group).table
    club.world.disturbances.flood("sendMessage", 20)
    await people[0].writes(group, "/help")
    async with at_full_speed(club, people):
        await club.later(15)
    version, before = table.version, len(calls_to(club, group))
    assert version > 4
    shown = club.shown(people[0], group).text
    await club.later(30)
    late = [call.method for call in calls_to(club, group)[before:]]
    assert sorted(late) == ["editMessageMedia", "sendMessage"]  # one picture for all that happened
    assert club.shown(people[0], group).text != shown and table.version == version


@in_club
async def test_a_turn_rings_although_telegram_says_wait(club: Club) -> None:
    group, people = await open_table(club, "Friday", "whot", 2, SLOW)
    club.world.disturbances.flood("sendPhoto", 8)
    await club.tap(people[0], group, "Start")
    mover = club.on_turn(people, group)
    assert rings(club, mover) == 0
    await club.later(10)
    assert rings(club, mover) == 1 and "It is your turn." in club.shown(mover, mover.private).text


@in_club
async def test_taps_are_answered_at_once_whatever_waits(club: Club) -> None:
    group, people = await open_table(club, "Friday", "whot", 2, SLOW)
    await club.tap(people[0], group, "Start")
    for _ in range(30):
        await people[0].writes(group, "/help")
    await club.later(MINUTE / 2)  # the minute of the group is used up now
    mover = club.on_turn(people, group)
    for where, label in ((group, "My cards"), (mover.private, club.shown(mover, mover.private).labels[0])):
        before = club.world.clock()
        await mover.taps(where, label)
        assert club.world.clock() == before
    await club.later(2 * MINUTE)


@in_club
async def test_a_whole_game_costs_a_group_one_message(club: Club) -> None:
    cost = await played(club, "whot", 8)
    assert cost.group["new"] == 1
    assert cost.group["edit"] <= cost.seconds / PICTURE + 4  # with the lobby, and the result
