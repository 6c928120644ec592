"""Whether the dice are those that were promised, and who made them."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from turnwise.house import dice
from turnwise.house.house import House, Place
from turnwise.house.items import BOT
from turnwise.house.jobs import Jobs
from turnwise.house.past import Past, verify
from turnwise.house.table import Table
from turnwise.house.turns import Asker
from turnwise.kit.errors import Refused
from turnwise.web.answers import Done
from turnwise.web.asked import Id, Seal
from turnwise.web.auth import Caller
from turnwise.web.easel import names_at
from turnwise.web.endpoint import Group
from turnwise.web.endpoints.dice import Share, add_to_dice
from turnwise.web.pages.site import Pages, Visit, fragment, sentence
from turnwise.web.words import language_of

page = Pages()
form = Group("/tables/{id}")


class Noted(Struct):
    """The seals that a device saw before it added to the dice: of the house, and of everybody who had sealed something."""

    seals: Annotated[tuple[Seal, ...], Meta(max_length=17)] = ()


@form(
    "POST",
    "/proof",
    "Whether the dice were those promised, and who made them.",
    limit="hints",
    media="text/html",
    cancels=True,
)
async def proof(
    house: House, past: Past, jobs: Jobs, caller: Caller, asker: Asker, request: Request, id: Id, body: Noted
) -> Response:
    """Play the match again from its transcript, as anybody can."""
    found = await verify(jobs, asker, await past.transcript(id, caller.person))
    place, language = await house.place(id, caller.person), language_of(request)
    table = place.table
    names = ["end.verified" if found["commitment"] == table.commitment else "end.not_verified"]
    if body.seals:
        names.append("dice.noted" if _as_noted(table, caller.person, found["seal"], body.seals) else "dice.exchanged")
    told, file = [sentence(language, name) for name in names], f"{table.game.name}-{id}.txt"
    return fragment(request, "proof.html", told=told, made=made_by(place, language), seals=body.seals, file=file)


@form("POST", "/luck", "What a page adds to the dice.", limit="actions")
async def luck(house: House, caller: Caller, id: Id, body: Share) -> Done:
    """A page goes by what it saw last: that the match has begun meanwhile is no fault of its own."""
    with suppress(Refused):
        await add_to_dice(house, caller, id, body)
    return Done()


@page("/tables/{id}/dice")
async def made(visit: Visit, id: str) -> Response:
    """Who made the dice, by itself."""
    place = await visit.house.place(id, visit.caller.person)
    return visit.show("said.html", said=made_by(place, visit.language))


def made_by(place: Place, language: str) -> str:
    """Who has added to the dice of a match and who has not, in sentences."""
    table = place.table
    if table.to_come:
        return sentence(language, "dice.to_come")
    if table.branches:
        return sentence(language, "dice.branch")
    names, lacking = names_at(table, place.feed, language), dice.missing(table)

    def called(seats: Sequence[int]) -> str:
        return ", ".join(names[seat] for seat in seats)

    gave = [seat for seat, gave in enumerate(table.gave) if gave]
    openly = [seat for seat in gave if not table.seals[seat]] if len(gave) > 1 else []
    told = [("dice.made", gave)] if gave else [("dice.only_house", [])]
    told += [("dice.earlier", [])] * any(
        nonce and not gave for nonce, gave in zip(table.nonces, table.gave, strict=True)
    )
    told += [("dice.openly", openly)] * bool(openly) + [("dice.nothing", lacking)] * bool(gave and lacking)
    told += [("dice.bots", [])] * any(who.startswith(BOT) for who in table.sitters)
    return " ".join(sentence(language, name, names=called(seats)) for name, seats in told)


def _as_noted(table: Table, person: str, seal: str, noted: Sequence[str]) -> bool:
    """Whether what a device noted is what was played with. Whoever gave openly did so before the others' seals were final."""
    seat = table.seat_of(person)
    others = noted[1:] if seat is not None and table.seals[seat] else ()
    return noted[0] == seal and set(others) <= set(table.seals)
