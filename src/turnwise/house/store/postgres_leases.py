"""Leases in a PostgreSQL database, by its clock: a row for each worker that says until when it counts as alive, and one for each
lease that says whose it is. So a worker renews all that it holds by changing one row.

Whoever finds that another's time is over ends its connections before he takes anything over: a worker that stands still in the
middle of a batch would keep others waiting.
"""

from collections.abc import Collection
from typing import LiteralString

from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_tables import session_of
from turnwise.house.store.sharing import LIFE

ALIVE = "until > clock_timestamp()"
TAKE: LiteralString = f"""INSERT INTO turnwise.lease
    SELECT name, worker.id FROM unnest(%b::bytea[]) AS asked (name), turnwise.worker WHERE worker.id = %s AND {ALIVE} ORDER BY name
    ON CONFLICT (name) DO UPDATE SET worker = excluded.worker WHERE lease.worker = excluded.worker
        OR NOT EXISTS (SELECT FROM turnwise.worker AS holder WHERE holder.id = lease.worker AND holder.{ALIVE})
    RETURNING name"""
RELEASE = "DELETE FROM turnwise.lease WHERE name = ANY(%b::bytea[]) AND worker = %s RETURNING name"
RENEW: LiteralString = f"""UPDATE turnwise.worker SET until = clock_timestamp() + make_interval(secs => %s)
    WHERE id = %s AND {ALIVE} RETURNING id"""
LOSE = "UPDATE turnwise.lease SET worker = %s WHERE worker = %s RETURNING name"
RETURN = """UPDATE turnwise.worker SET until = clock_timestamp() + make_interval(secs => %s)
    WHERE id = %s RETURNING id"""
DEAD: LiteralString = f"""SELECT id FROM turnwise.worker WHERE NOT {ALIVE} AND id <> %s
    AND EXISTS (SELECT FROM turnwise.lease WHERE lease.worker = worker.id)
    UNION ALL (SELECT worker FROM turnwise.lease WHERE worker = %s LIMIT 1)"""
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ANY(%s)"
ORPHANS = "SELECT name FROM turnwise.lease WHERE worker = ANY(%s) LIMIT %b::bigint"
NOBODY = ""
"""A holder that is never alive: it has what a worker lost whose time was over, until somebody takes it."""
WORKERS: LiteralString = f"SELECT id FROM turnwise.worker WHERE {ALIVE} ORDER BY id"


class PostgresLeases:
    """The leases of the worker that has this store open. Raises Unavailable if the database can't be asked."""

    def __init__(self, store: Postgres, life: float = LIFE) -> None:
        self._store = store
        self.worker = store.worker
        self.life = life
        self._ended: set[str] = set()

    async def take(self, names: Collection[str]) -> set[str]:
        found = await self._store.ask(TAKE, [name.encode() for name in names], self.worker)
        return {name.decode() for (name,) in found}

    async def release(self, names: Collection[str]) -> None:
        await self._store.ask(RELEASE, [name.encode() for name in names], self.worker)

    async def renew(self) -> bool:
        await self._store.measure()
        if await self._store.ask(RENEW, self.life, self.worker):
            return True
        await self._store.ask(LOSE, NOBODY, self.worker)
        await self._store.ask(RETURN, self.life, self.worker)
        return False

    async def orphans(self, limit: int) -> list[str]:
        dead = {id for (id,) in await self._store.ask(DEAD, self.worker, NOBODY)}
        if new := dead - self._ended - {NOBODY}:
            await self._store.ask(END, [session_of(id) for id in new])
        self._ended = dead
        return [name.decode() for (name,) in await self._store.ask(ORPHANS, list(dead), limit)] if dead else []

    async def workers(self) -> list[str]:
        return [id for (id,) in await self._store.ask(WORKERS)]
