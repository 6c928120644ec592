"""Threads that repeatedly execute their parts of one call."""

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from weakref import finalize

Part = Callable[[], None]


class Threads:
    """`crew(parts)` runs all parts in parallel, the first in the calling thread. Parts are compiled, and release
    Python's lock."""

    def __init__(self, helpers: int) -> None:
        self._asked = [SimpleQueue[Part | None]() for _ in range(helpers)]
        self._done = SimpleQueue[BaseException | None]()
        for asked in self._asked:
            Thread(target=_help, args=(asked, self._done), daemon=True).start()
        finalize(self, _dismiss, self._asked)

    def __call__(self, parts: Sequence[Part]) -> None:
        for asked, part in zip(self._asked, parts[1:], strict=False):
            asked.put(part)
        try:
            parts[0]()
        finally:
            failures = [failure for _ in parts[1:] if (failure := self._done.get()) is not None]
        if failures:
            raise failures[0]


def _help(asked: "SimpleQueue[Part | None]", done: "SimpleQueue[BaseException | None]") -> None:
    while (part := asked.get()) is not None:
        try:
            part()
        except BaseException as error:
            done.put(error)
        else:
            done.put(None)


def _dismiss(asked: "Sequence[SimpleQueue[Part | None]]") -> None:
    for one in asked:
        one.put(None)
