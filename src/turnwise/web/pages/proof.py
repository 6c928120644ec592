"""Whether the dice match the commitment, and who added to them."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from turnwise.house.house import House
from turnwise.house.services.past import Past, verify
from turnwise.house.services.seen import speaker_at
from turnwise.house.tables import dice
from turnwise.house.tables.items import BOT
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.table import Table
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import Refused
from turnwise.kit.words import Said, Seat, said
from turnwise.web.endpoints.dice import Share, add_to_dice
from turnwise.web.http.answers import Done
from turnwise.web.http.asked import Id, Seal
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import Group
from turnwise.web.http.language import language_of
from turnwise.web.pages.site import Pages, Visit, fragment

page = Pages()
form = Group("/tables/{id}")


VERIFIED = said(
    "The match was played again from its transcript: the dice and cards were those promised before it began."
)
NOT_VERIFIED = said("This is not what was promised before the match began.")
NOTED = said(
    "Before it added anything, this device noted the seals of the house and the others: they are those of this match."
)
EXCHANGED = said("Before it added anything, this device noted other seals: dice and cards were exchanged afterwards!")
TO_COME = said("When the match begins, everybody who plays adds to its dice and cards, so that nobody can choose them.")
BRANCH = said("Dice and cards are those of the match that this one goes on from.")
MADE = said("Dice and cards were made by the house together with {names}.")
ONLY_HOUSE = said("Nobody but the house added to dice and cards: it could have chosen them.")
NOTHING = said("Nothing came from {names}.")
OPENLY = said(
    "What {names} added was not sealed: whoever added later, and knew the house's secret, could have fitted it."
)
EARLIER = said("What was sent when people sat down does not count: the house could have drawn its secret afterwards.")
BOTS = said("Bots add nothing.")


class Noted(Struct):
    """The seals that a device saw before it added to the dice: the house's, and those of all who had sealed."""

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
    """Replay the match from its transcript, as anybody can."""
    found = await verify(jobs, asker, await past.transcript(id, caller.person))
    loaded, language = await house.find(id, caller.person), language_of(request)
    table = loaded.table
    told = [VERIFIED if found["commitment"] == table.commitment else NOT_VERIFIED]
    if body.seals:
        told.append(NOTED if _as_noted(table, caller.person, found["seal"], body.seals) else EXCHANGED)
    file, say = f"{table.game.name}-{id}.txt", speaker(None, language)
    return fragment(
        request, "proof.html", told=[*map(say, told)], made=made_by(loaded, language), seals=body.seals, file=file
    )


@form("POST", "/luck", "What a page adds to the dice.", limit="actions")
async def luck(house: House, caller: Caller, id: Id, body: Share) -> Done:
    """For a page whose state may be old: that the match has begun meanwhile is no error."""
    with suppress(Refused):
        await add_to_dice(house, caller, id, body)
    return Done()


@page("/tables/{id}/dice")
async def made(visit: Visit, id: str) -> Response:
    """Who added to the dice, as a fragment."""
    loaded = await visit.house.find(id, visit.caller.person)
    return visit.show("said.html", said=made_by(loaded, visit.language))


def made_by(loaded: LoadedTable, language: str) -> str:
    """Who has added to the dice of a match and who has not, in sentences."""
    table, say, lacking = loaded.table, speaker_at(loaded, language), dice.missing(loaded.table)
    if table.to_come:
        return say(TO_COME)
    if table.branches:
        return say(BRANCH)
    gave = [seat for seat, gave in enumerate(table.gave) if gave]
    openly = [seat for seat in gave if not table.seals[seat]] if len(gave) > 1 else []
    told = [_with(MADE, gave)] if gave else [ONLY_HOUSE]
    told += [EARLIER] * any(nonce and not gave for nonce, gave in zip(table.nonces, table.gave, strict=True))
    told += [_with(OPENLY, openly)] * bool(openly) + [_with(NOTHING, lacking)] * bool(gave and lacking)
    told += [BOTS] * any(who.startswith(BOT) for who in table.sitters)
    return " ".join(map(say, told))


def _with(sentence: Said, seats: Sequence[int]) -> Said:
    return sentence.given_also(names=tuple(map(Seat, seats)))


def _as_noted(table: Table, person: str, seal: str, noted: Sequence[str]) -> bool:
    """Whether the match used what a device noted. Nonces given openly came before the others' seals were final."""
    seat = table.seat_of(person)
    others = noted[1:] if seat is not None and table.seals[seat] else ()
    return noted[0] == seal and set(others) <= set(table.seals)
