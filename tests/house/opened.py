"""An open store, for tests of it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from turnwise.house.sqlite import Sqlite


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Sqlite]:
    store = Sqlite(path)
    try:
        yield store
    finally:
        await store.close()


def run(test: Callable[[Sqlite], Coroutine[Any, Any, None]], path: Path) -> None:
    """Run a test with an open store."""

    async def main() -> None:
        async with opened(path) as store:
            await test(store)

    asyncio.run(main())


async def keep_nothing(store: Sqlite) -> None:
    """Open and close."""
