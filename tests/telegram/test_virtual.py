"""Virtual time: nobody waits for it, and it waits for everything that is under way."""

import asyncio
import io
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from hashlib import pbkdf2_hmac
from pathlib import Path

import aiohttp
import pytest

from tests.house.town import HOME
from tests.telegram import virtual
from tests.telegram.server import serving
from tests.telegram.virtual import Standstill, Virtual, Watched, virtual_loop, virtually
from tests.telegram.world import World
from turnwise.house.house import House
from turnwise.house.store.interface import Append
from turnwise.house.work.thinkers import Thinkers

LATE = 300.0


async def hurry() -> None:
    """A timer that would come first if time ran away."""
    await asyncio.sleep(LATE)


def toil(then: Callable[[], object] = int) -> None:
    """Some real time in a thread, in which the loop can do what it likes."""
    pbkdf2_hmac("sha256", b"", b"", 30_000)
    then()


async def passed(work: Callable[[], Awaitable[object]]) -> float:
    """Virtual seconds that some work takes while a timer waits to go off."""
    loop = virtual_loop()
    began, other = loop.time(), asyncio.ensure_future(hurry())
    await work()
    took = loop.time() - began
    other.cancel()
    return took


def test_five_minutes_cost_nothing() -> None:
    async def story() -> None:
        before = virtual_loop().milliseconds()
        await asyncio.sleep(LATE)
        assert virtual_loop().milliseconds() - before == 1000 * LATE

    began = time.process_time()
    virtually(story())
    assert time.process_time() - began < 1


def test_a_thread_holds_time() -> None:
    virtually(_is_held(lambda: asyncio.to_thread(toil)))


def test_a_commit_holds_time(tmp_path: Path) -> None:
    async def story() -> None:
        store = Watched(tmp_path / "house.sqlite")
        for at in range(20):
            await _is_held(lambda at=at: store.commit([Append("log", at, b"item")]))  # type: ignore[misc]
        await _is_held(store.close)

    virtually(story())


def test_a_process_holds_time() -> None:
    async def story() -> None:
        thinkers = Thinkers()
        await _is_held(thinkers.start)
        await _is_held(thinkers.close)

    virtually(story())


def test_a_house_lives_in_it(tmp_path: Path) -> None:
    """Its clock is the loop's, and what it does by itself every minute comes about."""

    async def story() -> None:
        loop = virtual_loop()
        house = House(Watched(tmp_path / "house.sqlite"), now=loop.milliseconds, thinkers=0)
        await _is_held(lambda: house.people.guest("Ann", HOME))
        before = house.now()
        await asyncio.sleep(3600)
        assert house.now() - before == 3_600_000
        await _is_held(house.close)

    virtually(story())


def test_whatever_a_test_holds_holds_time() -> None:
    async def held() -> None:
        loop, done = virtual_loop(), asyncio.Event()
        with loop.holding("a thread of its own"):
            thread = threading.Thread(target=toil, args=[lambda: loop.call_soon_threadsafe(done.set)])
            thread.start()
            await done.wait()
        thread.join()

    virtually(_is_held(held))


async def _is_held(work: Callable[[], Awaitable[object]]) -> None:
    assert await passed(work) == 0


def test_http_takes_no_time() -> None:
    """Small and large answers and requests, on kept and on new connections, many at once."""

    async def story() -> None:
        world = World(virtual_loop().wall)
        async with serving(world) as url, aiohttp.ClientSession() as session:
            address = f"{url}/bot{world.token}/getMe"

            async def ask(**more: int) -> None:
                async with session.post(address, data=io.BytesIO(b"x" * more.get("size", 1))) as answer:
                    assert answer.status == 200

            for _ in range(300):
                await _is_held(ask)
            await _is_held(lambda: ask(size=3_000_000))
            await _is_held(lambda: asyncio.gather(*(ask(size=100_000) for _ in range(40))))

    virtually(story())


def test_bytes_that_the_kernel_keeps_back_hold_time() -> None:
    """With TCP_CORK a little waits 200 ms for more: as any packet may that the kernel does not deliver at once."""

    class Slow(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
            transport.write(b"hello")

    async def story() -> None:
        server = await virtual_loop().create_server(Slow, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        await _is_held(lambda: reader.readexactly(5))
        server.close()
        writer.close()

    virtually(story())


def test_the_end_of_a_connection_takes_no_time() -> None:
    async def story() -> None:
        world = World(virtual_loop().wall)

        async def ask() -> None:
            async with aiohttp.ClientSession() as session:
                world.disturbances.cut("getMe")
                with pytest.raises(aiohttp.ServerDisconnectedError):
                    await session.post(f"{url}/bot{world.token}/getMe")

        async with serving(world) as url:
            for _ in range(50):
                await _is_held(ask)

    virtually(story())


def test_what_waits_for_time_is_not_waited_for() -> None:
    """A long poll that nobody answers ends when its time is over, and costs nothing."""

    async def story() -> None:
        world = World(virtual_loop().wall)
        async with serving(world) as url, aiohttp.ClientSession() as session:
            for _ in range(10):
                asked = virtual_loop().time()
                async with session.post(f"{url}/bot{world.token}/getUpdates", data={"timeout": "30"}) as answer:
                    assert (await answer.json())["result"] == []
                assert virtual_loop().time() - asked == 30

    virtually(story())


def test_a_standstill_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual, "PATIENCE", 0.01)

    async def forever() -> None:
        await asyncio.Event().wait()

    loop = Virtual()
    waiting = loop.create_task(forever())
    with pytest.raises(Standstill, match="there is no timer"):
        loop.run_until_complete(waiting)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        loop.run_until_complete(waiting)
    loop.close()
