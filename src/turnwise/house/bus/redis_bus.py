"""Hints by Redis's publish and subscribe, for a house whose database is busy enough."""

import asyncio
from contextlib import suppress
from typing import Any

from turnwise.house.bus.hints import PATIENCE, Hints
from turnwise.kit.errors import TurnwiseError

try:
    import redis.asyncio as redis
    from redis.exceptions import RedisError
except ImportError as error:
    raise TurnwiseError(
        f"Redis needs a library that is not here ({error.name}): install turnwise[redis].", "no_redis"
    ) from None


class RedisBus(Hints):
    """One connection that subscribes, and one that publishes."""

    def __init__(self, address: str, house: str, worker: str) -> None:
        self._address, self._channel = address, f"turnwise {house}"
        self._client: redis.Redis | None = None
        self._hearing: asyncio.Task[None] | None = None
        super().__init__(worker)

    async def _connect(self) -> None:
        # On any error the connection is replaced as a whole: nothing is retried within it.
        self._client = redis.Redis.from_url(
            self._address, socket_connect_timeout=PATIENCE / 2, socket_timeout=PATIENCE, retry=None
        )
        channel = self._client.pubsub(ignore_subscribe_messages=True)
        try:
            await channel.subscribe(self._channel)
        except RedisError as error:
            raise ConnectionError(f"Redis: {error}") from None
        self._hearing = asyncio.create_task(self._listen(channel))

    async def _listen(self, channel: Any) -> None:
        try:
            while True:
                if told := await channel.get_message(timeout=None):
                    self._received(told["data"])
        except (RedisError, OSError) as error:
            self._lost(error)
        finally:
            with suppress(RedisError, OSError):
                await channel.aclose()

    async def _publish(self, message: bytes) -> None:
        assert self._client
        try:
            await self._client.publish(self._channel, message)
        except RedisError as error:
            raise ConnectionError(f"Redis: {error}") from None

    async def _disconnect(self) -> None:
        if self._hearing:
            self._hearing.cancel()
            await asyncio.wait([self._hearing])
            self._hearing = None
        if self._client:
            with suppress(RedisError, OSError):
                await self._client.aclose()
            self._client = None
