"""How often something may be said in each chat: one message a second, and twenty a minute in a group.

Whoever begins to speak with Telegram does not know what another process has said in the last minute. So of every few calls in a group
it is written down when they were made, and what is not is taken for having been said just now: the limits hold over a death, too.
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from turnwise.house.house import House
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Put, Unavailable
from turnwise.house.store.lapsed import DUE

CHAT_SECONDS, GROUP_CALLS, GROUP_SECONDS = 1.1, 19, 61.0
"""A little less than is allowed: what leaves here a second apart may arrive closer."""
SPARE = 12
"""Calls of a minute in a group after which the rest is kept for what everybody there is to see."""
LONGEST_IDLE = 120
"""Seconds after which a chat that is silent is forgotten."""
UNNOTED = 5
"""Calls in a group that are made before it is written down when they were."""
PACE, OPEN = "telegram pace", "open"
"""The notes of chats; and the one that somebody speaks, or has died before he could write down all that he had said."""
PAGE = 100


class Pace:
    """When the next call in one chat may be made."""

    def __init__(self, group: bool) -> None:
        self.lock = asyncio.Lock()
        self.group, self.closed_until = group, 0.0
        self.calls: deque[tuple[float, bool]] = deque(maxlen=GROUP_CALLS)
        """When the latest were made, and whether they showed a picture."""
        self.unnoted = 0

    def add(self, at: float, picture: bool) -> None:
        self.calls.append((at, picture))
        self.unnoted += 1

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


class Noted(Struct, frozen=True, omit_defaults=True):
    """What is written down of a chat, in milliseconds since 1970."""

    until: int
    """When nobody needs to know it any more."""
    calls: tuple[tuple[int, bool], ...] = ()
    closed: int = 0
    """Until when Telegram has told us to wait."""


class Paces:
    """The paces of all chats."""

    def __init__(self, house: House) -> None:
        self._house, self._store = house, house.store
        self._all: dict[int, Pace] = {}
        self._revisions: dict[str, int] = {}
        self._unknown, self._quiet_until = -GROUP_SECONDS, 0.0
        """When others may have said something that is not written down; and until when nothing is said anywhere."""

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def of(self, chat: int) -> Pace:
        if chat not in self._all:
            old = self._now - LONGEST_IDLE
            for one in [one for one, pace in self._all.items() if not pace.lock.locked() and pace.opens() < old]:
                del self._all[one]
            self._all[chat] = self._assumed(chat)
        return self._all[chat]

    def _assumed(self, chat: int, known: Sequence[tuple[float, bool]] = ()) -> Pace:
        pace = Pace(chat < 0)  # Telegram's numbers of groups are negative
        pace.calls.extend(known)
        if pace.group and self._unknown > self._now - GROUP_SECONDS:
            pace.calls.extend([(self._unknown, False)] * UNNOTED)
        pace.closed_until = self._quiet_until
        return pace

    # What is written down.

    async def begin(self) -> None:
        """Begin to speak, knowing what has been written down."""
        self._all.clear()
        self._unknown, self._quiet_until = -GROUP_SECONDS, 0.0
        died = await self._store.get(PACE, OPEN)
        if died:
            self._unknown = self._now
        else:
            with suppress(Conflict):
                await self._store.commit([Put(PACE, OPEN, b"{}")])
        if died or not self._house.duties.alone:
            self._quiet_until = self._now + CHAT_SECONDS
        ahead = self._now - self._house.now() / 1000
        for doc in await self._docs():
            noted = msgspec.json.decode(doc.body, type=Noted)
            self._revisions[doc.id] = doc.revision
            known = [(at / 1000 + ahead, picture) for at, picture in noted.calls]
            pace = self._all[int(doc.id)] = self._assumed(int(doc.id), known)
            pace.closed_until = max(pace.closed_until, noted.closed / 1000 + ahead)

    async def end(self) -> None:
        """All is said, and nothing of it is unknown to whoever speaks next."""
        with suppress(Unavailable):  # then it is as if we had died
            for chat, pace in self._all.items():
                if pace.group and pace.unnoted:
                    await self._write(chat, pace)
            if doc := await self._store.get(PACE, OPEN):
                await self._commit([Drop(PACE, OPEN, doc.revision)])

    async def note(self, chat: int, pace: Pace) -> None:
        """Write down when the latest calls in a group were made, if those that are not have become too many."""
        if pace.group and pace.unnoted >= UNNOTED:
            await self.keep(chat, pace)

    async def keep(self, chat: int, pace: Pace) -> None:
        with suppress(Unavailable):  # better said too often once, if we die now, than not at all
            await self._write(chat, pace)

    async def _write(self, chat: int, pace: Pace) -> None:
        ahead = self._now - self._house.now() / 1000
        calls = tuple((round((at - ahead) * 1000), picture) for at, picture in pace.calls)
        closed = max(0, round((pace.closed_until - ahead) * 1000))
        until = max(calls[-1][0] + round(GROUP_SECONDS * 1000) if calls else 0, closed)
        id, body, pace.unnoted = str(chat), msgspec.json.encode(Noted(until, calls, closed)), 0
        seen = self._revisions.get(id, 0)
        if not await self._commit([Put(PACE, id, body, seen, DUE, -until)]):
            doc = await self._store.get(PACE, id)  # it has lapsed and was cleared away
            seen = doc.revision if doc else 0
            if not await self._commit([Put(PACE, id, body, seen, DUE, -until)]):
                return
        self._revisions[id] = seen + 1

    async def _commit(self, changes: Sequence[Change]) -> bool:
        try:
            await self._store.commit(changes)
        except Conflict:
            return False
        return True

    async def _docs(self) -> Iterator[Doc]:
        found: list[Doc] = []
        below = None
        while page := await self._store.find(PACE, *DUE[0], limit=PAGE, below=below):
            found += page
            below = -msgspec.json.decode(page[-1].body, type=Noted).until, page[-1].id
        return iter(found)
