"""Players at full speed: each taps a second after he is asked."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random

from tests.telegram.club import Club
from tests.telegram.persons import Person
from tests.telegram.things import Chat, Message
from turnwise.house.tables import items
from turnwise.house.tables.loaded import log_of

ASKS = "It is your turn."
BESIDE = ("Take back", "Hint")
FOREVER = 10**6
GLANCE = 1.0
"""Seconds from a phone's ring to the tap."""


async def open_table(club: Club, name: str, game: str, players: int, words: str = "") -> tuple[Chat, list[Person]]:
    """A table of a group at which all have sat down, and the first has to say when it begins."""
    people = club.people(*(f"{name} {number}" for number in range(players)))
    for person in people:
        await person.start()
    group = club.world.group(name, *people)
    await club.say(people[0], group, f"/startgame {game} lobby_seconds=0 {words}")
    for person in people[1:]:
        await person.taps(group, "Join")
    await club.later()
    return group, people


@asynccontextmanager
async def at_full_speed(club: Club, people: list[Person]) -> AsyncIterator[None]:
    """Meanwhile these people play."""
    playing = [asyncio.create_task(_play(club, person)) for person in people]
    try:
        yield
    finally:
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in ended), ended


async def _play(club: Club, person: Person) -> None:
    chance, done = Random(person.name), set[tuple[int, float]]()

    def asked() -> Message | None:
        newest = next((one for one in reversed(person.private.timeline) if one.photo and not one.deleted), None)
        fresh = newest is not None and (newest.id, newest.edited) not in done
        return newest if newest and fresh and ASKS in newest.text else None

    while True:
        message = await club.world.until(asked, FOREVER)
        done.add((message.id, message.edited))
        await club.later(GLANCE)
        shown = club.world.snapshot("new", message)
        labels = [button.label for button in shown if button.kind == "callback_data" and button.label not in BESIDE]
        answer = await person.taps(shown, chance.choice(labels))
        assert answer == "", answer


async def acted(club: Club, chat: Chat) -> list[items.Acted]:
    """All actions at the table of a chat, as they were kept."""
    log = await club.store.read(log_of(club.table_of(chat)))
    return [item for one in log if isinstance(item := items.decode(one), items.Acted)]


async def waits(club: Club, chat: Chat) -> Iterator[float]:
    """Seconds after each action until the next player was asked."""
    times = [item.at / 1000 for item in await acted(club, chat)]
    return (after - before - GLANCE for before, after in pairwise(times))


def rings(club: Club, person: Person) -> int:
    """How often somebody's phone rang for a table."""
    own = (one for one in club.world.shown if one.chat == person.private.id and one.photo)
    return sum(one.what == "new" and not one.silent for one in own)


async def noticed(club: Club, chat: Chat) -> list[str]:
    """Who was told that it is his turn, as it was written down before."""
    table = club.loaded(chat).table
    log = await club.store.read(log_of(table.id))
    return [table.sitters[item.seat] for one in log if isinstance(item := items.decode(one), items.Noticed)]
