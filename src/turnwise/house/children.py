"""Processes that work for the house: modules of ours that read messages from their input and write others to their output."""

import sys
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process, create_subprocess_exec
from contextlib import suppress

from turnwise.bots.thinker import LENGTH


async def started(module: str) -> Process:
    return await create_subprocess_exec(sys.executable, "-m", module, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)


async def heard(reader: StreamReader) -> bytes:
    """The next message."""
    return await reader.readexactly(int.from_bytes(await reader.readexactly(LENGTH), "big"))


async def ended(process: Process) -> None:
    assert process.stdin and process.stdout
    process.stdin.close()
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    await process.stdout.read()
    await process.wait()
