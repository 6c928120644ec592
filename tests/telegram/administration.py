"""The methods of the Bot API that say who is where, how updates come, and what the menus offer."""

import re

from aiogram import methods as api

from tests.telegram import bounds, wire
from tests.telegram.methods import given, known_chat, method, open_chat
from tests.telegram.refusals import Refusal, Violation, bad
from tests.telegram.things import Json
from tests.telegram.updates import Superseded, Webhook
from tests.telegram.world import World

SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
LONGEST = 50
"""Seconds that Telegram lets a poll wait at most."""


@method(api.GetMe)
async def get_me(world: World, request: api.GetMe) -> Json:
    return wire.me_json(world.bot)


# Updates


@method(api.GetUpdates)
async def get_updates(world: World, request: api.GetUpdates) -> list[Json]:
    limit, timeout = request.limit or 100, request.timeout or 0
    if not 1 <= limit <= 100 or timeout < 0:
        raise Violation("limit is 1-100, timeout is not negative")
    if world.updates.webhook:
        told = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
        raise Refusal(409, told)
    world.updates.allow(request.allowed_updates)
    try:
        return await world.updates.get(request.offset or 0, limit, min(timeout, LONGEST))
    except Superseded:
        told = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
        raise Refusal(409, told) from None


@method(api.SetWebhook)
async def set_webhook(world: World, request: api.SetWebhook) -> bool:
    """Telegram wants HTTPS; on loopback the double is content without."""
    if request.secret_token is not None and not SECRET.fullmatch(request.secret_token):
        raise Violation("secret token contains unallowed characters")
    world.updates.allow(request.allowed_updates)
    if request.drop_pending_updates:
        world.updates.forget()
    world.updates.set_webhook(Webhook(request.url, request.secret_token or "") if request.url else None)
    return True


@method(api.DeleteWebhook)
async def delete_webhook(world: World, request: api.DeleteWebhook) -> bool:
    if request.drop_pending_updates:
        world.updates.forget()
    world.updates.set_webhook(None)
    return True


@method(api.GetWebhookInfo)
async def get_webhook_info(world: World, request: api.GetWebhookInfo) -> Json:
    hook = world.updates.webhook
    told = {"url": hook.url if hook else "", "has_custom_certificate": False}
    told["pending_update_count"] = len(world.updates.pending)
    return told | ({"last_error_message": hook.error} if hook and hook.error else {})


# Chats and members


@method(api.GetChat)
async def get_chat(world: World, request: api.GetChat) -> Json:
    return wire.full_chat_json(known_chat(world, request.chat_id), world.bot)


@method(api.GetChatMember)
async def get_chat_member(world: World, request: api.GetChatMember) -> Json:
    chat = open_chat(world, request.chat_id)
    user = world.bot if request.user_id == world.bot.id else world.people.get(request.user_id)
    if user is None:
        raise bad("member not found")
    return wire.member_json(chat.member(user))


@method(api.GetChatAdministrators)
async def get_chat_administrators(world: World, request: api.GetChatAdministrators) -> list[Json]:
    chat = open_chat(world, request.chat_id)
    if chat.is_private:
        raise bad("there are no administrators in the private chat")
    found = [member for member in chat.members.values() if member.is_administrator]
    return [wire.member_json(member) for member in found if not member.user.is_bot]


@method(api.LeaveChat)
async def leave_chat(world: World, request: api.LeaveChat) -> bool:
    chat = open_chat(world, request.chat_id)
    if chat.is_private:
        raise bad("chat member status can't be changed in private chats")
    world.remove_bot(chat)
    return True


# Menus


@method(api.SetMyCommands)
async def set_my_commands(world: World, request: api.SetMyCommands) -> bool:
    commands = given(request.commands)
    bounds.commands(commands)
    world.commands[wire.scope_key(given(request.scope)), request.language_code or ""] = commands
    return True


@method(api.GetMyCommands)
async def get_my_commands(world: World, request: api.GetMyCommands) -> list[Json]:
    return world.commands.get((wire.scope_key(given(request.scope)), request.language_code or ""), [])


@method(api.DeleteMyCommands)
async def delete_my_commands(world: World, request: api.DeleteMyCommands) -> bool:
    world.commands.pop((wire.scope_key(given(request.scope)), request.language_code or ""), None)
    return True


@method(api.SetChatMenuButton)
async def set_chat_menu_button(world: World, request: api.SetChatMenuButton) -> bool:
    button = given(request.menu_button) or {"type": "default"}
    if button["type"] == "web_app":
        bounds.web_app(button["web_app"]["url"])
    if request.chat_id is not None and not known_chat(world, request.chat_id).is_private:
        raise bad("chat is not a private chat")
    world.menu_buttons[request.chat_id or 0] = button
    return True
