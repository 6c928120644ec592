"""Tokens by which a device, a program, a seat or a page inside another program is known as a person. The store has only
their hashes."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from turnwise.house.people.connected import Connected
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Put, Store, Unavailable
from turnwise.house.store.lapsed import DUE, clear
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

DAY = 24 * 60 * 60 * 1000
GUEST_LIFE, ACCOUNT_LIFE, PROGRAM_LIFE = 90 * DAY, 30 * DAY, 365 * DAY
"""Since the last use, to within a day: a use is recorded at most daily."""
APP_LIFE = DAY // 2
"""Since it was made: opening the page again makes another."""
HAND_OVER_LIFE = 10 * 60 * 1000
FRESH, MOST_FRESH = 2000, 20_000
"""How long a value may be cached though another process may have changed it, and how many."""
LONGEST_TOKEN, LONGEST_LABEL = 64, 60
TOKEN_BYTES = 24
CODE_LETTERS, CODE_LENGTH = "34679ACDEFGHJKMNPQRTVWXY", 8
"""Without letters that look alike: 0 and O, 1 and I, 2 and Z, 5 and S, 8 and B, U and V."""

Kind = Literal["device", "seat", "program", "app"]
"""`app`: a page inside another program, such as Telegram, which can play but can't change the account."""
MOST: dict[Kind, int] = {"device": 20, "seat": 200, "program": 20, "app": 10}
"""Of one person. The least recently used makes way; a further program is refused."""
LIVES: dict[Kind, int] = {"program": PROGRAM_LIFE, "app": APP_LIFE}
"""Of kinds that do not last as long as a guest's or an account's."""

T = TypeVar("T")


class Scope(Struct, frozen=True):
    """The one seat that a token is good for."""

    table: str
    seat: int


class Session(Struct, frozen=True, omit_defaults=True):
    """The document of a token. It is void when its person's epoch has moved on."""

    person: str
    epoch: int
    kind: Kind
    made: int
    until: int
    scope: Scope | None = None
    label: str = ""
    language: str = ""
    """The language of a page inside another program, which has no cookies."""


class Pass(Struct, frozen=True):
    """The document of a code or a link for signing in on another device; `twin` is the other of the two."""

    person: str
    epoch: int
    until: int
    twin: str


class Program(NamedTuple):
    """A program's token, as its owner sees it in a list."""

    id: str
    label: str
    made: int


class HandOver(NamedTuple):
    code: str
    link: str
    until: int


class Recent(Generic[T]):
    """A short-lived cache. After `forget`, nothing that was read before is returned."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._kept: dict[str, tuple[int, T]] = {}
        self._forgotten = 0

    async def get(self, key: str, read: Callable[[str], Awaitable[T | None]]) -> T | None:
        kept = self._kept.get(key)
        if kept and self._now() < kept[0]:
            return kept[1]
        before, until = self._forgotten, self._now() + FRESH
        value = await read(key)
        self._kept.pop(key, None)
        if value is not None and before == self._forgotten:
            self._kept[key] = (until, value)
            if len(self._kept) > MOST_FRESH:
                del self._kept[next(iter(self._kept))]
        return value

    def forget(self, key: str) -> None:
        self._forgotten += 1  # a read under way may be out of date
        self._kept.pop(key, None)


class Sessions:
    """Opens, finds and closes sessions. The caller checks the person's epoch."""

    longest = PROGRAM_LIFE
    """Milliseconds that any token lasts without being used."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._recent: Recent[tuple[Session, int]] = Recent(now)
        self.connected = Connected()

    async def open(
        self,
        person: str,
        epoch: int,
        kind: Kind,
        life: int,
        *also: Change,
        scope: Scope | None = None,
        label: str = "",
        language: str = "",
    ) -> str:
        """A new token, committed with other changes. A Conflict is about those: the token is unique."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._now()
        session = Session(person, epoch, kind, now, now + min(life, self.longest), scope, label, language)
        await self._make_room(person, kind)
        await self._store.commit([*also, _put(hashed(token), session, 0)])
        return token

    async def find(self, token: str) -> tuple[str, Session, int] | None:
        """A session with its id and revision, unless it has expired."""
        if len(token) > LONGEST_TOKEN:
            return None
        id = hashed(token)
        found = await self._recent.get(id, self._read)
        return (id, *found) if found and self._now() < found[0].until else None

    async def of(self, id: str) -> Session | None:
        """A session by its id, unless it has expired."""
        found = await self._recent.get(id, self._read)
        return found[0] if found and self._now() < found[0].until else None

    def look_again(self, id: str) -> None:
        self._recent.forget(id)

    async def use(self, id: str, session: Session, revision: int, life: int) -> None:
        """Record that it was used, at most once a day."""
        until = self._now() + min(life, self.longest)
        if until - session.until > DAY:
            # A concurrent change records the same or has ended it; and a full disk is no reason to sign anybody out.
            with suppress(Conflict, Unavailable):
                await self._store.commit([_put(id, msgspec.structs.replace(session, until=until), revision)])
            self._recent.forget(id)

    async def close(self, id: str) -> None:
        try:
            while doc := await self._store.get("session", id):
                with suppress(Conflict):
                    await self._store.commit([Drop("session", id, doc.revision)])
        finally:
            self._recent.forget(id)
        self.connected.end(id)

    async def close_all(self, person: str) -> None:
        """Delete what a new epoch, or the person's deletion, has ended."""
        for kind in MOST:
            while docs := await self._store.find("session", "of", f"{person} {kind}"):
                await asyncio.gather(*(self.close(doc.id) for doc in docs))
        while docs := await self._store.find("hand-over", "of", person):
            await self._drop("hand-over", docs)

    async def programs(self, person: str) -> list[Program]:
        docs = await self._store.find("session", "of", f"{person} program", limit=MOST["program"])
        found = [(doc.id, _session(doc)) for doc in docs]
        return sorted((Program(id, kept.label, kept.made) for id, kept in found), key=lambda program: program.made)

    async def hand_over(self, person: str, epoch: int) -> HandOver:
        """A code to type and a link to follow; one of them can be used, once. This person's earlier ones are void."""
        code = typed_code(CODE_LENGTH)
        link, until = secrets.token_urlsafe(TOKEN_BYTES), self._now() + HAND_OVER_LIFE
        ids = hashed(code), hashed(link)
        marks = (("of", person), *DUE)
        made: list[Change] = [
            Put("hand-over", id, msgspec.json.encode(Pass(person, epoch, until, twin)), 0, marks, -until)
            for id, twin in (ids, ids[::-1])
        ]
        await self._drop("hand-over", await self._store.find("hand-over", "of", person))
        await self._store.commit(made)
        return HandOver(code, link, until)

    async def find_pass(self, code: str) -> tuple[Pass, list[Change]] | None:
        """The person a code or a link is for, and the changes that use it up."""
        typed = code.replace(" ", "").replace("-", "")
        text = typed.upper() if len(typed) == CODE_LENGTH else code.strip()
        id = hashed(text[:LONGEST_TOKEN])
        doc = await self._store.get("hand-over", id)
        kept = msgspec.json.decode(doc.body, type=Pass) if doc else None
        if not kept or kept.until <= self._now():
            return None
        # A pass is never rewritten: both are at their first revision or gone.
        return kept, [Drop("hand-over", id, 1), Drop("hand-over", kept.twin, 1)]

    async def sweep(self) -> int:
        """Delete expired sessions and codes; returns their number."""
        return sum([await clear(self._store, kind, self._now()) for kind in ("session", "hand-over")])

    async def _read(self, id: str) -> tuple[Session, int] | None:
        doc = await self._store.get("session", id)
        return (_session(doc), doc.revision) if doc else None

    async def _make_room(self, person: str, kind: Kind) -> None:
        if await self._store.count("session", "of", f"{person} {kind}") < MOST[kind]:
            return
        if kind == "program":
            raise TurnwiseError(
                said("You have {most} tokens for programs; revoke one first.", most=MOST[kind]), "too_many_programs"
            )
        for oldest in await self._store.find("session", "of", f"{person} {kind}", limit=1):
            await self.close(oldest.id)

    async def _drop(self, kind: str, docs: Sequence[Doc]) -> None:
        async def drop(doc: Doc) -> None:
            with suppress(Conflict):  # another change came first
                await self._store.commit([Drop(kind, doc.id, doc.revision)])

        await asyncio.gather(*map(drop, docs))


def typed_code(letters: int) -> str:
    """A secret that a person can type."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(letters))


def hashed(token: str) -> str:
    return blake2b(token.encode("utf-8", "surrogatepass"), digest_size=24).hexdigest()


def _put(id: str, session: Session, seen: int) -> Put:
    """The rank puts first what expires first."""
    marks = (("of", f"{session.person} {session.kind}"), *DUE)
    return Put("session", id, msgspec.json.encode(session), seen, marks, -session.until)


def _session(doc: Doc) -> Session:
    return msgspec.json.decode(doc.body, type=Session)
