"""Calls to the Bot API, never more than it allows: one message a second in a chat, twenty a minute in a group, thirty a second in all.
Answers to taps count for nothing. Whoever wants to show something waits for his turn first and makes it then, so that what is sent is
never older than the limits make necessary."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from aiogram import Bot
from aiogram.exceptions import (
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
EDIT_SECONDS = GROUP_SECONDS / GROUP_CALLS
"""Between two pictures of a table in a group, so that a minute's calls are not used up at its beginning."""
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


class _Pace:
    """When the next call in one chat may be made."""

    def __init__(self, group: bool) -> None:
        self.lock = asyncio.Lock()
        self.calls: deque[float] = deque(maxlen=GROUP_CALLS)
        self.group, self.edited, self.closed_until = group, -EDIT_SECONDS, 0.0

    def opens(self, edit: bool) -> float:
        opens = self.closed_until
        if self.calls:
            opens = max(opens, self.calls[-1] + CHAT_SECONDS)
        if self.group and len(self.calls) == GROUP_CALLS:
            opens = max(opens, self.calls[0] + GROUP_SECONDS)
        return max(opens, self.edited + EDIT_SECONDS) if edit and self.group else opens


class Outbox:
    """All calls of one bot that count."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._paces: dict[int, _Pace] = {}
        self._all: deque[float] = deque(maxlen=ALL_CALLS)

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _pace(self, chat: int) -> _Pace:
        if chat not in self._paces:
            old = self._now - LONGEST_IDLE
            for one in [one for one, pace in self._paces.items() if not pace.lock.locked() and pace.opens(True) < old]:
                del self._paces[one]
            self._paces[chat] = _Pace(chat < 0)  # Telegram's numbers of groups are negative
        return self._paces[chat]

    async def ready(self, chat: int) -> None:
        """Wait until a picture may be shown in a chat."""
        pace = self._pace(chat)
        while (wait := pace.opens(True) - self._now) > 0 or pace.lock.locked():
            if wait > 0:
                await asyncio.sleep(wait)
            else:
                async with pace.lock:
                    pass

    async def call(self, chat: int, method: TelegramMethod[T], *, edit: bool = False) -> T | None:
        """Make a call in a chat when its turn has come; None if the message shows already what it was to show. What can be done
        twice without harm is tried again if nobody answers; of anything else nobody knows then whether it was done (`Uncertain`)."""
        again = not method.__api_method__.startswith("send")
        pace = self._pace(chat)
        async with pace.lock:
            for wait in (*PATIENCE, None):
                try:
                    while True:
                        await self._turn(pace)
                        if edit:
                            pace.edited = self._now
                        try:
                            return await self._bot(method)
                        except TelegramRetryAfter as error:
                            log.warning("Telegram asks for patience", extra={"facts": {"seconds": error.retry_after}})
                            pace.closed_until = self._now + error.retry_after + 1
                except TelegramServerError:  # it has said that it did nothing
                    if wait is None:
                        raise Refused from None
                except (TelegramNetworkError, TimeoutError):
                    if not again or wait is None:
                        raise Uncertain from None
                except TelegramBadRequest as error:
                    if "message is not modified" in error.message.lower():
                        return None
                    raise told(error) from None
                except TelegramAPIError as error:
                    raise told(error) from None
                await asyncio.sleep(wait or 0)
        raise AssertionError

    async def _turn(self, pace: _Pace) -> None:
        while (wait := max(pace.opens(False), self._opens()) - self._now) > 0:
            await asyncio.sleep(wait)
        now = self._now
        pace.calls.append(now)
        self._all.append(now)

    def _opens(self) -> float:
        return self._all[0] + ALL_SECONDS if len(self._all) == ALL_CALLS else 0.0

    async def free(self, method: TelegramMethod[T]) -> T | None:
        """A call that counts for nothing, as the answer to a tap; None if it fails, and nothing is lost by that."""
        return await freely(lambda: self._bot(method))


async def freely(call: Callable[[], Awaitable[T]]) -> T | None:
    try:
        return await call()
    except (TelegramAPIError, TimeoutError) as error:
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
