"""The metrics of all workers that share a port, from any of them: each worker answers through its socket in the folder
of the house, and every line is labelled with its worker."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from turnwise.web.http.metrics import Metrics
from turnwise.web.serving.admin import FIGURES, sockets_in

PATIENCE = 2.0
"""Seconds in which another worker has to answer; else it is left out."""


class Figures:
    """What Prometheus reads."""

    def __init__(self, metrics: Metrics, folder: Path, number: int) -> None:
        """`number`: of this worker; 0 if it has a port of its own."""
        self._metrics, self._folder, self._number = metrics, folder, number

    async def own(self) -> bytes:
        told = await self._metrics.text()
        return labelled(told, self._number) if self._number else told

    async def all(self) -> bytes:
        if not self._number:
            return await self.own()
        return merged(await asyncio.gather(*map(_ask, sockets_in(self._folder))))


async def _ask(socket: Path) -> bytes:
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_unix_connection(str(socket))
            try:
                writer.write(FIGURES)
                return await reader.read()
            finally:
                writer.close()
    return b""


def labelled(text: bytes, number: int) -> bytes:
    """Every metric labelled with its worker's number."""
    lines = []
    for line in text.decode().splitlines():
        if not line.startswith("#"):
            figure, _, value = line.rpartition(" ")
            name, bracket, labels = figure.partition("{")
            line = f'{name}{{worker="{number}"{"," + labels if bracket else "}"} {value}'
        lines.append(line)
    return ("\n".join(lines) + "\n").encode()


def merged(texts: Iterable[bytes]) -> bytes:
    """All metrics of a kind together, as the format requires; of two workers with one number, during a replacement, the
    first."""
    kinds: dict[str, dict[str, str]] = {}
    for text in texts:
        kind: dict[str, str] = {}
        for line in text.decode().splitlines():
            if line.startswith("# HELP "):
                kind = kinds.setdefault(line.split(" ")[2], {})
            name = line if line.startswith("#") else line.rpartition(" ")[0]
            kind.setdefault(name, line)
    return "".join(f"{line}\n" for kind in kinds.values() for line in kind.values()).encode()
