"""Child processes of the house: modules of ours that read messages from their input and write others to their
output."""

import os
import sys
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process, create_subprocess_exec
from contextlib import suppress

from turnwise.bots.thinker import LENGTH

ONE_CORE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""NumPy's algebra would take all cores, and spin on them while it waits."""


async def started(module: str) -> Process:
    command, environment = [sys.executable, "-m", module], {**os.environ, **ONE_CORE}
    return await create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment)


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
