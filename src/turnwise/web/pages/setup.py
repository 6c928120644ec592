"""A table as the form on a game's page describes it: who sits where, the options, clock and access, all in one
request."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request

from turnwise.bots.names import USUAL
from turnwise.games import game as game_named
from turnwise.house.house import House
from turnwise.house.ids import new_id
from turnwise.house.services.boards import Boards
from turnwise.house.tables import seating
from turnwise.house.tables.items import AnyItem, Terms
from turnwise.house.tables.table import Table
from turnwise.house.work import documents
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.kit.errors import BadOption
from turnwise.kit.game import Game
from turnwise.kit.options import Document
from turnwise.kit.words import said
from turnwise.web.http.api import BadRequest
from turnwise.web.http.asked import LONGEST_KEY, Fields, GameName
from turnwise.web.http.auth import Caller, address
from turnwise.web.http.endpoint import LARGE, Group

form = Group("/games/{game}")
"""Sent by the page's own form; programs open a table step by step instead."""

ME, FRIEND, HERE, OWN = "me", "friend", "here", "own"
"""Who may sit in a seat, besides a bot: the visitor, anybody with the link, a person at the same screen. A document of
one's own."""


class Local(Struct):
    """A person at the same screen: the page plays for them too."""

    person: str
    token: str


class SetUp(Struct):
    id: str
    here: list[Local]


@form("POST", "/tables", "Set up a table.", limit="tables", status=201, most=LARGE)
async def set_up(
    house: House,
    boards: Boards,
    jobs: Jobs,
    caller: Caller,
    asker: Asker,
    request: Request,
    game: GameName,
    body: Fields,
) -> SetUp:
    """Open a table, seat everybody, and start if nobody is missing. The defaults of the form: the visitor against bots,
    seats by lot, anybody with the link may join."""
    key = _key(body)
    if made := await house.once.made(caller.person, key):
        return SetUp(made.id, [Local(one, await house.people.token_for_device(one)) for one in made.people])
    found = game_named(game)
    terms = await _terms(found, boards, body)
    terms = replace(terms, options=await documents.checked(jobs, asker, found, terms.options))
    now = house.now()
    table, happened, here = Table(new_id()), list[AnyItem](), list[Local]()

    def let_happen(items: list[AnyItem]) -> None:
        happened.extend(items)
        for item in items:
            table.fold(item)

    if terms.for_strangers:
        await house.newcomers.among_strangers(caller.person)
    let_happen([seating.opened(terms, caller.person, now)])
    who = [body.get(f"who{seat}", USUAL if seat else ME) for seat in range(terms.seats)]
    if terms.access == "private" and HERE in who:
        raise BadOption(
            said("At a private table nobody else at this screen can sit down. Let whoever has the link come in.")
        )
    for seat, sitter in enumerate(who):
        if sitter == HERE:
            person, token = await house.people.guest(body.get(f"name{seat}", ""), address(request), brought=True)
            here.append(Local(person.id, token))
            let_happen(seating.sit(table, person.id, seat, now))
        elif sitter == ME:
            let_happen(seating.sit(table, caller.person, seat, now))
        elif sitter != FRIEND:
            let_happen(seating.add_bot(table, caller.person, seat, sitter, now))
    if FRIEND not in who:
        let_happen(seating.start(table, caller.person, now))
    id = await house.begin_once(caller.person, key, happened, table, [one.person for one in here])
    return SetUp(id, here if id == table.id else [])


def _key(body: Mapping[str, str]) -> str:
    key = body.get("key", "")
    if len(key) > LONGEST_KEY:
        raise BadRequest(said("A key has at most {most} characters.", most=LONGEST_KEY))
    return key


async def _terms(game: Game, boards: Boards, body: Mapping[str, str]) -> Terms:
    shared = any(value == HERE for name, value in body.items() if name.startswith("who"))
    kind, seconds, increment = [*body.get("clock", "none" if shared else "usual").split(), "0", "0"][:3]
    there = (game.timing("SHARED") or {}) if shared else {}
    given = {
        "game": game.name,
        "seats": body.get("count") or game.frame(None, {}).seats,
        "options": await _options(game, boards, body),
        "settings": there | {name: value for name in game.settings if (value := body.get(f"option-{name}"))},
        "title": body.get("title", ""),
        "access": body.get("access", "link"),
        "seating": body.get("seating", "shuffled"),
        "clock": {"kind": kind, "seconds": seconds, "increment": increment},
        "absence": body.get("absence", "move"),
        "rated": "rated" in body,
        "hints": "hints" in body,
    }
    try:
        return msgspec.convert(given, Terms, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(said("The form is not as it should be: {why}.", why=str(error))) from None


async def _options(game: Game, boards: Boards, body: Mapping[str, str]) -> dict[str, Any]:
    """The options as set; the game parses texts."""
    found: dict[str, Any] = {}
    for name, option in game.options.items():
        value = body.get(f"option-{name}")
        if value == OWN and isinstance(option, Document):
            found[name] = _read(body.get(f"own-{name}", ""))
        elif value and isinstance(option, Document) and value not in option.names:
            found[name] = msgspec.json.decode((await boards.get(value)).kept.document)
        elif value:
            found[name] = value
    return found


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        sentence = said("This is not JSON. Choose a file that was saved here, or paste all of its text.")
        raise BadOption(sentence, "not_json") from None
