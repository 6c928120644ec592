"""How the Bot API writes down what the world holds."""

import json
from typing import Any

from aiogram.types import TelegramObject
from pydantic import BaseModel

from tests.telegram.things import ANONYMOUS, Chat, Json, Member, Message, Photo, User

RIGHTS = [
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_send_welcome_messages",
]


def user_json(user: User) -> Json:
    told: Json = {"id": user.id, "is_bot": user.is_bot, "first_name": user.name}
    if user.username:
        told["username"] = user.username
    if user.language:
        told["language_code"] = user.language
    return told


def me_json(bot: User) -> Json:
    rights = {"can_join_groups": True, "can_read_all_group_messages": False, "supports_inline_queries": False}
    return user_json(bot) | rights | {"can_connect_to_business": False, "has_main_web_app": False}


def chat_json(chat: Chat) -> Json:
    if not chat.is_private:
        return {"id": chat.id, "type": chat.type, "title": chat.title}
    (user,) = chat.present()
    told = {"id": chat.id, "type": chat.type, "first_name": user.name}
    return told | ({"username": user.username} if user.username else {})


def full_chat_json(chat: Chat, bot: User) -> Json:
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
    told = chat_json(chat) | {
        "accent_color_id": chat.id % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }
    if chat.pinned:
        told["pinned_message"] = message_json(chat.pinned[-1], bot)
    return told


def member_json(member: Member) -> Json:
    told: Json = {"user": user_json(member.user), "status": member.status}
    if member.is_administrator:
        told["is_anonymous"] = member.anonymous
    if member.status == "administrator":
        told |= {"can_be_edited": False} | dict.fromkeys(RIGHTS, True)
    if member.status == "kicked":
        told["until_date"] = 0
    return told


def photo_json(photo: Photo) -> list[Json]:
    """One size: thumbnails say nothing that a test could miss."""
    size = {"width": photo.width, "height": photo.height, "file_size": len(photo.data)}
    return [{"file_id": photo.file_id, "file_unique_id": f"u{photo.file_id}", **size}]


def message_json(message: Message, bot: User, *, with_reply: bool = True) -> Json:
    chat = message.chat
    told: Json = {"message_id": message.id, "date": int(message.date), "chat": chat_json(chat)}
    told["from"] = user_json(message.sender)
    if message.sender is ANONYMOUS:
        told["sender_chat"] = chat_json(chat)
    if message.edited:
        told["edit_date"] = int(message.edited)
    if message.receiver:
        told |= {"receiver_user": user_json(message.receiver), "ephemeral_message_id": message.whisper_id}
    if message.reply_to and with_reply and not message.reply_to.deleted:
        told["reply_to_message"] = message_json(message.reply_to, bot, with_reply=False)
    if message.origin:
        told["forward_origin"] = message.origin
    words, marked = ("caption", "caption_entities") if message.photo else ("text", "entities")
    if message.photo:
        told["photo"] = photo_json(message.photo)
    if message.text:
        told[words] = message.text
    if message.entities:
        told[marked] = message.entities
    if message.rows:
        told["reply_markup"] = message.markup
    return told | message.service


def inaccessible_json(message: Message) -> Json:
    """A message that is gone when somebody taps a button which they still see."""
    return {"chat": chat_json(message.chat), "message_id": message.id, "date": 0}


def scope_key(scope: Json | None) -> str:
    """A scope of commands, as a key."""
    return json.dumps(scope or {"type": "default"}, sort_keys=True)


def plain(value: Any) -> Any:
    """A validated request as plain values, without what was left out."""
    if isinstance(value, BaseModel):
        given = {key: getattr(value, key) for key in value.model_fields_set}
        return {key: plain(one) for key, one in given.items() if one is not None}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


def surplus(value: Any, path: str = "") -> str:
    """The first field that aiogram's model does not know; nothing if there is none."""
    if isinstance(value, BaseModel):
        if value.model_extra:
            return f"{path}{next(iter(value.model_extra))}"
        given = [(f"{path}{key}.", getattr(value, key)) for key in value.model_fields_set]
    elif isinstance(value, list):
        given = [(path, one) for one in value]
    else:
        given = []
    return next((found for where, one in given if (found := surplus(one, where))), "")


def checked(kind: type[TelegramObject], told: Json) -> Json:
    """What the service says, read as a client reads it."""
    unknown = surplus(kind.model_validate(told))
    assert not unknown, f"{kind.__name__} has no field {unknown}: {json.dumps(told)}"
    return told
