"""A house inside Telegram for tests: a Telegram user is a guest of it, made at first sight."""

from tests.telegram.signing import TOKEN
from turnwise.house.house import House
from turnwise.telegram.arrivals import Arrivals
from turnwise.web.chats.mini_app import TELEGRAM_WEB, MiniApp

ADDRESS = "192.0.2.77"


class Guests:
    """Who is who, for as long as the test lasts."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[int, str] = {}

    async def who_is(self, user: int, name: str, language: str) -> str:
        if user not in self._known:
            self._known[user] = (await self._house.people.guest(name, ADDRESS))[0].id
        await self._house.bans.check(self._known[user])
        return self._known[user]


def mini_app(house: House, frames: tuple[str, ...] = TELEGRAM_WEB) -> MiniApp:
    return MiniApp(Arrivals(house, Guests(house).who_is, TOKEN), frames)
