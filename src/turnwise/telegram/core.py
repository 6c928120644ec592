"""What every part of the Telegram front end stands on: the house, the bot, the records, and small helpers to send and to answer."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from aiogram import Bot
from aiogram.methods import AnswerCallbackQuery, DeleteMessage, SendMessage
from aiogram.types import Message
from msgspec.structs import replace

from turnwise.house.house import House
from turnwise.house.store.interface import Put
from turnwise.house.work.background import BackgroundTasks
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Speaker
from turnwise.telegram.buttons import Buttons
from turnwise.telegram.outbox import Missing, Moved, Outbox, Refused, Uncertain, Unwritable
from turnwise.telegram.paces import Paces
from turnwise.telegram.people import People
from turnwise.telegram.records import UPDATE, Book, Carried, Chat, Hand
from turnwise.telegram.settings import Settings
from turnwise.telegram.shown import Keys, Shown

log = logging.getLogger("turnwise")

ALERT = 200
"""Letters of the answer to a tap."""
LEASE = "telegram"
"""Whoever holds it speaks with Telegram."""
DRAWING = 2
"""Threads that draw pictures for chats."""


class Core:
    """One bot in one house."""

    def __init__(self, house: House, bot: Bot, settings: Settings) -> None:
        self.house, self.bot, self.settings = house, bot, settings
        self.role = house.duties.role(LEASE)
        self.leads = False
        """Whether this worker has taken up the chats: it is the one that shows tables and makes the calls that count."""
        self.paces = Paces(house)
        self.outbox = Outbox(bot, self.paces, lambda: self.role.mine)
        self.people = People(house)
        self.chats, self.hands = Book(house, Chat), Book(house, Hand)
        self.buttons = Buttons(settings.token)
        self.name = ""
        """The bot's own, by which links find it."""
        self.background = BackgroundTasks()
        """What ends when another worker leads."""
        self._threads = ThreadPoolExecutor(DRAWING, thread_name_prefix="telegram")
        self.changed: Callable[[str], None] = lambda table: None
        """Let everything that shows a table look at it again."""

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def drawn(self, draw: Callable[[], bytes]) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._threads, draw)

    def link(self, start: str) -> str:
        """A link that opens the private chat with a word for us."""
        return f"https://t.me/{self.name}?start={start}"

    def app(self, table: str) -> str:
        """Our page inside Telegram; empty where it can't be opened."""
        return f"{self.settings.address}/telegram/app/tables/{table}" if self.settings.opens_app else ""

    def note(self, update: int) -> Put:
        """That an update is carried out, to be committed with what it does."""
        return Carried.note(update, self.house.now())

    async def carried(self, update: int) -> bool:
        """Whether an update was carried out."""
        return await self.house.store.get(UPDATE, str(update)) is not None

    async def send(self, chat: int, text: str, keys: Keys = (), *, silent: bool = False) -> int:
        """Send a text; its message, or 0 if it can't be sent."""
        method = SendMessage(
            chat_id=chat,
            text=text,
            parse_mode="HTML",
            reply_markup=Shown("", keys).keyboard(),
            disable_notification=silent,
        )
        try:
            sent = await self.outbox.call(chat, method)
        except (Unwritable, Moved, Refused, Uncertain, Missing):
            return 0
        return sent.message_id if isinstance(sent, Message) else 0

    async def delete(self, chat: int, message: int) -> None:
        if message:
            with suppress(Unwritable, Moved, Refused, Uncertain, Missing):
                await self.outbox.call(chat, DeleteMessage(chat_id=chat, message_id=message))

    async def answer(self, query: str, text: str = "", *, alert: bool = False) -> None:
        """Answer a tap, so that its button stops waiting."""
        short = text if len(text) <= ALERT else text[: ALERT - 1] + "…"
        await self.outbox.free(AnswerCallbackQuery(callback_query_id=query, text=short or None, show_alert=alert))

    async def change_chat(self, chat: int, **facts: object) -> Chat | None:
        """Change what is kept of a group, if anything is."""
        return await self.chats.change(str(chat), lambda kept: kept and replace(kept, **facts))

    async def unreached(self, table: str, person: str, *, lost: bool) -> None:
        """Let the group of a table know that somebody can't be written to, or can be again (W66)."""
        for id, chat in await self.chats.find("table", table):
            told = tuple(one for one in chat.told if one != person) + ((person,) if lost else ())
            if told != chat.told:
                await self.change_chat(int(id), told=told)
                self.changed(table)

    async def change_hand(self, id: str, **facts: object) -> Hand | None:
        return await self.hands.change(id, lambda kept: kept and replace(kept, **facts))


def house_speaker(language: str) -> Speaker:
    """How somebody is spoken to who sits at no table."""
    return speaker(None, language)


def sentence(error: TurnwiseError, say: Speaker) -> str:
    """Why something was refused, in somebody's language."""
    return say(error.sentence)
