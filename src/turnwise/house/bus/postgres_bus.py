"""Hints by PostgreSQL's NOTIFY, on a connection of their own that the event loop watches.

They are sent after the commit that they tell of, never in it: NOTIFY takes a server-wide lock at its commit, and a
hint's own commit need not wait for the disk.
"""

import asyncio
import os
from base64 import b64decode, b64encode
from binascii import Error as NotLetters

import psycopg
from psycopg import pq

from turnwise.house.bus.hints import Hints
from turnwise.house.store.postgres_address import Address
from turnwise.house.store.postgres_tables import Connection, connect, session_of

CHANNEL = "turnwise"
NOTIFY = f"SELECT pg_notify('{CHANNEL}', $1)".encode()


class PostgresBus(Hints):
    """The bus of a house whose host names no other."""

    def __init__(self, address: Address, worker: str) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._watched = -1
        self._answer: asyncio.Future[None] | None = None
        super().__init__(worker)

    async def _connect(self) -> None:
        opening = asyncio.ensure_future(asyncio.to_thread(self._open))
        try:
            self._connection = await asyncio.shield(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_close)
            raise
        self._watched = os.dup(self._connection.fileno())  # libpq closes its own as soon as the connection is cut
        asyncio.get_running_loop().add_reader(self._watched, self._readable, self._connection)

    def _open(self) -> Connection:
        connection = connect(self._address, session_of(self._worker))
        try:
            connection.execute("SET synchronous_commit = off")
            connection.execute(f"LISTEN {CHANNEL}".encode())
        except psycopg.Error as error:
            connection.close()
            raise ConnectionError(self._address.told(error)) from None
        return connection

    async def _publish(self, message: bytes) -> None:
        assert self._connection
        wire, loop = self._connection.pgconn, asyncio.get_running_loop()
        self._answer = loop.create_future()
        try:
            wire.send_query_params(NOTIFY, [b64encode(message)])
            while wire.flush():
                await asyncio.sleep(0.001)  # the send buffer is full
        except psycopg.Error as error:
            raise ConnectionError(self._address.told(error)) from None
        await self._answer

    def _readable(self, connection: Connection) -> None:
        wire = connection.pgconn
        try:
            wire.consume_input()
            while told := wire.notifies():
                try:
                    self._received(b64decode(told.extra, validate=True))
                except NotLetters:
                    self._received(b"")
            while self._answer and not self._answer.done() and not wire.is_busy():
                if not (result := wire.get_result()):
                    self._answer.set_result(None)
                elif result.status == pq.ExecStatus.FATAL_ERROR:
                    raise psycopg.OperationalError(result.error_message.decode(errors="replace"))
        except psycopg.Error as error:
            fault = ConnectionError(self._address.told(error))
            asyncio.get_running_loop().remove_reader(self._watched)
            self._lost(fault)
            if self._answer and not self._answer.done():
                self._answer.set_exception(fault)

    async def _disconnect(self) -> None:
        if connection := self._connection:
            self._connection = self._answer = None
            asyncio.get_running_loop().remove_reader(self._watched)
            os.close(self._watched)
            connection.close()


def _close(opening: "asyncio.Future[Connection]") -> None:
    """Close a connection for which nobody waits any more."""
    if not opening.cancelled() and not opening.exception():
        opening.result().close()
