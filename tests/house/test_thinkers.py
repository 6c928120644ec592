"""Bots think in real processes, which come when they are needed and go with the house."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.house.parlour import Parlour
from tests.house.town import live
from turnwise.bots import Thought
from turnwise.bots.thinker import GREETING, LENGTH, STOP, Task, decode_answer, encode, framed
from turnwise.house.tables.items import Terms
from turnwise.house.tables.seated_bots import SeatedBots
from turnwise.house.work.thinkers import NoThought, Thinkers
from turnwise.play.match import Match

TOO_LONG = 50.0
"""Seconds that no test waits."""


def task(name: str, bot: str, seconds: float = 1.0) -> Task:
    match = Match(name, seed=1)
    turn = match.position.turn
    return Task(name, turn, bot, 7, seconds, *match.position.redacted(turn).pack())


def think(thinkers: Thinkers, task: Task) -> Coroutine[Any, Any, Thought]:
    """A thought that lasts as long as its task says."""
    return thinkers.think(task, asyncio.get_running_loop().create_future())


def processes() -> list[int]:
    """The processes that think for this one."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(child) for child in children if b"turnwise.bots.thinker" in Path(f"/proc/{child}/cmdline").read_bytes()]


@live
async def test_a_process_comes_when_it_is_needed_and_another_when_it_dies() -> None:
    thinkers = Thinkers()
    assert processes() == []
    await thinkers.start()
    thought = await think(thinkers, task("connect_four", "search:1", TOO_LONG))
    assert 0 <= thought.action < 7 and thought.considered
    (first,) = processes()
    assert os.getpriority(os.PRIO_PROCESS, first) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
    os.kill(first, signal.SIGINT)  # Ctrl-C is not meant for it
    assert (await think(thinkers, task("whot", "classic"))).action >= 0
    assert processes() == [first]
    os.kill(first, signal.SIGKILL)
    assert (await think(thinkers, task("whot", "classic"))).action >= 0
    assert first not in processes() and len(processes()) == 1
    with pytest.raises(NoThought):
        await think(thinkers, task("whot", "nobody"))
    await thinkers.close()
    assert processes() == []


@live
async def test_a_thought_that_nobody_wants_any_more_is_broken_off() -> None:
    thinkers = Thinkers()
    await thinkers.start()
    await think(thinkers, task("whot", "classic"))
    long = asyncio.create_task(think(thinkers, task("whot", "search:5", TOO_LONG)))
    await asyncio.sleep(0)
    while thinkers._waiting.qsize():
        await asyncio.sleep(0)
    unneeded = asyncio.create_task(think(thinkers, task("whot", "search:5", TOO_LONG)))
    await asyncio.sleep(0)
    unneeded.cancel()
    long.cancel()
    async with asyncio.timeout(TOO_LONG / 2):
        assert (await think(thinkers, task("connect_four", "classic"))).action >= 0
    assert len(processes()) == 1
    await thinkers.close()


@live
async def test_a_bot_plays_from_a_real_process() -> None:
    parlour = Parlour()
    parlour.house.seated_bots = SeatedBots(parlour.house, Thinkers(), 0)
    ann, *_ = await parlour.guests("Ann")
    id = await parlour.table(Terms("connect_four", 2), ann, "bot:search:1")
    answered = asyncio.Event()
    parlour.house.after.append(lambda loaded, happened: answered.set() if loaded.table.version == 2 else None)
    await parlour.act(id, 0, 3)
    async with asyncio.timeout(TOO_LONG):
        await answered.wait()
    await parlour.house.close()
    assert processes() == []


def test_a_process_ends_with_whoever_started_it_even_in_the_middle_of_a_thought() -> None:
    command = [sys.executable, "-m", "turnwise.bots.thinker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin and child.stdout
        child.stdin.write(STOP + framed(encode(task("connect_four", "classic"))))
        child.stdin.flush()
        assert child.stdout.read(LENGTH) == GREETING
        size = int.from_bytes(child.stdout.read(LENGTH), "big")
        assert decode_answer(child.stdout.read(size)).thought is not None
        child.stdin.write(framed(encode(task("whot", "search:5", TOO_LONG))))
        child.stdin.close()
        assert child.wait(TOO_LONG / 2) == 0
