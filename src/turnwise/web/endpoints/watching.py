"""What can be seen of a match beside the table itself: a picture, a moment of the past, a transcript, a hint."""

import asyncio
from html import escape
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response

from turnwise.draw import picture
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.house.feed import page_of
from turnwise.house.house import House
from turnwise.house.jobs import Jobs
from turnwise.house.past import LONGEST_TRANSCRIPT, Past, verify
from turnwise.house.stills import Seen, still_of
from turnwise.house.table import OldRules
from turnwise.house.turns import Asker
from turnwise.kit.errors import Refused
from turnwise.kit.position import SPECTATOR
from turnwise.play import ending
from turnwise.play.known import Known, known
from turnwise.play.view import View
from turnwise.web.answers import Ended, Line, Lines
from turnwise.web.asked import LARGEST, Count, Id
from turnwise.web.auth import Caller
from turnwise.web.easel import names_at, painted, view_at
from turnwise.web.endpoint import LARGE, Group
from turnwise.web.endpoints.playing import Possible
from turnwise.web.pictures import Pictures
from turnwise.web.words import ENGLISH, language_of

endpoint = Group("/api")

SEAT, LONGEST_NAME = "Seat 0", 14
"""What stands for a name where a picture was drawn without it, and how many letters of one are put there."""
SVG = "image/svg+xml"
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture brings the colours of its theme along."""


class Themed(Struct, forbid_unknown_fields=True):
    """`auto`: as its reader's screen is set."""

    theme: Literal["light", "dark", "auto"] = "auto"


class When(Struct, forbid_unknown_fields=True):
    """After how many entries of the log; as I saw it, or all of it; with up to 500 lines of the log after `since`."""

    ply: Count
    as_: Literal["me", "everything"] = field(name="as", default="me")
    since: Annotated[int, Meta(ge=-1, le=LARGEST)] = -1


class Before(Struct, forbid_unknown_fields=True):
    """Lines before this one; by default the latest. Lines are numbered from 0, the set-up, with those about hints between them."""

    before: Count | None = None


class MomentThen(Struct):
    """A match at a moment of its past."""

    game: str
    seat: int | None
    turn: int | None
    version: int
    state: dict[str, Any]
    legal: list[Possible]
    lines: list[Line]
    draw_offer: int | None
    left: list[int]
    outcome: Ended | None


class Finished(Struct, forbid_unknown_fields=True):
    transcript: Annotated[str, Meta(max_length=LONGEST_TRANSCRIPT)]


class Verified(Struct):
    """The dice are those that were promised before the match."""

    game: str
    entries: int
    commitment: str
    seal: str
    """Of the secret alone."""
    nonces: list[str]
    result: str


class Deeds(Struct):
    """What a seat did: an English template, by which a catalogue finds another language's, and what is filled in."""

    template: str
    given: dict[str, int]


class Result(Struct):
    """What the game says of its end, and of each seat its title and what it did; each may be empty. And how long the match took."""

    verdict: list[str]
    titles: list[str]
    deeds: list[Deeds]
    seconds: float


class Hint(Struct):
    """What a strong player would do with what I know, and why, in sentences."""

    hint: list[str]


async def seen(house: House, caller: Caller, id: str, language: str = ENGLISH) -> tuple[View, tuple[str, ...]]:
    """The match as the caller may see it, and the names at the table."""
    place = await house.held(id, caller.person)
    try:
        table = place.table
        if table.outdated:
            raise OldRules(table.outdated)
        if table.match is None:
            raise Refused("The match has not begun.", "table_lobby")
        return view_at(place, table.seat_of(caller.person)), names_at(table, place.feed, language)
    finally:
        place.lock.release()


def cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


async def kept(house: House, caller: Caller, id: str) -> Seen:
    """What the caller last saw of a match of older rules, as far as that was kept; with the names of today."""
    place = await house.place(id, caller.person)
    still = await still_of(house, id)
    if still is None:
        raise OldRules(place.table.outdated)
    seen, names = still.of(place.table.seat_of(caller.person)), names_at(place.table, place.feed, ENGLISH)
    columns = [cut(name, len(SEAT)).ljust(len(SEAT)) for name in names]  # or what stands to the right would be moved
    return Seen(
        ending.named(seen.text, columns),
        ending.named(seen.svg(), [escape(cut(name, LONGEST_NAME)) for name in names]).encode() if seen.drawn else b"",
        [ending.named(line, names) for line in seen.told],
    )


@endpoint("GET", "/tables/{id}/picture.svg", "The table as I see it, drawn.", who="anybody", media=SVG)
async def drawn(
    house: House, pictures: Pictures, caller: Caller, asker: Asker, request: Request, id: Id, query: Themed
) -> Response:
    language = language_of(request)
    made: str | bytes
    try:
        view, names = await seen(house, caller, id, language)
        made = await pictures.made(asker, lambda: svg(painted(view, names, language), theme=query.theme))
    except OldRules:
        if not (made := (await kept(house, caller, id)).drawn):
            raise
    return Response(made, media_type=SVG, headers={"Content-Security-Policy": SVG_POLICY})


@endpoint("GET", "/tables/{id}/picture.txt", "The table as I see it, in text.", who="anybody", media="text/plain")
async def written(house: House, pictures: Pictures, caller: Caller, asker: Asker, id: Id) -> Response:
    try:
        view, names = await seen(house, caller, id)
        made = await pictures.made(asker, lambda: text(picture(view, names)))
    except OldRules:
        if not (made := (await kept(house, caller, id)).text):
            raise
    return Response(made, media_type="text/plain")


@endpoint(
    "GET",
    "/tables/{id}/position",
    "What I may know of the match as records, for a program that thinks with Turnwise's own bots.",
    who="anybody",
)
async def position(house: House, caller: Caller, id: Id) -> Known:
    return known((await seen(house, caller, id))[0])


@endpoint("GET", "/tables/{id}/result", "How a finished match ended, in the game's own words.", who="anybody")
async def result(house: House, caller: Caller, id: Id) -> Result:
    view, names = await seen(house, caller, id)
    table = (await house.place(id, caller.person)).table
    if view.outcome is None or table.match is None:
        raise Refused("The match is not over.", "running")
    frame, seconds = table.match.spoken.frame, (table.ended_at - table.started_at) / 1000

    def told() -> Result:
        return Result(
            [ending.named(line, names) for line in ending.verdict(view, frame)],
            ending.titles(view),
            [Deeds(told.template, dict(told.given)) for told in ending.deeds(view)],
            seconds,
        )

    return await asyncio.to_thread(told)  # a long log takes a while


@endpoint("GET", "/tables/{id}/lines", "A page of the log, as I may see it.", who="anybody", answers=Lines)
async def lines(house: House, caller: Caller, id: Id, query: Before) -> dict[str, Any]:
    place = await house.held(id, caller.person)
    try:
        seat = place.table.seat_of(caller.person)
        return page_of(place.table, SPECTATOR if seat is None else seat, query.before)
    finally:
        place.lock.release()


@endpoint(
    "GET",
    "/tables/{id}/view",
    "An earlier moment of the match: what I knew then, or everything once it is over.",
    who="anybody",
    answers=MomentThen,
    cancels=True,
)
async def moment(past: Past, asker: Asker, id: Id, query: When) -> dict[str, Any]:
    everything = query.as_ == "everything"
    return await past.at(id, asker, query.ply, everything=everything, since=query.since)


@endpoint(
    "GET",
    "/tables/{id}/transcript",
    "The match in text as I may keep it; once it is over with its secret, so that the dice can be verified.",
    who="anybody",
    media="text/plain",
)
async def transcript(past: Past, caller: Caller, id: Id) -> Response:
    return Response(await past.transcript(id, caller.person), media_type="text/plain")


@endpoint(
    "POST",
    "/verifications",
    "Play a finished match again from its transcript: whether the dice are those that were promised.",
    limit="hints",
    answers=Verified,
    most=LARGE,
    cancels=True,
)
async def verify_transcript(jobs: Jobs, asker: Asker, body: Finished) -> dict[str, Any]:
    return await verify(jobs, asker, body.transcript)


@endpoint(
    "POST",
    "/tables/{id}/hint",
    "What a strong player would do in my place; not in a rated match, and among several people only if agreed on.",
    limit="hints",
)
async def hint(house: House, caller: Caller, id: Id) -> Hint:
    return Hint(await house.sitters.hint(id, caller.person))
