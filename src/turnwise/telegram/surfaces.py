"""Messages that show a table and follow it: one in a group for everybody, and one in the private chat of each player.

Each looks at its table when something has changed there, waits until Telegram allows a call, and only then makes what it shows; if that
is what was sent last, nothing is sent. So a burst of moves is one picture, and a restart begins by looking once."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress

from aiogram.methods import DeleteMessages, EditMessageCaption, EditMessageMedia, SendPhoto
from aiogram.types import BufferedInputFile, InputMediaPhoto, Message
from msgspec.structs import replace

from turnwise.draw.ways import Touched
from turnwise.house.tables import items
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import LoadedTable, NoSuchTable
from turnwise.house.tables.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.telegram.core import Core
from turnwise.telegram.outbox import (
    FIRST,
    GRAIN,
    LAST,
    PATIENCE,
    USUAL,
    Later,
    Missing,
    Moved,
    Refused,
    Turn,
    Uncertain,
    Unwritable,
)
from turnwise.telegram.records import Chat, Hand, hand_id
from turnwise.telegram.shown import Shown

log = logging.getLogger("turnwise")

MakesGroup = Callable[[LoadedTable, Chat, Touched], Shown]
MakesHand = Callable[[LoadedTable, str, Touched, str], Shown]
"""Who makes what a group, and a player in a language, is shown of a table that is held."""
CALM = 3.2
"""Seconds between two pictures of a hand while others play: as often as the table of a group is shown."""
PICTURE = "table.png"


class Surface(ABC):
    """A message that follows a table."""

    def __init__(self, core: Core, chat: int, table: str) -> None:
        self.core, self.chat, self.table = core, chat, table
        self.touched: tuple[int, Touched] = (0, ())
        """What its player has touched of a move of several touches, and the version of the match that this is for."""
        self._seen = ""
        """What the picture of the message shows."""
        self._shown_at = -CALM
        self._dirty = asyncio.Event()
        self._dirty.set()
        self._task = asyncio.get_running_loop().create_task(self._follow())

    def look(self) -> None:
        """Something may have changed."""
        self._dirty.set()

    @property
    def done(self) -> bool:
        """Whether there is nothing more to follow."""
        return self._task.done()

    def close(self) -> "asyncio.Task[None]":
        self._task.cancel()
        return self._task

    def path(self, version: int) -> Touched:
        """What has been touched so far for a move at this version."""
        return self.touched[1] if self.touched[0] == version else ()

    async def _follow(self) -> None:
        failed = 0
        while True:
            await self._dirty.wait()
            await self._calm()
            try:
                async with self.core.outbox.turn(self.chat, picture=True, need=self._need()) as turn:
                    self._dirty.clear()
                    if not await self._show(turn):
                        return
                    if turn.used:
                        self._shown_at = asyncio.get_running_loop().time()
                failed = 0
            except Later:
                self._dirty.set()
            except Exception as error:  # whatever is wrong with this one, the others go on, and it is tried again
                if isinstance(error, Refused | Uncertain | TurnwiseError):
                    log.info("a chat could not be shown its table", extra={"facts": {"error": type(error).__name__}})
                else:
                    log.exception("a chat can't be shown its table")
                self._dirty.set()
                await asyncio.sleep(PATIENCE[failed])
                failed = min(failed + 1, len(PATIENCE) - 1)

    async def _calm(self) -> None:
        """Wait as long as nobody misses what is new; `LAST` is what nobody waits for."""
        until, now = self._shown_at + CALM, asyncio.get_running_loop().time
        while self._need() == LAST and now() + GRAIN < until:
            self._dirty.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self._dirty.wait()

    def _need(self) -> int:
        """How soon it must be shown, if the bot has too much to say."""
        return USUAL

    @abstractmethod
    async def _show(self, turn: Turn) -> bool:
        """Show the table as it is now, if that is anything new, by one call; False when there is nothing more to follow."""

    async def _edit(self, turn: Turn, message: int, shown: Shown) -> None:
        """Let a message show something else. A picture that stays is not sent again."""
        if shown.seen == self._seen:
            await turn.call(
                EditMessageCaption(
                    chat_id=self.chat,
                    message_id=message,
                    caption=shown.text,
                    parse_mode="HTML",
                    reply_markup=shown.keyboard(),
                )
            )
            return
        assert shown.draw
        drawn = BufferedInputFile(await self.core.drawn(shown.draw), PICTURE)
        media = InputMediaPhoto(media=drawn, caption=shown.text, parse_mode="HTML")
        await turn.call(
            EditMessageMedia(chat_id=self.chat, message_id=message, media=media, reply_markup=shown.keyboard())
        )
        self._seen = shown.seen

    async def _send(self, turn: Turn, shown: Shown, *, silent: bool) -> int:
        assert shown.draw
        drawn = BufferedInputFile(await self.core.drawn(shown.draw), PICTURE)
        sent = await turn.call(
            SendPhoto(
                chat_id=self.chat,
                photo=drawn,
                caption=shown.text,
                parse_mode="HTML",
                reply_markup=shown.keyboard(),
                disable_notification=silent,
            )
        )
        assert isinstance(sent, Message)
        self._seen = shown.seen
        return sent.message_id


class GroupSurface(Surface):
    """The public table of a group."""

    def __init__(self, core: Core, chat: int, table: str, make: MakesGroup) -> None:
        self._make = make
        self._tried = False
        """Whether it may have been sent: then it is sent again without a sound."""
        super().__init__(core, chat, table)

    async def _show(self, turn: Turn) -> bool:
        kept = await self.core.chats.get(str(self.chat))
        if not kept or kept.table != self.table or kept.gone:
            return False
        try:
            async with self.core.house.at(self.table, None) as loaded:
                await self.core.house.know_all(loaded.table)
                shown = self._make(loaded, kept, self.path(loaded.table.version))
                over = loaded.table.status == "over"
        except NoSuchTable:
            return False
        try:
            if not kept.message:
                silent, self._tried = self._tried, True
                message = await self._send(turn, shown, silent=silent)
                await self.core.change_chat(self.chat, message=message, stamp=shown.stamp)
            elif kept.stamp != shown.stamp:
                await self._edit(turn, kept.message, shown)
                await self.core.change_chat(self.chat, stamp=shown.stamp)
        except Missing:  # somebody deleted it
            await self.core.change_chat(self.chat, message=0)
            self.look()
        except Unwritable:
            await self.core.change_chat(self.chat, gone=True)
            return False
        except Moved as error:
            await self.move(error.to)
        return not over or not self._settled(loaded.table)

    def _settled(self, table: Table) -> bool:
        """Whether nothing more will happen at a table that is over: its rematch has been opened, or it never had a match."""
        return bool(table.followed) or table.match is None

    async def move(self, to: int) -> None:
        """The group has become another one, with the same people: the table is shown there anew."""
        kept = await self.core.chats.get(str(self.chat))
        if kept:
            await self.core.chats.change(str(to), lambda new: new or _fresh(kept))
            await self.core.chats.change(str(self.chat), lambda _: None)
        self.chat = to
        self.look()


class HandSurface(Surface):
    """What a player sees in the private chat: his own view of the table, with what he may do. When his turn comes it is a new message,
    because only that makes a phone ring; the one before goes then."""

    def __init__(self, core: Core, hand: Hand, make: MakesHand) -> None:
        self._make, self.person = make, hand.person
        self.delivered = False
        """Whether he has been shown the match, or can't be."""
        self.again = False
        """Whether he has asked to see it anew."""
        self._claimed: int | None = None
        """The turn that is written down as told and has yet to be."""
        self._asks = True
        """Whether the message asks him to do something, as far as is known."""
        super().__init__(core, hand.chat, hand.table)

    @property
    def id(self) -> str:
        return hand_id(self.table, self.person)

    def _need(self) -> int:
        loaded = self.core.house.loaded.get(self.table)
        if loaded is None or not loaded.table.match:
            return USUAL
        seat = loaded.table.seat_of(self.person)
        if seat is not None and seat == loaded.table.turn:
            return FIRST
        return USUAL if self.again or self._asks or loaded.table.status == "over" else LAST

    async def _show(self, turn: Turn) -> bool:
        kept, member = await self.core.hands.get(self.id), await self.core.people.known(self.chat)
        if not kept:
            return False
        if kept.lost and not (member and member.writable):
            self.delivered = True
            return True
        rings = bool(member and member.writable) and await self._claim()
        try:
            async with self.core.house.at(self.table, None) as loaded:
                await self.core.house.know_all(loaded.table)
                table, seat = loaded.table, loaded.table.seat_of(self.person)
                known = member if seat is not None and member and member.person == self.person else None
                shown = self._make(loaded, self.person, self.path(table.version), known.language) if known else None
                rings = rings and table.turn == seat
                begun, over, asks = table.match is not None, table.status == "over", table.turn == seat
        except NoSuchTable:
            await self.core.hands.change(self.id, lambda _: None)
            return False
        if shown is None:
            await self.core.hands.change(self.id, lambda _: None)
            return False
        try:
            if rings or not kept.message or self.again:
                self.again = False
                await self._anew(turn, kept, shown, silent=not rings)
            elif kept.stamp != shown.stamp:
                await self._edit(turn, kept.message, shown)
                await self.core.change_hand(self.id, stamp=shown.stamp)
            elif kept.old:
                await self._tidy(turn, kept)
            self.delivered, self._asks = self.delivered or begun, asks
        except Uncertain:
            self._claimed = None
            if not kept.message:
                raise  # he has nothing yet; better twice than not at all
            self.look()
        except Missing:
            await self.core.change_hand(self.id, message=0)
            self.look()
        except Unwritable:
            self.delivered = True
            await self.core.people.unwritable(self.chat)
            await self.core.change_hand(self.id, lost=True)
            await self.core.unreached(self.table, self.person, lost=True)
            return not over
        kept = await self.core.hands.get(self.id)
        if kept and kept.old:
            self.look()
        elif over:
            await self.core.hands.change(self.id, lambda _: None)
            return False
        return True

    async def _anew(self, turn: Turn, kept: Hand, shown: Shown, *, silent: bool) -> None:
        message = await self._send(turn, shown, silent=silent)
        self._claimed = None
        old = (*kept.old, kept.message) if kept.message else kept.old
        await self.core.change_hand(self.id, message=message, stamp=shown.stamp, lost=False, old=old)

    async def _tidy(self, turn: Turn, kept: Hand) -> None:
        with suppress(Missing, Refused):
            await turn.call(DeleteMessages(chat_id=self.chat, message_ids=[*kept.old]))
        await self.core.change_hand(self.id, old=())

    async def _claim(self) -> bool:
        """Write down that his turn is about to be told, before it is: so it is never told twice, whoever dies meanwhile."""
        try:
            loaded = await self.core.house.find(self.table, None)
        except NoSuchTable:
            return False
        match = loaded.table.match
        if not _rings(loaded, self.person):
            return self._claimed is not None and match is not None and self._claimed == match.position.turns
        told: list[int] = []

        def verb(table: Table) -> Sequence[AnyItem]:
            told.clear()
            if not _rings(self.core.house.loaded[self.table], self.person):
                return []
            seat, match = table.seat_of(self.person), table.match
            assert seat is not None and match
            told.append(match.position.turns)
            return [items.Noticed(self.core.house.now(), "", seat, match.position.turns)]

        await self.core.house.change(self.table, None, verb)
        self._claimed = told[0] if told else None
        return bool(told)


def _rings(loaded: LoadedTable, person: str) -> bool:
    """Whether it is somebody's turn and he has yet to hear of it; who looks at the page sees it there."""
    table, seat = loaded.table, loaded.table.seat_of(person)
    if seat is None or table.turn != seat or not table.match or table.bot_of(seat):
        return False
    return table.noticed.get(seat) != table.match.position.turns and not loaded.feed.watches(seat, person)


def _fresh(kept: Chat) -> Chat:
    return replace(kept, message=0, stamp="", reminder=0)
