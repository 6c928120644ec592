"""During the match: act, resign, draw, ask and answer, walk away and come back, talk."""

from typing import Any, Literal

from msgspec import Struct, field

from turnwise.house.house import House
from turnwise.house.tables import playing
from turnwise.house.tables.items import Asking
from turnwise.play.entry import Special
from turnwise.web.endpoints.tables import changed
from turnwise.web.http.answers import Stand
from turnwise.web.http.asked import Acting, Id, Saying
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import Group

endpoint = Group("/api/tables/{id}")

DRAWS = {"offer": Special.OFFER_DRAW, "accept": Special.ACCEPT_DRAW, "refuse": Special.REFUSE_DRAW}


class Acted(Struct):
    """Accepted and stored: the version of the match after it. `repeated`: it had been accepted before."""

    version: int
    repeated: bool


class Draw(Struct, forbid_unknown_fields=True):
    do: Literal["offer", "accept", "refuse"]


class Answer(Struct, forbid_unknown_fields=True):
    yes: bool
    for_: Asking = field(name="for")


class Possible(Struct):
    """An action in its three forms; any of them may be sent."""

    id: int
    words: str
    json: dict[str, Any]


class Moves(Struct):
    version: int
    turn: int | None
    legal: list[Possible]


@endpoint("POST", "/actions", "Take an action, or several at once.", limit="actions", standing=True)
async def act(house: House, caller: Caller, id: Id, body: Acting) -> Acted:
    done = await house.act(id, caller.person, body.listed, body.version, body.key)
    return Acted(done.version, done.repeated)


@endpoint("GET", "/legal", "What I may do now.", who="anybody")
async def legal(house: House, caller: Caller, id: Id) -> Moves:
    async with house.at(id, caller.person) as loaded:
        table, match = loaded.table, loaded.table.match
        seat = table.seat_of(caller.person)
        actions = match.legal_for(seat) if match and seat is not None and table.status == "running" else []
        return Moves(
            table.version, table.turn, [Possible(action.id, action.words, action.json()) for action in actions]
        )


@endpoint("POST", "/resign", "Leave the match for good.", standing=True, limit="actions")
async def resign(house: House, caller: Caller, id: Id) -> Stand:
    return await _special(house, caller, id, Special.LEAVE)


@endpoint("POST", "/draw", "Offer a draw, or answer an offer.", standing=True, limit="actions")
async def draw(house: House, caller: Caller, id: Id, body: Draw) -> Stand:
    return await _special(house, caller, id, DRAWS[body.do])


async def _special(house: House, caller: Caller, id: str, what: Special) -> Stand:
    person = caller.person
    return await changed(
        house,
        id,
        caller,
        lambda table: playing.special(table, person, playing.seat_for(table, person), what, house.now()),
    )


@endpoint(
    "POST",
    "/undo",
    "Ask to take back my latest request; where nobody has to agree it is done.",
    standing=True,
    limit="actions",
)
async def undo(house: House, caller: Caller, id: Id) -> Stand:
    return await _ask(house, caller, id, "undo")


@endpoint("POST", "/rematch", "Ask for another match with the same people.")
async def rematch(house: House, caller: Caller, id: Id) -> Stand:
    return await _ask(house, caller, id, "rematch")


async def _ask(house: House, caller: Caller, id: str, what: Asking) -> Stand:
    person = caller.person
    return await changed(
        house, id, caller, lambda table: playing.ask(table, person, playing.seat_for(table, person), what, house.now())
    )


@endpoint("POST", "/answers", "Agree, or not, to what another player asks for.")
async def answer(house: House, caller: Caller, id: Id, body: Answer) -> Stand:
    person = caller.person
    return await changed(
        house,
        id,
        caller,
        lambda table: playing.answer(table, person, playing.seat_for(table, person), body.for_, body.yes, house.now()),
    )


@endpoint("POST", "/away", "Walk away: the table's policy plays for me until I am back.")
async def away(house: House, caller: Caller, id: Id) -> Stand:
    person = caller.person
    return await changed(
        house, id, caller, lambda table: playing.walk_away(table, person, playing.seat_for(table, person), house.now())
    )


@endpoint("POST", "/back", "Take my seat again.")
async def back(house: House, caller: Caller, id: Id) -> Stand:
    person = caller.person
    return await changed(
        house, id, caller, lambda table: playing.come_back(table, person, playing.seat_for(table, person), house.now())
    )


@endpoint("POST", "/chat", "Say something to the players, or to the watchers.", limit="chat")
async def say(house: House, caller: Caller, id: Id, body: Saying) -> Stand:
    await house.newcomers.among_strangers(caller.person)
    return await changed(
        house, id, caller, lambda table: playing.talk(table, caller.person, body.room, body.text, house.now(), body.key)
    )


@endpoint("POST", "/mutes/{person}", "Mute somebody at this table, as its host.")
async def mute(house: House, caller: Caller, id: Id, person: Id) -> Stand:
    return await _mute(house, caller, id, person, True)


@endpoint("DELETE", "/mutes/{person}", "Let somebody speak again.")
async def unmute(house: House, caller: Caller, id: Id, person: Id) -> Stand:
    return await _mute(house, caller, id, person, False)


async def _mute(house: House, caller: Caller, id: str, person: str, muted: bool) -> Stand:
    return await changed(
        house, id, caller, lambda table: playing.mute(table, caller.person, person, muted, house.now())
    )
