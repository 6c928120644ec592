"""The fair queue: who goes next, and that nobody has two places at a time."""

import asyncio
from collections.abc import Sequence

from tests.house.town import live
from turnwise.house.work.permits import Asker, Turns


class Queue:
    """A queue in which everybody holds a place for as long as he says, by a clock of the test's own."""

    def __init__(self, places: int = 1) -> None:
        self.turns, self.order, self._now = Turns(places, lambda: self._now), list[str](), 0.0

    async def hold(self, person: str, address: str, seconds: float = 1.0) -> None:
        async with self.turns.turn(Asker(person, address)):
            self.order.append(person)
            await asyncio.sleep(0)
            self._now += seconds

    async def all(self, wishes: Sequence[tuple[str, str]]) -> str:
        """Who went in which order when all of them came in this one."""
        self.order.clear()
        await asyncio.gather(*(self.hold(*wish) for wish in wishes))
        return "".join(self.order)


@live
async def test_whoever_has_had_least_goes_next() -> None:
    queue = Queue()
    assert await queue.all([("a", "1"), ("a", "1"), ("a", "1"), ("b", "2"), ("c", "3")]) == "abcaa"
    assert await queue.all([("b", "2"), ("a", "1"), ("d", "4")]) == "bda", "who comes for the first time goes first"


@live
async def test_guests_of_one_address_wait_for_each_other_and_for_nobody_else() -> None:
    queue = Queue()
    crowd = [(f"{n}", "1") for n in range(6)]
    assert await queue.all([*crowd, ("a", "2"), ("b", "3")]) == "0ab12345"


@live
async def test_nobody_has_two_places() -> None:
    queue = Queue(places=2)
    most = 0

    async def look() -> None:
        nonlocal most
        for _ in range(20):
            most = max(most, queue.turns.running)
            await asyncio.sleep(0)

    looking = asyncio.create_task(look())
    assert await queue.all([("a", "1")] * 4) == "aaaa"
    await looking
    assert most == 1 and queue.turns.running == queue.turns.waiting == 0
    assert sorted(await queue.all([("a", "1"), ("b", "1"), ("c", "2")])) == ["a", "b", "c"]


@live
async def test_who_is_cancelled_leaves_the_queue_or_gives_the_place_back() -> None:
    turns, inside = Turns(1), asyncio.Event()

    async def hold(name: str) -> None:
        async with turns.turn(Asker(name, "")):
            inside.set()
            await asyncio.Event().wait()

    first, second, third = (asyncio.create_task(hold(name)) for name in "abc")
    await inside.wait()
    assert (turns.running, turns.waiting) == (1, 2)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert (turns.running, turns.waiting) == (1, 1)
    first.cancel()
    third.cancel()  # in the moment in which it is granted
    await asyncio.gather(first, third, return_exceptions=True)
    assert (turns.running, turns.waiting) == (0, 0)
    async with turns.turn(Asker("d", "")):
        assert turns.running == 1
