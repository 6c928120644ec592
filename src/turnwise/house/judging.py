"""Whether a board is a good one: bots play on it in a process of their own, for one board at a time."""

import asyncio
import hashlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from turnwise.bots.trial import Finding, Progress, Task
from turnwise.house.boards import workshop_of
from turnwise.kit.errors import TurnwiseError

log = logging.getLogger("turnwise")

GAMES, SECONDS = 200, 8.0
GRACE = 120
"""Seconds after which a process that has not come to its end by itself is ended. It steps back behind all others, so on a busy
machine its first game may take long."""
MOST_WAITING, KEPT = 8, 32
GLANCE = 1.0
"""Seconds that somebody waits for more games before he is told how many there were."""
LINE = 1 << 20


class Judgement(NamedTuple):
    """Games so far, of how many, and at the end what they say."""

    done: int
    of: int
    findings: list[Finding] | None


class _Case:
    """One board."""

    def __init__(self) -> None:
        self.progress = Progress(0)
        self.task: asyncio.Task[None]


class Judging:
    """The boards that are looked at, and the latest that were. What is forgotten is looked at again when somebody asks again."""

    def __init__(self, games: int = GAMES, seconds: float = SECONDS) -> None:
        self._games, self._seconds = games, seconds
        self._cases: OrderedDict[str, _Case] = OrderedDict()
        self._one_by_one = asyncio.Lock()

    async def judge(self, game: str, document: Mapping[str, Any]) -> Judgement:
        """How far the games on a board are; the first who asks begins them."""
        found, workshop = workshop_of(game)
        body = msgspec.json.encode(await asyncio.to_thread(workshop.read, document))
        key = hashlib.sha256(found.name.encode() + b" " + body).hexdigest()
        case = self._cases.get(key) or self._begin(key, Task(found.name, msgspec.Raw(body), self._games, self._seconds))
        await asyncio.wait([case.task], timeout=GLANCE)
        if case.task.done() and case.progress.findings is None:
            self._cases.pop(key, None)
            raise TurnwiseError("The games could not be played just now. Please try again.", "busy")
        finished = case.progress.findings is not None
        return Judgement(case.progress.done, case.progress.done if finished else self._games, case.progress.findings)

    async def close(self) -> None:
        tasks = [case.task for case in self._cases.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, key: str, task: Task) -> _Case:
        if sum(not case.task.done() for case in self._cases.values()) >= MOST_WAITING:
            raise TurnwiseError("Many boards wait to be played on. Please try again in a minute.", "busy")
        case = self._cases[key] = _Case()
        case.task = asyncio.create_task(self._play(case, task))
        for old in [old for old, other in self._cases.items() if other.task.done()][: max(0, len(self._cases) - KEPT)]:
            del self._cases[old]
        return case

    async def _play(self, case: _Case, task: Task) -> None:
        async with self._one_by_one:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "turnwise.bots.trial", stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LINE
            )
            try:
                async with asyncio.timeout(self._seconds + GRACE):
                    await _follow(process, case, task)
            except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
                log.warning("a trial failed", extra={"facts": {"error": type(error).__name__}})
            finally:
                with suppress(ProcessLookupError):
                    process.kill()
                assert process.stdout
                await process.stdout.read()
                await process.wait()


async def _follow(process: Process, case: _Case, task: Task) -> None:
    assert process.stdin and process.stdout
    process.stdin.write(msgspec.json.encode(task))
    await process.stdin.drain()
    process.stdin.close()
    while line := await process.stdout.readline():
        case.progress = msgspec.json.decode(line, type=Progress)
