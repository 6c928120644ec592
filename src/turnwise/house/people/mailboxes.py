"""Mailboxes: who wants notices by e-mail, and where. Nothing is sent to an address before its owner has confirmed it.

A mailbox is one document, beside its person's. It may have a confirmed address, and another that is to be confirmed. An
address whose owner said no is remembered by its hash, so that nobody can have the house write there again.
"""

import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnwise.house.people.sessions import DAY, TOKEN_BYTES, hashed
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Put, Store
from turnwise.house.store.lapsed import DUE
from turnwise.house.work.limits import Limits, TooMany, network
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said

CONFIRM_LIFE = DAY
LONGEST = 254
PART = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@{PART}(?:\.{PART})+")
"""What a browser accepts as an address, with a dot in its domain."""
TRIES = 20


class Mailbox(Struct, frozen=True, omit_defaults=True):
    """The document of a person's mailbox."""

    language: str
    stop: str
    """The code of an unsubscribe link. It is good for nothing else, so it is stored unhashed."""
    address: str = ""
    """Confirmed."""
    asked: str = ""
    """The address to be confirmed; `code` is the hash of its code."""
    code: str = ""
    until: int = 0


class Asked(NamedTuple):
    """A question to the owner of an address, and the code of the link that answers it."""

    address: str
    code: str
    language: str


class Link(NamedTuple):
    """What a link in a mail is about: an address to be confirmed, or one that wants no more mails."""

    address: str
    confirms: bool


class Mailboxes:
    """The mailboxes of a house, by person."""

    def __init__(self, store: Store, now: Callable[[], int], limits: Limits) -> None:
        self._store, self._now, self._limits = store, now, limits

    async def of(self, person: str) -> Mailbox | None:
        doc = await self._store.get("mailbox", person)
        return _read(doc) if doc else None

    async def ask(self, person: str, typed: str, language: str, where: str) -> Asked | None:
        """A person wants notices at a mail address: the question to send there, or None if that is confirmed
        already."""
        address = _tidy(typed)
        found = await self.of(person)
        if found and found.address == address:
            await self._change(
                person, lambda kept: replace(kept or found, language=language, asked="", code="", until=0)
            )
            return None
        if await self._store.get("no mail", hashed(_reader(address))):
            raise TurnwiseError(said("Whoever reads this address wants no mail from this house."), "no_mail_wanted")
        self._limits.allow("mails to confirm", person)
        self._limits.allow("mails to confirm from an address", network(where))
        self._limits.allow("mails to confirm to an address", _reader(address))
        code = secrets.token_urlsafe(TOKEN_BYTES)

        def asked(kept: Mailbox | None) -> Mailbox:
            kept = kept or Mailbox(language, secrets.token_urlsafe(TOKEN_BYTES))
            until = self._now() + CONFIRM_LIFE
            return replace(kept, language=language, asked=address, code=hashed(code), until=until)

        await self._change(person, asked)
        return Asked(address, code, language)

    async def link(self, code: str) -> Link:
        """What a link is about, for the page that asks."""
        doc, confirms = await self._by(code)
        kept = _read(doc)
        return Link(kept.asked if confirms else kept.address, confirms)

    async def confirm(self, code: str) -> None:
        """The owner of the address says yes."""
        doc, confirms = await self._by(code)
        if not confirms:
            raise _bad_link()
        kept = _read(doc)
        confirmed = replace(kept, address=kept.asked, asked="", code="", until=0)
        await self._write(_put(doc.id, confirmed, doc.revision))

    async def stop(self, code: str) -> None:
        """The owner of the address wants no mail. If it was never confirmed, the address can't be asked again."""
        doc, confirms = await self._by(code)
        if not confirms:
            await self._write(Drop("mailbox", doc.id, doc.revision))
            return
        await self._write(_unasked(doc), Put("no mail", hashed(_reader(_read(doc).asked)), b"{}"))

    async def forget(self, person: str) -> None:
        """Stop all mails, and delete the address."""
        while doc := await self._store.get("mailbox", person):
            with suppress(Conflict):
                await self._store.commit([Drop("mailbox", person, doc.revision)])

    async def reaches(self, person: str) -> str:
        """Whom to write to: the person, if an address is confirmed and not too much was sent there; else empty."""
        kept = await self.of(person)
        if not kept or not kept.address:
            return ""
        try:
            self._limits.allow("mails to a person", person)
        except TooMany:
            return ""
        return person

    async def sweep(self) -> None:
        """Forget the addresses that were not confirmed in time."""
        while docs := [doc for doc in await self._store.find("mailbox", *DUE[0]) if _read(doc).until <= self._now()]:
            for doc in docs:
                with suppress(Conflict):
                    await self._store.commit([_unasked(doc)])

    async def _by(self, code: str) -> tuple[Doc, bool]:
        """The mailbox that a link belongs to, and whether the link confirms."""
        for mark, value in (("one stop", code), ("one code", hashed(code))):
            if docs := await self._store.find("mailbox", mark, value, limit=1):
                kept = _read(docs[0])
                if mark == "one code" and kept.until > self._now() or mark == "one stop" and kept.address:
                    return docs[0], mark == "one code"
        raise _bad_link()

    async def _change(self, person: str, change: Callable[[Mailbox | None], Mailbox]) -> None:
        for _ in range(TRIES):
            doc = await self._store.get("mailbox", person)
            with suppress(Conflict):
                await self._store.commit(
                    [_put(person, change(_read(doc) if doc else None), doc.revision if doc else 0)]
                )
                return
        raise TurnwiseError(said("Too much is happening to you at once; please try again."), "busy")

    async def _write(self, *changes: Change) -> None:
        """Commit what a link does; refused if the link was used just before."""
        try:
            await self._store.commit(changes)
        except Conflict:
            raise _bad_link() from None


def _tidy(typed: str) -> str:
    """An address as mail is sent to it, with its domain in lower-case ASCII."""
    local, at, domain = typed.strip().rpartition("@")
    with suppress(UnicodeError):
        domain = domain.encode("idna").decode().lower()
    address = f"{local}{at}{domain}"
    if len(address) > LONGEST or not ADDRESS.fullmatch(address):
        raise TurnwiseError(said("This is no e-mail address; one looks like ann@example.org."), "bad_mail")
    return address


def _reader(address: str) -> str:
    """Equal for addresses that usually have the same owner."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def _unasked(doc: Doc) -> Change:
    """The mailbox without its unconfirmed address."""
    left = replace(_read(doc), asked="", code="", until=0)
    return _put(doc.id, left, doc.revision) if left.address else Drop("mailbox", doc.id, doc.revision)


def _put(person: str, kept: Mailbox, seen: int) -> Put:
    marks: Sequence[tuple[str, str]] = [("one stop", kept.stop)]
    if kept.asked:
        marks = [*marks, ("one code", kept.code), *DUE]
    return Put("mailbox", person, msgspec.json.encode(kept), seen, tuple(marks), -kept.until)


def _read(doc: Doc) -> Mailbox:
    return msgspec.json.decode(doc.body, type=Mailbox)


def _bad_link() -> TurnwiseError:
    return TurnwiseError(said("This link is not good, or not any more."), "no_such_link")
