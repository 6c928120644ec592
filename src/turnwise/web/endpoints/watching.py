"""What can be read of a match besides the table itself: a picture, a moment of the past, a transcript, a hint."""

import asyncio
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response

from turnwise.draw import picture
from turnwise.draw import written as in_characters
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.house.house import House
from turnwise.house.services.past import LONGEST_TRANSCRIPT, Past, verify
from turnwise.house.services.seen import names_at, speaker_at, view_at
from turnwise.house.tables.feed import page_of
from turnwise.house.tables.stills import still_of
from turnwise.house.tables.table import OldRules
from turnwise.house.tables.wire import Ended, Lines, Told
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.kit.errors import Refused
from turnwise.kit.position import SPECTATOR
from turnwise.kit.words import ENGLISH, Said, said, unpacked
from turnwise.play import ending
from turnwise.play.known import Known, known
from turnwise.play.view import View
from turnwise.web.endpoints.playing import Possible
from turnwise.web.http.asked import LARGEST, Count, Id
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import LARGE, Group
from turnwise.web.http.language import language_of, speaker_for
from turnwise.web.pictures.single import Pictures

endpoint = Group("/api")

SVG = "image/svg+xml"
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""An SVG includes the styles of its theme."""


class Themed(Struct, forbid_unknown_fields=True):
    """`auto`: as the reader's screen is set."""

    theme: Literal["light", "dark", "auto"] = "auto"


class When(Struct, forbid_unknown_fields=True):
    """After how many entries of the log; as I saw it, or all of it; with up to 500 lines of the log after `since`."""

    ply: Count
    as_: Literal["me", "everything"] = field(name="as", default="me")
    since: Annotated[int, Meta(ge=-1, le=LARGEST)] = -1


class Before(Struct, forbid_unknown_fields=True):
    """Lines before this one; by default the latest. Lines are numbered from 0, the set-up, including those about
    hints."""

    before: Count | None = None


class MomentThen(Struct):
    """A match at a moment of its past."""

    game: str
    seat: int | None
    turn: int | None
    version: int
    state: dict[str, Any]
    legal: list[Possible]
    lines: list[Told]
    draw_offer: int | None
    left: list[int]
    outcome: Ended | None


class Finished(Struct, forbid_unknown_fields=True):
    transcript: Annotated[str, Meta(max_length=LONGEST_TRANSCRIPT)]


class Verified(Struct):
    """The dice match the commitment that was published before the match."""

    game: str
    entries: int
    commitment: str
    seal: str
    """Of the secret alone."""
    nonces: list[str]
    result: str


class Deeds(Struct):
    """What a seat did: an English template, which is the key into a catalogue, and its arguments."""

    template: str
    given: dict[str, int | float | str]


class Result(Struct):
    """What the game says about its end, each seat's title and deeds (each may be empty), and how long the match
    took."""

    verdict: list[str]
    titles: list[str]
    deeds: list[Deeds]
    seconds: float


class Hint(Struct):
    """What a strong player would do with what I know, and why, in sentences."""

    hint: list[str]


async def seen(house: House, caller: Caller, id: str, language: str = ENGLISH.language) -> tuple[View, tuple[str, ...]]:
    """The match as the caller may see it, and the names at the table."""
    async with house.at(id, caller.person) as loaded:
        table = loaded.table
        if table.outdated:
            raise OldRules(table.outdated)
        if table.match is None:
            raise Refused(said("The match has not begun."), "table_lobby")
        return view_at(loaded, table.seat_of(caller.person)), names_at(table, loaded.feed, language)


class Kept(NamedTuple):
    """The last view of a match under older rules. The pictures name seats by their numbers."""

    text: str
    drawn: str
    told: list[str]


async def kept(house: House, caller: Caller, id: str, language: str = ENGLISH.language) -> Kept:
    """The caller's last view of a match under older rules, if it was stored; with the present names."""
    loaded = await house.find(id, caller.person)
    still = await still_of(house, id)
    if still is None:
        raise OldRules(loaded.table.outdated)
    seen, say = still.of(loaded.table.seat_of(caller.person)), speaker_at(loaded, language)
    return Kept(seen.text, seen.svg() if seen.drawn else "", [say(unpacked(line)) for line in seen.told])


@endpoint("GET", "/tables/{id}/picture.svg", "The table as I see it, drawn.", who="anybody", media=SVG)
async def drawn(
    house: House, pictures: Pictures, caller: Caller, asker: Asker, request: Request, id: Id, query: Themed
) -> Response:
    language = language_of(request)
    try:
        view, names = await seen(house, caller, id, language)
        made = await pictures.made(asker, lambda: svg(picture(view, names, language), theme=query.theme))
    except OldRules:
        if not (made := (await kept(house, caller, id)).drawn):
            raise
    return Response(made, media_type=SVG, headers={"Content-Security-Policy": SVG_POLICY})


@endpoint("GET", "/tables/{id}/picture.txt", "The table as I see it, in text.", who="anybody", media="text/plain")
async def written(house: House, pictures: Pictures, caller: Caller, asker: Asker, request: Request, id: Id) -> Response:
    language = language_of(request)
    try:
        view, names = await seen(house, caller, id, language)
        made = await pictures.made(asker, lambda: text(in_characters(view, names, language, grows=False)))
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


class Ending(NamedTuple):
    """How a match ended: what the game says about it, each seat's title and deeds, and how many seconds it took."""

    verdict: list[Said]
    titles: list[str]
    deeds: list[Said]
    seconds: float


async def ending_of(house: House, caller: Caller, id: str) -> tuple[View, Ending]:
    """A finished match as the caller may see it, and how it ended."""
    view, _ = await seen(house, caller, id)
    table = (await house.find(id, caller.person)).table
    if view.outcome is None or table.match is None:
        raise Refused(said("The match is not over."), "running")
    frame, seconds = table.match.spoken.frame, (table.ended_at - table.started_at) / 1000

    def told() -> Ending:
        return Ending(ending.verdict(view, frame), ending.titles(view), ending.deeds(view), seconds)

    return view, await asyncio.to_thread(told)  # a long log takes a while


@endpoint("GET", "/tables/{id}/result", "How a finished match ended, in the game's own words.", who="anybody")
async def result(house: House, caller: Caller, id: Id) -> Result:
    _, how = await ending_of(house, caller, id)
    say = speaker_at(await house.find(id, caller.person), ENGLISH.language)
    return Result([say(line) for line in how.verdict], how.titles, [_deeds(one) for one in how.deeds], how.seconds)


def _deeds(one: Said) -> Deeds:
    given = {name: value if isinstance(value, int | float | str) else str(value) for name, value in one.given}
    return Deeds(one.plural if one.plural and given[one.by] != 1 else one.template, given)


@endpoint("GET", "/tables/{id}/lines", "A page of the log, as I may see it.", who="anybody", answers=Lines)
async def lines(house: House, caller: Caller, request: Request, id: Id, query: Before) -> Lines:
    async with house.at(id, caller.person) as loaded:
        seat, say = loaded.table.seat_of(caller.person), speaker_at(loaded, language_of(request))
        return page_of(loaded.table, SPECTATOR if seat is None else seat, query.before, say)


@endpoint(
    "GET",
    "/tables/{id}/view",
    "An earlier moment of the match: what I knew then, or everything once it is over.",
    who="anybody",
    answers=MomentThen,
    cancels=True,
)
async def moment(house: House, past: Past, asker: Asker, request: Request, id: Id, query: When) -> dict[str, Any]:
    say = speaker_at(await house.find(id, asker.person), language_of(request))
    return await past.at(id, asker, query.ply, say, everything=query.as_ == "everything", since=query.since)


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
async def hint(house: House, caller: Caller, request: Request, id: Id) -> Hint:
    advice = await house.hint(id, caller.person)
    return Hint([*map(speaker_for(request, house), advice.told)])
