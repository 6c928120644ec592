"""Two libraries that drive the double, so that it is fitted to neither: each does the same by its own means."""

import os
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Protocol

import aiogram
import telegram
from aiogram import types
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from telegram.error import ChatMigrated, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.request import HTTPXRequest

from tests.telegram.world import World

os.environ["PTB_TIMEDELTA"] = "1"  # without it python-telegram-bot warns that it will be so one day

PATIENCE = 60
"""Seconds that either waits for an answer."""
Buttons = dict[str, str]
"""Labels and data."""


class Failed(NamedTuple):
    """What became of a call that did not go well, in the words of neither library."""

    kind: str
    """refused, flood, migrated, broken or late"""
    said: str = ""
    number: int = 0
    """retry_after, or the new id"""


class Library(Protocol):
    """What a test asks of either. Messages are their ids, and updates are Telegram's JSON."""

    async def send(self, chat: int, text: str, buttons: Buttons | None = None) -> int: ...
    async def photo(self, chat: int, data: bytes, name: str, caption: str, buttons: Buttons | None = None) -> int: ...
    async def edit_text(self, chat: int, id: int, text: str, buttons: Buttons | None = None) -> None: ...
    async def edit_caption(self, chat: int, id: int, caption: str, buttons: Buttons | None = None) -> None: ...
    async def edit_media(self, chat: int, id: int, data: bytes, name: str, caption: str) -> None: ...
    async def edit_buttons(self, chat: int, id: int, buttons: Buttons) -> None: ...
    async def call(self, name: str, **params: Any) -> Any:
        """Any other method by its name in Python; the result as each library reads it."""

    async def updates(self, offset: int = 0, timeout: int = 0, **more: Any) -> list[Any]: ...
    async def failed(self, work: Awaitable[Any]) -> Failed:
        """How a call fails that has to."""


class Aiogram:
    def __init__(self, bot: aiogram.Bot) -> None:
        self.bot = bot

    @staticmethod
    def keyboard(buttons: Buttons | None) -> types.InlineKeyboardMarkup | None:
        if buttons is None:
            return None
        row = [types.InlineKeyboardButton(text=text, callback_data=data) for text, data in buttons.items()]
        return types.InlineKeyboardMarkup(inline_keyboard=[row])

    async def send(self, chat: int, text: str, buttons: Buttons | None = None) -> int:
        sent = await self.bot.send_message(chat, text, parse_mode="HTML", reply_markup=self.keyboard(buttons))
        return sent.message_id

    async def photo(self, chat: int, data: bytes, name: str, caption: str, buttons: Buttons | None = None) -> int:
        file = types.BufferedInputFile(data, name)
        sent = await self.bot.send_photo(chat, file, caption=caption, reply_markup=self.keyboard(buttons))
        assert sent.photo and sent.caption == caption
        return sent.message_id

    async def edit_text(self, chat: int, id: int, text: str, buttons: Buttons | None = None) -> None:
        await self.bot.edit_message_text(text, chat_id=chat, message_id=id, reply_markup=self.keyboard(buttons))

    async def edit_caption(self, chat: int, id: int, caption: str, buttons: Buttons | None = None) -> None:
        markup = self.keyboard(buttons)
        await self.bot.edit_message_caption(chat_id=chat, message_id=id, caption=caption, reply_markup=markup)

    async def edit_media(self, chat: int, id: int, data: bytes, name: str, caption: str) -> None:
        media = types.InputMediaPhoto(media=types.BufferedInputFile(data, name), caption=caption)
        await self.bot.edit_message_media(media, chat_id=chat, message_id=id)

    async def edit_buttons(self, chat: int, id: int, buttons: Buttons) -> None:
        await self.bot.edit_message_reply_markup(chat_id=chat, message_id=id, reply_markup=self.keyboard(buttons))

    async def call(self, name: str, **params: Any) -> Any:
        return await getattr(self.bot, name)(**params)

    async def updates(self, offset: int = 0, timeout: int = 0, **more: Any) -> list[Any]:
        got = await self.bot.get_updates(offset=offset, timeout=timeout, request_timeout=timeout + PATIENCE, **more)
        return [update.model_dump(exclude_none=True, by_alias=True) for update in got]

    async def failed(self, work: Awaitable[Any]) -> Failed:
        try:
            await work
        except TelegramRetryAfter as error:
            return Failed("flood", error.message, error.retry_after)
        except TelegramMigrateToChat as error:
            return Failed("migrated", error.message, error.migrate_to_chat_id)
        except TelegramNetworkError as error:
            return Failed("late" if "timeout" in error.message else "broken")
        except TelegramServerError as error:
            return Failed("broken", error.message)
        except TelegramAPIError as error:
            return Failed("refused", error.message.removeprefix("Bad Request: "))
        raise AssertionError("it went well")


class PythonTelegramBot:
    def __init__(self, bot: "telegram.Bot") -> None:
        self.bot = bot

    @staticmethod
    def keyboard(buttons: Buttons | None) -> telegram.InlineKeyboardMarkup | None:
        if buttons is None:
            return None
        row = [telegram.InlineKeyboardButton(text, callback_data=data) for text, data in buttons.items()]
        return telegram.InlineKeyboardMarkup([row])

    async def send(self, chat: int, text: str, buttons: Buttons | None = None) -> int:
        sent = await self.bot.send_message(chat, text, parse_mode="HTML", reply_markup=self.keyboard(buttons))
        return sent.message_id

    async def photo(self, chat: int, data: bytes, name: str, caption: str, buttons: Buttons | None = None) -> int:
        sent = await self.bot.send_photo(chat, data, caption, filename=name, reply_markup=self.keyboard(buttons))
        assert sent.photo and sent.caption == caption
        return sent.message_id

    async def edit_text(self, chat: int, id: int, text: str, buttons: Buttons | None = None) -> None:
        await self.bot.edit_message_text(text, chat, id, reply_markup=self.keyboard(buttons))

    async def edit_caption(self, chat: int, id: int, caption: str, buttons: Buttons | None = None) -> None:
        await self.bot.edit_message_caption(chat, id, caption=caption, reply_markup=self.keyboard(buttons))

    async def edit_media(self, chat: int, id: int, data: bytes, name: str, caption: str) -> None:
        await self.bot.edit_message_media(telegram.InputMediaPhoto(data, caption, filename=name), chat, id)

    async def edit_buttons(self, chat: int, id: int, buttons: Buttons) -> None:
        await self.bot.edit_message_reply_markup(chat, id, reply_markup=self.keyboard(buttons))

    async def call(self, name: str, **params: Any) -> Any:
        return await getattr(self.bot, name)(**params)

    async def updates(self, offset: int = 0, timeout: int = 0, **more: Any) -> list[Any]:
        got = await self.bot.get_updates(offset=offset, timeout=timeout, **more)
        return [update.to_dict() for update in got]

    async def failed(self, work: Awaitable[Any]) -> Failed:
        try:
            await work
        except RetryAfter as error:
            seconds = error.retry_after
            return Failed("flood", error.message, seconds if isinstance(seconds, int) else seconds.seconds)
        except ChatMigrated as error:
            return Failed("migrated", error.message, error.new_chat_id)
        except TimedOut:
            return Failed("late")
        except TelegramError as error:
            kind = "broken" if type(error) is NetworkError else "refused"
            return Failed(kind, error.message)
        raise AssertionError("it went well")


LIBRARIES = ["aiogram", "python-telegram-bot"]


@asynccontextmanager
async def library(name: str, world: World, url: str) -> AsyncIterator[Library]:
    """One of the libraries, working for the bot of a world."""
    if name == "aiogram":
        session = AiohttpSession(api=TelegramAPIServer.from_base(url), timeout=PATIENCE)
        async with aiogram.Bot(world.token, session=session) as bot:
            yield Aiogram(bot)
        return
    wait = float(PATIENCE)
    asks = [HTTPXRequest(20, read_timeout=wait, write_timeout=wait, media_write_timeout=wait) for _ in range(2)]
    async with telegram.Bot(world.token, f"{url}/bot", request=asks[0], get_updates_request=asks[1]) as other:
        world.calls.clear()  # it has asked who it is
        yield PythonTelegramBot(other)
