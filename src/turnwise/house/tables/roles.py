"""Something of the whole house that one worker does at a time: whoever holds the lease of that name."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from turnwise.house.store.interface import Unavailable

if TYPE_CHECKING:
    from turnwise.house.tables.duties import Duties


class Role:
    """This worker takes it whenever nobody has it, until it gives it up for good."""

    def __init__(self, duties: "Duties", name: str) -> None:
        self.name, self._duties = name, duties
        self.taken, self.wanted = duties.alone, True
        self._taken, self._lost = asyncio.Event(), asyncio.Event()

    @property
    def mine(self) -> bool:
        """Whether this worker has it in this moment. Whatever two must not do at once is done right after asking."""
        return self.taken and self._duties.in_time

    def change(self, taken: bool) -> None:
        """Told by the worker's duties: it was taken, or has lapsed."""
        self.taken = taken
        (self._taken if taken else self._lost).set()

    async def seek(self) -> None:
        """Take it now, if nobody has it."""
        with suppress(Unavailable):  # there is a next time
            await self._duties.take_roles()

    async def begins(self) -> None:
        """Wait until it is this worker's."""
        while not self.mine:
            self._taken.clear()
            await self._taken.wait()
        self._lost.clear()

    async def ends(self) -> None:
        """Wait until its time is over, also if it was taken again since."""
        while self.mine and not self._lost.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout_at(self._duties.until):
                    await self._lost.wait()

    async def give_up(self) -> None:
        """Let another worker take it at once."""
        self.wanted, taken = False, self.taken
        self.change(False)
        if taken:
            await self._duties.release_role(self.name)
