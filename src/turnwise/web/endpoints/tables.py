"""Tables before the match: find one, open one, sit down, add bots, invite, start."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from turnwise.games import game as game_named
from turnwise.house.house import House, Verb
from turnwise.house.ids import new_id
from turnwise.house.services.pairing import Pairing
from turnwise.house.tables import seating
from turnwise.house.tables.clock import USUAL, Control
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.summary import decode, told
from turnwise.house.tables.table import Status, Table
from turnwise.house.tables.wire import Whole
from turnwise.house.work import documents
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.web.http.answers import Begun, Done, Stand, Tables
from turnwise.web.http.api import BadRequest
from turnwise.web.http.asked import BotName, GameName, Id, Key, Named, Page, Seat
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import LARGE, Group

endpoint = Group("/api")

PAGE = 50


class Opening(Terms, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The terms of a table; whether its host sits down, and bots for the seats after it."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: Named = field(default_factory=dict)
    settings: Named = field(default_factory=dict)
    clock: Control = USUAL
    stand_in: BotName = Terms("", 0).stand_in
    sit: bool = True
    bots: Annotated[tuple[BotName, ...], Meta(max_length=16)] = ()
    key: Key = ""
    """A repeated request with the same key gets the same table."""


class Sitting(Struct, forbid_unknown_fields=True):
    """The first free seat, unless people may choose one at this table."""

    seat: Seat | None = None


class Adding(Struct, forbid_unknown_fields=True):
    bot: BotName
    seat: Seat | None = None


class Inviting(Struct, forbid_unknown_fields=True):
    person: Id


class Waiting(Struct, forbid_unknown_fields=True):
    """Which game; `bot`: get it at once in all the other seats."""

    game: GameName
    seats: Seat | None = None
    bot: BotName = ""


class Queue(Struct):
    game: str
    seats: int
    since: int
    others: int
    """How many others wait."""


class Paired(Struct):
    """A table that has started; or that the caller should ask again in so many milliseconds, and whether a bot is
    offered."""

    table: str = ""
    waiting: Queue | None = None
    again: int | None = None
    offer: Literal["", "bot"] = ""


class Wanted(Struct, forbid_unknown_fields=True):
    """Which tables; `before`: the `next` of the page before."""

    status: Status = "lobby"
    game: GameName = ""
    before: Page = ""


class WantedOfMine(Struct, forbid_unknown_fields=True):
    """Which of my tables; by default those that are not over."""

    status: Status | None = None
    before: Page = ""


def stand(loaded: LoadedTable, person: str = "") -> Stand:
    table = loaded.table
    return Stand(table.n, table.version, table.status, table.seat_of(person))


async def changed(house: House, id: str, caller: Caller, verb: Verb) -> Stand:
    return stand(await house.change(id, caller.person, verb))


@endpoint("GET", "/tables", "Open tables, the latest first.", who="anybody", answers=Tables)
async def tables(house: House, query: Wanted) -> dict[str, Any]:
    value = f"{query.status} {game_named(query.game).name}" if query.game else query.status
    return await page(house, "listed", value, query.before)


@endpoint("GET", "/me/tables", "My tables, the latest first.", answers=Tables)
async def my_tables(house: House, caller: Caller, query: WantedOfMine) -> dict[str, Any]:
    mark = "person now" if query.status != "over" else "person"
    return await page(house, mark, caller.person, query.before, query.status)


async def page(house: House, mark: str, value: str, before: str, status: Status | None = None) -> dict[str, Any]:
    """A page of tables with a mark. Pages of finished and of waiting tables may be short."""
    docs = await house.store.find("table", mark, value, limit=PAGE, below=_below(before))
    found = [decode(doc.body) for doc in docs]
    names = await house.people.names({who for one in found for who in one.sitters if who and ":" not in who})
    following = f"{found[-1].opened}.{found[-1].id}" if len(found) == PAGE else ""
    shown = [told(one, names) for one in found if status is None or one.status == status]
    return {"tables": shown, "next": following}


def _below(before: str) -> tuple[int, str] | None:
    """The position in a list that a `next` names."""
    at, _, id = before.partition(".")
    if not before:
        return None
    if not (at.isascii() and at.isdecimal() and len(at) < 16):
        raise BadRequest(said("`before` is the `next` of the page before."))
    return int(at), id


@endpoint("POST", "/tables", "Open a table.", limit="tables", status=201, answers=Begun, most=LARGE)
async def open_table(house: House, jobs: Jobs, asker: Asker, body: Opening) -> Begun:
    person, now = asker.person, house.now()
    if made := await house.once.made(person, body.key):
        return Begun(id=made.id, **asdict(await house.look(made.id, person)))
    options = await documents.checked(jobs, asker, game_named(body.game), body.options)
    terms = Terms(**{name: getattr(body, name) for name in Terms.__struct_fields__} | {"options": options})
    if terms.for_strangers:
        await house.newcomers.among_strangers(person)
    table, happened = Table(new_id()), list[AnyItem]()

    def let_happen(items: list[AnyItem]) -> None:
        happened.extend(items)
        for item in items:
            table.fold(item)

    let_happen([seating.opened(terms, person, now)])
    if body.sit:
        let_happen(seating.sit(table, person, None, now))
    for name in body.bots:
        let_happen(seating.add_bot(table, person, None, name, now))
    id = await house.begin_once(person, body.key, happened, table)
    return Begun(id=id, **asdict(await house.look(id, person)))


@endpoint("GET", "/tables/{id}", "Everything that I may know of a table.", who="anybody", answers=Whole)
async def table(house: House, caller: Caller, id: Id) -> Whole:
    return await house.look(id, caller.person)


@endpoint("POST", "/tables/{id}/seats", "Take a seat.", limit="joins")
async def sit(house: House, caller: Caller, id: Id, body: Sitting) -> Stand:
    person = caller.person
    loaded = await house.find(id, person)
    if loaded.table.terms.for_strangers:
        await house.newcomers.among_strangers(person)
    disliked = await house.people.disliked(person, loaded.table.people)
    loaded = await house.change(
        id, person, lambda table: seating.sit(table, person, body.seat, house.now(), disliked=disliked)
    )
    return stand(loaded, person)


@endpoint("DELETE", "/tables/{id}/seats/{seat}", "Leave a seat before the start, or, as the host, send somebody away.")
async def get_up(house: House, caller: Caller, id: Id, seat: Seat) -> Stand:
    return await changed(house, id, caller, lambda table: seating.get_up(table, caller.person, seat, house.now()))


@endpoint("POST", "/tables/{id}/bots", "Let a bot take a seat.", limit="joins")
async def add_bot(house: House, caller: Caller, id: Id, body: Adding) -> Stand:
    return await changed(
        house, id, caller, lambda table: seating.add_bot(table, caller.person, body.seat, body.bot, house.now())
    )


@endpoint("POST", "/tables/{id}/invitations", "Let somebody see and join a private table.", limit="joins")
async def invite(house: House, caller: Caller, id: Id, body: Inviting) -> Stand:
    await house.find(id, caller.person)  # a caller who may not see the table learns nothing about people here
    if not await house.people.get(body.person):
        raise TurnwiseError(said("There is no such person."), "unknown_person")
    return await changed(
        house, id, caller, lambda table: seating.invite(table, caller.person, body.person, house.now())
    )


@endpoint("POST", "/tables/{id}/start", "Begin the match, as the host, when every seat is taken.")
async def start(house: House, caller: Caller, id: Id) -> Stand:
    return await changed(house, id, caller, lambda table: seating.start(table, caller.person, house.now()))


@endpoint(
    "POST",
    "/tables/{id}/close",
    "Give the table up before the match, as the host; or one of older rules, as a player too.",
)
async def close(house: House, caller: Caller, id: Id) -> Stand:
    return await changed(house, id, caller, lambda table: seating.close(table, caller.person, house.now()))


@endpoint("POST", "/play-now", "Meet somebody who waits for the same game, or wait for one.", answers=Paired)
async def play_now(house: House, pairing: Pairing, caller: Caller, body: Waiting) -> dict[str, Any]:
    if not body.bot:
        await house.newcomers.among_strangers(caller.person)
    return await pairing.play_now(caller.person, body.game, body.seats, body.bot)


@endpoint("DELETE", "/play-now", "Wait no longer.")
async def wait_no_longer(pairing: Pairing, caller: Caller) -> Done:
    await pairing.stop(caller.person)
    return Done()
