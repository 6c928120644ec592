"""Messages that one member of a group sees alone. Of the two libraries only aiogram knows them."""

import asyncio
from typing import Any

from aiogram import types

from tests.telegram.libraries import Library
from tests.telegram.stories import BLUE, RED, SECOND, told
from tests.telegram.things import Query
from tests.telegram.world import World


def only(person: int, query: Query | None = None, **more: Any) -> types.EphemeralMessageParameters:
    return types.EphemeralMessageParameters(
        receiver_user_id=person, callback_query_id=query.id if query else None, **more
    )


async def refused(bot: Library, **params: Any) -> str:
    await asyncio.sleep(SECOND)
    return (await bot.failed(bot.call("send_message", **params))).said


def test_who_taps_sees_it_alone() -> None:
    async def story(world: World, bot: Library) -> None:
        ann, ben = world.user("Ann"), world.user("Ben")
        group = world.group("Friday", ann, ben)
        await bot.send(group.id, "The table", {"My cards": "cards"})
        query = ann.presses(group, "My cards")
        file = types.BufferedInputFile(RED, "hand.png")
        await asyncio.sleep(SECOND)
        sent = await bot.call(
            "send_photo",
            chat_id=group.id,
            photo=file,
            caption="Your hand",
            ephemeral_message_parameters=only(ann.id, query),
            reply_markup={"inline_keyboard": [[{"text": "Play", "callback_data": "play"}]]},
        )
        assert sent.message_id == 0 and sent.ephemeral_message_id and sent.receiver_user.id == ann.id
        hand = ann.last(group)
        assert (hand.text, hand.photo, hand.ephemeral) == ("Your hand", RED, True)
        assert ben.last(group).text == "The table"

        ann.presses(group, "Play")
        tapped = (await bot.updates())[-1]["callback_query"]["message"]
        assert (tapped["message_id"], tapped["ephemeral_message_id"]) == (0, sent.ephemeral_message_id)

        which = {"chat_id": group.id, "receiver_user_id": ann.id, "ephemeral_message_id": sent.ephemeral_message_id}
        await asyncio.sleep(SECOND)
        media = types.InputMediaPhoto(media=types.BufferedInputFile(BLUE, "next.png"), caption="After it")
        await bot.call("edit_ephemeral_message_media", **which, media=media)
        assert (ann.last(group).text, ann.last(group).photo, ann.last(group).labels) == ("After it", BLUE, [])
        await asyncio.sleep(SECOND)
        await bot.call("edit_ephemeral_message_caption", **which, caption="Later")
        await asyncio.sleep(SECOND)
        other = bot.call("edit_ephemeral_message_caption", **(which | {"receiver_user_id": ben.id}), caption="x")
        assert (await bot.failed(other)).said == "MESSAGE_ID_INVALID"
        await asyncio.sleep(SECOND)
        await bot.call("delete_ephemeral_message", **which)
        assert ann.last(group).text == "The table"
        assert [one.text for one in world.shown_to(ben) if one.photo] == []
        assert [one.text for one in world.shown_to(ann) if one.photo] == ["Your hand", "After it", "Later", "Later"]
        assert not [one for one in world.shown_in(group) if one.photo]

    told("aiogram", story)


def test_who_may_be_written_to() -> None:
    """Who has just tapped, by that tap; without it only an administrator may, and nobody in a private chat."""

    async def story(world: World, bot: Library) -> None:
        ann, ben, cem = world.user("Ann", started=True), world.user("Ben"), world.user("Cem")
        group = world.group("Friday", ann, ben)
        where = {"chat_id": group.id, "text": "Psst"}
        await bot.send(group.id, "The table", {"My cards": "cards"})
        query = ann.presses(group, "My cards")
        told = await refused(bot, **where, ephemeral_message_parameters=only(ann.id))
        assert told == "CHAT_ADMIN_REQUIRED"
        assert "somebody else" in await refused(bot, **where, ephemeral_message_parameters=only(ben.id, query))
        assert await refused(bot, **where, ephemeral_message_parameters=only(cem.id, query)) == "USER_NOT_PARTICIPANT"
        alone = await refused(bot, chat_id=ann.id, text="Psst", ephemeral_message_parameters=only(ann.id, query))
        assert "PEER_ID_INVALID" in alone
        await asyncio.sleep(15)
        assert "query is too old" in await refused(bot, **where, ephemeral_message_parameters=only(ann.id, query))
        await ann.adds_bot(group, "administrator")
        await asyncio.sleep(SECOND)
        await bot.call("send_message", **where, ephemeral_message_parameters=only(ben.id))
        assert (ben.last(group).text, ann.last(group).text) == ("Psst", "The table")

    assert len(told("aiogram", story, clean=False).faults) == 2


def test_a_message_in_place_of_another() -> None:
    async def story(world: World, bot: Library) -> None:
        ann, ben = world.user("Ann"), world.user("Ben")
        group = world.group("Friday", ann, ben)
        await bot.send(group.id, "The table", {"My cards": "cards"})
        query = ann.presses(group, "My cards")
        await asyncio.sleep(SECOND)
        instead = only(ann.id, query, replace_callback_query_message=True)
        await bot.call("send_message", chat_id=group.id, text="Your hand", ephemeral_message_parameters=instead)
        assert [one.text for one in ann.sees(group)] == ["Your hand"]
        assert [one.text for one in ben.sees(group)] == ["The table"]

    told("aiogram", story)


def test_it_may_get_lost() -> None:
    async def story(world: World, bot: Library) -> None:
        ann = world.user("Ann")
        group = world.group("Friday", ann, bot_is_administrator=True)
        ann.offline = True
        await bot.call("send_message", chat_id=group.id, text="Psst", ephemeral_message_parameters=only(ann.id))
        assert ann.sees(group) == [] and not [one for one in world.shown_to(ann) if one.text == "Psst"]

    told("aiogram", story)


def test_a_command_that_only_the_bot_hears() -> None:
    async def story(world: World, bot: Library) -> None:
        ann, ben = world.user("Ann"), world.user("Ben")
        group = world.group("Friday", ann, ben)
        command = types.BotCommand(command="mycards", description="Your hand", is_ephemeral=True)
        await bot.call("set_my_commands", commands=[command])
        await ann.writes(group, "/mycards")
        heard = (await bot.updates())[-1]["message"]
        assert (heard["text"], heard["message_id"], heard["receiver_user"]["id"]) == ("/mycards", 0, world.bot.id)
        assert [one.text for one in ann.sees(group)] == ["/mycards"] and ben.sees(group) == []
        reply = types.ReplyParameters(ephemeral_message_id=heard["ephemeral_message_id"])
        psst = {
            "chat_id": group.id,
            "text": "Psst",
            "ephemeral_message_parameters": only(ann.id),
            "reply_parameters": reply,
        }
        await bot.call("send_message", **psst)
        assert ann.last(group).text == "Psst" and ben.sees(group) == []
        await asyncio.sleep(15)
        assert await refused(bot, **psst) == "MESSAGE_ID_INVALID"

    told("aiogram", story)
