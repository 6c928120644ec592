"""The double of the Bot API, driven by two libraries: what they ask for happens, and people see it."""

import asyncio
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiogram.utils.web_app import safe_parse_webapp_init_data
from aiohttp import web

from tests.telegram.libraries import LIBRARIES, Library
from tests.telegram.mini_app import init_data, opened
from tests.telegram.stories import BLUE, RED, SECOND, told
from tests.telegram.virtual import virtual_loop
from tests.telegram.world import World


async def a_game(world: World, bot: Library) -> None:
    """Everything that a game in a chat asks for."""
    ann, ben = world.user("Ann", language="de"), world.user("Ben")
    group = world.group("Friday", ann, ben)
    await ann.start("from_a_link-1")
    texts = [update["message"]["text"] for update in await bot.updates() if "text" in update.get("message", {})]
    assert texts == ["/start from_a_link-1"]
    hand = await bot.send(ann.id, "<b>Your</b> hand &amp; more", {"Play": "p1", "Pass": "p2"})
    table = await bot.photo(group.id, RED, "table.png", "It is Ann's turn", {"Join": "join"})
    await asyncio.sleep(SECOND)
    await bot.edit_text(ann.id, hand, "Wait")
    await bot.edit_caption(group.id, table, "It is Ben's turn", {"Join": "join2"})
    await asyncio.sleep(SECOND)
    await bot.edit_media(ann.id, hand, BLUE, "hand.png", "Your cards")
    await bot.edit_media(group.id, table, BLUE, "next.png", "Now")
    await asyncio.sleep(SECOND)
    await bot.edit_buttons(group.id, table, {"Leave": "leave"})
    await bot.call("delete_message", chat_id=ann.id, message_id=hand)


@pytest.fixture(scope="module")
def games() -> dict[str, World]:
    return {name: told(name, a_game) for name in LIBRARIES}


def test_what_both_libraries_do_looks_the_same_to_everybody(games: dict[str, World]) -> None:
    one, other = games.values()
    assert one.shown == other.shown and len(one.shown) > 8
    assert [call.method for call in one.calls] == [call.method for call in other.calls]


def test_people_see_what_was_sent(games: dict[str, World]) -> None:
    world = games["aiogram"]
    ann, ben = world.people.values()
    (group,) = [chat for chat in world.chats.values() if not chat.is_private]
    table = ben.last(group)
    assert (table.text, table.photo, table.file_name, table.labels) == ("Now", BLUE, "next.png", ["Leave"])
    assert [one.text for one in ann.sees(ann.private)] == ["/start from_a_link-1"]
    history = [(one.what, one.text) for one in world.shown_to(ann) if one.chat == ann.id]
    assert history == [
        ("new", "/start from_a_link-1"),
        ("new", "Your hand & more"),
        ("edit", "Wait"),
        ("edit", "Your cards"),
        ("delete", "Your cards"),
    ]
    assert not [one for one in world.shown_to(ben) if one.chat == ann.id]
    assert [one.text for one in world.shown_in(group)][-3:] == ["It is Ben's turn", "Now", "Now"]


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_tap_is_answered(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        await bot.send(ann.id, "Well?", {"Yes": "y", "No": "n"})
        old = ann.last(ann.private)

        async def work() -> None:
            for expected in ("n", "y", "forged"):
                (update,) = await bot.updates(offset=-1, timeout=30)
                query = update["callback_query"]
                assert query["data"] == expected and query["message"]["text"] == "Well?"
                await bot.call("answer_callback_query", callback_query_id=query["id"], text=f"{expected}!")
                await bot.updates(offset=update["update_id"] + 1)

        worker = asyncio.create_task(work())
        assert await ann.taps(ann.private, "No") == "n!"
        assert await ann.taps(old, "Yes") == "y!"
        assert await ann.presses(old, data="forged").answer == "forged!"
        await worker
        assert [one.text for one in world.shown if one.what == "toast"] == ["n!", "y!", "forged!"]

    told(name, story)


@pytest.mark.parametrize("name", LIBRARIES)
def test_long_polling(name: str) -> None:
    """A poll ends when something happens; an update comes again until a higher offset is asked for."""

    async def story(world: World, bot: Library) -> None:
        ann, loop = world.user("Ann"), virtual_loop()
        assert await bot.updates(timeout=20) == [] and loop.time() == 20
        poll = asyncio.create_task(bot.updates(timeout=20))
        await asyncio.sleep(5)
        await ann.start()
        (first,) = await poll
        assert loop.time() == 25
        await ann.writes(ann.private, "hello")
        again, second = await bot.updates()
        assert again == first and second["update_id"] == first["update_id"] + 1
        assert await bot.updates(limit=1) == [first]
        assert await bot.updates(offset=second["update_id"]) == [second]
        assert await bot.updates(offset=second["update_id"] + 1) == []
        await bot.updates(allowed_updates=["callback_query"])
        await ann.writes(ann.private, "nobody hears this")
        assert await bot.updates(offset=second["update_id"] + 1) == []

    told(name, story)


@pytest.mark.parametrize("name", LIBRARIES)
def test_only_one_polls(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        first = asyncio.create_task(bot.failed(bot.updates(timeout=20)))
        await asyncio.sleep(1)
        assert await bot.updates(timeout=1) == []
        assert "terminated by other getUpdates request" in (await first).said

    told(name, story)


@asynccontextmanager
async def hook(answers: list[int]) -> Any:
    """Somebody's webhook, which gives these answers and then says yes."""
    got: list[tuple[str, Any]] = []

    async def take(request: web.Request) -> web.Response:
        got.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token", ""), await request.json()))
        return web.Response(status=answers.pop(0) if answers else 200)

    app = web.Application()
    app.router.add_post("/hook", take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook", got
    await runner.cleanup()


@pytest.mark.parametrize("name", LIBRARIES)
def test_webhook(name: str) -> None:
    """Updates are posted with the secret, again if they are not taken, and getUpdates is refused meanwhile."""

    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann")
        async with hook([500]) as (address, got):
            await bot.call("set_webhook", url=address, secret_token="a_secret-1")
            assert "webhook is active" in (await bot.failed(bot.updates())).said
            await ann.start()
            await ann.writes(ann.private, "hello")
            await asyncio.sleep(0.5)
            info = await bot.call("get_webhook_info")
            assert (info.url, info.pending_update_count) == (address, 2) and "500" in info.last_error_message
            await asyncio.sleep(2)
            assert [update["message"]["text"] for _, update in got] == ["/start", "/start", "hello"]
            assert {secret for secret, _ in got} == {"a_secret-1"}
            await bot.call("delete_webhook")
            assert await bot.updates() == []

    told(name, story)


@pytest.mark.parametrize("name", LIBRARIES)
def test_who_is_what_in_a_group(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann, ben, cem, dan = map(world.user, ("Ann", "Ben", "Cem", "Dan"))
        group = world.group("Friday", ann, ben, cem, administrators=[ben], supergroup=True)

        async def status(who: int) -> str:
            return str((await bot.call("get_chat_member", chat_id=group.id, user_id=who)).status)

        people = [await status(who.id) for who in (ann, ben, cem, dan, world.bot)]
        assert people == ["creator", "administrator", "member", "left", "member"]
        await ann.makes(ben, "member", group)
        await ann.makes(cem, "kicked", group)
        await dan.joins(group)
        assert [await status(who.id) for who in (ben, cem, dan)] == ["member", "kicked", "member"]
        found = await bot.call("get_chat_administrators", chat_id=group.id)
        assert [member.user.id for member in found] == [ann.id]
        chat = await bot.call("get_chat", chat_id=group.id)
        assert (chat.title, chat.type) == ("Friday", "supergroup")
        await bot.call("leave_chat", chat_id=group.id)
        assert world.bot.id not in [user.id for user in group.present()]

    told(name, story)


@pytest.mark.parametrize("name", LIBRARIES)
def test_menus(name: str) -> None:
    """The first list that fits: by scope, then by language."""

    async def story(world: World, bot: Library) -> None:
        ann, ben = world.user("Ann", language="de"), world.user("Ben", language="fr")
        group = world.group("Friday", ann, ben)
        kinds = __import__("aiogram.types" if name == "aiogram" else "telegram", fromlist=["BotCommand"])

        async def offer(word: str, language: str = "", scope: Any = None) -> None:
            commands = [kinds.BotCommand(command=word, description="What it does")]
            await bot.call("set_my_commands", commands=commands, scope=scope, language_code=language or None)

        await offer("help")
        await offer("hilfe", "de")
        await offer("kick", scope=kinds.BotCommandScopeAllChatAdministrators())
        assert [ann.commands(ann.private), ben.commands(ben.private)] == [["hilfe"], ["help"]]
        assert [ann.commands(group), ben.commands(group)] == [["kick"], ["help"]]
        await bot.call("delete_my_commands", language_code="de")
        assert ann.commands(ann.private) == ["help"]
        loaded = kinds.MenuButtonWebApp(text="Play", web_app=kinds.WebAppInfo(url="https://table.example/app"))
        await bot.call("set_chat_menu_button", chat_id=ann.id, menu_button=loaded)
        assert world.menu_buttons[ann.id]["web_app"]["url"] == "https://table.example/app"

    told(name, story)


@pytest.mark.parametrize("name", LIBRARIES)
def test_pins(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann")
        group = world.group("Friday", ann, bot_is_administrator=True)
        table = await bot.send(group.id, "The table")
        await asyncio.sleep(SECOND)
        await bot.call("pin_chat_message", chat_id=group.id, message_id=table)
        assert [one.text for one in group.pinned] == ["The table"]
        await bot.call("unpin_chat_message", chat_id=group.id, message_id=table)
        assert group.pinned == []

    told(name, story)


def heard(updates: list[Any]) -> list[str]:
    return [update["message"]["text"] for update in updates if "text" in update.get("message", {})]


def test_privacy_mode() -> None:
    """In a group the bot hears commands, its name and answers to it, and nothing else; as an administrator, all."""

    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann")
        group, other = world.group("Friday", ann), world.group("Monday", ann, bot_is_administrator=True)
        await bot.send(group.id, "Hello")
        talk = await ann.writes(group, "just talk")
        await ann.writes(group, "/startgame any")
        await ann.writes(group, "/startgame@another_bot")
        await ann.writes(group, "/startgame@table_bot")
        await ann.writes(group, "hey @Table_Bot!")
        await ann.writes(group, "an answer", reply_to=ann.last(group))
        await ann.writes(other, "more talk")
        assert heard(await bot.updates()) == [
            "/startgame any",
            "/startgame@table_bot",
            "hey @Table_Bot!",
            "an answer",
            "more talk",
        ]
        await ann.edits(talk, "/startgame at last")
        assert (await bot.updates())[-1]["edited_message"]["text"] == "/startgame at last"

    told("aiogram", story)


def test_anonymous_administrators_and_forwarded_messages() -> None:
    async def story(world: World, bot: Library) -> None:
        ann, ben = world.user("Ann"), world.user("Ben", started=True)
        group = world.group("Friday", ben, ann, anonymous=[ann])
        await bot.send(group.id, "/resign", {"Join": "join"})
        await ann.writes(group, "/stop")
        assert ben.sees(group)[-1].sender == "Group"
        forwarded = await ben.forwards(ben.last(group), ben.private)
        assert not forwarded.rows
        stop, resign = (update["message"] for update in (await bot.updates())[-2:])
        assert stop["from"]["id"] == 1087968824 and stop["sender_chat"]["id"] == group.id
        assert resign["text"] == "/resign" and resign["forward_origin"]["sender_user"]["id"] == world.bot.id

    told("aiogram", story)


def test_messages_are_numbered_as_telegram_does() -> None:
    """Private chats and groups share one count, a supergroup has its own."""

    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        group, great = world.group("Friday", ann), world.group("Monday", ann, supergroup=True)
        ids = [await bot.send(chat, "Hello") for chat in (ann.id, group.id, great.id)]
        assert ids == [2, 3, 2]  # the bot's coming is a message, too

    told("aiogram", story)


def test_updates_come_twice_and_in_the_wrong_order() -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        with world.updates.held(reverse=True):
            await ann.writes(ann.private, "one")
            await ann.writes(ann.private, "two")
        first = await bot.updates()
        assert heard(first) == ["two", "one"]
        after = max(update["update_id"] for update in first) + 1
        assert await bot.updates(offset=after - 1) == []
        with world.updates.held(twice=True):
            await ann.writes(ann.private, "three")
        assert heard(await bot.updates(offset=after)) == ["three", "three"]
        assert await bot.updates(offset=after + 1) == []
        world.updates.repeat()
        assert heard(await bot.updates(offset=after)) == ["three"]

    told("aiogram", story)


def test_where_buttons_lead() -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        rows = [
            [{"text": "Start", "url": "https://t.me/table_bot?start=table-1"}],
            [{"text": "Open", "web_app": {"url": "https://table.example/app"}}],
        ]
        await bot.call("send_message", chat_id=ann.id, text="Here", reply_markup={"inline_keyboard": rows})
        page = urlsplit(opened(ann, await ann.taps(ann.private, "Open"), start_param="table-1"))
        assert page.netloc + page.path == "table.example/app"
        (signed,) = parse_qs(page.fragment)["tgWebAppData"]
        data = safe_parse_webapp_init_data(world.token, signed)
        assert data.user and (data.user.id, data.start_param) == (ann.id, "table-1")
        with pytest.raises(ValueError):
            safe_parse_webapp_init_data(world.token, init_data(ann, token="7000001:another"))
        await ann.follows(await ann.taps(ann.private, "Start"))
        assert heard(await bot.updates()) == ["/start table-1"]

    told("aiogram", story)
