"""The table: a board with everything around it, from the first free seat to the rematch."""

import asyncio
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from turnwise.bots.names import names, opponents
from turnwise.draw.sounds import TONES
from turnwise.house.house import House
from turnwise.house.services.seen import speaker_at
from turnwise.house.tables import dice, playing, seating
from turnwise.house.tables.summary import decode
from turnwise.house.tables.table import Table
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, Seat, Words, said
from turnwise.play.front import lists_moves, move_list
from turnwise.web.endpoints.accounts import Known, Proof, Signed, shown, signed
from turnwise.web.endpoints.qr import qr_svg
from turnwise.web.endpoints.tables import changed
from turnwise.web.endpoints.watching import ending_of, seen
from turnwise.web.http.api import answered
from turnwise.web.http.asked import Complaint, Id, Key, Text
from turnwise.web.http.auth import Caller, address
from turnwise.web.http.endpoint import Group
from turnwise.web.http.language import speaker_for, worded
from turnwise.web.pages.games import offered, today
from turnwise.web.pages.guide import guide
from turnwise.web.pages.home import SOMEBODY
from turnwise.web.pages.proof import made_by
from turnwise.web.pages.site import Pages, Visit, fragment
from turnwise.web.pages.still import stands_still, still
from turnwise.web.pages.workshop import with_author

page = Pages()
form = Group("/tables/{id}")

UNCOUNTED = {
    "short": said("This match does not count for the ratings: too little of it was played."),
    "alike": said("This match does not count for the ratings: two of its players could not be told apart."),
    "often": said("This match does not count for the ratings: the same players have met often today."),
}
"""Why a rated match has changed no rating."""
LATEST = 40
"""Tables of a person that are checked for games played before."""


@page("/tables/{id}")
async def table(visit: Visit, id: str) -> Response:
    loaded = await visit.house.find(id, visit.caller.person)
    if stands_still(loaded):
        return await still(visit, loaded)
    found = loaded.table
    game, say = found.game, speaker(found.game, visit.language)
    person = await visit.house.people.get(visit.caller.person) if visit.caller.person else None
    settings = game.settings.resolve(found.terms.settings)
    link = visit.link(f"/tables/{id}")
    return visit.show(
        "table.html",
        table=found,
        title=found.terms.title or say(said(game.title)),
        link=link,
        code=Markup(qr_svg(link).decode()),
        options=_options(found, visit),
        bots={bot: say(name) for bot, name in opponents(game).items()},
        rules=guide(game, visit.language),
        sounds=TONES,
        listed=say(worded(getattr(game.notation, "LISTED", ("",))[0])),
        newcomer=await _is_newcomer(visit, found),
        invites=say(
            said("{name} invites you to a game of {game}.", name=await _host(visit, found), game=said(game.title))
        ),
        asks_name=not visit.inside and not (person and person.account),
        today=today(game, settings),
        data={
            "id": id,
            "hands": game.has_hands,
            "draws": found.terms.seats == 2,
            "lists": lists_moves(game, settings),
            "bots": {bot: say(name) for bot, name in names(game).items()},
        },
    )


async def _host(visit: Visit, table: Table) -> str:
    """The name of the table's host."""
    return (await visit.house.people.names([table.host])).get(table.host, visit.say(SOMEBODY))


async def _is_newcomer(visit: Visit, table: Table) -> bool:
    """Whether this is one of the person's first two tables of the game, among the latest."""
    if not (me := visit.caller.person):
        return True
    latest = (decode(doc.body) for doc in await visit.house.store.find("table", "person", me, limit=LATEST))
    return sum(one.game == table.game.name and one.id != table.id for one in latest) < 2


@page("/tables/{id}/end")
async def end(visit: Visit, id: str) -> Response:
    """The end of a match as a fragment: its page inserts it when it is time."""
    view, told = await ending_of(visit.house, visit.caller, id)
    loaded = await visit.house.find(id, visit.caller.person)
    table, outcome, say = loaded.table, view.outcome, speaker_at(loaded, visit.language)
    assert outcome
    named: dict[str, Said] = getattr(view.game.notation, "TITLES", {})
    return visit.show(
        "end.html",
        head=say(_headline(outcome.winners, view.seat)),
        why=say(outcome.words),
        verdict=" ".join(map(say, told.verdict)),
        time=say(_time(told.seconds)),
        outcome=outcome,
        names=[say.name(seat) for seat in range(view.seats)],
        seats=sorted(range(view.seats), key=lambda seat: outcome.places[seat]),
        titles=[say(named.get(title) or worded(title)) for title in told.titles],
        deeds=[*map(say, told.deeds)],
        ratings=table.ratings,
        uncounted=UNCOUNTED[table.ratings.why] if table.ratings and table.ratings.why else "",
        dice=made_by(loaded, visit.language) if dice.missing(table) and not table.branches else "",
    )


@page("/tables/{id}/moves")
async def moves(visit: Visit, id: str) -> Response:
    """The moves, as text to be copied."""
    listed = ""
    if not (await visit.house.find(id, visit.caller.person)).table.to_come:
        view, names = await seen(visit.house, visit.caller, id, visit.language)
        listed = await asyncio.to_thread(move_list, view, speaker(view.game, visit.language, names))
    return visit.show("moves.html", moves=listed or visit.say(said("Nothing has been played yet.")))


@form("POST", "/hint", "A hint, as the page shows it.", limit="hints", media="text/html")
async def hint(house: House, caller: Caller, request: Request, id: Id) -> Response:
    advice = await house.hint(id, caller.person)
    sentences = map(speaker_for(request, house), advice.told)
    return fragment(request, "hint.html", said=" ".join(sentences), advice=advice)


class Joining(Struct):
    """The name of an invited person; one with an account needs none."""

    name: Text = ""
    cookie: bool = True
    proof: Proof | None = None


@form("POST", "/join", "Sit down by the name that one gives.", who="anybody", answers=Signed)
async def join(house: House, caller: Caller, request: Request, id: Id, body: Joining) -> Response:
    loaded, person = await house.find(id, caller.person), caller.person
    seating.sit(loaded.table, person, None, house.now())  # refused before a guest is made
    if loaded.table.terms.for_strangers:
        await house.newcomers.among_strangers(person)
    known = await house.people.get(caller.by_hand().person) if person else None
    if known is None:
        made = await house.people.guest(body.name, address(request), shown(body.proof))
        person, response = made[0].id, await signed(house, request, made, body.cookie)
    else:
        if body.name not in ("", known.name) and not known.account:
            known = await house.people.rename(caller.in_person().person, body.name)
        response = answered(Signed(Known(*known)), 201)
    house.limits.allow("joins", person)
    disliked = await house.people.disliked(person, loaded.table.people)
    await house.change(id, person, lambda table: seating.sit(table, person, None, house.now(), disliked=disliked))
    return response


class Inviting(Struct):
    name: Text


@form("POST", "/invitations", "Let somebody in by the name of his account.", limit="joins", media="text/html")
async def invite(house: House, caller: Caller, request: Request, id: Id, body: Inviting) -> Response:
    await house.find(id, caller.person)  # a caller who may not see the table learns nothing about people here
    guest = await house.people.named(body.name)
    if not guest:
        sentence = said("Nobody here has an account with the name {name}.", name=body.name)
        raise TurnwiseError(sentence, "unknown_person")
    await changed(house, id, caller, lambda table: seating.invite(table, caller.person, guest.id, house.now()))
    invited = said("{name} may come in now, and finds this table on the first page.", name=guest.name)
    return fragment(request, "said.html", said=speaker_for(request, house)(invited))


class Dealing(Struct):
    """What the visitor does about another person: each is a person's id, and `text` a complaint about one."""

    mute: Id = ""
    unmute: Id = ""
    block: Id = ""
    about: Id = ""
    text: Complaint = ""
    key: Key = ""


@form("POST", "/people", "The others at a table, and what one does about them.", who="by hand", media="text/html")
async def people(house: House, caller: Caller, request: Request, id: Id, body: Dealing) -> Response:
    me, done = caller.person, None
    table = (await house.find(id, me)).table
    if other := body.mute or body.unmute:
        muted = bool(body.mute)
        await changed(house, id, caller, lambda table: playing.mute(table, me, other, muted, house.now()))
    elif body.block:
        await house.people.block(me, body.block)
        done = said("Blocked. You can take that back on your own page.")
    elif body.about:
        await house.reports.add(me, body.about, id, body.text, body.key)
        done = said("Thank you. Whoever runs this house will read it.")
    heard = (one.by for _, one in table.talk if playing.hears(table, me, one.room))
    names = await house.people.names(one for one in dict.fromkeys([*table.people, *heard]) if one != me)
    return fragment(request, "people.html", table=table, names=names, host=table.host == me, done=done)


def _headline(winners: Sequence[int], mine: int | None) -> Said:
    """Who has won."""
    if not winners:
        return said("Nobody wins")
    if len(winners) > 1:
        return said("{names} win together", names=tuple(map(Seat, winners)))
    return said("You win!") if winners[0] == mine else said("{name} wins", name=Seat(winners[0]))


def _time(seconds: float) -> Words:
    """A duration as the page's clocks show it."""
    hours, rest = divmod(int(seconds), 3600)
    if hours >= 24:
        return said("{days} d {hours} h", days=hours // 24, hours=hours % 24)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def _options(table: Table, visit: Visit) -> list[tuple[str, str, str]]:
    """The options of the match and the table's settings in words: name, value, and effect of each."""
    shown: dict[str, Any] = table.game.shown_options(table.terms.options)
    shown |= table.game.settings.resolve(table.terms.settings)
    found = []
    for option in offered(table.game, visit.language):
        value = shown[option.name]
        if isinstance(value, bool):
            words = visit.say(said("On") if value else said("Off"))
        elif isinstance(value, dict):
            words = with_author(visit, table.game, value)
        else:
            plain = f"{value:g}" if isinstance(value, float) else str(value)
            words = dict(option.choices).get(value, plain)
        found.append((option.label, words, option.help))
    return found
