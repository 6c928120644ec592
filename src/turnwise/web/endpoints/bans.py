"""What a banned person may do: read why and until when, and appeal once."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from turnwise.house.house import House
from turnwise.house.people.bans import LONGEST_APPEAL
from turnwise.web.http.answers import Barred, Done
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import Group
from turnwise.web.http.refusals import ban_told

endpoint = Group("/api/me/ban")


class MyBan(Struct):
    """The latest; it may be over."""

    ban: Barred | None


class Appeal(Struct, forbid_unknown_fields=True):
    """What the host of the house should know."""

    text: Annotated[str, Meta(max_length=5 * LONGEST_APPEAL)]


@endpoint(
    "GET",
    "",
    "Why I am banned, until when, and what the host says; the latest ban, if it is over.",
    answers=MyBan,
    banned=True,
)
async def my_ban(house: House, caller: Caller) -> dict[str, Any]:
    ban = await house.bans.latest(caller.person)
    return {"ban": ban_told(ban) if ban else None}


@endpoint("POST", "/appeal", "Ask the host to lift my ban; once.", status=201, banned=True)
async def appeal(house: House, caller: Caller, body: Appeal) -> Done:
    await house.bans.appeal(caller.person, body.text)
    return Done()
