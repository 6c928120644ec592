"""The lobby of a group: how long it waits, when it reminds, and what happens when its time is over (W62, W63); and tables that nobody
has touched for a day (W67). All times stand in the records, so a restart goes on where it was."""

import asyncio
import logging

from turnwise.house.store.interface import Unavailable
from turnwise.house.store.lapsed import clear
from turnwise.house.tables.loaded import NoSuchTable
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.options import Whole
from turnwise.kit.settings import Seconds, settings
from turnwise.kit.words import counted, said
from turnwise.telegram.core import Core, house_speaker
from turnwise.telegram.paces import PACE
from turnwise.telegram.records import UPDATE, Chat
from turnwise.telegram.shown import plain
from turnwise.telegram.tables import Tables, ready

log = logging.getLogger("turnwise")

SETTINGS = settings(
    lobby_seconds=Seconds(90, said("how long a lobby waits for players"), 15, 3600),
    turn_seconds=Seconds(0, said("how long a turn may take; 0: as the game has it"), 5, 86_400),
    idle_hours=Whole(24, said("hours after which a table is removed that nobody has touched"), 1, 720),
)
"""Of a group's table, beside those of its game; /startgame takes them as name=value."""
REMINDERS = (75, 60, 45, 30, 15)
"""Seconds that are left when the group is reminded (W63)."""
SWEEP = 600
"""Seconds between two looks for tables that nobody has touched."""
HOUR = 3_600_000


class Lobbies:
    """The timers of all lobbies."""

    def __init__(self, core: Core, tables: Tables) -> None:
        self._core, self._tables = core, tables
        self._waiting: dict[int, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        for id, chat in await self._core.chats.find("live", "yes"):
            if chat.until and not chat.gone:
                self.wait(int(id))
        self._core.background.start(self._sweep())

    async def close(self) -> None:
        for task in self._waiting.values():
            task.cancel()
        await asyncio.gather(*self._waiting.values(), return_exceptions=True)
        self._waiting.clear()

    def wait(self, chat: int) -> None:
        """Let a lobby's time run; that of the one before in the same group stops (W63)."""
        self.stop(chat)
        self._waiting[chat] = asyncio.get_running_loop().create_task(self._wait(chat))

    def stop(self, chat: int) -> None:
        if task := self._waiting.pop(chat, None):
            task.cancel()

    async def _wait(self, id: int) -> None:
        while True:
            chat = await self._core.chats.get(str(id))
            if not chat or not chat.until or not await self._in_lobby(chat):
                return
            left = (chat.until - self._core.house.now()) / 1000
            if left <= 0:
                await self._over(id, chat)
                return
            due = [second for second in REMINDERS if second < (chat.reminded or chat.lobby_seconds)]
            if due and left <= due[0]:
                now_due = [second for second in due if left <= second][-1]  # after a restart the others are past
                await self._remind(id, chat, now_due)
            else:
                await asyncio.sleep(left - (due[0] if due else 0))

    async def _in_lobby(self, chat: Chat) -> bool:
        try:
            return (await self._core.house.find(chat.table, None)).table.status == "lobby"
        except NoSuchTable:
            return False

    async def _remind(self, id: int, chat: Chat, seconds: int) -> None:
        """Remind the group once, with one message that takes the place of the one before."""
        await self._core.change_chat(id, reminded=seconds)  # before it is sent: nobody is reminded twice
        loaded = await self._core.house.find(chat.table, None)
        say = house_speaker(chat.language)
        words = counted(
            "{game} starts in one second. Who else plays?",
            "{game} starts in {seconds} seconds. Who else plays?",
            "seconds",
            game=said(loaded.table.game.title),
            seconds=seconds,
        )
        message = await self._core.send(id, plain(say(words)))
        await self._core.delete(id, chat.reminder)
        await self._core.change_chat(id, reminder=message)

    async def _over(self, id: int, chat: Chat) -> None:
        """The time is over: begin with those who are here, or give it up."""
        try:
            loaded = await self._core.house.find(chat.table, None)
            if ready(loaded.table):
                await self._tables.start(chat.table, None)
            else:
                await self._tables.end(chat.table, "nobody came")
        except TurnwiseError as error:
            log.info("a lobby could not begin", extra={"facts": {"error": error.code}})
            await self._tables.end(chat.table, "it could not begin")
        await self.clear(id)

    async def clear(self, id: int) -> None:
        """The lobby is over: nobody waits, and the reminder goes."""
        chat = await self._core.chats.get(str(id))
        if chat and (chat.until or chat.reminder):
            await self._core.change_chat(id, until=0, reminded=0, reminder=0)
            await self._core.delete(id, chat.reminder)

    async def _sweep(self) -> None:
        """Remove what nobody has touched for long (W67), and what nobody needs to know any more."""
        while True:
            try:
                await self.remove_idle()
                self._tables.forget_old()
                for kind in (UPDATE, PACE):
                    await clear(self._core.house.store, kind, self._core.house.now())
            except (TurnwiseError, Unavailable) as error:
                log.info("old tables could not be removed", extra={"facts": {"error": type(error).__name__}})
            await asyncio.sleep(SWEEP)

    async def remove_idle(self, only: int | None = None) -> int:
        """Forget the tables of groups that were idle for too long; how many."""
        removed, now = 0, self._core.house.now()
        for id, chat in await self._core.chats.find("live", "yes"):
            if only is not None and int(id) != only:
                continue
            try:
                table = (await self._core.house.find(chat.table, None)).table
                touched = max(table.opened_at, table.started_at, table.acted_at, table.ended_at)
            except NoSuchTable:
                touched = 0
            if now - touched >= chat.idle_hours * HOUR:
                await self._tables.end(chat.table, "nobody has touched it for long")
                await self._core.chats.change(id, lambda _: None)
                removed += 1
        return removed
