"""How often a bot may speak: sliding windows over what was accepted, and what it did after it was told to wait.

limits = Limits(clock)               # seconds, from any beginning
wait = limits.ask(chat, group=True)  # 0 if it may, else the seconds of retry_after
"""

import math
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

CHAT = (1, 1.0)
"""Messages in so many seconds, in one chat."""
GROUP = (20, 60.0)
OVERALL = (30, 1.0)
GRAIN = 1e-6
"""Seconds that a sum of floats may be off."""


@dataclass
class Window:
    """Times of what was accepted lately."""

    number: int
    seconds: float
    times: deque[float] = field(default_factory=deque)

    def wait(self, now: float) -> float:
        """Seconds until one more fits."""
        while self.times and self.times[0] <= now - self.seconds + GRAIN:
            self.times.popleft()
        return 0.0 if len(self.times) < self.number else self.times[0] + self.seconds - now


class Limits:
    """Telegram's limits for sends, edits and deletions."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.on = True
        """Off, nobody is refused; a test in real time, whose calls jitter, may want that."""
        self.refused: list[tuple[float, int]] = []
        """When a call was beyond a limit, and in which chat."""
        self.disobeyed: list[tuple[float, int]] = []
        """When a call came before retry_after was over."""
        self._chats: defaultdict[int, Window] = defaultdict(lambda: Window(*CHAT))
        self._groups: defaultdict[int, Window] = defaultdict(lambda: Window(*GROUP))
        self._all = Window(*OVERALL)
        self._until: dict[int, float] = {}

    def ask(self, chat: int, *, group: bool) -> int:
        """Let a call pass, or say how many seconds it has to wait."""
        now = self.clock()
        told = self._until.get(chat, 0.0) - now
        if told > GRAIN:
            self.disobeyed.append((now, chat))
            return math.ceil(told - GRAIN)
        if not self.on:
            return 0
        windows = [self._chats[chat], self._all, *([self._groups[chat]] if group else [])]
        wait = max(window.wait(now) for window in windows)
        if wait > 0:
            self.refused.append((now, chat))
            return self.tell(chat, math.ceil(wait - GRAIN))
        for window in windows:
            window.times.append(now)
        return 0

    def tell(self, chat: int, seconds: int) -> int:
        """From now on whoever speaks in this chat before so many seconds are over disobeys."""
        self._until[chat] = self.clock() + seconds
        return seconds
