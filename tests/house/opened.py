"""An open store, for tests of it."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from turnwise.house.store.interface import Change, Conflict, Store
from turnwise.house.store.postgres import Postgres
from turnwise.house.store.postgres_address import Address, is_address
from turnwise.house.store.sqlite import Sqlite

ROOT = Path(__file__).parents[2]
Records = Path | str
"""Where a store keeps them: a file, or the address of a database."""


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


def open_either(records: Records) -> Store:
    return Postgres(Address(str(records))) if is_address(str(records)) else Sqlite(Path(records))


@asynccontextmanager
async def either(records: Records) -> AsyncIterator[Store]:
    store = open_either(records)
    try:
        yield store
    finally:
        await store.close()


def run_either(test: Callable[[Store], Coroutine[Any, Any, None]], records: Records) -> None:
    """Run a test with an open store, whichever it is."""

    async def main() -> None:
        async with either(records) as store:
            await test(store)

    asyncio.run(main())


async def outcome(store: Store, changes: Sequence[Change]) -> bool:
    try:
        await store.commit(changes)
    except Conflict:
        return False
    return True


def child(code: str, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
