"""Draining the house: from then on nothing new begins, and `close` waits for what is under way."""

import asyncio

from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said


class Closing(TurnwiseError):
    code = "closing"

    def __init__(self) -> None:
        super().__init__(said("The house is closing. Nothing was done; please come back in a moment."))


class Drain:
    """`with drain:` around everything that must not be interrupted."""

    def __init__(self) -> None:
        self.shut = False
        self._inside = 0
        self._empty = asyncio.Event()

    def __enter__(self) -> None:
        if self.shut:
            raise Closing
        self._inside += 1

    def __exit__(self, *_: object) -> None:
        self._inside -= 1
        if self.shut and not self._inside:
            self._empty.set()

    async def close(self) -> None:
        """Let nothing begin any more, and wait until all that runs has ended."""
        self.shut = True
        if self._inside:
            await self._empty.wait()
