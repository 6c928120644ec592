"""`turnwise` on a machine whose calendar is set an hour ahead by SIGUSR2, then an hour back, then right again, and so on."""

import signal
import sys
import time
from itertools import cycle

from turnwise.cli import main

HOUR = 3600 * 1_000_000_000


def skewed() -> None:
    system, ways, ahead = time.time_ns, cycle((HOUR, -HOUR, 0)), 0

    def turn(*_: object) -> None:
        nonlocal ahead
        ahead = next(ways)

    time.time_ns = lambda: system() + ahead
    time.time = lambda: time.time_ns() / 1_000_000_000
    signal.signal(signal.SIGUSR2, turn)


if __name__ == "__main__":
    skewed()
    sys.exit(main(sys.argv[1:]))
