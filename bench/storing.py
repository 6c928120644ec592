"""What a commit of one item costs, in processor time of all threads together:  python -m bench.storing [SECONDS]

As many players as are said commit one after the other, each to a log of his own, in a fresh file.
"""

import asyncio
import sys
import time
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from turnwise.house.store.interface import Append
from turnwise.house.store.sqlite import Sqlite

ITEM = bytes(80)


async def measure(players: int, seconds: float, path: Path) -> None:
    store = Sqlite(path)
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def player(log: str) -> None:
        for at in count():
            asked = time.perf_counter()
            if asked > end:
                return
            await store.commit([Append(log, at, ITEM)])
            waits.append(time.perf_counter() - asked)

    used, began = time.process_time(), time.perf_counter()
    await asyncio.gather(*(player(f"table {n:016}") for n in range(players)))
    used, took = time.process_time() - used, time.perf_counter() - began
    await store.close()
    waits.sort()
    middle, late = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    print(
        f"{players:4} at once: {used / len(waits) * 1e6:6.1f} µs a commit, {len(waits) / took:8,.0f} a second, "
        f"half within {middle * 1e3:.1f} ms, 99 % within {late * 1e3:.1f} ms"
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for players in (1, 10, 50, 200):
        with TemporaryDirectory() as folder:
            asyncio.run(measure(players, seconds, Path(folder) / "house.sqlite"))


if __name__ == "__main__":
    main()
