"""The shelf of games, open tables, and one's own."""

from collections.abc import Mapping
from typing import NamedTuple

from starlette.responses import Response

from turnwise.bots.names import USUAL, called
from turnwise.games import all_games, recorded
from turnwise.house.tables.items import BOT
from turnwise.house.tables.summary import Summary, decode
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Game
from turnwise.kit.words import said
from turnwise.web.pages.site import Pages, Visit

page = Pages()

SOMEBODY = said("Somebody")
MOST = 20
"""Tables in a list. Each of the visitor's own is loaded to see whose turn it is."""


class Shelved(NamedTuple):
    """A game on the shelf, in the reader's language."""

    name: str
    title: str
    summary: str
    players: str
    minutes: str
    seats: int
    """The usual number."""


class Listed(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    title: str
    others: list[str]
    """The others who sit there; of an open table, everybody."""
    free: int
    lobby: bool
    turn: str = ""
    """Who is to move; empty if nobody is, or the visitor is."""
    mine: bool = False
    """Whether it is my turn."""
    old: bool = False
    """Whether it was begun under older rules and can't go on."""
    gone: bool = False
    """Whether its game is not installed any more."""


def shelved(game: Game, language: str) -> Shelved:
    say = speaker(game, language)
    title, summary = say(said(game.title)), say(said(game.summary))
    seats = game.frame(None, {}).seats
    return Shelved(game.name, title, capitalised(summary), span(game.seats), span(game.minutes), seats)


def span(ends: tuple[int, int]) -> str:
    low, high = ends
    return f"{low}" if low == high else f"{low}–{high}"


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


@page("/")
async def home(visit: Visit) -> Response:
    shelf = [shelved(game, visit.language) for game in all_games()]
    mine, others = await _tables(visit)
    return visit.show("home.html", games=shelf, mine=mine, open_tables=others, bot=USUAL)


@page("/tables")
async def tables(visit: Visit) -> Response:
    """The lists of tables alone, for a page that refreshes them."""
    mine, others = await _tables(visit)
    return visit.show("tables.html", mine=mine, open_tables=others)


async def _tables(visit: Visit) -> tuple[list[Listed], list[Listed]]:
    """My tables that are not over, those where it is my turn first; and tables that wait for somebody."""
    store, me = visit.house.store, visit.caller.person
    own = [decode(doc.body) for doc in await store.find("table", "person now", me, limit=MOST)] if me else []
    marks = [("listed", "lobby"), *([("invited", me)] if me else [])]
    waiting = [decode(doc.body) for mark in marks for doc in await store.find("table", *mark, limit=MOST)]
    waiting = [one for one in waiting if "" in one.sitters and not (me and me in one.sitters)]
    sitters = {who for one in own + waiting for who in one.sitters if who and not who.startswith(BOT)}
    names = await visit.house.people.names(sitters)
    mine = [await _with_turn(visit, one, names) for one in own]
    mine.sort(key=lambda one: not one.mine)
    return mine, [one for one in (_listed(visit, one, names) for one in waiting) if not one.gone]


async def _with_turn(visit: Visit, summary: Summary, names: dict[str, str]) -> Listed:
    """One of my tables, with whose turn it is."""
    listed = _listed(visit, summary, names)
    if summary.status != "running" or listed.gone:
        return listed
    try:
        table = (await visit.house.find(summary.id, visit.caller.person)).table
    except TurnwiseError:
        return listed  # it has ended, or can't be loaded now: its own page says so
    if table.turn is None:
        return listed._replace(old=bool(table.outdated))
    mine = table.sitters[table.turn] == visit.caller.person
    return listed._replace(turn="" if mine else name_of(visit, table.game, table.sitters[table.turn], names), mine=mine)


def _listed(visit: Visit, summary: Summary, names: dict[str, str]) -> Listed:
    me, game = visit.caller.person, recorded(summary.game)
    others = [name_of(visit, game, who, names) for who in summary.sitters if who and who != me]
    title = summary.title or speaker(game, visit.language)(said(game.title))
    free, lobby = summary.sitters.count(""), summary.status == "lobby"
    return Listed(summary.id, game.name, title, others, free, lobby, gone=bool(game.missing))


def name_of(visit: Visit, game: Game, who: str, names: Mapping[str, str]) -> str:
    """The name of a person or a bot at a table."""
    if who.startswith(BOT):
        return speaker(game, visit.language)(called(game, who.removeprefix(BOT)))
    return names.get(who, visit.say(SOMEBODY))
