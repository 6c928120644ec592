"""A house whose tables are played in Telegram's chats: the real front end and the real house, over real HTTP to a double of the Bot API,
in virtual time.

    @in_club
    async def test_something(club: Club) -> None:
        ann, ben = club.people("Ann", "Ben")
        group = club.world.group("Friday", ann, ben)
        await club.say(ann, group, "/startgame whot")
        await club.tap(ben, group, "Join")
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from tests.house.memory_store import MemoryStore
from tests.telegram.persons import Person
from tests.telegram.server import serving
from tests.telegram.things import Chat, Shown
from tests.telegram.virtual import virtual_loop, virtually
from tests.telegram.world import World
from turnwise.house.entrance import NOTHING_SHOWN
from turnwise.house.farewell import farewell
from turnwise.house.house import House, Place
from turnwise.house.limits import UNLIMITED
from turnwise.house.notices import Notices
from turnwise.house.pairing import Pairing
from turnwise.house.ratings import Ratings
from turnwise.house.store import Store
from turnwise.telegram.front import Front
from turnwise.telegram.settings import Settings

MOMENT = 5.0
"""Virtual seconds in which whatever a tap or a command brings about has been shown everywhere."""


class Club:
    """`restart` is what a killed process and its successor are: the same store and the same world, everything else anew."""

    def __init__(
        self, url: str, world: World, store: Store | None = None, *, address: str = "", secret: str = ""
    ) -> None:
        self.world, self.store = world, store or MemoryStore()
        self._settings = Settings(world.token, url, secret, address, sharpness=0.1)
        self.house: House
        self.front: Front
        self._notices: Notices

    async def open(self) -> None:
        self.house = House(self.store, now=virtual_loop().milliseconds, rates=UNLIMITED, pace=0, thinkers=0)
        self.front = Front(self.house, self._settings, self._forget)
        self._notices = Notices(self.house, [self.front.way], address=self._settings.address)
        await self.front.open()

    async def close(self) -> None:
        await self.front.close()
        await self._notices.close()
        await self.house.close()

    async def _forget(self, person: str) -> None:
        await farewell(self.house, person, NOTHING_SHOWN, Ratings(self.house), Pairing(self.house))

    # People.

    def people(self, *names: str, started: bool = True, language: str = "en") -> list[Person]:
        return [self.world.user(name, started=started, language=language) for name in names]

    async def later(self, seconds: float = MOMENT) -> None:
        """Let virtual time pass."""
        await asyncio.sleep(seconds)

    async def say(self, person: Person, chat: Chat, text: str) -> None:
        await person.writes(chat, text)
        await self.later()

    async def tap(self, person: Person, where: Chat | Shown, label: str) -> str:
        """Tap a button; what is answered. Then everything that follows has been shown."""
        answer = await person.taps(where, label)
        await self.later()
        return answer

    def shown(self, person: Person, chat: Chat) -> Shown:
        """The message that shows the table."""
        return [one for one in person.sees(chat) if one.photo][-1]

    # The table behind a chat.

    def place(self, chat: Chat) -> Place:
        """The table of a group, or the newest of a private chat."""
        places = sorted(self.house.places.values(), key=lambda one: one.table.opened_at)
        return places[-1]

    async def group_game(self, game: str, *names: str, words: str = "") -> tuple[Chat, list[Person]]:
        """A match that has begun in a group: the first opened it, the others joined by taps."""
        people = self.people(*names)
        for person in people:
            await person.start()
        group = self.world.group("Friday", *people)
        await self.say(people[0], group, f"/startgame {game} {words}".strip())
        for person in people[1:]:
            await self.tap(person, group, "Join")
        await self.tap(people[0], group, "Start")
        return group, people

    def on_turn(self, people: list[Person]) -> Person:
        """Who is asked to move, as his private chat says."""
        table = self.place(next(iter(self.world.chats.values()))).table
        assert table.turn is not None
        name = self.house.names[table.sitters[table.turn]]
        return next(person for person in people if person.name == name)


def in_club(test: Callable[[Club], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test in a club of its own. Whatever it does, no call is refused or goes beyond what Telegram allows."""

    async def visit() -> None:
        world = World(clock=virtual_loop().wall)
        async with serving(world) as url:
            club = Club(url, world)
            await club.open()
            try:
                await test(club)
            finally:
                await club.close()
            assert world.faults == []
            assert not world.limits.refused

    @wraps(test)
    def run() -> None:
        virtually(visit())

    del run.__wrapped__  # pytest would look for a fixture called club
    return run
