"""People: guests and accounts, their names and tokens, whom they block, and where notices reach them. Signing in with a
password is in `entrance.py`.

A person is one document. Its `epoch` is part of every token: raising it ends all tokens at once, in every process.
Tables keep only ids, so a deleted person leaves seats without a name.
"""

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from msgspec.structs import replace

from turnwise.house.ids import new_id
from turnwise.house.names import looks, name_key, numbered
from turnwise.house.people.newcomers import Newcomers
from turnwise.house.people.person import Kept, Person, read
from turnwise.house.people.proofs import Proof
from turnwise.house.people.sessions import (
    LIVES,
    LONGEST_LABEL,
    HandOver,
    Kind,
    Program,
    Recent,
    Scope,
    Sessions,
)
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Store
from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.words import said

SOMEONE = "someone who left"
LONGEST_NOTIFY, MOST_BLOCKS = 300, 500
TRIES = 20
"""How often a change of a person is retried because another one came first."""


class Known(NamedTuple):
    """A person in the host's list."""

    person: Person
    made: int


class Caller(NamedTuple):
    """The person a token belongs to. With a scope the token is good for that seat only."""

    person: Person
    session: str
    kind: Kind
    scope: Scope | None
    language: str = ""
    """The language of a page inside another program."""


class People:
    """Everybody the house knows, by id."""

    def __init__(self, store: Store, now: Callable[[], int], newcomers: Newcomers) -> None:
        self._store, self._now, self.newcomers = store, now, newcomers
        self._sessions = Sessions(store, now)
        self.connected = self._sessions.connected
        self._recent: Recent[Kept] = Recent(now)
        self.after: list[Callable[[str], None]] = []
        """Called with a person who was renamed or deleted."""

    def tokens_last(self, milliseconds: int) -> None:
        """Set the longest time that a token lasts without being used."""
        self._sessions.longest = milliseconds

    # Creating and deleting.

    async def guest(
        self, name: str, address: str, proof: Proof | None = None, *, brought: bool = False
    ) -> tuple[Person, str]:
        """Create a guest. `brought`: by a known person, to play on the same screen."""
        name = await self.newcomers.name(name)
        await self.newcomers.let_in("guests from an address", address, proof, known=brought)
        await self.claim(name)
        return await self.create(Kept(name, self._now()))

    async def sign_out(self, token: str) -> None:
        found = await self._sessions.find(token)
        if found:
            await self._sessions.close(found[0])

    async def rename(self, person: str, name: str) -> Person:
        name = await self.newcomers.name(name)
        await self.claim(name, person)
        kept = await self.change(
            person, lambda kept: replace(kept, name=name, looks=looks(name) if kept.password else ())
        )
        return (await self._make_way(person, kept)).shown(person)

    async def delete(self, person: str) -> Person:
        """Delete a person, who is returned once more: the caller leaves the seats at running tables."""
        while doc := await self._store.get("person", person):
            try:
                await self._store.commit([Drop("person", person, doc.revision)])
            except Conflict:
                continue
            self._tell(person)
            await self.end_all(person)
            return read(doc).shown(person)
        raise _unknown()

    # Tokens.

    async def by_token(self, token: str, *, banned: bool = False) -> Caller | None:
        """The owner of a token. One that was ended elsewhere may work for two seconds more. `banned`: also a banned
        owner."""
        found = await self._sessions.find(token)
        if not found:
            return None
        id, session, revision = found
        kept = await self.recent(session.person)
        if not kept or kept.epoch != session.epoch:
            return None
        if not banned:
            await self.newcomers.bans.check(session.person)
        await self._sessions.use(id, session, revision, LIVES.get(session.kind, kept.life))
        return Caller(kept.shown(session.person), id, session.kind, session.scope, session.language)

    async def is_good(self, session: str) -> bool:
        """Whether the token of a session is still valid."""
        found = await self._sessions.of(session)
        kept = await self.recent(found.person) if found else None
        return bool(found and kept and kept.epoch == found.epoch)

    def look_again(self, *, session: str = "", person: str = "") -> None:
        """Another worker has changed something: drop what was cached."""
        self._sessions.look_again(session)
        self._recent.forget(person)

    async def token_for_device(self, person: str) -> str:
        """Another token of a guest, for the device that the guest was created on."""
        return await self.open(person, await self.known(person))

    async def token_for_seat(self, person: str, table: str, seat: int) -> str:
        return await self.open(person, await self.known(person), "seat", scope=Scope(table, seat))

    async def token_for_program(self, person: str, label: str) -> str:
        """Good until it is revoked, or not used for a year."""
        label = " ".join(label.split())
        if not 1 <= len(label) <= LONGEST_LABEL or not label.isprintable():
            sentence = said(
                "A label has 1 to {most} printable characters, not {given}.", most=LONGEST_LABEL, given=quoted(label)
            )
            raise TurnwiseError(sentence, "bad_label")
        return await self.open(person, await self.known(person), "program", label=label)

    async def token_for_app(self, person: str, language: str, *used: Change) -> str:
        """For a page inside another program, committed with the changes that use up its ticket; a Conflict says that
        the ticket was used before."""
        return await self.open(person, await self.known(person), "app", *used, language=language)

    async def programs(self, person: str) -> list[Program]:
        return await self._sessions.programs(person)

    async def revoke(self, person: str, program: str) -> None:
        if program not in [known.id for known in await self.programs(person)]:
            raise TurnwiseError(said("You have no such token."), "no_such_token")
        await self._sessions.close(program)

    async def hand_over(self, person: str) -> HandOver:
        """A code and a link for another device; only one of them can be used, once."""
        return await self._sessions.hand_over(person, (await self.known(person)).epoch)

    async def take_over(self, code: str, address: str) -> tuple[Person, str]:
        """Sign in on this device as the person who made the code, or the link, on another."""
        await self.newcomers.admit("hand-over guesses", address)
        found = await self._sessions.find_pass(code)
        if found:
            passed, used = found
            doc = await self._store.get("person", passed.person)
            kept = read(doc) if doc else None
            if kept and kept.epoch == passed.epoch:
                with suppress(Conflict):  # it was used just now
                    token = await self._sessions.open(passed.person, kept.epoch, "device", kept.life, *used)
                    return kept.shown(passed.person), token
        sentence = said(
            "This code or link is not good any more: it works once, for ten minutes. Make a new one on the other device."
        )
        raise TurnwiseError(sentence, "bad_code")

    async def sweep(self) -> int:
        """Delete expired tokens and codes; returns their number."""
        return await self._sessions.sweep()

    # Finding people.

    async def get(self, person: str) -> Person | None:
        kept = await self.recent(person)
        return kept.shown(person) if kept else None

    async def named(self, name: str) -> Person | None:
        """The account of this name."""
        owner = await self.owner(name_key(name))
        return read(owner).shown(owner.id) if owner else None

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        found = {id: await self.recent(id) for id in people}
        return {id: kept.name if kept else SOMEONE for id, kept in found.items()}

    async def listed(self, status: Literal["account", "guest"], below: tuple[int, str] | None = None) -> list[Known]:
        """For the host, the latest first; `below`: those after that (made, id)."""
        docs = await self._store.find("person", "status", status, below=below)
        return [Known(kept.shown(doc.id), kept.made) for doc in docs for kept in [read(doc)]]

    # Blocking.

    async def block(self, person: str, other: str) -> None:
        if other == person or not await self.get(other):
            raise _unknown()

        def block(kept: Kept) -> Kept:
            blocks = tuple(dict.fromkeys((*kept.blocks, other)))
            if len(blocks) > MOST_BLOCKS:
                raise TurnwiseError(
                    said("You can block {most} people; unblock one first.", most=MOST_BLOCKS), "too_many_blocks"
                )
            return replace(kept, blocks=blocks)

        await self.change(person, block)

    async def unblock(self, person: str, other: str) -> None:
        await self.change(person, lambda kept: replace(kept, blocks=tuple(id for id in kept.blocks if id != other)))

    async def blocks(self, person: str) -> tuple[str, ...]:
        kept = await self.recent(person)
        return kept.blocks if kept else ()

    async def disliked(self, person: str, others: Iterable[str]) -> frozenset[str]:
        """Those of `others` who have blocked this person, or whom this person has blocked."""
        own = await self.blocks(person)
        return frozenset([id for id in others if id in own or person in await self.blocks(id)])

    # Where a notice reaches them.

    async def notify(self, person: str, where: str) -> None:
        """Send notices to a web address; an empty text stops them."""
        where = where.strip()
        if where and not _reachable(where):
            sentence = said("Notices go to an http or https address, not {given}.", given=quoted(where))
            raise TurnwiseError(sentence, "bad_notify")
        await self.change(person, lambda kept: replace(kept, notify=where))

    async def notified_at(self, person: str) -> str:
        """Only for sending notices, and for the person's own page."""
        kept = await self.recent(person)
        return kept.notify if kept else ""

    # The documents.

    async def _read(self, person: str) -> Kept | None:
        doc = await self._store.get("person", person)
        return read(doc) if doc else None

    async def recent(self, person: str) -> Kept | None:
        """The document as it was at most two seconds ago."""
        return await self._recent.get(person, self._read)

    async def known(self, person: str) -> Kept:
        kept = await self._read(person)
        if not kept:
            raise _unknown()
        return kept

    async def create(self, kept: Kept) -> tuple[Person, str]:
        """A new person, and a first token."""
        id = new_id(9)
        try:
            await self._store.commit([kept.put(id, 0)])
        except Conflict:
            await self.claim(kept.name)
            raise _name_taken(kept.name) from None
        kept = await self._make_way(id, kept)
        return kept.shown(id), await self.open(id, kept)

    async def change(self, person: str, change: Callable[[Kept], Kept]) -> Kept:
        """Change the document of a person, again if it was changed meanwhile."""
        for _ in range(TRIES):
            doc = await self._store.get("person", person)
            if not doc:
                raise _unknown()
            kept = change(read(doc))
            try:
                await self._store.commit([kept.put(person, doc.revision)])
            except Conflict:
                if kept.password:
                    await self.claim(kept.name, person, kept.looks)
                continue
            finally:
                self._recent.forget(person)
            if kept.name != read(doc).name:
                self._tell(person)
            return kept
        raise TurnwiseError(said("Too much is happening to you at once; please try again."), "busy")

    def _tell(self, person: str) -> None:
        self._recent.forget(person)
        for told in self.after:
            told(person)

    async def end_all(self, person: str) -> None:
        """Close the connections of tokens that a new epoch has ended, then delete those tokens."""
        self.connected.end_all(person)
        await self._sessions.close_all(person)

    async def begin_anew(self, person: str, kept: Kept) -> tuple[Person, str]:
        """Delete the tokens of the epoch before, and issue the first of the new one."""
        await self.end_all(person)
        kept = await self._make_way(person, kept)
        return kept.shown(person), await self.open(person, kept)

    async def open(
        self,
        person: str,
        kept: Kept,
        kind: Kind = "device",
        *also: Change,
        scope: Scope | None = None,
        label: str = "",
        language: str = "",
    ) -> str:
        """A new token, committed with other changes."""
        life = LIVES.get(kind, kept.life)
        return await self._sessions.open(
            person, kept.epoch, kind, life, *also, scope=scope, label=label, language=language
        )

    # Names.

    async def owner(self, key: str) -> Doc | None:
        """The account that has a name, by its key."""
        docs = await self._store.find("person", "one name", key, limit=1)
        return docs[0] if docs else None

    async def _alike(self, seen: Iterable[str]) -> Doc | None:
        """An account whose name looks the same."""
        for look in seen:
            if docs := await self._store.find("person", "one look", look, limit=1):
                return docs[0]
        return None

    async def claim(self, name: str, person: str | None = None, seen: tuple[str, ...] | None = None) -> None:
        """Refuse a name that is another account's, or looks like it; `seen`: its looks, where they are not those of the
        name."""
        seen = looks(name) if seen is None else seen
        owner = await self.owner(name_key(name))
        if name_key(name) == name_key(SOMEONE) or owner and owner.id != person:
            raise _name_taken(name)
        alike = await self._alike(seen)
        if not set(seen).isdisjoint(looks(SOMEONE)) or alike and alike.id != person:
            sentence = said("The name “{name}” looks like somebody else's here; please choose another.", name=name)
            raise TurnwiseError(sentence, "name_taken")

    async def _make_way(self, person: str, kept: Kept) -> Kept:
        """Number the guests who bear an account's name. It is done after every naming, so that if an account and a
        guest take a name at the same time, the later one sees the other. Returns the person's present document."""
        alike = False
        for look in looks(kept.name):
            if not await self._alike([look]):
                continue
            alike = True
            while guests := await self._store.find("person", "guest look", look):
                for doc in guests:
                    with suppress(TurnwiseError):  # the guest is gone meanwhile
                        name = await self._numbered(read(doc).name)
                        await self.change(doc.id, partial(_unless_moved, look=look, name=name))
        return await self.known(person) if alike else kept

    async def _numbered(self, name: str) -> str:
        while await self._alike(looks(found := numbered(name, 1000 + secrets.randbelow(9000)))):
            pass
        return found


def _unless_moved(kept: Kept, look: str, name: str) -> Kept:
    return kept if kept.password or look not in looks(kept.name) else replace(kept, name=name)


def _reachable(where: str) -> bool:
    if len(where) > LONGEST_NOTIFY or not where.isprintable() or " " in where:
        return False
    try:
        parts = urlsplit(where)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is not a number, half an IPv6 address
        return False


def _unknown() -> TurnwiseError:
    return TurnwiseError(said("There is no such person."), "unknown_person")


def _name_taken(name: str) -> TurnwiseError:
    return TurnwiseError(said("The name “{name}” is taken; please choose another.", name=name), "name_taken")
