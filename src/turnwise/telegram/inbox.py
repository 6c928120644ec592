"""What the other workers hand to the one that leads: updates of Telegram's that only it can carry out, and notices that it is to send.

Both are documents, so nothing is lost whoever dies: an update is dropped when it was carried out, a notice before it is sent. A hint
says that there is something; if that is lost, it is found at the next look.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from msgspec import Struct

from turnwise.house.house import House
from turnwise.house.services.notices import Notice
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Put, Unavailable
from turnwise.house.work.background import BackgroundTasks
from turnwise.telegram.records import UPDATE, Carried

KIND, WAITING = "telegram inbox", ("waiting", "yes")
TOPIC = "telegram"
"""Of the hint that something was handed over; there is nothing in it."""
LOOK = 2.0
"""Seconds between two looks, in case a hint was lost."""
PAGE = 100


class HandedUpdate(Struct, tag="update"):
    """An update as Telegram sent it."""

    number: int
    body: str


class HandedNotice(Struct, tag="notice"):
    """That it is somebody's turn; nothing of what lies on the table."""

    user: int
    table: str
    game: str
    title: str
    link: str


Handed = HandedUpdate | HandedNotice
CarriesOut = Callable[[str], "asyncio.Task[bool]"]
"""Carries out an update; whether that was all, else it is to be tried again."""
Tells = Callable[[HandedNotice], Awaitable[None]]


class Inbox:
    """Of the whole house; its `watch` is for the worker that leads."""

    def __init__(self, house: House, background: BackgroundTasks, carry_out: CarriesOut, tell: Tells) -> None:
        """`background`: what ends when this worker does not lead any more."""
        self._house, self._store, self._background = house, house.store, background
        self._carry_out, self._tell = carry_out, tell
        self._open: set[str] = set()
        """What is being carried out."""
        self._news = asyncio.Event()
        house.colleagues.listen(TOPIC, lambda _: self._news.set())

    # For every worker.

    async def put_update(self, number: int, body: str) -> None:
        """Hand an update over, once however often it comes; when this returns, it is kept."""
        if not await self._store.get(UPDATE, str(number)):
            await self._put(str(number), HandedUpdate(number, body), -number)

    async def put_notice(self, user: int, notice: Notice) -> None:
        told = HandedNotice(user, notice.table, notice.game.name, notice.title, notice.link)
        await self._put(f"{notice.table} {notice.turn} {user}", told, 0)

    async def _put(self, id: str, handed: Handed, rank: int) -> None:
        with suppress(Conflict):  # it is there already
            await self._store.commit([Put(KIND, id, msgspec.json.encode(handed), 0, (WAITING,), rank)])
        self._house.bus.send(TOPIC, b"")

    # For the one that leads.

    async def watch(self) -> None:
        """Carry out what is handed over, from now on."""
        self._open.clear()
        while True:
            self._news.clear()
            with suppress(Unavailable):  # there is a next time
                await self.look()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._news.wait()

    async def look(self) -> None:
        """Begin with everything that waits: updates in the order in which they came."""
        for doc in await self._waiting():
            if doc.id in self._open:
                continue
            handed = _read(doc)
            if handed is None:
                continue  # a newer release has written it, and will know it
            self._open.add(doc.id)
            if isinstance(handed, HandedUpdate):
                self._background.start(self._finish(doc, handed.number, self._carry_out(handed.body)))
            else:
                self._background.start(self._send(doc, handed))

    async def _waiting(self) -> list[Doc]:
        found: list[Doc] = []
        below = None
        while page := await self._store.find(KIND, *WAITING, limit=PAGE, below=below):
            found += page
            last = _read(page[-1])
            below = -last.number if isinstance(last, HandedUpdate) else 0, page[-1].id
        return found

    async def _finish(self, doc: Doc, number: int, task: "asyncio.Task[bool]") -> None:
        await asyncio.wait([task])
        try:
            if not task.cancelled() and task.result():
                drop = Drop(KIND, doc.id, doc.revision)
                if not await self._commit(drop, Carried.note(number, self._house.now())):
                    await self._commit(drop)  # that it was carried out is noted already
        except Unavailable:
            pass  # there is a next time, and what was done is not done again
        finally:
            self._open.discard(doc.id)

    async def _send(self, doc: Doc, notice: HandedNotice) -> None:
        try:
            if await self._commit(Drop(KIND, doc.id, doc.revision)):
                await self._tell(notice)
        except Unavailable:
            pass
        finally:
            self._open.discard(doc.id)

    async def _commit(self, *changes: Change) -> bool:
        try:
            await self._store.commit(changes)
        except Conflict:
            return False
        return True


def _read(doc: Doc) -> Handed | None:
    """What was handed over; None if this release does not know it."""
    try:
        handed: Handed = msgspec.json.decode(doc.body, type=Handed)
    except msgspec.MsgspecError:
        return None
    return handed
