"""Time, and machines on it: a loop on which nobody waits, and on which a machine can be stopped or killed at any instant.

Whatever runs belongs to the machine in whose context it was begun; the house knows nothing of it.
"""

import asyncio
from contextvars import Context, ContextVar, copy_context
from heapq import heappop
from typing import Any

from tests.house.warp import Warp

BEGINNING = 1_800_000_000
"""Seconds since 1970 when a schedule begins."""


class Machine:
    """What a worker runs on."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive, self.frozen = True, False
        self.late: list[Any] = []
        """What is to be run when it is no longer frozen."""
        self.context: Context = copy_context()
        self.context.run(MACHINE.set, self)


MACHINE: ContextVar[Machine | None] = ContextVar("machine", default=None)


class Standstill(RuntimeError):
    """Nothing happens, and nothing is going to."""


class Stage(Warp):
    """A loop for machines."""

    def now(self) -> float:
        """Seconds since 1970, as the database has them."""
        return BEGINNING + self.late

    def freeze(self, machine: Machine) -> None:
        machine.frozen = True

    def thaw(self, machine: Machine) -> None:
        """Let it go on, later than it thinks."""
        machine.frozen = False
        self._ready.extend(machine.late)  # type: ignore[attr-defined]
        machine.late = []

    def _run_once(self) -> None:
        ready, scheduled = self._ready, self._scheduled  # type: ignore[attr-defined]
        while True:
            while scheduled and (scheduled[0]._cancelled or scheduled[0]._when <= self.late):
                timer = heappop(scheduled)
                timer._scheduled = False
                if not timer._cancelled:
                    ready.append(timer)
            if ready:
                break
            if not scheduled:
                raise Standstill
            self.late = scheduled[0]._when
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle._cancelled:
                continue
            machine = handle._context.get(MACHINE)
            if machine is None or machine.alive and not machine.frozen:
                handle._run()
            elif machine.alive:
                machine.late.append(handle)


def stage() -> Stage:
    """The one that runs now."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Stage)
    return loop
