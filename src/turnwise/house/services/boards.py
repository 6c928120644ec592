"""Boards that people have made and keep in the house. A board's id can't be guessed: knowing it is the right to read
it."""

from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnwise.games import game as game_named
from turnwise.games import recorded
from turnwise.house.house import House
from turnwise.house.ids import new_id
from turnwise.house.store.interface import Change, Conflict, Doc, Drop, Put
from turnwise.house.work import documents
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.words import said

MOST = 50
"""Boards that one person may keep."""


class Kept(Struct, frozen=True):
    """The document of a board, which has passed the game's own check."""

    owner: str
    game: str
    title: str
    made: int
    changed: int
    document: msgspec.Raw


class Board(Struct, frozen=True):
    """A board as stored; the revision rises with every change."""

    id: str
    revision: int
    kept: Kept


def workshop_of(name: str) -> tuple[Game, Any]:
    """A game for which boards can be made, and its folder's workshop."""
    game = game_named(name)
    if not game.has("workshop"):
        raise TurnwiseError(said("{game} has no boards to be made.", game=said(game.title)), "no_such_workshop")
    return game, game.module("workshop")


class Boards:
    """All boards of a house."""

    def __init__(self, house: House) -> None:
        self._house, self._store, self._now, self._once = house, house.store, house.now, house.once

    async def get(self, id: str) -> Board:
        doc = await self._store.get("board", id)
        if not doc:
            raise TurnwiseError(said("There is no such board."), "no_such_board")
        return _board(doc)

    async def of(self, person: str, game: str = "") -> list[Board]:
        """A person's boards, the latest first."""
        mark, value = ("owner of", f"{person} {game_named(game).name}") if game else ("owner", person)
        return [_board(doc) for doc in await self._store.find("board", mark, value, limit=2 * MOST)]

    async def add(self, jobs: Jobs, asker: Asker, game: str, document: bytes, key: str = "") -> Board:
        """Store a board; the same key returns the same board."""
        if made := await self._once.made(asker.person, key):
            return await self.get(made.id)
        self._house.ledger.may(asker.person)
        found, workshop = workshop_of(game)
        good = await documents.good(jobs, asker, found, workshop.OPTION, document)
        if await self._store.count("board", "owner", asker.person) >= MOST:
            raise TurnwiseError(said("You keep {most} boards here; delete one first.", most=MOST), "too_many_boards")
        now = self._now()
        kept = Kept(asker.person, found.name, workshop.title(good), now, now, msgspec.Raw(msgspec.json.encode(good)))
        id = new_id()
        return await self._keep(id, kept, 0, *self._once.note(asker.person, key, id))

    async def change(self, jobs: Jobs, asker: Asker, id: str, document: bytes, seen: int) -> Board:
        """Replace the document of one's own board, if it is unchanged since `seen`."""
        board = await self._own(asker.person, id)
        self._house.ledger.may(asker.person)
        if board.revision != seen:
            raise _changed(board.revision, seen)
        found, workshop = workshop_of(board.kept.game)
        good = await documents.good(jobs, asker, found, workshop.OPTION, document)
        body = msgspec.Raw(msgspec.json.encode(good))
        kept = replace(board.kept, title=workshop.title(good), changed=self._now(), document=body)
        try:
            return await self._keep(id, kept, seen)
        except Conflict:
            raise _changed(seen + 1, seen) from None

    async def drop(self, person: str, id: str) -> None:
        board = await self._own(person, id)
        await self._store.commit([Drop("board", id, board.revision)])

    async def forget(self, person: str) -> None:
        """Delete all boards of a person whose account is deleted."""
        while docs := await self._store.find("board", "owner", person):
            for doc in docs:
                with suppress(Conflict):
                    await self._store.commit([Drop("board", doc.id, doc.revision)])

    async def _own(self, person: str, id: str) -> Board:
        board = await self.get(id)
        if board.kept.owner != person:
            raise TurnwiseError(said("This board is somebody else's; save it as one of your own."), "not_your_board")
        return board

    async def _keep(self, id: str, kept: Kept, seen: int, *others: Change) -> Board:
        marks = (("owner", kept.owner), ("owner of", f"{kept.owner} {kept.game}"))
        body = msgspec.json.encode(kept)
        self._house.ledger.add(kept.owner, len(body))
        await self._store.commit([Put("board", id, body, seen, marks, kept.changed), *others])
        return Board(id, seen + 1, kept)


def author_of(kept: Kept) -> str:
    """The author named in a board's document; empty if it names none."""
    game = recorded(kept.game)
    return str(game.module("workshop").author(msgspec.json.decode(kept.document))) if game.has("workshop") else ""


def _board(doc: Doc) -> Board:
    return Board(doc.id, doc.revision, msgspec.json.decode(doc.body, type=Kept))


def _changed(now: int, seen: int) -> TurnwiseError:
    return TurnwiseError(
        said(
            "The board was changed elsewhere: it is at revision {now}, you saw {seen}. Open it again, or save yours as a new one.",
            now=now,
            seen=seen,
        ),
        "board_changed",
    )
