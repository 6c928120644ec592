"""Long work in real processes: bounded, broken off with whoever wanted it, and gone with the house."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.house.town import live
from turnwise.bots.thinker import framed
from turnwise.games import all_games
from turnwise.house.services.judging import Judging
from turnwise.house.work.documents import packed
from turnwise.house.work.jobs import WORKER, Crowded, Jobs, TooLong
from turnwise.house.work.limits import Limits, TooMany
from turnwise.house.work.permits import Asker
from turnwise.house.work.worker import POLITENESS, Check, Judge, encode
from turnwise.kit.errors import TurnwiseError

WORKSHOP = next(game for game in all_games() if game.has("workshop"))
BOARD = packed(next(iter(WORKSHOP.module("workshop").samples().values())))
SHORT, ENDLESS = Check(WORKSHOP.name, BOARD), Judge(WORKSHOP.name, BOARD, 1 << 40, 1e9)
ANN, BEN = Asker("ann", "192.0.2.1"), Asker("ben", "192.0.2.2")


def processes() -> list[int]:
    """The processes that work for this one."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(child) for child in children if WORKER.encode() in Path(f"/proc/{child}/cmdline").read_bytes()]


@asynccontextmanager
async def jobs_of_a_house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Jobs]:
    monkeypatch.setenv("TURNWISE_INTERPRET", "1")
    jobs = Jobs(Limits(lambda: 0))
    try:
        yield jobs
    finally:
        await jobs.close()
        assert processes() == []


async def comes(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not what():
            await asyncio.sleep(0.001)


async def begun(jobs: Jobs, asker: Asker) -> "asyncio.Task[bytes]":
    """Games without end that have begun."""
    first = asyncio.Event()
    task = asyncio.create_task(jobs.do(ENDLESS, asker, lambda _: first.set()))
    await first.wait()
    return task


@live
async def test_a_job_is_broken_off_with_whoever_wanted_it_and_the_process_takes_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with jobs_of_a_house(monkeypatch) as jobs:
        task = await begun(jobs, ANN)
        (worker,) = processes()
        assert os.getpriority(os.PRIO_PROCESS, worker) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + POLITENESS)
        os.kill(worker, signal.SIGINT)  # Ctrl-C is not meant for it
        waits = asyncio.create_task(jobs.do(ENDLESS, ANN))
        await asyncio.sleep(0)
        assert (jobs.running, jobs.waiting) == (1, 1), "one at a time a person"
        assert await jobs.do(SHORT, ANN), "what is short does not wait for what is long"
        waits.cancel()
        task.cancel()
        await asyncio.gather(task, waits, return_exceptions=True)
        assert (jobs.running, jobs.waiting) == (0, 0)
        again = await begun(jobs, BEN)
        assert worker in processes(), "it was not started anew"
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(TurnwiseError, match="Please try again"):
            await again
        again = await begun(jobs, BEN)
        assert worker not in processes()
        again.cancel()


@live
async def test_a_job_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async with jobs_of_a_house(monkeypatch) as jobs:
        monkeypatch.setattr(Judge, "longest", 1.0)
        with pytest.raises(TooLong, match="longer than 1 seconds"):
            await jobs.do(ENDLESS, ANN)
        assert jobs.running == 0


@live
async def test_somebody_has_few_jobs_and_all_together_have_not_many_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async with jobs_of_a_house(monkeypatch) as jobs:
        held = [asyncio.create_task(jobs.do(ENDLESS, ANN)) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await jobs.do(SHORT, ANN)
        others = [Asker(str(n), f"192.0.2.{n % 4}") for n in range(60)]
        held += [asyncio.create_task(jobs.do(ENDLESS, one)) for one in others]
        await asyncio.sleep(0)
        with pytest.raises(TurnwiseError) as refused:
            await jobs.do(ENDLESS, BEN)
        assert refused.value.code == "busy" and isinstance(refused.value, Crowded) and refused.value.retry_after
        assert jobs.refused > 2 and jobs.waiting < 60
        for one in held:
            one.cancel()
        await asyncio.gather(*held, return_exceptions=True)


@live
async def test_bots_play_on_a_board_as_long_as_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async with jobs_of_a_house(monkeypatch) as jobs:
        judging = Judging(jobs, games=1 << 40, seconds=1e9, patience=0.01)
        asking = asyncio.create_task(judging.judge(WORKSHOP.name, BOARD, ANN))
        await comes(lambda: jobs.running == 1)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await comes(lambda: jobs.running == 0)
        told = await judging.judge(WORKSHOP.name, BOARD, ANN)
        assert told.findings is None and jobs.running == 1
        await comes(lambda: jobs.running == 0)  # nobody asks again
        await judging.close()


def test_a_process_ends_with_whoever_started_it_even_in_the_middle_of_a_job() -> None:
    with subprocess.Popen([sys.executable, "-m", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin and child.stdout
        child.stdin.write(framed(encode(ENDLESS)))
        child.stdin.flush()
        assert child.stdout.read(1)
        child.stdin.close()
        assert child.wait(25) == 0
