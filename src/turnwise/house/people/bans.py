"""Bans: people, addresses, networks or patterns of names that the host keeps out; and the appeals of banned people.

A ban is one document. Those in force are cached in memory, so that a check is a dictionary lookup; a second document,
which every change writes too, tells whether the cache is up to date.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnwise.house.people.patterns import fits
from turnwise.house.people.sessions import FRESH, typed_code
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Put, Store
from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.words import Words, said

Kind = Literal["person", "address", "name"]
Verdict = Literal["lift", "keep"]
MOST = 5000
"""Bans in force."""
LONGEST_WHY, LONGEST_APPEAL, LONGEST_ANSWER = 300, 1000, 500
ID_LENGTH = 6
WIDEST = {4: 8, 6: 24}
"""The fewest leading bits that a ban of a network must name; fewer would shut out a large part of the world."""
NARROWEST = {4: 32, 6: 64}
"""The most bits: who has an IPv6 address usually has the whole /64."""
LOOPBACK = IPv4Network("127.0.0.0/8"), IPv6Network("::1/128")
TRIES = 20
PAGE = 100


class Ban(Struct, frozen=True, omit_defaults=True):
    id: str
    kind: Kind
    what: str
    """The id of a person, a network, or a pattern of names."""
    since: int
    by: str
    """Who ordered it."""
    why: str = ""
    """The reason that banned people are told."""
    until: int = 0
    """0: for ever."""
    appeal: str = ""
    appealed: int = 0
    answer: Literal["", "lift", "keep"] = ""
    said: str = ""
    """The host's answer to the appeal."""
    answered: int = 0
    over: int = 0
    """When it was lifted or expired."""


class Banned(TurnwiseError):
    """A banned person may only read why, and appeal."""

    code = "banned"

    def __init__(self, ban: Ban) -> None:
        super().__init__(said("The host of this house has banned you{until}{why}.", until=_until(ban), why=_why(ban)))
        self.ban = ban


class Bans:
    """All bans of a house."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._people: dict[str, Ban] = {}
        self._networks: dict[tuple[int, int], dict[int, Ban]] = {}
        """By IP version and prefix length, then by prefix."""
        self._patterns: list[Ban] = []
        self._revision, self._fresh_until, self._changes = -1, 0, 0

    # Checks.

    async def check(self, person: str) -> None:
        """Refuse a banned person."""
        if ban := await self.of(person):
            raise Banned(ban)

    async def of(self, person: str) -> Ban | None:
        """The ban that keeps a person out now."""
        if self._now() >= self._fresh_until:
            await self._look()
        ban = self._people.get(person)
        return ban if ban and self._stands(ban) else None

    async def check_address(self, address: str) -> None:
        """Refuse a newcomer from a banned address."""
        await self._look()
        try:
            found = ip_network(address)
        except ValueError:
            return
        for (version, length), bans in self._networks.items():
            ban = bans.get(_head(found, length)) if version == found.version and length <= found.prefixlen else None
            if ban and self._stands(ban):
                sentence = said(
                    "Nobody new is let in from your address{until}{why}. Where you are signed in already, you may go on.",
                    until=_until(ban),
                    why=_why(ban),
                )
                raise TurnwiseError(sentence, "address_banned")

    async def check_name(self, name: str) -> None:
        """Refuse a name that is banned."""
        await self._look()
        if any(self._stands(ban) and fits(ban.what, name) for ban in self._patterns):
            raise TurnwiseError(
                said("The host of this house allows no such name as {name}; choose another.", name=quoted(name)),
                "bad_name",
            )

    # What the host does.

    async def add(self, ban: Ban, *also: Change) -> None:
        """Ban somebody or something, committed with other changes."""
        for _ in range(TRIES):
            if await self._store.count("ban", "status", "now") >= MOST:
                raise TurnwiseError(f"There are {MOST:,} bans; lift some first.", "too_many_bans")
            lapsed: list[Put] = []
            for doc in await self._store.find("ban", "one thing", _thing(ban), limit=1):
                before = _read(doc)
                if self._stands(before):
                    sentence = f"That is banned already ({before.id}); lift it first: unban {before.id}."
                    raise TurnwiseError(sentence, "banned_already")
                lapsed = [_put(replace(before, over=before.until), doc.revision)]
            with suppress(Conflict):
                return await self._commit(*lapsed, _put(ban, 0), *also)
        raise _busy()

    def new(self, kind: Kind, what: str, by: str, why: str, until: int) -> Ban:
        """A new ban, which is not stored yet."""
        now = self._now()
        if until and until <= now:
            raise TurnwiseError("A ban can't end before it begins.", "bad_time")
        if len(why := " ".join(tidy_text(why).split())) > LONGEST_WHY:
            raise TurnwiseError(f"A reason has up to {LONGEST_WHY} characters.", "bad_why")
        return Ban(typed_code(ID_LENGTH), kind, what, now, by, why, until)

    async def lift(self, id: str, *also: Change) -> Ban:
        """End a ban early."""
        return await self._change(id, lambda ban: replace(ban, over=self._now()), *also)

    async def answer(self, id: str, verdict: Verdict, words: str, *also: Change) -> Ban:
        """Answer an appeal; the ban is lifted, or kept as it is."""
        if len(words := tidy_text(words)) > LONGEST_ANSWER:
            raise TurnwiseError(f"An answer has up to {LONGEST_ANSWER} characters.", "bad_answer")

        def answered(ban: Ban) -> Ban:
            if not ban.appeal:
                raise TurnwiseError(f"Nobody has appealed against {ban.id}.", "no_such_appeal")
            over = self._now() if verdict == "lift" else 0
            return replace(ban, answer=verdict, said=words, answered=self._now(), over=over)

        return await self._change(id, answered, *also)

    async def listed(self, mark: str, value: str) -> list[Ban]:
        """The latest first; as many as may be in force."""
        found: list[Ban] = []
        below = None
        while len(found) < MOST and (docs := await self._store.find("ban", mark, value, limit=PAGE, below=below)):
            found += map(_read, docs)
            below = found[-1].since, found[-1].id
        return found

    async def sweep(self) -> None:
        """End the bans that have expired."""
        await self._look()
        for ban in self._all():
            if not self._stands(ban):
                with suppress(TurnwiseError):  # it was lifted just now
                    await self._change(ban.id, lambda ban: replace(ban, over=ban.until), lapsed=True)

    # What a banned person does.

    async def appeal(self, person: str, text: str) -> None:
        """Appeal against one's ban, once."""
        ban = await self.of(person)
        if not ban:
            raise TurnwiseError(said("You are not banned."), "no_such_ban")
        if not 1 <= len(text := tidy_text(text)) <= LONGEST_APPEAL:
            raise TurnwiseError(said("An appeal has 1 to {most} characters.", most=LONGEST_APPEAL), "bad_appeal")

        def appealed(ban: Ban) -> Ban:
            if ban.appeal:
                raise TurnwiseError(said("You have appealed already; the host reads it."), "appealed")
            return replace(ban, appeal=text, appealed=self._now())

        await self._change(ban.id, appealed)

    async def latest(self, person: str) -> Ban | None:
        """The latest ban of a person, whether it is over or not."""
        docs = await self._store.find("ban", "of", person, limit=1)
        return _read(docs[0]) if docs else None

    async def forget(self, person: str) -> None:
        """Delete the bans of a person who was deleted."""
        while docs := await self._store.find("ban", "of", person):
            for doc in docs:
                with suppress(Conflict):
                    await self._commit(Drop("ban", doc.id, doc.revision))

    # The documents, and their cache.

    async def _change(self, id: str, change: Callable[[Ban], Ban], *also: Change, lapsed: bool = False) -> Ban:
        for _ in range(TRIES):
            doc = await self._store.get("ban", id)
            before = _read(doc) if doc else None
            if not doc or not before:
                raise TurnwiseError(f"There is no ban {quoted(id)}; `bans` lists them.", "no_such_ban")
            if before.over or not lapsed and not self._stands(before):
                raise TurnwiseError(f"The ban {before.id} is over already.", "ban_over")
            after = change(before)
            with suppress(Conflict):
                await self._commit(_put(after, doc.revision), *also)
                return after
        raise _busy()

    async def _commit(self, *changes: Change) -> None:
        doc = await self._store.get("bans", "all")
        try:
            await self._store.commit([*changes, Put("bans", "all", b"{}", doc.revision if doc else 0)])
        finally:
            self.look_again()

    def look_again(self) -> None:
        """Another worker may have changed them."""
        self._changes += 1
        self._fresh_until = 0

    async def _look(self) -> None:
        """Refresh the cache if it is older than a moment."""
        while self._now() >= self._fresh_until:
            until, changes = self._now() + FRESH, self._changes
            doc = await self._store.get("bans", "all")
            revision = doc.revision if doc else 0
            found = await self.listed("status", "now") if revision and revision != self._revision else None
            if changes == self._changes:  # else it changed again while we read
                if found is not None:
                    self._remember(found)
                self._revision, self._fresh_until = revision, until

    def _remember(self, bans: Sequence[Ban]) -> None:
        self._people = {ban.what: ban for ban in bans if ban.kind == "person"}
        self._patterns = [ban for ban in bans if ban.kind == "name"]
        self._networks = {}
        for ban in bans:
            if ban.kind == "address":
                found = ip_network(ban.what)
                one = self._networks.setdefault((found.version, found.prefixlen), {})
                one[_head(found, found.prefixlen)] = ban

    def _all(self) -> list[Ban]:
        networks = [ban for bans in self._networks.values() for ban in bans.values()]
        return [*self._people.values(), *self._patterns, *networks]

    def _stands(self, ban: Ban) -> bool:
        return not ban.over and (not ban.until or self._now() < ban.until)


def tidy_network(text: str, *, force: bool = False) -> str:
    """A network in its canonical form; a single address is one too. Implausibly wide ones need `force`."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        sentence = f"{quoted(text)} is neither an address, as 192.0.2.7, nor a network, as 192.0.2.0/24."
        raise TurnwiseError(sentence, "bad_address") from None
    if isinstance(found, IPv6Network) and (mapped := found.network_address.ipv4_mapped) and found.prefixlen >= 96:
        found = IPv4Network((mapped, found.prefixlen - 96), strict=False)
    if found.prefixlen > NARROWEST[found.version]:
        found = found.supernet(new_prefix=NARROWEST[found.version])
    if not force and found.prefixlen < WIDEST[found.version]:
        sentence = f"{found} is a large part of the world; name at least /{WIDEST[found.version]}, or add --force."
        raise TurnwiseError(sentence, "bad_address")
    if not force and any(found.version == own.version and found.overlaps(own) for own in LOOPBACK):
        sentence = (
            f"{found} is this machine itself: behind a proxy that does not say who calls, everybody comes from there. "
            "See X-Forwarded-For in docs/hosting.md, or add --force."
        )
        raise TurnwiseError(sentence, "bad_address")
    return str(found)


def tidy_text(text: str) -> str:
    """A text for others to read, without invisible characters."""
    return "".join(letter for letter in text if letter.isprintable() or letter == "\n").strip()


def when(milliseconds: int) -> str:
    """A moment as text, in UTC."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(milliseconds / 1000))


def _until(ban: Ban) -> Words:
    return said(" until {when}", when=when(ban.until)) if ban.until else ""


def _why(ban: Ban) -> Words:
    return said(": “{why}”", why=ban.why) if ban.why else ""


def _head(found: IPv4Network | IPv6Network, length: int) -> int:
    """The first bits of a network, as a number."""
    return int(found.network_address) >> (found.max_prefixlen - length)


def _thing(ban: Ban) -> str:
    return f"{ban.kind} {ban.what}"


def _put(ban: Ban, seen: int) -> Put:
    marks = [("status", "over" if ban.over else "now")]
    if not ban.over:
        marks.append(("one thing", _thing(ban)))
    if ban.kind == "person":
        marks.append(("of", ban.what))
    if ban.appeal and not ban.answer and not ban.over:
        marks.append(("appeal", "open"))
    return Put("ban", ban.id, msgspec.json.encode(ban), seen, tuple(marks), ban.since)


def _read(doc: Doc) -> Ban:
    return msgspec.json.decode(doc.body, type=Ban)


def _busy() -> TurnwiseError:
    return TurnwiseError(said("Too much is happening at once; please try again."), "busy")
