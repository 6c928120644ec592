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
import io
import ssl
from collections.abc import Callable, Coroutine
from functools import cache, wraps
from hashlib import blake2b
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
import resvg_py
from msgspec.structs import replace
from PIL import Image

from tests.house.memory_store import MemoryStore
from tests.telegram.lives import Life, Mortal, Wire
from tests.telegram.persons import Person
from tests.telegram.server import serving
from tests.telegram.shared import Shared
from tests.telegram.things import Chat, Shown
from tests.telegram.virtual import virtual_loop, virtually
from tests.telegram.world import World
from tests.twins import SECRET
from turnwise.bots import Thought
from turnwise.bots.thinker import Task, think
from turnwise.house.house import House
from turnwise.house.people.entrance import NOTHING_SHOWN
from turnwise.house.services.account_deletion import delete_account
from turnwise.house.services.notices import Notices
from turnwise.house.services.pairing import Pairing
from turnwise.house.services.ratings import Ratings
from turnwise.house.store.interface import Store
from turnwise.house.tables import playing, seated_bots, seating
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.work import load
from turnwise.house.work.limits import UNLIMITED
from turnwise.house.work.thinkers import Enough, Thinkers
from turnwise.telegram import records
from turnwise.telegram.front import Front
from turnwise.telegram.settings import Settings

R = TypeVar("R", bound=records.Record)

CERTIFICATES = cache(ssl.create_default_context)
"""Every bot reads all the world's certificates, which takes 50 ms; here one does for all."""
HOUR = 3600.0
MOMENT = 5.0
"""Virtual seconds in which whatever a tap or a command brings about has been shown everywhere."""


class Club:
    """A house with its bot. `kill` is what happens to a process, and `open` begins another: the same store and the same world,
    everything else anew."""

    def __init__(
        self,
        url: str,
        world: World,
        store: Store | None = None,
        *,
        address: str = "",
        secret: str = "",
        shared: Shared | None = None,
    ) -> None:
        """`shared`: what it shares with other workers of the same house."""
        self.world, self.store, self._shared = world, store or MemoryStore(), shared
        self._settings = Settings(world.token, url, secret, address, sharpness=0.1)
        self.life: Life
        self.house: House
        self.front: Front
        self._notices: Notices
        self._dead: list[tuple[Front, Life]] = []

    async def open(self, effects: int | None = None) -> None:
        """`effects`: how many commits and calls it makes before it dies."""
        self.life = life = Life(effects)
        store = Mortal(self.store, life)
        with_others = self._shared.of(life) if self._shared else {}
        self.house = House(store, now=virtual_loop().milliseconds, rates=UNLIMITED, pace=0, **with_others)
        await self.house.colleagues.meet()
        self.front = Front(self.house, self._settings, self._forget)
        self.front._bot.session.middleware(Wire(life))
        self._notices = Notices(self.house, [self.front.way], address=self._settings.address)
        self.house.resume()
        opening, dying = asyncio.create_task(self.front.open()), asyncio.create_task(life.over.wait())
        await asyncio.wait([opening, dying], return_when=asyncio.FIRST_COMPLETED)
        if opening.done():
            dying.cancel()
            await opening

    def kill(self) -> None:
        """Let nothing more come of what goes on."""
        self.life.kill()
        self._dead.append((self.front, self.life))

    async def stay_open(self) -> None:
        """Whenever the process dies, begin another a moment later."""
        while True:
            await self.life.over.wait()
            self.kill()
            await self.later(1)
            await self.open()

    async def close(self) -> None:
        if not self.life.over.is_set():
            await self.front.close()
            await self._notices.close()
            await self.house.close()
        for front, life in self._dead:
            life.bury()
            front._core.close()
            await front._bot.session.close()

    async def _forget(self, person: str) -> None:
        await delete_account(self.house, person, NOTHING_SHOWN, Ratings(self.house), Pairing(self.house))

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

    def loaded(self, chat: Chat) -> LoadedTable:
        """The table of a group, or the newest of a private chat."""
        if not chat.is_private:
            return self.house.loaded[self.table_of(chat)]
        me = self._kept(records.Member, chat.id).person
        own = [one for one in self.house.loaded.values() if me in one.table.sitters]
        return max(own, key=lambda one: one.table.opened_at)

    def table_of(self, group: Chat) -> str:
        """The id of a group's table, as it is kept; empty if there is none."""
        assert isinstance(self.store, MemoryStore)
        known = (records.Chat.kind, str(group.id)) in self.store.docs
        return self._kept(records.Chat, group.id).table if known else ""

    def id_of(self, person: Person) -> str:
        """Who somebody is in the house."""
        return self._kept(records.Member, person.id).person

    def _kept(self, kind: type[R], id: int) -> R:
        assert isinstance(self.store, MemoryStore)
        return msgspec.json.decode(self.store.docs[kind.kind, str(id)].doc.body, type=kind)

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

    def on_turn(self, people: list[Person], chat: Chat | None = None) -> Person:
        """Who is to move in a group, or at the table where they all sit."""
        table = self.loaded(chat or people[0].private).table
        assert table.turn is not None
        return next(person for person in people if self.id_of(person) == table.sitters[table.turn])


class Thinking(Thinkers):
    """Bots that think in the process itself, and not for long: another one takes seconds to begin."""

    async def start(self) -> None:
        pass

    async def think(self, task: Task, enough: Enough) -> Thought:
        answer = think(replace(task, seconds=min(task.seconds, 0.05)))
        assert answer.thought, answer.fault
        return answer.thought


def fingerprint(svg_string: str, width: int, **letters: Any) -> bytes:
    """In the place of a drawing, which takes 20 ms: a small picture that is another one if anything of the drawing is."""
    made = io.BytesIO()
    Image.frombytes("L", (8, 4), blake2b(f"{width} {svg_string}".encode(), digest_size=32).digest()).save(made, "PNG")
    return made.getvalue()


Story = Callable[[Club], Coroutine[Any, Any, None]]


def visited(story: Story, *, dealt: str = SECRET, **more: Any) -> None:
    """Let a story happen in a club of its own. Whatever it does, no call is refused or goes beyond what Telegram allows."""

    async def visit(world: World, url: str) -> None:
        club = Club(url, world, **more)
        await club.open()
        try:
            await story(club)
        finally:
            await club.close()

    in_world(visit, dealt)


def in_world(visit: Callable[[World, str], Coroutine[Any, Any, None]], dealt: str = SECRET) -> None:
    """Let something happen in a world of its own, in virtual time, by no chance and within all limits."""

    async def whole() -> None:
        world = World(clock=virtual_loop().wall)
        async with serving(world) as url:
            await visit(world, url)
            assert world.faults == []
            assert not world.limits.refused and not world.limits.disobeyed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", CERTIFICATES)
        patch.setattr(resvg_py, "svg_to_bytes", fingerprint)
        patch.setattr("turnwise.house.house.Thinkers", Thinking)
        patch.setattr(load, "EVERY", HOUR)  # in virtual time nothing is ever late
        _by_no_chance(patch, dealt)
        virtually(whole())


def _by_no_chance(patch: pytest.MonkeyPatch, dealt: str) -> None:
    """Let everything be the same each time: ids, the secret of every match, and what is done for who is too slow."""
    numbers = count(1)
    patch.setattr("turnwise.house.ids.secrets.token_urlsafe", lambda size: f"{next(numbers):016}")
    patch.setattr("turnwise.play.secret.fresh", lambda: dealt)
    for module in (playing, seating, seated_bots):
        patch.setattr(module, "CHANCE", Random(1))


def in_club(test: Story) -> Callable[[], None]:
    """A test that happens in a club of its own."""

    @wraps(test)
    def run() -> None:
        visited(test)

    del run.__wrapped__  # pytest would look for a fixture called club
    return run
