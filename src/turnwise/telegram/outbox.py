"""Calls to the Bot API, never more than it allows: one message a second in a chat, twenty a minute in a group, thirty a second in all.
Answers to taps count for nothing. Whoever wants to show something waits for his turn first and makes it then, so that what is sent is
never older than the limits make necessary."""

import asyncio
import logging
from collections import deque
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

T = TypeVar("T")

log = logging.getLogger("turnwise")

CHAT_SECONDS, GROUP_CALLS, GROUP_SECONDS, ALL_CALLS, ALL_SECONDS = 1.1, 19, 61.0, 25, 1.05
"""A little less than is allowed: what leaves here a second apart may arrive closer."""
GRAIN = 0.001
"""Seconds by which a timer may come too early."""
SPARE = 12
"""Calls of a minute in a group after which the rest is kept for what everybody there is to see."""
FIRST, USUAL, LAST = range(3)
"""What goes first when the bot has too much to say: whose turn it is, what people ask for and see, what only tidies up."""
PATIENCE = (1.0, 3.0, 9.0, 27.0)
"""Seconds before each further try of a call that Telegram did not answer."""
LONGEST_IDLE = 120
"""Seconds after which a chat that is silent is forgotten."""

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


class Later(Exception):
    """Nothing was done: Telegram has told us to wait, and the chat's next turn comes after that."""


class _Pace:
    """When the next call in one chat may be made."""

    def __init__(self, group: bool) -> None:
        self.lock = asyncio.Lock()
        self.group, self.closed_until = group, 0.0
        self.calls: deque[tuple[float, bool]] = deque(maxlen=GROUP_CALLS)
        """When the latest were made, and whether they showed a picture."""

    def opens(self) -> float:
        """When something may be said."""
        opens = self.closed_until
        if self.calls:
            opens = max(opens, self.calls[-1][0] + CHAT_SECONDS)
        if self.group and len(self.calls) == GROUP_CALLS:
            opens = max(opens, self.calls[0][0] + GROUP_SECONDS)
        return opens

    def opens_for_picture(self, now: float) -> float:
        """When a picture may be shown: in a group they share evenly what else is said there leaves of a minute, so that its calls are
        not used up at its beginning."""
        lately = [(at, picture) for at, picture in self.calls if at > now - GROUP_SECONDS]
        shown = [at for at, picture in lately if picture]
        if not self.group or not shown:
            return self.opens()
        others = len(lately) - len(shown)
        return max(self.opens(), shown[-1] + GROUP_SECONDS / max(1, GROUP_CALLS - others))

    def spares(self, now: float) -> bool:
        """Whether something may be said at once that others need not see."""
        lately = sum(at > now - GROUP_SECONDS for at, _ in self.calls)
        return self.opens() <= now and lately < SPARE and not self.lock.locked()


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

    def __init__(self, bot: Bot, pace: _Pace, picture: bool) -> None:
        self._bot, self._pace, self._picture = bot, pace, picture
        self.used = False

    async def call(self, method: TelegramMethod[T]) -> T | None:
        """What Telegram answers; None if the message shows already what it was to show. Else one of the exceptions of this file."""
        assert not self.used
        loop = asyncio.get_running_loop()
        self.used = True
        self._pace.calls.append((loop.time(), self._picture))
        try:
            return await self._bot(method)
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
    """All calls of one bot that count."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._paces: dict[int, _Pace] = {}
        self._slots = _Slots()

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _pace(self, chat: int) -> _Pace:
        if chat not in self._paces:
            old = self._now - LONGEST_IDLE
            for one in [one for one, pace in self._paces.items() if not pace.lock.locked() and pace.opens() < old]:
                del self._paces[one]
            self._paces[chat] = _Pace(chat < 0)  # Telegram's numbers of groups are negative
        return self._paces[chat]

    def spares(self, chat: int) -> bool:
        """Whether a group can be told something at once that most of it need not see."""
        return self._pace(chat).spares(self._now)

    @asynccontextmanager
    async def turn(self, chat: int, *, picture: bool = False, need: int = USUAL) -> AsyncIterator[Turn]:
        """Wait until a call may be made in a chat; what it says is made then."""
        pace = self._pace(chat)
        if picture:
            while (opens := pace.opens_for_picture(self._now)) > max(self._now + GRAIN, pace.opens()):
                await _until(opens)  # others may say something meanwhile
        async with pace.lock:
            while (opens := pace.opens()) > self._now + GRAIN:
                await _until(opens)
            await self._slots.take(need)
            turn = Turn(self._bot, pace, picture)
            try:
                yield turn
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
        return await freely(lambda: self._bot(method))


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
