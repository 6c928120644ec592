"""Who comes in through the Mini App: the person of the house who is that Telegram user, as in the chats."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from turnwise.house.house import House
from turnwise.house.people.bans import Banned
from turnwise.house.store.interface import Change
from turnwise.telegram.init_data import checked

ASKER = "telegram"
"""In whose name it is noted that a launch was used."""


WhoIs = Callable[[int, str, str], Awaitable[str]]
"""Which person of the house a Telegram user is, by his id, name and language; somebody new is made at first sight."""


class Arrival(NamedTuple):
    """Somebody whom Telegram has brought, as the house's pages ask for it."""

    person: str
    language: str
    start: str
    used: Change


class Arrivals:
    """Called with `initData`: a house's pages are handed it as what lets people in (`web/chats/mini_app.py`)."""

    def __init__(self, house: House, who_is: WhoIs, token: str) -> None:
        """`token`: of the bot."""
        self._house, self._who_is, self._token = house, who_is, token

    async def __call__(self, init_data: str) -> Arrival:
        user, start, hash = checked(init_data, self._token, self._house.now())
        try:
            person = await self._who_is(user.id, user.name, user.language_code)
        except Banned as error:
            person = error.ban.what  # his page tells why, and lets him appeal
        [used] = self._house.once.note(ASKER, hash, person)
        return Arrival(person, user.language_code, start, used)
