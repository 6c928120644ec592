"""What the methods of the Bot API do to the world. Every request has passed aiogram's model of it before it comes here."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from aiogram import methods as api
from aiogram.client.default import Default
from aiogram.types import InputMediaPhoto

from tests.telegram import bounds, wire
from tests.telegram.refusals import Refusal, Violation, bad, forbidden
from tests.telegram.things import Chat, Json, Message, Photo, Query, Upload

if TYPE_CHECKING:
    from tests.telegram.world import World

Model = TypeVar("Model", bound=api.TelegramMethod)
TWO_DAYS = 48 * 3600.0


class Method(NamedTuple):
    model: type[api.TelegramMethod[Any]]
    work: Callable[["World", Any], Awaitable[Any]]
    counts: bool
    """Whether Telegram counts it as a message in a chat."""


METHODS: dict[str, Method] = {}
"""By their names in lower case, as Telegram takes any."""


def method(
    model: type[Model], *, counts: bool = False
) -> Callable[[Callable[["World", Model], Awaitable[Any]]], Callable[["World", Model], Awaitable[Any]]]:
    def register(work: Callable[["World", Model], Awaitable[Any]]) -> Callable[["World", Model], Awaitable[Any]]:
        METHODS[model.__api_method__.lower()] = Method(model, work, counts)
        return work

    return register


# What they have in common


def given(value: Any) -> Any:
    """A field, or None where aiogram's model has only a note that there is a default."""
    return None if isinstance(value, Default) else wire.plain(value)


def known_chat(world: "World", id: int | str) -> Chat:
    chat = world.chats.get(id) if isinstance(id, int) else None
    if chat is None:
        raise bad("chat not found")
    if chat.upgraded_to:
        told = "Bad Request: group chat was upgraded to a supergroup chat"
        raise Refusal(400, told, migrate_to_chat_id=chat.upgraded_to.id)
    return chat


def open_chat(world: "World", id: int | str | None) -> Chat:
    """A chat in which the bot may do something."""
    if id is None:
        raise Violation("chat_id is empty")
    chat = known_chat(world, id)
    if chat.is_private:
        person = world.people[chat.id]
        if person.blocked:
            raise forbidden("bot was blocked by the user")
        if not person.started:
            raise forbidden("bot can't initiate conversation with a user")
    elif chat.member(world.bot).status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    elif not chat.member(world.bot).is_in:
        raise forbidden(f"bot is not a member of the {chat.type} chat")
    return chat


def own_message(world: "World", chat: Chat, id: int | None) -> Message:
    message = chat.messages.get(id or 0)
    if message is None:
        raise bad("message to edit not found")
    if message.sender is not world.bot or message.service:
        raise bad("message can't be edited")
    return message


def markup_of(request: Any, chat: Chat) -> Json | None:
    markup: Json | None = given(request.reply_markup)
    if markup and "inline_keyboard" not in markup:
        raise Violation("this double knows no keyboards but those under messages")
    if markup:
        bounds.keyboard(markup, chat)
    return markup


def photo_of(world: "World", file: Any) -> Photo:
    """A picture that is uploaded now, or was before."""
    if isinstance(file, Upload):
        width, height = bounds.picture(file.data)
        photo = Photo(f"photo{len(world.photos) + 1}", file.name, file.data, width, height)
        world.photos[photo.file_id] = photo
        return photo
    if isinstance(file, str) and file.startswith("attach://"):
        raise Violation(f"there is no file {file}")
    if file not in world.photos:
        raise Violation("wrong remote file identifier specified: this double fetches nothing from elsewhere")
    return world.photos[file]


def replied_to(chat: Chat, request: Any) -> Message | None:
    wanted = request.reply_parameters
    if wanted is None or wanted.message_id is None:
        return None
    message = chat.messages.get(wanted.message_id)
    if message is None and given(wanted.allow_sending_without_reply) is not True:
        raise bad("message to be replied not found")
    return message


def query_of(world: "World", id: str) -> Query:
    query = world.queries.get(id)
    if query is None or not world.is_fresh(query):
        raise bad("query is too old and response timeout expired or query ID is invalid")
    return query


def whispering(world: "World", chat: Chat, request: Any) -> Json:
    """Who alone is to see a message, and in place of which one; nothing if all may."""
    wanted = request.ephemeral_message_parameters
    id = wanted.receiver_user_id if wanted else request.receiver_user_id
    if id is None:
        return {}
    if chat.is_private:
        raise Violation("PEER_ID_INVALID: ephemeral messages are for groups")
    person = world.people.get(id)
    if person is None or not chat.member(person).is_in:
        raise bad("USER_NOT_PARTICIPANT")
    tapped = wanted.callback_query_id if wanted else request.callback_query_id
    replied = request.reply_parameters.ephemeral_message_id if request.reply_parameters else None
    replaced: Message | None = None
    if tapped is not None:
        query = query_of(world, tapped)
        if query.user is not person or query.chat is not chat:
            raise Violation("the callback query is of somebody else")
        replaced = query.message if wanted and wanted.replace_callback_query_message else None
        if replaced and replaced.receiver:
            raise Violation("an ephemeral message is edited, not replaced")
    elif replied is not None:
        heard = chat.whispers.get(replied)
        if heard is None or heard.sender is not person or world.clock() - heard.date > bounds.REPLY:
            raise bad("MESSAGE_ID_INVALID")
    elif not chat.member(world.bot).is_administrator:
        raise bad("CHAT_ADMIN_REQUIRED")
    if replaced and not person.offline:
        replaced.unseen.add(person.id)
    return {"receiver": person, "unseen": {person.id} if person.offline else set()}


def change(world: "World", message: Message, **fields: Any) -> Json:
    """Edit a message, if that makes a difference."""
    if all(getattr(message, name) == value for name, value in fields.items()):
        raise bad(
            "message is not modified: specified new message content and reply markup are exactly the same "
            "as a current content and reply markup of the message"
        )
    world.edit(message, **fields)
    return wire.message_json(message, world.bot)


# Sending


@method(api.SendMessage, counts=True)
async def send_message(world: "World", request: api.SendMessage) -> Json:
    chat = open_chat(world, request.chat_id)
    text, entities = bounds.text(request.text, given(request.parse_mode), given(request.entities))
    return send(world, chat, request, text, entities=entities)


@method(api.SendPhoto, counts=True)
async def send_photo(world: "World", request: api.SendPhoto) -> Json:
    chat = open_chat(world, request.chat_id)
    marked = given(request.caption_entities)
    text, entities = bounds.caption(request.caption or "", given(request.parse_mode), marked)
    return send(world, chat, request, text, entities=entities, photo=photo_of(world, request.photo))


def send(world: "World", chat: Chat, request: api.SendMessage | api.SendPhoto, text: str, **more: Any) -> Json:
    markup, answered = markup_of(request, chat), replied_to(chat, request)
    more |= {"silent": bool(request.disable_notification), **whispering(world, chat, request)}
    message = world.post(chat, world.bot, text, markup=markup, reply_to=answered, **more)
    return wire.message_json(message, world.bot)


# Editing and deleting


@method(api.EditMessageText, counts=True)
async def edit_message_text(world: "World", request: api.EditMessageText) -> Json:
    chat = open_chat(world, request.chat_id)
    return edit_text(world, own_message(world, chat, request.message_id), request)


@method(api.EditMessageCaption, counts=True)
async def edit_message_caption(world: "World", request: api.EditMessageCaption) -> Json:
    chat = open_chat(world, request.chat_id)
    return edit_caption(world, own_message(world, chat, request.message_id), request)


@method(api.EditMessageMedia, counts=True)
async def edit_message_media(world: "World", request: api.EditMessageMedia) -> Json:
    chat = open_chat(world, request.chat_id)
    return edit_media(world, own_message(world, chat, request.message_id), request)


@method(api.EditMessageReplyMarkup, counts=True)
async def edit_message_reply_markup(world: "World", request: api.EditMessageReplyMarkup) -> Json:
    chat = open_chat(world, request.chat_id)
    message = own_message(world, chat, request.message_id)
    return change(world, message, markup=markup_of(request, chat))


def edit_text(world: "World", message: Message, request: Any) -> Json:
    if message.photo:
        raise bad("there is no text in the message to edit")
    text, entities = bounds.text(request.text or "", given(request.parse_mode), given(request.entities))
    return change(world, message, text=text, entities=entities, markup=markup_of(request, message.chat))


def edit_caption(world: "World", message: Message, request: Any) -> Json:
    if not message.photo:
        raise bad("there is no caption in the message to edit")
    marked = given(request.caption_entities)
    text, entities = bounds.caption(request.caption or "", given(request.parse_mode), marked)
    return change(world, message, text=text, entities=entities, markup=markup_of(request, message.chat))


def edit_media(world: "World", message: Message, request: Any) -> Json:
    media = request.media
    if not isinstance(media, InputMediaPhoto):
        raise Violation("this double knows no media but photos")
    markup, photo = markup_of(request, message.chat), photo_of(world, media.media)
    text, entities = bounds.caption(media.caption or "", given(media.parse_mode), given(media.caption_entities))
    return change(world, message, photo=photo, text=text, entities=entities, markup=markup)


@method(api.DeleteMessage, counts=True)
async def delete_message(world: "World", request: api.DeleteMessage) -> bool:
    chat = open_chat(world, request.chat_id)
    message = chat.messages.get(request.message_id)
    if message is None:
        raise bad("message to delete not found")
    may = message.sender is world.bot or chat.is_private or chat.member(world.bot).is_administrator
    if not may or world.clock() - message.date > TWO_DAYS:
        raise bad("message can't be deleted for everyone")
    world.delete(message)
    return True


@method(api.DeleteMessages, counts=True)
async def delete_messages(world: "World", request: api.DeleteMessages) -> bool:
    chat = open_chat(world, request.chat_id)
    if not 1 <= len(request.message_ids) <= 100:
        raise Violation("there must be 1-100 message identifiers")
    for id in request.message_ids:
        if message := chat.messages.get(id):
            world.delete(message)
    return True


@method(api.PinChatMessage, counts=True)
async def pin_chat_message(world: "World", request: api.PinChatMessage) -> bool:
    chat = open_chat(world, request.chat_id)
    message = chat.messages.get(request.message_id)
    if not chat.is_private and not chat.member(world.bot).is_administrator:
        raise bad("not enough rights to manage pinned messages in the chat")
    if message is None:
        raise bad("message to pin not found")
    world.pin(message, world.bot)
    return True


@method(api.UnpinChatMessage)
async def unpin_chat_message(world: "World", request: api.UnpinChatMessage) -> bool:
    chat = open_chat(world, request.chat_id)
    if not chat.is_private and not chat.member(world.bot).is_administrator:
        raise bad("not enough rights to manage pinned messages in the chat")
    found = [one for one in chat.pinned if request.message_id in (None, one.id)]
    if not found:
        raise bad("message to unpin not found")
    chat.pinned.remove(found[-1])
    world.show("unpin", found[-1])
    return True


# Taps


@method(api.AnswerCallbackQuery)
async def answer_callback_query(world: "World", request: api.AnswerCallbackQuery) -> bool:
    if len(request.text or "") > bounds.ANSWER:
        raise Violation("MESSAGE_TOO_LONG")
    if request.url:
        bounds.link(request.url)
    query = query_of(world, request.callback_query_id)
    if query.answer.done():
        raise bad("query is too old and response timeout expired or query ID is invalid")
    world.answer(query, request.text or "", bool(request.show_alert))
    return True
