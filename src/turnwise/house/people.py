"""People: guests and accounts, their names and tokens, whom they don't want to meet, and where a notice reaches them.

A person is one document. Its `epoch` stands in every token that is given out: raising it ends them all in the same moment, in every
process. Only ids are kept at tables, so whoever deletes himself leaves seats without a name.
"""

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec
from argon2 import PasswordHasher
from msgspec import Struct
from msgspec.structs import replace

from turnwise.house.limits import Limits, network
from turnwise.house.names import looks, name_key, numbered, tidy_name
from turnwise.house.passwords import Passwords
from turnwise.house.sessions import (
    ACCOUNT_LIFE,
    CODE_LETTERS,
    DAY,
    GUEST_LIFE,
    LONGEST_LABEL,
    PROGRAM_LIFE,
    HandOver,
    Kind,
    Program,
    Recent,
    Scope,
    Session,
    Sessions,
)
from turnwise.house.store import Conflict, Doc, Drop, Put, Store
from turnwise.kit.errors import TurnwiseError, quoted

SOMEONE = "someone who left"
LONGEST_NOTIFY, MOST_BLOCKS = 300, 500
RESET_LIFE = 3 * DAY
TRIES = 20
"""How often a change of a person begins again because somebody else was quicker."""


class Person(NamedTuple):
    """Somebody, as anybody may know them."""

    id: str
    name: str
    account: bool


class Known(NamedTuple):
    """Somebody in the admin's list."""

    person: Person
    made: int


class Reset(NamedTuple):
    """A password that the host may give to its owner, and until when it is good."""

    person: Person
    password: str
    until: int


class Caller(NamedTuple):
    """Who shows a token. With a scope he may do what that seat may, and nothing else."""

    person: Person
    session: str
    kind: Kind
    scope: Scope | None


class _Kept(Struct, frozen=True, omit_defaults=True):
    """The document of a person. The hash of the password and the address of notices leave this module only for their purpose."""

    name: str
    made: int
    epoch: int = 0
    password: str = ""
    """Its hash; a guest has none."""
    password_until: int = 0
    """When a password that the host gave out lapses; one's own is good for ever."""
    blocks: tuple[str, ...] = ()
    notify: str = ""
    looks: tuple[str, ...] = ()
    """What no other account may look like. One that is older than this rule may lack some, which another had first."""

    @property
    def life(self) -> int:
        return ACCOUNT_LIFE if self.password else GUEST_LIFE


class People:
    """Everybody the house knows. People are named by their ids, tokens are texts."""

    def __init__(
        self, store: Store, now: Callable[[], int], limits: Limits, hasher: PasswordHasher | None = None
    ) -> None:
        self._store, self._now, self._limits = store, now, limits
        self._passwords = Passwords(hasher or PasswordHasher())
        self._sessions = Sessions(store, now)
        self.stays = self._sessions.stays
        self._recent: Recent[_Kept] = Recent(now)
        self.after: list[Callable[[str], None]] = []
        """Told who has another name now, or is gone."""

    def close(self) -> None:
        self._passwords.close()

    def tokens_last(self, milliseconds: int) -> None:
        """No token is good for longer without being used."""
        self._sessions.longest = milliseconds

    # Coming and going.

    async def guest(self, name: str, address: str) -> tuple[Person, str]:
        """Be someone at once."""
        name = tidy_name(name)
        self._limits.allow("guests from an address", network(address))
        await self._claim(name)
        return await self._create(_Kept(name, self._now()))

    async def register(self, person: str | None, name: str, password: str, address: str) -> tuple[Person, str]:
        """Keep an account: a new one, or a guest's, who stays the same person. Whoever held a token of the guest holds nothing now."""
        name = tidy_name(name)
        self._limits.allow("log-ins from an address", network(address))
        await self._claim(name, person)
        hash = await self._passwords.hashed(password)
        if person is None:
            return await self._create(_Kept(name, self._now(), password=hash, looks=looks(name)))

        def keep(kept: _Kept) -> _Kept:
            if kept.password:
                raise TurnwiseError("You have an account already.", "has_account")
            return replace(kept, name=name, looks=looks(name), password=hash, epoch=kept.epoch + 1)

        return await self._begin_anew(person, await self._change(person, keep))

    async def sign_in(self, name: str, password: str, address: str) -> tuple[Person, str]:
        key = name_key(name)
        # The address first: whoever tries many names from one place does not use up their tries.
        self._limits.allow("log-ins from an address", network(address))
        self._limits.allow("log-ins of a name", key)
        doc = await self._owner(key)
        kept = _read(doc) if doc else None
        fits = await self._passwords.fits(kept.password if kept else "", password)
        if not (doc and kept and fits):
            raise _wrong_password("The name or the password is not right.")
        if kept.password_until and kept.password_until <= self._now():
            raise _wrong_password("This password was good for a few days only; ask the host of this house for another.")
        if self._passwords.outdated(kept.password):
            await self._hash_anew(doc.id, kept.password, password)
        return _person(doc.id, kept), await self._open(doc.id, kept)

    async def sign_out(self, token: str) -> None:
        found = await self._sessions.find(token)
        if found:
            await self._sessions.close(found[0])

    async def sign_out_everywhere(self, person: str) -> None:
        """End all tokens of a person: devices, programs, seats and codes for another device."""
        await self._change(person, lambda kept: replace(kept, epoch=kept.epoch + 1))
        await self._end_all(person)

    async def change_password(self, person: str, old: str, new: str) -> str:
        """All tokens end but the new one that this returns."""
        kept = await self.confirm(person, old)
        hash = await self._passwords.hashed(new)

        def change(found: _Kept) -> _Kept:
            if found.password != kept.password:
                raise _wrong_password("Your password was changed a moment ago.")
            return replace(found, password=hash, password_until=0, epoch=found.epoch + 1)

        return (await self._begin_anew(person, await self._change(person, change)))[1]

    async def confirm(self, person: str, password: str, *, or_guest: bool = False) -> _Kept:
        """Refuse what is not somebody's own password; a guest, who has none, may do without where that is said."""
        kept = await self._known(person)
        if or_guest and not kept.password:
            return kept
        self._limits.allow("log-ins of a name", name_key(kept.name))
        if not await self._passwords.fits(kept.password, password):
            raise _wrong_password("That is not your password." if password else "Type your password to go on.")
        return kept

    async def reset_password(self, person: str) -> Reset:
        """A password for a few days in place of one that was forgotten. All tokens end."""
        password = "-".join("".join(secrets.choice(CODE_LETTERS) for _ in range(4)) for _ in range(4))
        hash, until = await self._passwords.hashed(password), self._now() + RESET_LIFE

        def reset(kept: _Kept) -> _Kept:
            if not kept.password:
                raise TurnwiseError(f"{kept.name} is a guest and has no password.", "no_account")
            return replace(kept, password=hash, password_until=until, epoch=kept.epoch + 1)

        kept = await self._change(person, reset)
        await self._end_all(person)
        return Reset(_person(person, kept), password, until)

    async def must_choose_a_password(self, person: str) -> bool:
        """Whether he still has the one that the host gave him."""
        kept = await self._recent.get(person, self._read)
        return bool(kept and kept.password_until)

    async def rename(self, person: str, name: str) -> Person:
        name = tidy_name(name)
        await self._claim(name, person)
        kept = await self._change(
            person, lambda kept: replace(kept, name=name, looks=looks(name) if kept.password else ())
        )
        return _person(person, await self._make_way(person, kept))

    async def delete(self, person: str) -> Person:
        """Forget somebody, who is returned once more: his seats at running tables are for the house to leave."""
        while doc := await self._store.get("person", person):
            try:
                await self._store.commit([Drop("person", person, doc.revision)])
            except Conflict:
                continue
            self._tell(person)
            await self._end_all(person)
            return _person(person, _read(doc))
        raise _unknown()

    # Tokens.

    async def by_token(self, token: str) -> Caller | None:
        """Who shows a token. One that was ended elsewhere may be good for two seconds more."""
        found = await self._sessions.find(token)
        if not found:
            return None
        id, session, revision = found
        kept = await self._recent.get(session.person, self._read)
        if not kept or kept.epoch != session.epoch:
            return None
        await self._sessions.use(id, session, revision, _life(session, kept))
        return Caller(_person(session.person, kept), id, session.kind, session.scope)

    async def token_for_device(self, person: str) -> str:
        """Another token of a guest, for the device that he was made on."""
        return await self._open(person, await self._known(person))

    async def token_for_seat(self, person: str, table: str, seat: int) -> str:
        return await self._open(person, await self._known(person), "seat", scope=Scope(table, seat))

    async def token_for_program(self, person: str, label: str) -> str:
        """Good until it is revoked, or not used for a year."""
        label = " ".join(label.split())
        if not 1 <= len(label) <= LONGEST_LABEL or not label.isprintable():
            sentence = f"A label has 1 to {LONGEST_LABEL} printable characters, not {quoted(label)}."
            raise TurnwiseError(sentence, "bad_label")
        return await self._open(person, await self._known(person), "program", label=label)

    async def programs(self, person: str) -> list[Program]:
        return await self._sessions.programs(person)

    async def revoke(self, person: str, program: str) -> None:
        if program not in [known.id for known in await self.programs(person)]:
            raise TurnwiseError("You have no such token.", "no_such_token")
        await self._sessions.close(program)

    async def hand_over(self, person: str) -> HandOver:
        """A code and a link for another device, of which one is good once."""
        return await self._sessions.hand_over(person, (await self._known(person)).epoch)

    async def take_over(self, code: str, address: str) -> tuple[Person, str]:
        """Be on this device who made the code, or the link, on another."""
        self._limits.allow("hand-over guesses", network(address))
        found = await self._sessions.find_pass(code)
        if found:
            passed, used = found
            doc = await self._store.get("person", passed.person)
            kept = _read(doc) if doc else None
            if kept and kept.epoch == passed.epoch:
                with suppress(Conflict):  # it was used a moment ago
                    token = await self._sessions.open(passed.person, kept.epoch, "device", kept.life, *used)
                    return _person(passed.person, kept), token
        raise TurnwiseError("This code is not good, or not any more; make a new one on the other device.", "bad_code")

    async def sweep(self) -> int:
        """Drop tokens and codes that have lapsed; how many there were."""
        return await self._sessions.sweep()

    # Who is who.

    async def get(self, person: str) -> Person | None:
        kept = await self._recent.get(person, self._read)
        return _person(person, kept) if kept else None

    async def named(self, name: str) -> Person | None:
        """Who has an account of this name."""
        owner = await self._owner(name_key(name))
        return _person(owner.id, _read(owner)) if owner else None

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        found = {id: await self._recent.get(id, self._read) for id in people}
        return {id: kept.name if kept else SOMEONE for id, kept in found.items()}

    async def listed(self, status: Literal["account", "guest"], below: tuple[int, str] | None = None) -> list[Known]:
        """For the admin, the latest first; `below`: those after that (made, id)."""
        docs = await self._store.find("person", "status", status, below=below)
        return [Known(_person(doc.id, kept), kept.made) for doc in docs for kept in [_read(doc)]]

    # Whom they don't want to meet.

    async def block(self, person: str, other: str) -> None:
        if other == person or not await self.get(other):
            raise _unknown()

        def block(kept: _Kept) -> _Kept:
            blocks = tuple(dict.fromkeys((*kept.blocks, other)))
            if len(blocks) > MOST_BLOCKS:
                raise TurnwiseError(f"You can block {MOST_BLOCKS} people; unblock one first.", "too_many_blocks")
            return replace(kept, blocks=blocks)

        await self._change(person, block)

    async def unblock(self, person: str, other: str) -> None:
        await self._change(person, lambda kept: replace(kept, blocks=tuple(id for id in kept.blocks if id != other)))

    async def blocks(self, person: str) -> tuple[str, ...]:
        kept = await self._recent.get(person, self._read)
        return kept.blocks if kept else ()

    async def disliked(self, person: str, others: Iterable[str]) -> frozenset[str]:
        """Those of others who have blocked somebody, or whom he has."""
        own = await self.blocks(person)
        return frozenset([id for id in others if id in own or person in await self.blocks(id)])

    # Where a notice reaches them.

    async def notify(self, person: str, where: str) -> None:
        """Send notices to a web address; an empty text stops them."""
        where = where.strip()
        if where and not _reachable(where):
            sentence = f"Notices go to an http or https address, not {quoted(where)}."
            raise TurnwiseError(sentence, "bad_notify")
        await self._change(person, lambda kept: replace(kept, notify=where))

    async def notified_at(self, person: str) -> str:
        """For whoever sends notices, and for the person himself: nobody else is shown it."""
        kept = await self._recent.get(person, self._read)
        return kept.notify if kept else ""

    # The documents.

    async def _read(self, person: str) -> _Kept | None:
        doc = await self._store.get("person", person)
        return _read(doc) if doc else None

    async def _known(self, person: str) -> _Kept:
        kept = await self._read(person)
        if not kept:
            raise _unknown()
        return kept

    async def _create(self, kept: _Kept) -> tuple[Person, str]:
        id = secrets.token_urlsafe(9)
        try:
            await self._store.commit([_put(id, kept, 0)])
        except Conflict:
            await self._claim(kept.name)
            raise _name_taken(kept.name) from None
        kept = await self._make_way(id, kept)
        return _person(id, kept), await self._open(id, kept)

    async def _change(self, person: str, change: Callable[[_Kept], _Kept]) -> _Kept:
        for _ in range(TRIES):
            doc = await self._store.get("person", person)
            if not doc:
                raise _unknown()
            kept = change(_read(doc))
            try:
                await self._store.commit([_put(person, kept, doc.revision)])
            except Conflict:
                if kept.password:
                    await self._claim(kept.name, person, kept.looks)
                continue
            finally:
                self._recent.forget(person)
            if kept.name != _read(doc).name:
                self._tell(person)
            return kept
        raise TurnwiseError("Too much is happening to you at once; please try again.", "busy")

    def _tell(self, person: str) -> None:
        self._recent.forget(person)
        for told in self.after:
            told(person)

    async def _end_all(self, person: str) -> None:
        """Send away who came in by a token of somebody that is dead already, then clear those tokens away."""
        self.stays.end_all(person)
        await self._sessions.close_all(person)

    async def _begin_anew(self, person: str, kept: _Kept) -> tuple[Person, str]:
        """Clear away the tokens of the epoch before, and give out the first of the new one."""
        await self._end_all(person)
        kept = await self._make_way(person, kept)
        return _person(person, kept), await self._open(person, kept)

    async def _open(
        self, person: str, kept: _Kept, kind: Kind = "device", *, scope: Scope | None = None, label: str = ""
    ) -> str:
        life = PROGRAM_LIFE if kind == "program" else kept.life
        return await self._sessions.open(person, kept.epoch, kind, life, scope=scope, label=label)

    async def _hash_anew(self, person: str, before: str, password: str) -> None:
        """With today's parameters, if it is still this password."""
        with suppress(TurnwiseError):  # it was good enough until now
            hash = await self._passwords.hashed(password)
            await self._change(person, lambda kept: replace(kept, password=hash) if kept.password == before else kept)

    # Names.

    async def _owner(self, key: str) -> Doc | None:
        docs = await self._store.find("person", "one name", key, limit=1)
        return docs[0] if docs else None

    async def _alike(self, seen: Iterable[str]) -> Doc | None:
        """An account that looks the same."""
        for look in seen:
            if docs := await self._store.find("person", "one look", look, limit=1):
                return docs[0]
        return None

    async def _claim(self, name: str, person: str | None = None, seen: tuple[str, ...] | None = None) -> None:
        """Refuse a name that is somebody else's account's, or looks like it; `seen` are its looks, unless they are fewer."""
        seen = looks(name) if seen is None else seen
        owner = await self._owner(name_key(name))
        if name_key(name) == name_key(SOMEONE) or owner and owner.id != person:
            raise _name_taken(name)
        alike = await self._alike(seen)
        if not set(seen).isdisjoint(looks(SOMEONE)) or alike and alike.id != person:
            sentence = f"The name “{name}” looks like somebody else's here; please choose another."
            raise TurnwiseError(sentence, "name_taken")

    async def _make_way(self, person: str, kept: _Kept) -> _Kept:
        """Guests who bear an account's name get a number. It is done after every naming, so that of an account and a guest who take
        a name in the same moment the later one sees the other. Returns the person as he is now."""
        alike = False
        for look in looks(kept.name):
            if not await self._alike([look]):
                continue
            alike = True
            while guests := await self._store.find("person", "guest look", look):
                for doc in guests:
                    with suppress(TurnwiseError):  # he has gone meanwhile
                        name = await self._numbered(_read(doc).name)
                        await self._change(doc.id, partial(_unless_moved, look=look, name=name))
        return await self._known(person) if alike else kept

    async def _numbered(self, name: str) -> str:
        while await self._alike(looks(found := numbered(name, 1000 + secrets.randbelow(9000)))):
            pass
        return found


def _unless_moved(kept: _Kept, look: str, name: str) -> _Kept:
    return kept if kept.password or look not in looks(kept.name) else replace(kept, name=name)


def _put(id: str, kept: _Kept, seen: int) -> Put:
    if kept.password:
        marks = [("status", "account"), ("one name", name_key(kept.name)), *(("one look", look) for look in kept.looks)]
    else:
        marks = [("status", "guest"), *(("guest look", look) for look in looks(kept.name))]
    return Put("person", id, msgspec.json.encode(kept), seen, tuple(marks), kept.made)


def _read(doc: Doc) -> _Kept:
    return msgspec.json.decode(doc.body, type=_Kept)


def _person(id: str, kept: _Kept) -> Person:
    return Person(id, kept.name, bool(kept.password))


def _life(session: Session, kept: _Kept) -> int:
    return PROGRAM_LIFE if session.kind == "program" else kept.life


def _reachable(where: str) -> bool:
    if len(where) > LONGEST_NOTIFY or not where.isprintable() or " " in where:
        return False
    try:
        parts = urlsplit(where)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, half an IPv6 address
        return False


def _unknown() -> TurnwiseError:
    return TurnwiseError("There is no such person.", "unknown_person")


def _wrong_password(sentence: str) -> TurnwiseError:
    return TurnwiseError(sentence, "wrong_password")


def _name_taken(name: str) -> TurnwiseError:
    return TurnwiseError(f"The name “{name}” is taken; please choose another.", "name_taken")
