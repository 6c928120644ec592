"""A house whose system has another time: `python -m tests.web.shifted_house HOURS serve …` is so many hours ahead, and with
`jumping` instead of a number every look at the system's clock finds it years away from the last."""

import sys
import time
from itertools import count

from turnwise.cli import main

HOUR = 3600
YEAR = 365 * 24 * HOUR

if __name__ == "__main__":
    system, looks = time.time_ns, count()
    how = sys.argv[1]

    def shifted() -> int:
        ahead = (-1) ** next(looks) * 5 * YEAR if how == "jumping" else float(how) * HOUR
        return system() + int(ahead * 1_000_000_000)

    time.time_ns = shifted
    time.time = lambda: shifted() / 1_000_000_000
    sys.exit(main(sys.argv[2:]))
