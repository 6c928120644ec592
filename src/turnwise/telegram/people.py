"""Who a Telegram person is in the house: somebody like anybody else, made when he is first met and called as Telegram calls him."""

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from turnwise.house.house import House
from turnwise.kit.catalogues import languages
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH
from turnwise.telegram.records import Book, Member

ADDRESS = "telegram"
"""Where these people come from, as limits count addresses: each from a place of his own."""


class People:
    """The Telegram people of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._book = Book(house, Member)
        self._meeting: dict[int, asyncio.Lock] = {}
        """Who is being met right now: somebody who writes in two chats at once is made once."""

    async def person(self, user: int, name: str, language: str) -> str:
        """The house's person of a Telegram user."""
        return (await self.met(user, name, language)).person

    async def met(self, user: int, name: str, language: str, *, writable: bool | None = None) -> Member:
        """Somebody who has just been heard of, as he is now. `writable`: whether we may write to him, if that is known now."""
        lock = self._meeting.setdefault(user, asyncio.Lock())
        try:
            async with lock:
                return await self._met(user, name, language, writable)
        finally:
            if not lock.locked():
                self._meeting.pop(user, None)

    async def _met(self, user: int, name: str, language: str, writable: bool | None) -> Member:
        spoken = _spoken(language)
        member = await self._book.get(str(user))
        if member is None or not await self._house.people.get(member.person):
            member = await self._made(user, name, spoken, bool(writable), member)
        elif member.name != name and await self._rename(member.person, name):
            member = await self._change(user, name=name)
        may = member.writable if writable is None else writable
        if (member.language, member.writable) != (spoken, may):
            member = await self._change(user, language=spoken, writable=may)
        self._house.whereabouts.saw(member.person, f"{ADDRESS} {user}")
        await self._house.bans.check(member.person)
        return member

    async def known(self, user: int) -> Member | None:
        return await self._book.get(str(user))

    async def of(self, person: str) -> tuple[int, Member] | None:
        """The Telegram user that somebody of the house is, if he is one."""
        found = await self._book.find("person", person)
        return (int(found[0][0]), found[0][1]) if found else None

    async def unwritable(self, user: int) -> None:
        """He has not opened the private chat, or has blocked us."""
        if await self._book.get(str(user)):
            await self._change(user, writable=False)

    async def forget(self, user: int) -> None:
        await self._book.change(str(user), lambda _: None)

    async def _change(self, user: int, **facts: object) -> Member:
        changed = await self._book.change(str(user), lambda member: member and replace(member, **facts))
        assert changed
        return changed

    async def _made(self, user: int, name: str, language: str, writable: bool, gone: Member | None) -> Member:
        """Somebody new, in the place of a person whom the house does not know any more; or who another worker has just made of him."""
        person = await self._guest(user, name)
        made = Member(person, name, language, writable)
        changed = await self._book.change(
            str(user), lambda kept: made if kept is None or gone and kept.person == gone.person else kept
        )
        assert changed
        if changed.person != person:
            await self._house.people.delete(person)
        return changed

    async def _guest(self, user: int, name: str) -> str:
        """A new person by the name that Telegram tells, by its first word, or by a number if the house takes neither."""
        people, brought = self._house.people, self._house.newcomers.sign_ups == "proof"  # Telegram has seen to that
        for wanted in dict.fromkeys((name[:24].strip(), name.split(" ")[0][:24])):
            with suppress(TurnwiseError):
                return (await people.guest(wanted, f"{ADDRESS} {user}", brought=brought))[0].id
        return (await people.guest(f"Player {user % 10_000:04}", f"{ADDRESS} {user}", brought=brought))[0].id

    async def _rename(self, person: str, name: str) -> bool:
        """Call somebody by a new name, unless the house does not take it: then he keeps the one that he has."""
        with suppress(TurnwiseError):
            await self._house.people.rename(person, name[:24].strip())
        return True


def _spoken(language: str) -> str:
    """The language of ours for one that Telegram names, as de or pt-br."""
    short = language.partition("-")[0].lower()
    return short if short in languages() else ENGLISH.language
