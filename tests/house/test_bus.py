"""Hints between workers, by PostgreSQL and by Redis: they arrive, and when whatever carries them is gone, it is reached again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tests.house.proxy import Proxy
from tests.house.redis_server import RedisServer
from turnwise.house.bus import hints
from turnwise.house.bus.choice import check_bus
from turnwise.house.bus.hints import MOST, Hints, parts
from turnwise.house.bus.postgres_bus import PostgresBus
from turnwise.house.bus.redis_bus import RedisBus
from turnwise.house.store.postgres_address import Address
from turnwise.kit.errors import TurnwiseError

Break = Callable[[], Awaitable[object]]
"""Kills what carries the hints, and brings it back."""


class Line:
    """What workers are connected by."""

    def __init__(self, connect: Callable[[str], Hints], kill: Break, start: Break) -> None:
        self.connect, self.kill, self.start = connect, kill, start


@pytest.fixture(params=["postgres_line", "redis_line"])
def line(request: pytest.FixtureRequest) -> Line:
    found: Line = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def postgres_line(postgres_server: Path, database: str) -> Iterator[Line]:
    with closing(Proxy(postgres_server / ".s.PGSQL.5432")) as proxy:

        async def kill() -> None:
            proxy.refusing = True
            proxy.cut()

        async def start() -> None:
            proxy.refusing = False

        yield Line(partial(PostgresBus, Address(proxy.address(database))), kill, start)


@pytest.fixture
def redis_line() -> Iterator[Line]:
    with closing(RedisServer()) as server:
        server.start()

        async def kill() -> None:
            await asyncio.to_thread(server.kill)

        async def start() -> None:
            await asyncio.to_thread(server.start)

        yield Line(partial(RedisBus, server.address, "house"), kill, start)


@asynccontextmanager
async def workers(
    connect: Callable[[str], Hints], number: int
) -> AsyncIterator[list[tuple[Hints, list[tuple[str, bytes]]]]]:
    """Buses that are connected, and what each has heard."""
    found = []
    for n in range(number):
        bus, heard = connect(f"worker {n}"), list[tuple[str, bytes]]()
        bus.hear = lambda topic, body, heard=heard: heard.append((topic, body))  # type: ignore[misc]
        found.append((bus, heard))
    try:
        for bus, _ in found:
            await until(lambda bus=bus: not bus.fault)  # type: ignore[misc]
        yield found
    finally:
        for bus, _ in found:
            await bus.close()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.002)


def test_the_others_hear_each_hint_and_whoever_sends_it_does_not(line: Line) -> None:
    sent = [("table", b"%d\0\xff" % n) for n in range(1000)] + [("zoë", b"x" * (MOST - 1)), ("", b"")]

    async def main() -> None:
        async with workers(line.connect, 3) as ((first, own), (_, second), (_, third)):
            for topic, body in [*sent, ("long", b"x" * MOST)]:
                first.send(topic, body)
            await until(lambda: len(second) >= len(sent) and len(third) >= len(sent))
            assert second == third == sent and own == []

    asyncio.run(main())


def test_what_carries_them_is_killed_and_comes_back(line: Line) -> None:
    async def main() -> None:
        async with workers(line.connect, 2) as ((first, _), (second, heard)):
            for n in range(2):
                await line.kill()
                await until(lambda: bool(first.fault and second.fault))
                first.send("table", b"lost")
                await line.start()
                await until(lambda: not first.fault and not second.fault)
                first.send("table", b"%d" % n)
                await until(lambda n=n: heard[n:] == [("table", b"%d" % n)])  # type: ignore[misc]

    asyncio.run(main())


def test_a_line_on_which_nothing_is_heard_is_replaced(
    postgres_server: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "BEAT", 0.05)
    monkeypatch.setattr(hints, "PATIENCE", 0.2)

    async def main(proxy: Proxy) -> None:
        async with workers(partial(PostgresBus, Address(proxy.address(database))), 2) as ((first, _), (_, heard)):
            proxy.holding = True
            await until(lambda: bool(first.fault))
            proxy.holding = False
            proxy.cut()
            await until(lambda: not first.fault)
            while not heard:
                first.send("table", b"")
                await asyncio.sleep(0.05)

    with closing(Proxy(postgres_server / ".s.PGSQL.5432")) as proxy:
        asyncio.run(main(proxy))


def test_whoever_speaks_strangely_or_cannot_hear_breaks_nothing(database: str) -> None:
    async def main() -> None:
        async with workers(partial(PostgresBus, Address(database)), 2) as ((first, _), (second, _)):
            heard = []

            def hear(topic: str, body: bytes) -> None:
                heard.append(topic)
                raise ValueError(topic)

            second.hear = hear
            with closing(psycopg.connect(database, autocommit=True)) as other:
                for strange in ("?", "", "AAAA"):
                    other.execute("SELECT pg_notify('turnwise', %s)", [strange])
            first.send("a", b"")
            first.send("b", b"")
            await until(lambda: heard == ["a", "b"])
            assert not second.fault

    asyncio.run(main())


@pytest.mark.parametrize("address", ["redis", "http://host", "redis://", "redis://:s3cret@", "redis://h:x", "unix://"])
def test_an_address_that_cannot_be_one_is_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(TurnwiseError, match="can't be read. It is written redis://HOST:PORT") as told:
        check_bus(address)
    assert "s3cret" not in str(told.value)


def test_no_password_stands_on_a_command_line() -> None:
    check_bus("rediss://ann:s3cret@host/0")
    with pytest.raises(TurnwiseError, match="TURNWISE_BUS") as told:
        check_bus("rediss://ann:s3cret@host/0", everybody_reads=True)
    assert "s3cret" not in str(told.value)


def test_hints_are_sent_together_as_long_as_they_fit() -> None:
    assert list(parts([])) == [[]], "to be heard of is something, too"
    many = [("table", b"x" * 100) for _ in range(200)]
    together = list(parts(many))
    assert [hint for part in together for hint in part] == many and 2 < len(together) < 10
