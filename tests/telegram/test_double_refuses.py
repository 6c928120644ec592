"""The double says no where Telegram does, and remembers what no bot may do."""

import asyncio
import json
from collections.abc import Awaitable
from typing import Any

import aiohttp
import pytest

from tests.telegram.libraries import LIBRARIES, Failed, Library
from tests.telegram.server import serving
from tests.telegram.stories import BLUE, RED, SECOND, told
from tests.telegram.things import Json
from tests.telegram.virtual import virtual_loop, virtually
from tests.telegram.world import World

both = pytest.mark.parametrize("name", LIBRARIES)


@both
def test_who_has_not_pressed_start_or_blocks_the_bot(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann")
        assert (
            await bot.failed(bot.send(ann.id, "Hello"))
        ).said == "Forbidden: bot can't initiate conversation with a user"
        await ann.start()
        await asyncio.sleep(SECOND)
        await bot.send(ann.id, "Hello")
        await ann.blocks()
        await asyncio.sleep(SECOND)
        assert (await bot.failed(bot.send(ann.id, "Hello"))).said == "Forbidden: bot was blocked by the user"
        await ann.start()
        await asyncio.sleep(SECOND)
        await bot.send(ann.id, "Hello again")
        told = [update["my_chat_member"] for update in await bot.updates() if "my_chat_member" in update]
        assert [member["new_chat_member"]["status"] for member in told] == ["kicked", "member"]
        assert [one.text for one in ann.sees(ann.private)] == ["/start", "Hello", "/start", "Hello again"]

    told(name, story)


@both
def test_a_bot_that_is_not_in_the_group(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann")
        group, great = world.group("Friday", ann), world.group("Monday", ann, supergroup=True)
        await ann.removes_bot(group)
        assert (await bot.failed(bot.send(group.id, "Hello"))).said == "Forbidden: bot was kicked from the group chat"
        await bot.call("leave_chat", chat_id=great.id)
        left = await bot.failed(bot.send(great.id, "Hello"))
        assert left.said == "Forbidden: bot is not a member of the supergroup chat"
        assert (await bot.failed(bot.send(-123, "Hello"))).said.lower() == "chat not found"
        await ann.adds_bot(group)
        await asyncio.sleep(SECOND)
        await bot.send(group.id, "Hello")

    told(name, story)


@both
def test_a_group_that_becomes_a_supergroup(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann")
        group = world.group("Friday", ann)
        great = world.upgrade(group)
        failed = await bot.failed(bot.send(group.id, "Hello"))
        assert (failed.kind, failed.number) == ("migrated", great.id)
        await bot.send(great.id, "Hello")
        told = [update["message"] for update in (await bot.updates())[-2:]]
        assert told[0]["chat"]["id"] == group.id and told[0]["migrate_to_chat_id"] == great.id
        assert told[1]["chat"]["id"] == great.id and told[1]["migrate_from_chat_id"] == group.id

    told(name, story)


@both
def test_edits_that_come_to_nothing(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        table = await bot.send(ann.id, "Hello", {"Join": "join"})

        async def refused(work: Awaitable[Any]) -> str:
            await asyncio.sleep(SECOND)
            return (await bot.failed(work)).said.lower()

        assert "message is not modified" in await refused(bot.edit_text(ann.id, table, "Hello", {"Join": "join"}))
        assert "no caption in the message" in await refused(bot.edit_caption(ann.id, table, "Hello"))
        assert "message to edit not found" in await refused(bot.edit_text(ann.id, 999, "Hello"))
        written = await ann.writes(ann.private, "mine")
        assert "can't be edited" in await refused(bot.edit_text(ann.id, written.id, "yours"))
        await ann.deletes(ann.sees(ann.private)[0])
        assert "message to edit not found" in await refused(bot.edit_text(ann.id, table, "More"))
        gone = bot.call("delete_message", chat_id=ann.id, message_id=table)
        assert "message to delete not found" in await refused(gone)
        await asyncio.sleep(SECOND)
        shown = await bot.photo(ann.id, RED, "a.png", "A picture")
        assert "no text in the message" in await refused(bot.edit_text(ann.id, shown, "Hello"))
        assert "message is not modified" in await refused(bot.edit_caption(ann.id, shown, "A picture"))

    told(name, story)


@both
def test_taps_that_are_too_old(name: str) -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        await bot.send(ann.id, "Well?", {"Yes": "y"})

        async def answer(id: str) -> str:
            return (await bot.failed(bot.call("answer_callback_query", callback_query_id=id))).said.lower()

        query = ann.presses(ann.private, "Yes")
        await bot.call("answer_callback_query", callback_query_id=query.id)
        assert "query is too old" in await answer(query.id)
        late = ann.presses(ann.private, "Yes")
        await asyncio.sleep(16)
        assert "query is too old" in await answer(late.id)
        assert "query is too old" in await answer("12345")
        with pytest.raises(AssertionError, match="nobody answered Ann's tap on 'Yes'"):
            await ann.taps(ann.private, "Yes")

    told(name, story)


# What goes wrong on demand


@both
def test_faults_on_demand(name: str) -> None:
    """A fault before the request was carried out leaves nothing behind, one afterwards leaves the message."""

    async def story(world: World, bot: Library) -> None:
        ann, wrong = world.user("Ann", started=True), world.disturbances

        async def kind(text: str) -> Failed:
            await asyncio.sleep(SECOND)
            return await bot.failed(bot.send(ann.id, text))

        wrong.flood("sendMessage", 7)
        flood = await kind("flood")
        assert (flood.kind, flood.number) == ("flood", 7)
        await asyncio.sleep(7)
        wrong.fail("sendMessage", 500)
        wrong.fail("sendMessage", 502, carried_out=True)
        assert ((await kind("500")).kind, (await kind("502")).kind) == ("broken", "broken")
        wrong.cut("sendMessage")
        wrong.cut("*", carried_out=True)
        assert ((await kind("cut")).kind, (await kind("cut late")).kind) == ("broken", "broken")
        wrong.silence("sendMessage")
        wrong.silence("sendMessage", carried_out=True)
        asked = virtual_loop().time()
        assert ((await kind("silence")).kind, (await kind("silence late")).kind) == ("late", "late")
        assert virtual_loop().time() - asked >= 120
        wrong.refuse("sendMessage", 400, "Bad Request: something new", times=2)
        assert [(await kind("no")).said.lower() for _ in range(2)] == ["something new"] * 2
        assert [one.text for one in ann.sees(ann.private)] == ["502", "cut late", "silence late"]
        assert not wrong.coming

    told(name, story)


def test_a_proxy_answers_with_a_page() -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        world.disturbances.fail("sendMessage", 502, html=True)
        with pytest.raises(Exception, match="Failed to decode object"):
            await bot.send(ann.id, "Hello")

    told("aiogram", story)


# Limits


def test_a_message_a_second_in_a_chat() -> None:
    """Sends, edits and deletions count, answers to taps and questions do not. Who does not wait disobeys."""

    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        sent = await bot.send(ann.id, "One")
        await asyncio.sleep(0.999)
        flood = await bot.failed(bot.edit_text(ann.id, sent, "Two"))
        assert (flood.kind, flood.number) == ("flood", 1)
        assert "retry after 1" in world.calls[-1].answer["description"].lower()
        await asyncio.sleep(0.5)
        assert (await bot.failed(bot.edit_text(ann.id, sent, "Two"))).kind == "flood"
        assert (world.refused, world.disobeyed) == (1, 1)
        await asyncio.sleep(0.5)
        await bot.edit_text(ann.id, sent, "Two")
        for _ in range(20):
            await bot.call("get_chat", chat_id=ann.id)
        await asyncio.sleep(SECOND)
        await bot.call("delete_message", chat_id=ann.id, message_id=sent)
        assert (await bot.failed(bot.send(ann.id, "Three"))).kind == "flood"

    assert told("aiogram", story, clean=False).refused == 2


def test_twenty_a_minute_in_a_group() -> None:
    async def story(world: World, bot: Library) -> None:
        group = world.group("Friday", world.user("Ann"))
        for number in range(20):
            await bot.send(group.id, str(number))
            await asyncio.sleep(SECOND)
        flood = await bot.failed(bot.send(group.id, "too much"))
        assert (flood.kind, flood.number) == ("flood", 40)
        await asyncio.sleep(40)
        await bot.send(group.id, "again")

    assert told("aiogram", story, clean=False).refused == 1


def test_thirty_a_second_overall() -> None:
    async def story(world: World, bot: Library) -> None:
        people = [world.user(f"P{number}", started=True) for number in range(32)]
        results = await asyncio.gather(*(bot.send(one.id, "Hello") for one in people), return_exceptions=True)
        assert sum(isinstance(one, Exception) for one in results) == 2
        await asyncio.sleep(SECOND)
        for one in people[-2:]:
            await asyncio.sleep(SECOND)
            await bot.send(one.id, "Hello")

    assert told("aiogram", story, clean=False).refused == 2


def test_a_flood_on_demand_is_to_be_obeyed() -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        world.disturbances.flood("sendMessage", 5)
        await bot.failed(bot.send(ann.id, "Hello"))
        await asyncio.sleep(3)
        flood = await bot.failed(bot.send(ann.id, "Hello"))
        assert (flood.kind, flood.number) == ("flood", 2)

    assert told("aiogram", story, clean=False).disobeyed == 1


# What no bot may do


def keyboard(*buttons: Json, rows: int = 1) -> Json:
    return {"inline_keyboard": [list(buttons)] * rows}


CALL = {"text": "Join", "callback_data": "x"}
WRONG: list[tuple[str, Json, str]] = [
    ("sendMessage", {"text": "x" * 4097}, "message is too long"),
    ("sendMessage", {"text": "😀" * 2049}, "message is too long"),
    ("sendMessage", {"text": "  "}, "message text is empty"),
    ("sendMessage", {"text": "<b>x", "parse_mode": "HTML"}, "can't parse entities"),
    ("sendMessage", {"text": "1 < 2", "parse_mode": "HTML"}, "can't parse entities"),
    ("sendMessage", {"text": "<h1>x</h1>", "parse_mode": "HTML"}, "Unsupported start tag"),
    ("sendMessage", {"text": "*x*", "parse_mode": "MarkdownV2"}, "this double reads HTML only"),
    ("sendMessage", {"text": "x", "colour": "red"}, "['colour'] is no field of sendMessage"),
    ("sendMessage", {"text": "x", "reply_markup": keyboard(CALL | {"colour": "red"})}, "has no field"),
    ("sendMessage", {}, "text: Field required"),
    ("sendMessage", {"text": "x", "message_thread_id": 3}, "this double knows no"),
    ("sendMessage", {"text": "x", "reply_markup": {"force_reply": True}}, "no keyboards but those under messages"),
    ("sendMessage", {"text": "x", "reply_markup": keyboard({"text": "x"})}, "Text buttons are unallowed"),
    ("sendMessage", {"text": "x", "reply_markup": keyboard(CALL | {"callback_data": "é" * 33})}, "BUTTON_DATA_INVALID"),
    ("sendMessage", {"text": "x", "reply_markup": keyboard(CALL | {"callback_data": ""})}, "BUTTON_DATA_INVALID"),
    ("sendMessage", {"text": "x", "reply_markup": keyboard(*[CALL] * 9)}, "more than 8 buttons"),
    ("sendMessage", {"text": "x", "reply_markup": keyboard(CALL, rows=101)}, "REPLY_MARKUP_TOO_LONG"),
    (
        "sendMessage",
        {"text": "x", "reply_markup": keyboard({"text": "x", "web_app": {"url": "https://a.example"}})},
        "BUTTON_TYPE_INVALID",
    ),
    ("sendMessage", {"text": "x", "reply_markup": keyboard({"text": "x", "url": "nowhere"})}, "is invalid"),
    (
        "sendMessage",
        {"text": "x", "reply_markup": keyboard({"text": "x", "url": "https://t.me/table_bot?start=a%20b"})},
        "is no start parameter",
    ),
    ("sendPhoto", {"photo": "nowhere"}, "wrong remote file identifier"),
    ("sendPhoto", {"photo": "attach://nothing"}, "there is no file"),
    ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "MESSAGE_TOO_LONG"),
    ("setMyCommands", {"commands": [{"command": "Start", "description": "x"}]}, "BOT_COMMAND_INVALID"),
    ("setMyCommands", {"commands": [{"command": "start", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
    ("setWebhook", {"url": "http://127.0.0.1:9", "secret_token": "no blanks"}, "unallowed characters"),
    ("deleteMessages", {"message_ids": list(range(101))}, "1-100 message identifiers"),
]


def test_what_no_bot_may_do_is_remembered() -> None:
    """By JSON, by which neither library speaks."""

    async def story() -> None:
        world = World(virtual_loop().wall)
        world.limits.on = False
        group = world.group("Friday", world.user("Ann"))
        async with serving(world) as url, aiohttp.ClientSession() as session:

            async def ask(method: str, body: Any, token: str = world.token) -> tuple[int, Json]:
                async with session.post(f"{url}/bot{token}/{method}", json=body) as answer:
                    return answer.status, await answer.json()

            for method, params, expected in WRONG:
                target = (
                    {} if method in ("answerCallbackQuery", "setMyCommands", "setWebhook") else {"chat_id": group.id}
                )
                status, answer = await ask(method, target | params)
                assert status == answer["error_code"] == 400 and not answer["ok"], (params, answer)
                assert expected in answer["description"], answer
            assert len(world.faults) == len(WRONG) and len(world.calls) == len(WRONG)
            assert (await ask("getMe", {}, "7:wrong"))[0] == 401
            assert (await ask("sendDance", {}))[0] == 404
            assert world.faults[-1] == "sendDance: this double has no such method"
            files = aiohttp.FormData({"chat_id": str(group.id)})
            files.add_field("photo", b"no picture", filename="a.png")
            async with session.post(f"{url}/bot{world.token}/sendPhoto", data=files) as answered:
                assert "IMAGE_PROCESS_FAILED" in (await answered.json())["description"]
            assert len(world.shown_in(group)) == 1  # the bot's coming

    virtually(story())


def test_what_stands_at_the_bounds_is_allowed() -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann", started=True)
        await bot.send(ann.id, "x" * 4096, {"A": "é" * 32})
        await asyncio.sleep(SECOND)
        rows = [[CALL] * 8] * 12 + [[CALL] * 4]
        await bot.call("send_message", chat_id=ann.id, text="x", reply_markup={"inline_keyboard": rows})
        await asyncio.sleep(SECOND)
        await bot.photo(ann.id, BLUE, "a.png", "x" * 1024)
        assert [len(json.dumps(one.text)) for one in ann.sees(ann.private)] == [4098, 3, 1026]

    told("aiogram", story)
