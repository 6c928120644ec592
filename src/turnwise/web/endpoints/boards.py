"""Boards that people make for a game: check a draft, store it, share it, and let bots play on it."""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from turnwise.house.services.boards import Board, Boards, author_of, workshop_of
from turnwise.house.services.judging import Judging
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.house.work.worker import Arrange, Check
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import said, unpacked
from turnwise.web.http.answers import Done
from turnwise.web.http.api import BadRequest
from turnwise.web.http.asked import LARGEST, GameName, Id, Key, Named
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import JSON, LARGE, Group
from turnwise.web.http.language import language_of

endpoint = Group("/api")

Sent = Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
"""A document as it came: its game reads it, in another process."""


class Draft(Struct, forbid_unknown_fields=True):
    """A board in the game's own file format; it need not be valid yet."""

    document: Sent


class NewBoard(Struct, forbid_unknown_fields=True):
    game: GameName
    document: Sent
    key: Key = ""


class ChangedBoard(Struct, forbid_unknown_fields=True):
    """`revision`: the one that the sender saw."""

    document: Sent
    revision: Annotated[int, Meta(ge=1, le=LARGEST)]


class WantedBoards(Struct, forbid_unknown_fields=True):
    game: GameName = ""


class About(Struct):
    """A sentence about a board, the numbers of its places, and whether it is an objection."""

    where: list[int]
    sentence: str
    severe: bool


class Site(Struct):
    """A place: its connections, and the fewest steps from the start; null if it can't be reached."""

    degree: int
    steps: int | None


class Checked(Struct):
    """`good`: it can be stored and played on; then a table takes it as its option `option`, together with `options`."""

    good: bool
    remarks: list[About]
    sites: list[Site]
    option: str
    options: dict[str, Any]


class Arranged(Struct):
    document: Named


class Judged(Struct):
    """Games so far, of how many. When they are over, the findings; until then ask again."""

    done: int
    of: int
    remarks: list[About] | None


class BoardFacts(Struct):
    id: str
    game: str
    title: str
    author: str
    """The author named in the document; empty if it names none."""
    revision: int
    made: int
    changed: int
    mine: bool


class WholeBoard(BoardFacts):
    document: Named


def sent(body: Draft | NewBoard | ChangedBoard) -> bytes:
    """The document in a request."""
    document = bytes(body.document)
    if not document.startswith(b"{"):
        raise BadRequest(said("The request is not as it should be: `document` is an object."))
    return document


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
async def keep_board(boards: Boards, jobs: Jobs, asker: Asker, body: NewBoard) -> BoardFacts:
    board = await boards.add(jobs, asker, body.game, sent(body), body.key)
    return BoardFacts(**facts(board, asker.person))


@endpoint("GET", "/boards/{board}", "A board, for whoever was given its id.", who="anybody")
async def board(boards: Boards, caller: Caller, board: Id) -> WholeBoard:
    return whole(await boards.get(board), caller.person)


@endpoint("PATCH", "/boards/{board}", "Another document for a board of mine.", most=LARGE)
async def change_board(boards: Boards, jobs: Jobs, asker: Asker, board: Id, body: ChangedBoard) -> BoardFacts:
    changed = await boards.change(jobs, asker, board, sent(body), body.revision)
    return BoardFacts(**facts(changed, asker.person))


@endpoint("DELETE", "/boards/{board}", "Delete a board of mine.")
async def delete_board(boards: Boards, caller: Caller, board: Id) -> Done:
    await boards.drop(caller.person, board)
    return Done()


@endpoint(
    "POST",
    "/games/{game}/workshop/check",
    "What is to be said about a draft.",
    limit="drafts",
    most=LARGE,
    cancels=True,
)
async def check_draft(jobs: Jobs, asker: Asker, request: Request, game: GameName, body: Draft) -> Checked:
    found, workshop = workshop_of(game)
    told = await jobs.do(Check(found.name, sent(body)), asker)
    good, remarks, sites, needed = msgspec.msgpack.decode(told)
    return Checked(good, _told(found, request, remarks), [Site(*site) for site in sites], workshop.OPTION, needed)


@endpoint(
    "POST",
    "/games/{game}/workshop/arrange",
    "A draft with its places put in order.",
    limit="drafts",
    most=LARGE,
    answers=Arranged,
    cancels=True,
)
async def arrange_draft(jobs: Jobs, asker: Asker, game: GameName, body: Draft) -> Response:
    found, _ = workshop_of(game)
    return Response(await jobs.do(Arrange(found.name, sent(body)), asker), media_type=JSON)


@endpoint(
    "POST",
    "/games/{game}/workshop/judge",
    "Let bots play on a board, as long as I ask how far they are.",
    limit="drafts",
    most=LARGE,
    cancels=True,
)
async def judge_board(judging: Judging, asker: Asker, request: Request, game: GameName, body: Draft) -> Judged:
    found, _ = workshop_of(game)
    judged = await judging.judge(game, sent(body), asker)
    if judged.findings is None:
        return Judged(judged.done, judged.of, None)
    remarks = ((one.where, one.said, one.severe) for one in judged.findings)
    return Judged(judged.done, judged.of, _told(found, request, remarks))


Remark = tuple[list[int], Any, bool]
"""The places that a packed sentence is about, the sentence, and whether it is severe."""


def _told(game: Game, request: Request, remarks: Iterable[Remark]) -> list[About]:
    """In the caller's language."""
    say = speaker(game, language_of(request))
    return [About(where, say(unpacked(sentence)), severe) for where, sentence, severe in remarks]
