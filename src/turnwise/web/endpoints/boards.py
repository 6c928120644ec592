"""Boards that people make for a game: look at a draft, keep it, share it, and let bots play on it."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from turnwise.house.boards import Board, Boards, author_of, workshop_of
from turnwise.house.judging import Judging
from turnwise.kit.game import Game
from turnwise.web.answers import Done
from turnwise.web.asked import LARGEST, GameName, Id, Key, Named
from turnwise.web.auth import Caller
from turnwise.web.endpoint import JSON, LARGE, Group
from turnwise.web.pages.site import LANGUAGE
from turnwise.web.words import preferred, said

endpoint = Group("/api")


class Draft(Struct, forbid_unknown_fields=True):
    """A board as the game's own file format has it; it need not be good yet."""

    document: Named


class NewBoard(Struct, forbid_unknown_fields=True):
    game: GameName
    document: Named
    key: Key = ""


class ChangedBoard(Struct, forbid_unknown_fields=True):
    """`revision`: the one that its sender saw."""

    document: Named
    revision: Annotated[int, Meta(ge=1, le=LARGEST)]


class WantedBoards(Struct, forbid_unknown_fields=True):
    game: GameName = ""


class About(Struct):
    """A sentence about a board, the numbers of the places that it is about, and whether it speaks against the board."""

    where: list[int]
    sentence: str
    severe: bool


class Site(Struct):
    """A place: its connections, and the fewest steps from the start; none where there is no way."""

    degree: int
    steps: int | None


class Checked(Struct):
    """`good`: it can be kept and played on; then a table takes it as its option `option`, together with `options`."""

    good: bool
    remarks: list[About]
    sites: list[Site]
    option: str
    options: dict[str, Any]


class Arranged(Struct):
    document: Named


class Judged(Struct):
    """Games so far, of how many. When they are over, what they say; until then ask again."""

    done: int
    of: int
    remarks: list[About] | None


class BoardFacts(Struct):
    id: str
    game: str
    title: str
    author: str
    """Whoever made it, as the document says; an empty text if it does not."""
    revision: int
    made: int
    changed: int
    mine: bool


class WholeBoard(BoardFacts):
    document: Named


def facts(board: Board, person: str) -> dict[str, Any]:
    kept = board.kept
    return {
        "id": board.id,
        "game": kept.game,
        "title": kept.title,
        "author": author_of(kept),
        "revision": board.revision,
        "made": kept.made,
        "changed": kept.changed,
        "mine": kept.owner == person,
    }


def whole(board: Board, person: str) -> WholeBoard:
    return WholeBoard(**facts(board, person), document=msgspec.json.decode(board.kept.document))


@endpoint("GET", "/boards", "My boards, the latest first.")
async def my_boards(boards: Boards, caller: Caller, query: WantedBoards) -> list[BoardFacts]:
    return [BoardFacts(**facts(board, caller.person)) for board in await boards.of(caller.person, query.game)]


@endpoint("POST", "/boards", "Keep a board.", status=201, most=LARGE)
async def keep_board(boards: Boards, caller: Caller, body: NewBoard) -> BoardFacts:
    return BoardFacts(**facts(await boards.add(caller.person, body.game, body.document, body.key), caller.person))


@endpoint("GET", "/boards/{board}", "A board, for whoever was given its id.", who="anybody")
async def board(boards: Boards, caller: Caller, board: Id) -> WholeBoard:
    return whole(await boards.get(board), caller.person)


@endpoint("PATCH", "/boards/{board}", "Another document for a board of mine.", most=LARGE)
async def change_board(boards: Boards, caller: Caller, board: Id, body: ChangedBoard) -> BoardFacts:
    changed = await boards.change(caller.person, board, body.document, body.revision)
    return BoardFacts(**facts(changed, caller.person))


@endpoint("DELETE", "/boards/{board}", "Delete a board of mine.")
async def delete_board(boards: Boards, caller: Caller, board: Id) -> Done:
    await boards.drop(caller.person, board)
    return Done()


@endpoint("POST", "/games/{game}/workshop/check", "What is to be said about a draft.", limit="drafts", most=LARGE)
async def check_draft(request: Request, game: GameName, body: Draft) -> Checked:
    found, workshop = workshop_of(game)

    def look() -> Checked:
        remarks = workshop.check(body.document)
        good = not any(one.severe for one in remarks)
        told = _told(found, request, ((one.where, one.said.template, one.said.given, one.severe) for one in remarks))
        sites = [Site(*site) for site in workshop.sites(body.document)]
        needed = workshop.options(workshop.read(body.document)) if good else {}
        return Checked(good, told, sites, workshop.OPTION, needed)

    return await asyncio.to_thread(look)  # a large draft takes a while


@endpoint(
    "POST",
    "/games/{game}/workshop/arrange",
    "A draft with its places put in order.",
    limit="drafts",
    most=LARGE,
    answers=Arranged,
)
async def arrange_draft(game: GameName, body: Draft) -> Response:
    _, workshop = workshop_of(game)
    document = await asyncio.to_thread(workshop.arrange, body.document)
    # A draft may hold numbers of any length, which only Python's own JSON writes.
    return Response(json.dumps({"document": document}), media_type=JSON)


@endpoint("POST", "/games/{game}/workshop/judge", "Let bots play on a board.", limit="drafts", most=LARGE)
async def judge_board(judging: Judging, request: Request, game: GameName, body: Draft) -> Judged:
    found, _ = workshop_of(game)
    judged = await judging.judge(game, body.document)
    if judged.findings is None:
        return Judged(judged.done, judged.of, None)
    remarks = ((one.where, one.template, one.given, one.severe) for one in judged.findings)
    return Judged(judged.done, judged.of, _told(found, request, remarks))


Remark = tuple[list[int], str, Mapping[str, Any], bool]


def _told(game: Game, request: Request, remarks: Iterable[Remark]) -> list[About]:
    """In the language of whoever asks."""
    language = preferred(request.headers.get("accept-language", ""), request.cookies.get(LANGUAGE, ""))
    return [
        About(where, said(game, language, template).format_map(given), severe)
        for where, template, given, severe in remarks
    ]
