"""The methods of the Bot API for messages that one member of a group sees alone. Sending them: tests/telegram/methods.py."""

from typing import Any

from aiogram import methods as api

from tests.telegram.methods import change, edit_caption, edit_media, edit_text, markup_of, method, open_chat
from tests.telegram.refusals import bad
from tests.telegram.things import Message
from tests.telegram.world import World


def whisper_of(world: World, request: Any) -> Message:
    """The message, if it is the bot's own to that person. Telegram tells nobody whether it still stands on a screen."""
    message = open_chat(world, request.chat_id).whispers.get(request.ephemeral_message_id)
    if message is None or message.sender is not world.bot or not message.receiver:
        raise bad("MESSAGE_ID_INVALID")
    if message.receiver.id != request.receiver_user_id:
        raise bad("MESSAGE_ID_INVALID")
    return message


@method(api.EditEphemeralMessageText, counts=True)
async def edit_ephemeral_message_text(world: World, request: api.EditEphemeralMessageText) -> bool:
    return bool(edit_text(world, whisper_of(world, request), request))


@method(api.EditEphemeralMessageCaption, counts=True)
async def edit_ephemeral_message_caption(world: World, request: api.EditEphemeralMessageCaption) -> bool:
    return bool(edit_caption(world, whisper_of(world, request), request))


@method(api.EditEphemeralMessageMedia, counts=True)
async def edit_ephemeral_message_media(world: World, request: api.EditEphemeralMessageMedia) -> bool:
    return bool(edit_media(world, whisper_of(world, request), request))


@method(api.EditEphemeralMessageReplyMarkup, counts=True)
async def edit_ephemeral_message_reply_markup(world: World, request: api.EditEphemeralMessageReplyMarkup) -> bool:
    message = whisper_of(world, request)
    return bool(change(world, message, markup=markup_of(request, message.chat)))


@method(api.DeleteEphemeralMessage, counts=True)
async def delete_ephemeral_message(world: World, request: api.DeleteEphemeralMessage) -> bool:
    world.delete(whisper_of(world, request))
    return True
