"""How long a hint takes from one worker to another, by PostgreSQL and by Redis.

    python -m bench.hints [HINTS A SECOND]

Two processes with a bus each; the one that sends commits what it tells of first, as a worker does.
"""

import asyncio
import subprocess
import sys
import time
from contextlib import closing

from tests.house.postgres_server import Cluster, emptied, home
from tests.house.redis_server import RedisServer
from turnwise.house.bus.choice import open_bus
from turnwise.house.store.interface import Append
from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_address import Address

SECONDS, TICK = 10, 0.001


async def hear(store: Postgres, bus_address: str) -> None:
    """Print what the hints took, in microseconds, when the last has come."""
    bus, took, over = open_bus(bus_address, store), list[int](), asyncio.Event()

    def heard(topic: str, body: bytes) -> None:
        took.append((time.monotonic_ns() - int(body)) // 1000) if body else over.set()

    bus.hear = heard
    await asyncio.sleep(1)
    print("ready", flush=True)
    await over.wait()
    print(len(took), *(sorted(took)[min(len(took) * part // 1000, len(took) - 1)] for part in (500, 990, 999)))
    await bus.close()


async def tell(store: Postgres, bus_address: str, rate: int) -> None:
    bus = open_bus(bus_address, store)
    await asyncio.sleep(1)
    began, sent = time.monotonic(), 0
    while (passed := time.monotonic() - began) < SECONDS:
        due = range(sent, int(passed * rate))
        await asyncio.gather(*(store.commit([Append(bus_address, at, b"x" * 120)]) for at in due))
        for _ in due:
            bus.send("table", b"%d" % time.monotonic_ns())
        sent += len(due)
        await asyncio.sleep(TICK)
    bus.send("table", b"")
    await bus.close()


def main(role: str, database: str, bus_address: str, rate: str) -> None:
    async def run() -> None:
        store = Postgres(Address(database))
        await (hear(store, bus_address) if role == "hear" else tell(store, bus_address, int(rate)))
        await store.close()

    asyncio.run(run())


if __name__ == "__main__":
    if len(sys.argv) > 2:
        main(*sys.argv[1:])
    else:
        with closing(Cluster(home())) as cluster, closing(RedisServer()) as redis:
            cluster.start()
            redis.start()
            rate = sys.argv[1] if len(sys.argv) > 1 else "1000"
            for name, address in (("NOTIFY", ""), ("Redis", redis.address)):
                given = [sys.executable, "-m", "bench.hints"]
                rest = [emptied(cluster.folder, "house"), address, rate]
                with subprocess.Popen([*given, "hear", *rest], stdout=subprocess.PIPE, text=True) as listener:
                    assert listener.stdout and listener.stdout.readline()
                    subprocess.run([*given, "tell", *rest], check=True)
                    number, half, most, nearly_all = listener.stdout.readline().split()
                print(
                    f"{name}: {number} hints at {rate} a second, median {half} µs, p99 {most} µs, p99.9 {nearly_all} µs"
                )
