"""The line of those who read: fair between addresses, never in the way of a move, and nobody stands in it for ever."""

import asyncio

import pytest

from tests.house.warp import Warp, unwaited
from turnwise.house.work.load import Overloaded
from turnwise.web.http import reading
from turnwise.web.http.reading import Reading


def work(seconds: float) -> None:
    """Keep the event loop to oneself."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Warp)
    loop.late += seconds


async def read(line: Reading, address: str, read: list[str], cost: float = 0.002) -> None:
    await line.turn(address)
    work(cost)
    read.append(address)


def test_who_reads_alone_never_waits() -> None:
    async def test() -> None:
        line, done = Reading(), list[str]()
        reader = read(line, "a", done)
        with pytest.raises(StopIteration):
            reader.send(None)  # it came to its end without waiting for anything
        assert done == ["a"] and not len(line)

    unwaited(test())


def test_one_address_with_many_connections_gets_every_second_turn_only() -> None:
    async def test() -> None:
        line, done = Reading(), list[str]()
        crowd = [asyncio.create_task(read(line, "crowd", done)) for _ in range(20)]
        await asyncio.sleep(0)
        few = [asyncio.create_task(read(line, "few", done)) for _ in range(3)]
        await asyncio.gather(*crowd, *few)
        assert done[:7].count("few") == 3 and done[0] == "crowd", done

    unwaited(test())


def test_between_two_reads_the_loop_belongs_to_others() -> None:
    async def test() -> None:
        line, done = Reading(), list[str]()
        crowd = [asyncio.create_task(read(line, "crowd", done)) for _ in range(10)]
        await asyncio.gather(*crowd)
        assert asyncio.get_running_loop().time() == pytest.approx((10 + 9) * 0.002), (
            "reads took more than half of the time"
        )

    unwaited(test())


def test_who_waits_too_long_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PATIENCE", 0.02)

    async def test() -> None:
        line, done = Reading(), list[str]()
        told = await asyncio.gather(*(read(line, "a", done, 0.03) for _ in range(4)), return_exceptions=True)
        assert done and [type(one) for one in told[-2:]] == [Overloaded] * 2
        await read(line, "a", done, 0)
        assert not len(line)

    unwaited(test())


def test_after_a_stall_of_the_machine_the_next_reader_is_let_in() -> None:
    async def test() -> None:
        line, done = Reading(), list[str]()
        await read(line, "a", done, 2 * reading.PATIENCE)
        await read(line, "a", done)
        assert done == ["a", "a"]

    unwaited(test())


def test_who_waits_while_the_machine_stalls_is_not_sent_away_for_it() -> None:
    async def test() -> None:
        line, done = Reading(), list[str]()
        costs = (0.002, 2 * reading.PATIENCE, 0.002, 0.002)
        await asyncio.gather(*(read(line, "a", done, cost) for cost in costs))
        assert len(done) == 4

    unwaited(test())


def test_who_hangs_up_in_line_is_passed_over() -> None:
    async def test() -> None:
        line, done = Reading(), list[str]()
        crowd = [asyncio.create_task(read(line, "a", done)) for _ in range(4)]
        await asyncio.sleep(0)
        for task in crowd[1:3]:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        assert len(done) == 2

    unwaited(test())
