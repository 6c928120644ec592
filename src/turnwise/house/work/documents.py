"""Documents that people send, such as boards: a large one is checked by its game in a separate process first."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.house.work.worker import Read
from turnwise.kit.game import Game
from turnwise.kit.options import Document

SMALL = 4096
"""Bytes up to which a document is checked in this process: that takes less time than asking another one."""


def packed(document: Any) -> bytes:
    """A document as JSON. It may hold numbers of any length, which only Python's own JSON module writes."""
    if isinstance(document, bytes):
        return document
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


async def good(jobs: Jobs, asker: Asker, game: Game, option: str, document: Any) -> Any:
    """A document that has passed its game's check, without anything that the game does not know."""
    return msgspec.json.decode(await jobs.do(Read(game.name, option, packed(document)), asker))


async def checked(jobs: Jobs, asker: Asker, game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a table, with their large documents checked."""
    found = dict(options)
    for name, value in options.items():
        option = game.options.get(name)
        if isinstance(option, Document) and value not in option.names and len(packed(value)) > SMALL:
            found[name] = await good(jobs, asker, game, name, value)
    return found
