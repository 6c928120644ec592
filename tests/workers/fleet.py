"""The processes of a house: its database, Redis if it is asked for, and its workers, each with a proxy before the database."""

import asyncio
import os
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import psycopg

from tests.house.postgres_server import Cluster, address, emptied, home
from tests.house.proxy import Proxy
from tests.house.redis_server import RedisServer
from tests.web.server import Server

TRIES = 20
"""How often a worker is started whose database can't be reached."""
STAMP = "ALTER TABLE turnwise.log ADD COLUMN written timestamptz NOT NULL DEFAULT clock_timestamp()"
"""The database itself says when an item was written: no worker is trusted with that."""


class Fleet:
    """Some workers, each at its own port. One that was killed is replaced by another, at another port."""

    def __init__(self, workers: int, lease: float, *, redis: bool, broken: str = "") -> None:
        """`broken`: in which way, of those in `broken.py`."""
        self._folder = tempfile.TemporaryDirectory(prefix="turnwise-workers-", ignore_cleanup_errors=True)
        self.cluster = Cluster(home())
        self.cluster.start()
        self.database = emptied(self.cluster.folder, "house")
        self.redis = RedisServer() if redis else None
        if self.redis:
            self.redis.start()
        self.proxies = [Proxy(self.cluster.folder / ".s.PGSQL.5432") for _ in range(workers)]
        self._lease = lease
        self._program = ("tests.workers.broken", broken) if broken else ("tests.workers.skewed",)
        self.servers: list[Server] = []
        self._logs: list[str] = []
        """What workers wrote that are gone."""
        try:
            for number in range(workers):
                self.servers.append(self._start(number))
                if not number:
                    with closing(psycopg.connect(self.database, autocommit=True)) as database:
                        database.execute(STAMP)
        except BaseException:
            self.close()
            raise

    def _start(self, number: int) -> Server:
        bus = ["--bus", self.redis.address] if self.redis else []
        store = self.proxies[number].address(self.database)
        given = "--no-limits", "--store", store, "--lease", f"{self._lease:g}", *bus
        for _ in range(TRIES):
            with suppress(RuntimeError):
                return Server(Path(self._folder.name) / f"worker {number}", *given, program=self._program)
        raise AssertionError("a worker did not open")

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    def signal(self, number: int, what: int) -> None:
        if self.servers[number].process.poll() is None:
            os.kill(self.servers[number].pid, what)

    async def kill(self, number: int) -> None:
        await asyncio.to_thread(self.servers[number].kill)

    async def replace(self, number: int) -> None:
        """Start another worker where one was killed."""
        self._logs += self.servers[number].log
        self.servers[number] = await asyncio.to_thread(self._start, number)

    def read(self) -> dict[str, list[tuple[bytes, float]]]:
        """Every log with the times, in seconds since 1970, when the database wrote each item."""
        logs: dict[str, list[tuple[bytes, float]]] = {}
        with closing(psycopg.connect(address(self.cluster.folder, "house"))) as database:
            for name, item, written in database.execute(
                "SELECT name, item, extract(epoch FROM written)::float8 FROM turnwise.log ORDER BY name, at"
            ):
                logs.setdefault(name.decode(), []).append((item, written))
        return logs

    def said(self) -> list[str]:
        """What all workers wrote so far, also those that are gone."""
        return self._logs + [line for server in self.servers for line in server.log]

    def close(self) -> None:
        for server in self.servers:
            if not server.process.stdout or not server.process.stdout.closed:
                server.kill()
        for proxy in self.proxies:
            proxy.close()
        if self.redis:
            self.redis.close()
        self.cluster.close()
        self._folder.cleanup()
