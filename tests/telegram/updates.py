"""The updates that wait for the bot: numbers, offsets, long polling, the webhook, and the ways in which delivery goes wrong."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp
from aiogram.types import Update

from tests.telegram.things import Json
from tests.telegram.wire import checked

FIRST = 700_000_001
UNASKED = {"chat_member", "message_reaction", "message_reaction_count"}
"""What comes only to a bot that asks for it by name."""
PATIENCE = 60.0
"""Seconds that a webhook may take."""


class Superseded(Exception):
    """Somebody else has begun to poll."""


@dataclass
class Webhook:
    url: str
    secret: str = ""
    error: str = ""


class Updates:
    """One queue, as a bot has one."""

    def __init__(self, faults: list[str]) -> None:
        """`faults`: where it is noted what the bot does wrong."""
        self.pending: list[Json] = []
        self.all: list[Json] = []
        """Every update there ever was."""
        self.webhook: Webhook | None = None
        self.rerouted = ""
        """Where the webhook's path is posted to, if not where its address leads: Telegram speaks https only."""
        self.allowed: set[str] | None = None
        self._faults = faults
        self._next, self._polls = FIRST, 0
        self._news = asyncio.Event()
        self._held: list[Json] | None = None
        self._handed: set[int] = set()
        self._sender: asyncio.Task[None] | None = None

    def add(self, kind: str, body: Json) -> None:
        wanted = kind in self.allowed if self.allowed else kind not in UNASKED
        if not wanted:
            return
        update = checked(Update, {"update_id": self._next, kind: body})
        self._next += 1
        self.all.append(update)
        if self._held is not None:
            self._held.append(update)
        else:
            self._queue([update])

    def _queue(self, updates: list[Json]) -> None:
        if updates:
            self.pending += updates
            self._news.set()
            self._send()

    @contextmanager
    def held(self, *, reverse: bool = False, twice: bool = False) -> Iterator[None]:
        """What happens meanwhile reaches the bot afterwards in one go: in the wrong order, or once more, if so wanted."""
        assert self._held is None
        self._held = []
        try:
            yield
        finally:
            updates, self._held = self._held, None
            if reverse:
                updates.reverse()
            self._handed |= {update["update_id"] for update in updates} if reverse or twice else set()
            self._queue(updates * 2 if twice else updates)

    def repeat(self, number: int = 1) -> None:
        """The latest updates come once more, although they were confirmed."""
        again = self.all[-number:]
        self._handed |= {update["update_id"] for update in again}
        self._queue(again)

    def allow(self, kinds: list[str] | None) -> None:
        if kinds is not None:
            self.allowed = set(kinds) or None

    def forget(self) -> None:
        self.pending.clear()

    async def get(self, offset: int, limit: int, timeout: float) -> list[Json]:
        """What getUpdates answers; an update is gone when a higher offset is asked for."""
        self._polls += 1
        poll = self._polls
        self._news.set()  # whoever polls already has to go
        if offset < 0:
            self.pending = self.pending[offset:]
        elif offset:
            self._confirm(offset)
        if not self.pending:
            self._news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(timeout):
                    while not self.pending and poll == self._polls:
                        await self._news.wait()
                        if poll == self._polls:
                            self._news.clear()
        if poll != self._polls:
            raise Superseded
        return self.pending[:limit]

    def _confirm(self, offset: int) -> None:
        """Those that were delivered out of order are confirmed by any offset that confirms one of them."""
        if self._handed and min(self._handed) < offset:
            self.pending = [update for update in self.pending if update["update_id"] not in self._handed]
            self._handed.clear()
        self.pending = [update for update in self.pending if update["update_id"] >= offset]

    def set_webhook(self, webhook: Webhook | None) -> None:
        self.webhook = webhook
        self._send()

    def close(self) -> None:
        """Nobody polls any more, and nothing is posted."""
        self._polls += 1
        self._news.set()
        if self._sender:
            self._sender.cancel()

    def _send(self) -> None:
        if self.webhook and self.pending and (self._sender is None or self._sender.done()):
            self._sender = asyncio.get_running_loop().create_task(self._deliver())

    async def _deliver(self) -> None:
        """POST one update after the other; what is not taken is tried again, later and later."""
        wait = 1.0
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session:
            while (hook := self.webhook) and self.pending:
                update = self.pending[0]
                url = self.rerouted + urlsplit(hook.url).path if self.rerouted else hook.url
                headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret} if hook.secret else {}
                try:
                    async with session.post(url, json=update, headers=headers) as answer:
                        said = (await answer.text()).strip()
                        status = answer.status
                    hook.error = "" if status < 300 else f"Wrong response from the webhook: {status} {answer.reason}"
                except (aiohttp.ClientError, TimeoutError) as error:
                    hook.error = f"{type(error).__name__}: {error}"
                if hook.error:
                    await asyncio.sleep(wait)
                    wait = min(60.0, 2 * wait)
                    continue
                wait = 1.0
                if '"method"' in said:
                    self._faults.append(f"a method in a webhook's answer, which this double does not carry out: {said}")
                if self.pending and self.pending[0] is update:
                    self.pending.pop(0)
