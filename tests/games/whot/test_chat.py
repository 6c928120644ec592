"""Whot in a Telegram group: W59 to W67, as its players meet them in the chat."""

import re

from tests.law import law
from tests.telegram.club import Club, in_club

HAND = re.compile(r"[●▲✚■★W]\d+")
"""What stands on the button of a card."""


def cards(labels: list[str]) -> list[str]:
    return [label for label in labels if HAND.fullmatch(label)]


@law("W59")
@in_club
async def test_the_group_is_the_table_and_the_private_chat_shows_the_hand(club: Club) -> None:
    group, (ann, ben) = await club.group_game("whot", "Ann", "Ben")
    table = club.shown(ann, group)
    assert "Ann: 7 cards" in table.text and "Ben: 7 cards" in table.text
    assert not cards(table.labels)
    mover = club.on_turn([ann, ben])
    assert "It is your turn." in mover.last(mover.private).text
    assert cards(mover.last(mover.private).labels) or "Draw from the pile" in mover.last(mover.private).labels
    await club.say(ben, group, "/startgame whot")
    assert "one at a time" in ben.last(group).text
    assert len(club.house.loaded) == 1


@law("W60")
@in_club
async def test_the_commands_of_a_group_and_of_a_private_chat(club: Club) -> None:
    ann, ben = club.people("Ann", "Ben", started=False)
    group = club.world.group("Friday", ann, ben)
    await club.say(ann, ann.private, "/startgame whot")
    assert "in a group only" in ann.last(ann.private).text
    await club.say(ann, group, "/startgame whot")
    await club.say(ann, group, "/startgame")
    assert "waits for more players" in ann.last(group).text
    await club.tap(ben, group, "Join")
    await club.say(ann, group, "/startgame")  # the opener repeats it when the table is ready
    assert club.loaded(group).table.status == "running"
    await ben.start()
    await club.later()
    before = len(ben.sees(ben.private))
    await club.say(ben, group, "/mycards")
    assert "Your hand is in the private chat." in ben.last(group).text
    assert len(ben.sees(ben.private)) == before  # the one before is gone
    await club.say(ben, group, "/help")
    assert "/startgame" in ben.last(group).text and "/mycards" in ben.last(group).text
    await club.say(ben, group, "/howtoplay")
    assert "Whot" in ben.last(group).text and len(ben.last(group).text) > 500
    assert {"start", "mycards", "help", "howtoplay"} <= set(ann.commands(ann.private))
    assert "startgame" in ben.commands(group)


@law("W61")
@in_club
async def test_only_administrators_of_that_very_group_administer(club: Club) -> None:
    ann, ben, cat = club.people("Ann", "Ben", "Cat")
    group = club.world.group("Friday", ann, ben, cat, administrators=[cat])
    elsewhere = club.world.group("Monday", ben, ann)  # where Ben is the creator
    await club.say(ann, group, "/startgame whot")
    await club.tap(ben, group, "Join")
    for command in ("/tables", "/endgame", "/forcestart", "/cleanup", "/storage"):
        await club.say(ben, group, command)
        assert "Only administrators" in ben.last(group).text, command
    await club.say(ben, elsewhere, "/tables")
    assert ben.last(elsewhere).text == "This group has no table."
    await club.say(ben, elsewhere, "/endgame")
    assert club.loaded(group).table.status == "lobby"
    await club.say(cat, group, "/tables")
    assert "Whot: waiting for players, 2 players" in cat.last(group).text
    await club.say(cat, group, "/forcestart")
    assert club.loaded(group).table.status == "running"
    await club.say(cat, group, "/storage")
    assert "The records are in order." in cat.last(group).text
    await club.say(cat, group, "/endgame")
    assert club.loaded(group).table.status == "over"
    await club.say(cat, group, "/cleanup")
    assert "removed" in cat.last(group).text
    await club.say(cat, group, "/cleanup")
    assert "nothing to remove" in cat.last(group).text


@law("W62")
@in_club
async def test_the_lobby_and_its_states(club: Club) -> None:
    ann, ben = club.people("Ann", "Ben")
    group = club.world.group("Friday", ann, ben)
    await club.say(ann, group, "/startgame whot")
    lobby = club.shown(ann, group)
    assert (
        "Waiting for players." in lobby.text and {"Join", "Leave"} <= set(lobby.labels) and "Start" not in lobby.labels
    )
    await club.tap(ben, group, "Join")
    lobby = club.shown(ann, group)
    assert "Ready to start." in lobby.text and "Start" in lobby.labels and "Ann and Ben" in lobby.text
    assert "Only the table's host" in await club.tap(ben, group, "Start")
    assert club.loaded(group).table.status == "lobby"
    await club.tap(ben, group, "Leave")
    assert "Waiting for players." in club.shown(ann, group).text
    await club.tap(ben, group, "Join")
    await club.tap(ann, group, "Start")
    await club.say(ann, group, "/tables")
    assert "in progress" in ann.last(group).text
    assert len([one for one in ann.sees(group) if one.photo]) == 1  # one message, edited all the time


@law("W63")
@in_club
async def test_a_lobby_waits_ninety_seconds_and_reminds(club: Club) -> None:
    ann, ben = club.people("Ann", "Ben")
    group = club.world.group("Friday", ann, ben)
    opened = club.world.clock()
    await ann.writes(group, "/startgame whot")
    await club.later(100)
    assert "Nobody plays" in club.shown(ann, group).text
    reminded = [
        (round(one.at - opened), int(found[1]))
        for one in club.world.shown
        if one.what == "new" and (found := re.search(r"starts in (\d+) seconds", one.text))
    ]
    assert [left for _, left in reminded] == [75, 60, 45, 30, 15]
    assert all(abs(at - (90 - left)) <= 2 for at, left in reminded)
    assert not [one for one in ann.sees(group) if "starts in" in one.text]  # the last reminder goes with the lobby
    await club.say(ann, group, "/startgame whot lobby_seconds=30")
    await club.tap(ben, group, "Join")
    await club.later(30)
    assert club.loaded(group).table.status == "running"


@law("W64")
@in_club
async def test_a_turn_that_takes_too_long_is_made_for_its_player(club: Club) -> None:
    group, (ann, ben) = await club.group_game("whot", "Ann", "Ben")
    table = club.loaded(group).table
    mover = club.on_turn([ann, ben])
    assert table.clock.due and 20_000 < table.clock.due - club.house.now() <= 30_000
    seat = table.turn
    await club.later(31)
    assert table.turn != seat and table.match and table.match.log[-1].seat == seat
    assert f"{mover.name} draws a card" in club.shown(ann, group).text


@law("W65")
@in_club
async def test_cards_are_buttons_three_to_a_row_and_old_ones_are_too_late(club: Club) -> None:
    group, people = await club.group_game("whot", "Ann", "Ben")
    table = club.loaded(group).table
    for _ in range(8):  # until a hand has more than three cards that may be played
        mover = club.on_turn(people)
        shown = mover.last(mover.private)
        assert all(len(row) <= 3 for row in shown.rows)
        for label in shown.labels:
            table_id, number, token = shown.button(label).value.split(".")
            assert (table_id, number) == (table.id, str(table.version)) and label not in token
        version = table.version
        assert await club.tap(mover, shown, shown.labels[0]) == ""
        assert table.version > version
        again = await club.tap(mover, shown, shown.labels[0])
        assert again == "It is not your turn any more."
        if table.status == "over":
            break


@law("W66")
@in_club
async def test_who_cannot_be_written_to_is_asked_in_the_group_to_press_start(club: Club) -> None:
    ann, ben = club.people("Ann", "Ben", started=False)
    await ann.start()
    group = club.world.group("Friday", ann, ben)
    await club.say(ann, group, "/startgame whot")
    assert "Press /start in the private chat" in await club.tap(ben, group, "Join")
    assert "Ben must press /start" in club.shown(ann, group).text
    link = await ben.taps(group, "Open the private chat")
    await club.tap(ann, group, "Start")
    table = club.loaded(group).table
    began = table.clock.due
    assert began and began - club.house.now() <= 30_000
    await ben.follows(link)
    await club.later()
    assert "must press" not in club.shown(ann, group).text
    assert ben.last(ben.private).photo


@law("W66")
@in_club
async def test_the_first_clock_waits_for_the_hands(club: Club) -> None:
    ann, ben = club.people("Ann", "Ben")
    for person in (ann, ben):
        await person.start()
    group = club.world.group("Friday", ann, ben)
    await club.say(ann, group, "/startgame whot")
    await club.tap(ben, group, "Join")
    club.world.disturbances.flood("sendPhoto", 20)
    await ann.taps(group, "Start")
    await club.later(24)
    table = club.loaded(group).table
    assert table.version == 0 and table.clock.due and table.clock.due - club.house.now() > 20_000


@law("W67")
@in_club
async def test_a_table_that_nobody_touches_for_a_day_is_removed(club: Club) -> None:
    ann, ben = club.people("Ann", "Ben")
    group = club.world.group("Friday", ann, ben)
    await club.say(ann, group, "/startgame whot lobby_seconds=0")
    await club.later(23 * 3600)
    await club.say(ann, group, "/tables")
    await club.later(2 * 3600)
    await club.say(ann, group, "/tables")
    assert ann.last(group).text == "This group has no table."
