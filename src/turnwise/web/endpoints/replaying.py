"""Replays of a match: every moment drawn, the whole as a film, and a new match that continues from a moment."""

import gzip
from typing import Any, Literal

from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import Response

from turnwise.draw import looked, picture
from turnwise.draw.keyed import keyed
from turnwise.draw.plan import WIDE, stage
from turnwise.draw.svg import svg
from turnwise.house.house import House
from turnwise.house.services.branch import branch
from turnwise.house.services.past import Past
from turnwise.house.services.seen import names_at
from turnwise.house.work.permits import Asker
from turnwise.kit.catalogues import speaker
from turnwise.play.view import View
from turnwise.web.endpoints.watching import SVG, SVG_POLICY
from turnwise.web.http.api import answered
from turnwise.web.http.asked import BotName, Count, Id, Key, Pixels, Seat
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import Group
from turnwise.web.http.language import language_of
from turnwise.web.pictures.easel import beside
from turnwise.web.pictures.films import Films
from turnwise.web.pictures.single import Pictures

endpoint = Group("/api")

Eyes = Literal["me", "everything"]


class Moment(Struct, forbid_unknown_fields=True):
    """After how many entries of the log; as I saw it, or all of it."""

    ply: Count
    as_: Eyes = field(name="as", default="me")


class Sized(Moment):
    """For a window of so many CSS pixels."""

    width: Pixels = WIDE.width
    height: Pixels = WIDE.height


class Still(Moment):
    theme: Literal["light", "dark", "auto"] = "light"


class Film(Struct, forbid_unknown_fields=True):
    """From which view, and up to which entry of the log; by default the latest."""

    as_: Eyes = field(name="as", default="me")
    theme: Literal["light", "dark"] = "light"
    until: Count | None = None


class Filmed(Struct):
    """How many frames are made, and of how many."""

    done: int
    of: int


class Drawing(Struct):
    """A table drawn for a page; docs/protocol.md tells what is in it."""

    type: str
    version: int
    whole: bool
    moves: list[Any]
    coach: list[str]
    size: list[float]
    words: str
    ground: str
    palette: dict[str, list[str]]
    shades: str
    gone: dict[str, str]
    sounds: list[str]
    parts: dict[str, str | list[str | int]]
    """By number: SVG, or pieces of it and the numbers of the parts between them."""
    things: dict[str, dict[str, Any]]


class Branching(Struct, forbid_unknown_fields=True):
    """After how many entries of the log to play on; in which seat, by default the caller's or the first; against which
    bot."""

    ply: Count
    seat: Seat | None = None
    bot: BotName = "search:3"
    key: Key = ""


class Branched(Struct):
    table: str


async def _then(
    house: House, past: Past, asker: Asker, id: str, ply: int, as_: Eyes, language: str
) -> tuple[View, tuple[str, ...]]:
    view = await past.view(id, asker, ply, everything=as_ == "everything")
    loaded = await house.find(id, asker.person)
    return view, names_at(loaded.table, loaded.feed, language)


@endpoint(
    "GET",
    "/tables/{id}/drawing",
    "A moment of the match, drawn for a page.",
    who="anybody",
    answers=Drawing,
    cancels=True,
)
async def drawing(
    house: House, past: Past, pictures: Pictures, asker: Asker, request: Request, id: Id, query: Sized
) -> Response:
    language = language_of(request)
    view, names = await _then(house, past, asker, id, query.ply, query.as_, language)

    def draw() -> Response:
        drawn, say = looked(view, stage(query.width, query.height)), speaker(view.game, language, names)
        told = {"type": "picture", "version": view.version, **beside(view, drawn, say), **keyed(drawn, say)}
        response = answered(told)
        if "gzip" in request.headers.get("accept-encoding", ""):
            response = Response(gzip.compress(response.body, 4), headers={"Content-Encoding": "gzip"})
            response.headers["Content-Type"] = "application/json"
        return response

    return await pictures.made(asker, draw)


@endpoint(
    "GET", "/tables/{id}/moment.svg", "A moment of the match as a picture.", who="anybody", media=SVG, cancels=True
)
async def still(
    house: House, past: Past, pictures: Pictures, asker: Asker, request: Request, id: Id, query: Still
) -> Response:
    language = language_of(request)
    view, names = await _then(house, past, asker, id, query.ply, query.as_, language)
    text = await pictures.made(asker, lambda: svg(picture(view, names, language), theme=query.theme))
    return Response(text, media_type=SVG, headers={"Content-Security-Policy": SVG_POLICY})


@endpoint("POST", "/tables/{id}/film", "Make some more of a film; when it is done, it is there at once.", cancels=True)
async def go_on(films: Films, asker: Asker, request: Request, id: Id, body: Film) -> Filmed:
    wanted = await films.wanted(
        id, asker.person, body.until, body.as_ == "everything", language_of(request), body.theme
    )
    reel = await films.go_on(wanted, asker)
    return Filmed(len(reel.frames), len(reel.plies))


@endpoint(
    "GET",
    "/tables/{id}/film.gif",
    "The match as a moving picture, as far as it has come.",
    limit="hints",
    media="image/gif",
    cancels=True,
)
async def moving(films: Films, asker: Asker, request: Request, id: Id, query: Film) -> Response:
    wanted = await films.wanted(
        id, asker.person, query.until, query.as_ == "everything", language_of(request), query.theme
    )
    while not (reel := await films.go_on(wanted, asker)).film:
        pass
    return Response(reel.film, media_type="image/gif")


@endpoint(
    "POST",
    "/tables/{id}/branches",
    "Play on from a moment of a finished match, against a bot, at a new table.",
    limit="tables",
    status=201,
)
async def play_on(house: House, caller: Caller, id: Id, body: Branching) -> Branched:
    return Branched(await branch(house, id, caller.person, body.ply, body.seat, body.bot, body.key))
