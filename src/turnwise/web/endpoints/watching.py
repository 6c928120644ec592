"""What can be seen of a match beside the table itself: a picture, a transcript, a hint."""

import asyncio
from typing import Literal

from msgspec import Struct
from starlette.responses import Response

from turnwise.draw import picture
from turnwise.draw.svg import svg
from turnwise.house.house import House
from turnwise.kit.errors import Refused
from turnwise.play.view import View
from turnwise.web.auth import Caller
from turnwise.web.endpoint import Group
from turnwise.web.endpoints.tables import Id

endpoint = Group("/api/tables/{id}")

SVG = "image/svg+xml"
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture brings the colours of its theme along."""


class Themed(Struct, forbid_unknown_fields=True):
    """`auto`: as its reader's screen is set."""

    theme: Literal["light", "dark", "auto"] = "auto"


class Hint(Struct):
    """What a strong player would do with what I know, and why, in sentences."""

    hint: list[str]


async def seen(house: House, caller: Caller, id: str) -> tuple[View, list[str]]:
    """The match as the caller may see it, and the names at the table."""
    place = await house.held(id, caller.person)
    try:
        table = place.table
        if table.match is None:
            raise Refused("The match has not begun.", "table_lobby")
        sitters = [told.get("name") or told.get("bot") or "" for told in place.feed.about(table)["seats"]]
        return table.match.view(table.seat_of(caller.person)), sitters
    finally:
        place.lock.release()


@endpoint("GET", "/picture.svg", "The table as I see it, drawn.", who="anybody", media=SVG)
async def drawn(house: House, caller: Caller, id: Id, query: Themed) -> Response:
    view, names = await seen(house, caller, id)
    text = await asyncio.to_thread(lambda: svg(picture(view, names), theme=query.theme))
    return Response(text, media_type=SVG, headers={"Content-Security-Policy": SVG_POLICY})


@endpoint(
    "GET",
    "/transcript",
    "The match in text as I may keep it; once it is over with its secret, so that the dice can be verified.",
    who="anybody",
    media="text/plain",
)
async def transcript(house: House, caller: Caller, id: Id) -> Response:
    view, _ = await seen(house, caller, id)
    return Response(view.transcript(), media_type="text/plain")


@endpoint("GET", "/hint", "What a strong player would do in my place; not in a rated match.", limit="hints")
async def hint(house: House, caller: Caller, id: Id) -> Hint:
    return Hint(await house.sitters.hint(id, caller.person))
