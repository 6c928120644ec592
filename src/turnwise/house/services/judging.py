"""Judges a board by games of bots: one board at a time per person, as long as somebody keeps asking for the result."""

import asyncio
import hashlib
from collections import Counter, OrderedDict
from typing import NamedTuple

import msgspec

from turnwise.bots.trial import Finding, Progress
from turnwise.house.services.boards import workshop_of
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.house.work.worker import Judge

GAMES, SECONDS = 200, 8.0
KEPT = 32
GLANCE = 1.0
"""Seconds that a request waits for more games before it reports how many there were."""
PATIENCE = 5.0
"""Seconds after which the games stop for a person who has not asked again."""


class Judgement(NamedTuple):
    """Games so far, of how many, and at the end the verdict."""

    done: int
    of: int
    findings: list[Finding] | None


class _Case:
    """One board, and the people who asked about it."""

    def __init__(self) -> None:
        self.progress = Progress(0)
        self.task: asyncio.Task[None]
        self.here = Counter[str]()
        """People with a waiting request."""
        self.away: dict[str, asyncio.TimerHandle] = {}
        """People who got a report and are expected to ask again."""

    def unwanted(self) -> bool:
        return not self.here.total() and not self.away


class Judging:
    """The boards being judged, and the latest results. A forgotten result is computed again."""

    def __init__(
        self,
        jobs: Jobs,
        games: int = GAMES,
        seconds: float = SECONDS,
        *,
        glance: float = GLANCE,
        patience: float = PATIENCE,
    ) -> None:
        self._jobs, self._games, self._seconds, self._glance, self._patience = jobs, games, seconds, glance, patience
        self._cases: OrderedDict[str, _Case] = OrderedDict()

    async def judge(self, game: str, document: bytes, asker: Asker) -> Judgement:
        """The progress of the games on a board; the first request starts them, and a cancelled request withdraws."""
        found, _ = workshop_of(game)
        key = hashlib.sha256(found.name.encode() + b" " + document).hexdigest()
        case = self._cases.get(key) or self._begin(key, Judge(found.name, document, self._games, self._seconds), asker)
        case.here[asker.name] += 1
        if before := case.away.pop(asker.name, None):
            before.cancel()
        asks_again = False
        try:
            await asyncio.wait([case.task], timeout=self._glance)
            asks_again = True
        finally:
            case.here[asker.name] -= 1
            if asks_again and not case.task.done():
                later = asyncio.get_running_loop().call_later(self._patience, self._leave, key, case, asker.name)
                case.away[asker.name] = later
            self._look_at(key, case)
        if not case.task.done():
            return Judgement(case.progress.done, self._games, None)
        try:
            case.task.result()
        except BaseException:
            self._forget(key, case)
            raise
        return Judgement(case.progress.done, case.progress.done, case.progress.findings)

    async def close(self) -> None:
        tasks = [case.task for case in self._cases.values()]
        for case in self._cases.values():
            case.task.cancel()
            for later in case.away.values():
                later.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, key: str, task: Judge, asker: Asker) -> _Case:
        case = self._cases[key] = _Case()
        case.task = asyncio.create_task(self._play(case, task, asker))
        case.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # the next request reports it
        for old in [old for old, other in self._cases.items() if other.task.done()][: max(0, len(self._cases) - KEPT)]:
            del self._cases[old]
        return case

    async def _play(self, case: _Case, task: Judge, asker: Asker) -> None:
        def heard(told: bytes) -> None:
            case.progress = msgspec.json.decode(told, type=Progress)

        heard(await self._jobs.do(task, asker, heard))

    def _leave(self, key: str, case: _Case, name: str) -> None:
        """A person has not asked again."""
        del case.away[name]
        self._look_at(key, case)

    def _look_at(self, key: str, case: _Case) -> None:
        """Stop the games if nobody waits for them any more."""
        if case.unwanted() and not case.task.done():
            case.task.cancel()
            self._forget(key, case)

    def _forget(self, key: str, case: _Case) -> None:
        if self._cases.get(key) is case:
            del self._cases[key]
