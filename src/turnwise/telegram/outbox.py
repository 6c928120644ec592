"""Calls to the Bot API, never more than it allows: thirty a second in all, and in each chat as its pace lets them (`paces.py`).
Answers to taps count for nothing. Whoever wants to show something waits for his turn first and makes it then, so that what is sent is
never older than the limits make necessary."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageMedia,
    GetChatMember,
    GetUpdates,
    Response,
    SendPhoto,
    TelegramMethod,
)

from turnwise.telegram.paces import Pace, Paces

T = TypeVar("T")

log = logging.getLogger("turnwise")

ALL_CALLS, ALL_SECONDS = 25, 1.05
"""A little less than is allowed, as in each chat."""
GRAIN = 0.001
"""Seconds by which a timer may come too early."""
FIRST, USUAL, LAST = range(3)
"""What goes first when the bot has too much to say: whose turn it is, what people ask for and see, what only tidies up."""
PATIENCE = (1.0, 3.0, 9.0, 27.0)
"""Seconds before each further try of a call that Telegram did not answer."""

ANSWERS = [
    Response[method.__returning__]  # type: ignore[name-defined]
    for method in (AnswerCallbackQuery, EditMessageMedia, GetChatMember, GetUpdates, SendPhoto)
]
"""How Telegram's answers are read. pydantic forgets such a model when nobody holds it, and takes 10 ms to make it again for a call."""


class Unwritable(Exception):
    """Nobody can be reached in this chat: we were blocked, removed, or never let in."""


class Missing(Exception):
    """The message is not there any more."""


class Moved(Exception):
    """The group has another number now."""

    def __init__(self, to: int) -> None:
        super().__init__()
        self.to = to


class Refused(Exception):
    """Telegram does not take it, and would not take it again either."""


class Uncertain(Exception):
    """Nobody knows whether it was carried out."""


class Silenced(Uncertain):
    """Nothing was said: another worker may speak with Telegram now."""


class Later(Exception):
    """Nothing was done: Telegram has told us to wait, and the chat's next turn comes after that."""


class _Slots:
    """So many calls a second, whatever the chats; whoever has the first need goes first. A slot is free again a second after its
    call, however long that was prepared."""

    def __init__(self) -> None:
        self._free, self._numbers = ALL_CALLS, count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    async def take(self, need: int) -> None:
        if self._free:
            self._free -= 1
            return
        mine = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (need, next(self._numbers), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        while self._waiting:
            *_, next_one = heappop(self._waiting)
            if not next_one.done():
                next_one.set_result(None)
                return
        self._free += 1


class Turn:
    """The right to make one call in a chat now; nobody else makes one there meanwhile."""

    def __init__(self, outbox: "Outbox", pace: Pace, picture: bool) -> None:
        self._outbox, self._pace, self._picture = outbox, pace, picture
        self.used = False

    async def call(self, method: TelegramMethod[T]) -> T | None:
        """What Telegram answers; None if the message shows already what it was to show. Else one of the exceptions of this file."""
        assert not self.used
        loop = asyncio.get_running_loop()
        self.used = True
        self._pace.add(loop.time(), self._picture)
        if not self._outbox.may_speak():
            raise Silenced
        try:
            return await self._outbox.bot(method)
        except TelegramRetryAfter as error:
            log.warning("Telegram asks for patience", extra={"facts": {"seconds": error.retry_after}})
            self._pace.closed_until = loop.time() + error.retry_after + 1
            raise Later from None
        except (TelegramNetworkError, TelegramServerError, ClientDecodeError, TimeoutError):
            raise Uncertain from None
        except TelegramBadRequest as error:
            if "message is not modified" in error.message.lower():
                return None
            raise told(error) from None
        except TelegramAPIError as error:
            raise told(error) from None


class Outbox:
    """All calls of one bot that count. `may_speak`: whether this worker is the one that makes them."""

    def __init__(self, bot: Bot, paces: Paces, may_speak: Callable[[], bool]) -> None:
        self.bot, self._paces, self.may_speak = bot, paces, may_speak
        self._slots = _Slots()

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def spares(self, chat: int) -> bool:
        """Whether a group can be told something at once that most of it need not see."""
        return self._paces.of(chat).spares(self._now)

    @asynccontextmanager
    async def turn(self, chat: int, *, picture: bool = False, need: int = USUAL) -> AsyncIterator[Turn]:
        """Wait until a call may be made in a chat; what it says is made then."""
        pace = self._paces.of(chat)
        if picture:
            while (opens := pace.opens_for_picture(self._now)) > max(self._now + GRAIN, pace.opens()):
                await _until(opens)  # others may say something meanwhile
        async with pace.lock:
            while (opens := pace.opens()) > self._now + GRAIN:
                await _until(opens)
            await self._paces.note(chat, pace)
            await self._slots.take(need)
            turn = Turn(self, pace, picture)
            try:
                yield turn
            except Later:
                await self._paces.keep(chat, pace)
                raise
            finally:
                if turn.used:
                    asyncio.get_running_loop().call_later(ALL_SECONDS, self._slots.give_back)
                else:
                    self._slots.give_back()

    async def call(self, chat: int, method: TelegramMethod[T], need: int = USUAL) -> T | None:
        """Make a call in a chat when its turn has come. What can be done twice without harm is tried again if nobody answers; of
        anything else nobody knows then whether it was done (`Uncertain`)."""
        again = not method.__api_method__.startswith("send")
        waits = iter((*PATIENCE, None))
        while True:
            try:
                async with self.turn(chat, need=need) as turn:
                    return await turn.call(method)
            except Later:
                continue
            except Uncertain:
                wait = next(waits)
                if not again or wait is None:
                    raise
            await asyncio.sleep(wait)

    async def free(self, method: TelegramMethod[T]) -> T | None:
        """A call that counts for nothing, as the answer to a tap; None if it fails, and nothing is lost by that."""
        return await freely(lambda: self.bot(method))


async def _until(when: float) -> None:
    """Wait for a moment of the loop's clock: a sum of seconds could end a little before it, for ever."""
    loop = asyncio.get_running_loop()
    come = loop.create_future()
    timer = loop.call_at(when, come.set_result, None)
    try:
        await come
    finally:
        timer.cancel()


async def freely(call: Callable[[], Awaitable[T]]) -> T | None:
    try:
        return await call()
    except (AiogramError, TimeoutError) as error:
        log.info("Telegram did not take a call", extra={"facts": {"error": type(error).__name__}})
        return None


def told(error: TelegramAPIError) -> Exception:
    """What an answer of Telegram's means for us."""
    words = error.message.lower()
    if isinstance(error, TelegramMigrateToChat):
        return Moved(error.migrate_to_chat_id)
    if isinstance(error, TelegramForbiddenError) or "chat not found" in words:
        return Unwritable()
    if isinstance(error, TelegramNotFound) or isinstance(error, TelegramBadRequest) and "not found" in words:
        return Missing()
    if "can't be edited" in words or "can't be deleted" in words:
        return Missing()
    log.error("Telegram refused a call", extra={"facts": {"error": type(error).__name__}})
    return Refused()
