"""Documents that expire: tokens, codes, notes of requests. Each has the mark `due` and a rank that puts the first to
expire first; here they are deleted, however many there are."""

import asyncio

import msgspec
from msgspec import Struct

from turnwise.house.store.interface import Conflict, Doc, Drop, Store

DUE = (("due", "any"),)
TOGETHER = 100
"""Documents in one commit."""


class Lapsing(Struct):
    until: int


async def clear(store: Store, kind: str, now: int) -> int:
    """Delete all expired documents of a kind and return their number. Other tasks may run after each hundred."""
    cleared = 0
    while docs := [doc for doc in await store.find(kind, *DUE[0], limit=TOGETHER) if _until(doc) <= now]:
        try:
            await store.commit([Drop(kind, doc.id, doc.revision) for doc in docs])
            cleared += len(docs)
        except Conflict:  # one of them is being used just now: delete the others one by one
            cleared += sum(await asyncio.gather(*(_drop(store, kind, doc) for doc in docs)))
        if len(docs) < TOGETHER:
            break
        await asyncio.sleep(0)
    return cleared


async def _drop(store: Store, kind: str, doc: Doc) -> bool:
    try:
        await store.commit([Drop(kind, doc.id, doc.revision)])
    except Conflict:
        return False
    return True


def _until(doc: Doc) -> int:
    return msgspec.json.decode(doc.body, type=Lapsing).until
