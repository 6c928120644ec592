"""Only the person whose hand it is can press its buttons; what is forged or forwarded does nothing."""

import json

from httpx import ASGITransport, AsyncClient
from starlette.applications import Starlette

from tests.telegram.club import Club, in_club, visited
from tests.telegram.persons import Person
from tests.telegram.players import BESIDE
from tests.telegram.things import Chat
from turnwise.telegram.buttons import Buttons
from turnwise.web.chats.front_end import SECRET, route

WORDS = "symbol_seconds=0 turn_seconds=86400"


async def begun(club: Club, game: str = "whot", words: str = WORDS) -> tuple[Chat, Person, Person]:
    """A match of two: who is to move, and who is not."""
    group, people = await club.group_game(game, "Ann", "Ben", words=words)
    mover = club.on_turn(people, group)
    (other,) = [one for one in people if one is not mover]
    return group, mover, other


async def forged(club: Club, person: Person, where: Chat, data: str) -> str:
    """What somebody is answered whose app sends what no button of his carries."""
    query = person.presses(where, data=data)
    await club.later()
    return await query.answer


@in_club
async def test_nobody_presses_the_buttons_of_somebody_elses_hand(club: Club) -> None:
    group, mover, other = await begun(club)
    (cat,) = club.people("Cat")
    await club.say(cat, cat.private, "/start")
    table = club.loaded(group).table
    hand = club.shown(mover, mover.private)
    for button in hand:
        assert await forged(club, other, other.private, button.value) == f"It is {mover.name}'s turn."
        assert await forged(club, other, group, button.value) == f"It is {mover.name}'s turn."
        assert await forged(club, cat, cat.private, button.value) == "You have no seat at this table."
    assert table.version == 0 and table.asking is None
    assert await club.tap(mover, hand, next(one for one in hand.labels if one not in BESIDE)) == ""
    assert table.version == 1
    for button in hand:  # neither he nor who is to move now
        assert await forged(club, mover, mover.private, button.value) == "It is not your turn any more."
        assert await forged(club, other, other.private, button.value) == "It is not your turn any more."
    assert table.version == 1


@in_club
async def test_in_an_open_game_only_who_is_to_move_can_press(club: Club) -> None:
    group, mover, other = await begun(club, "reversi", "")
    (cat,) = club.people("Cat")
    await cat.joins(group)
    shown = club.shown(mover, group)
    assert await club.tap(other, shown, shown.labels[0]) == f"It is {mover.name}'s turn."
    assert await club.tap(cat, shown, shown.labels[0]) == "You have no seat at this table."
    assert club.loaded(group).table.version == 0
    assert await club.tap(mover, shown, shown.labels[0]) == ""
    assert club.loaded(group).table.version == 1


@in_club
async def test_what_no_button_carries_does_nothing(club: Club) -> None:
    group, mover, _ = await begun(club)
    table = club.loaded(group).table
    true = next(iter(club.shown(mover, mover.private))).value
    other_bot = Buttons("7000002:another-bot-of-somebody").data(table.id, 0, table.turn or 0, ("say:0",))
    id, number, seal = true.split(".")
    forgeries = [
        "x",
        "..",
        "😀",
        true + "x",
        true[:-1],
        f"{id}.{number}.",
        f"{id}.9.{seal}",
        f"nowhere.0.{seal}",
        other_bot,
    ]
    for data in forgeries:
        assert await forged(club, mover, mover.private, data) != "", data
    assert table.version == 0 and len(club.house.loaded) == 1


@in_club
async def test_what_is_forwarded_does_nothing(club: Club) -> None:
    group, mover, other = await begun(club)
    table = club.loaded(group).table
    for words in ("/resign", "/draw", "/endgame"):
        (dan,) = club.people("Dan")
        await dan.start()
        await dan.writes(dan.private, words)
        theirs = [one for one in dan.sees(dan.private) if one.text == words][-1]
        await club.later()
        await dan.joins(group)
        await dan.forwards(theirs, group)
        own = await mover.writes(other_group(club, mover), words)
        await mover.forwards(club.world.snapshot("new", own), group)
        await club.later()
    hand = club.shown(mover, mover.private)
    shown = club.world.snapshot("new", await mover.forwards(hand, group))
    assert not shown.labels  # Telegram leaves them behind
    for button in hand:
        query = other.presses(shown, data=button.value)
        await club.later()
        assert await query.answer == f"It is {mover.name}'s turn."
    assert table.status == "running" and table.version == 0 and table.match and table.match.draw_offer is None


def other_group(club: Club, person: Person) -> Chat:
    return club.world.group("Elsewhere", person, with_bot=False)


@in_club
async def test_who_has_no_seat_is_shown_no_hand(club: Club) -> None:
    group, _, _ = await begun(club)
    (cat,) = club.people("Cat")
    table = club.table_of(group)
    for payload in (f"t{table}", f"j{table}", "tnowhere", "t", "j-"):
        await cat.start(payload)
        await club.later()
    await club.say(cat, cat.private, "/mycards")
    assert not [one for one in cat.sees(cat.private) if one.photo]
    assert len(club.loaded(group).table.people) == 2


@in_club
async def test_administrators_of_another_group_can_do_nothing_here(club: Club) -> None:
    group, _, _ = await begun(club)
    (boss,) = club.people("Boss")
    elsewhere = club.world.group("Elsewhere", boss)
    await boss.joins(group)
    for command in ("/endgame", "/cleanup", "/forcestart"):
        await club.say(boss, group, command)
        assert "Only administrators" in boss.last(group).text
        await club.say(boss, elsewhere, command)
        await club.say(boss, boss.private, command)
        assert "in a group only" in boss.last(boss.private).text
    assert club.loaded(group).table.status == "running"


# The webhook.

GOOD = "a-secret-of-this-webhook"


async def posted(club: Club, body: bytes, secret: str | None) -> int:
    """How the house answers whoever calls its webhook."""
    app = Starlette(routes=[route(club.front)])
    async with AsyncClient(transport=ASGITransport(app), base_url="http://house") as client:
        headers = {} if secret is None else {SECRET: secret}
        return (await client.post("/telegram/webhook", content=body, headers=headers)).status_code


def test_a_webhook_takes_what_telegram_sends_and_nothing_else() -> None:
    async def story(club: Club) -> None:
        await club.later()
        assert club.world.updates.webhook and club.world.updates.webhook.secret == GOOD
        club.world.updates.set_webhook(None)  # this test brings them itself
        (ann,) = club.people("Ann")
        await ann.start()
        body = json.dumps(club.world.updates.all[-1]).encode()
        for secret in (None, "", GOOD[:-1], GOOD.upper()):
            assert await posted(club, body, secret) == 403
        for nonsense in (b"", b"{}", b"[1]", b'{"update_id": "x"}', b"\xff"):
            assert await posted(club, nonsense, GOOD) == 403
        assert await posted(club, b" " * 2_000_000, GOOD) == 413
        await club.later()
        assert [one.text for one in ann.sees(ann.private)] == ["/start"]
        for _ in range(2):
            assert await posted(club, body, GOOD) == 200
        await club.later()
        assert [one.text.partition(".")[0] for one in ann.sees(ann.private)] == ["/start", "Welcome"]

    visited(story, secret=GOOD, address="https://games.example.org")


@in_club
async def test_a_house_that_asks_for_updates_takes_none_by_a_webhook(club: Club) -> None:
    (ann,) = club.people("Ann")
    with club.world.updates.held():
        await ann.start()
        for secret in (None, "", GOOD):
            assert await posted(club, json.dumps(club.world.updates.all[-1]).encode(), secret) == 403
        await club.later()
        assert [one.text for one in ann.sees(ann.private)] == ["/start"]
