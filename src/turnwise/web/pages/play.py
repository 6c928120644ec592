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
from turnwise.house import dice, playing, seating
from turnwise.house.house import House
from turnwise.house.summary import decode
from turnwise.house.table import Table
from turnwise.kit.errors import TurnwiseError
from turnwise.play.ending import named
from turnwise.play.front import lists_moves, move_list
from turnwise.web.api import answered
from turnwise.web.asked import Complaint, Id, Key, Text
from turnwise.web.auth import Caller, address
from turnwise.web.easel import names_at
from turnwise.web.endpoint import Group
from turnwise.web.endpoints.accounts import Known, Proof, Signed, shown, signed
from turnwise.web.endpoints.qr import qr_svg
from turnwise.web.endpoints.tables import changed
from turnwise.web.endpoints.watching import result, seen
from turnwise.web.pages.games import offered, today
from turnwise.web.pages.proof import made_by
from turnwise.web.pages.site import Pages, Visit, fragment, sentence
from turnwise.web.pages.still import stands_still, still
from turnwise.web.pages.workshop import with_author
from turnwise.web.rulebook import rulebook
from turnwise.web.words import bot_name, language_of, of_game, said
from turnwise.web.words.speech import in_words, speech

page = Pages()
form = Group("/tables/{id}")

LATEST = 40
"""Tables of somebody that are looked at to see what he has played."""


@page("/tables/{id}")
async def table(visit: Visit, id: str) -> Response:
    place = await visit.house.place(id, visit.caller.person)
    if stands_still(place):
        return await still(visit, place)
    found = place.table
    game, language = found.game, visit.language
    person = await visit.house.people.get(visit.caller.person) if visit.caller.person else None
    settings = game.settings.resolve(found.terms.settings)
    link = str(visit.request.url.replace(query="", fragment=""))
    return visit.show(
        "table.html",
        table=found,
        title=found.terms.title or said(game, language, game.title),
        link=link,
        code=Markup(qr_svg(link).decode()),
        options=_options(found, visit),
        bots={bot: bot_name(game, bot, language) for bot in opponents(game)},
        rules=rulebook(game),
        words=of_game(game, language),
        sounds=TONES,
        listed=_listed(found, visit),
        newcomer=await _is_newcomer(visit, found),
        invites=visit.t("table.invites", name=await _host(visit, found), game=said(game, language, game.title)),
        asks_name=not (person and person.account),
        today=today(game, settings),
        data={
            "id": id,
            "hands": game.has_hands,
            "draws": found.terms.seats == 2,
            "lists": lists_moves(game, settings),
            "bots": {bot: bot_name(game, bot, language) for bot in names(game)},
        },
    )


async def _host(visit: Visit, table: Table) -> str:
    """What whoever opened the table is called."""
    return (await visit.house.people.names([table.host])).get(table.host, visit.t("home.somebody"))


async def _is_newcomer(visit: Visit, table: Table) -> bool:
    """Whether this is one of somebody's first two tables of the game, of the latest."""
    if not (me := visit.caller.person):
        return True
    latest = (decode(doc.body) for doc in await visit.house.store.find("table", "person", me, limit=LATEST))
    return sum(one.game == table.game.name and one.id != table.id for one in latest) < 2


@page("/tables/{id}/end")
async def end(visit: Visit, id: str) -> Response:
    """How a match ended, by itself: its page puts it in when the time has come."""
    told = await result(visit.house, visit.caller, id)
    view, _ = await seen(visit.house, visit.caller, id)
    place = await visit.house.place(id, visit.caller.person)
    table, outcome, game, language = place.table, view.outcome, view.game, visit.language
    assert outcome
    names = names_at(table, place.feed, language)
    why = {
        "resigned": lambda: visit.t("end.resigned", name=names[view.left[-1]]),
        "draw_agreed": lambda: visit.t("end.agreed"),
    }.get(outcome.reason, lambda: named(said(game, language, outcome.words), names))
    return visit.show(
        "end.html",
        head=_headline(visit, outcome.winners, names, view.seat),
        why=why(),
        verdict=" ".join(said(game, language, line) for line in told.verdict),
        time=_time(visit, told.seconds),
        outcome=outcome,
        names=names,
        seats=sorted(range(view.seats), key=lambda seat: outcome.places[seat]),
        titles=[said(game, language, title) for title in told.titles],
        deeds=[said(game, language, one.template).format_map(one.given) for one in told.deeds],
        ratings=table.ratings,
        dice=made_by(place, language) if dice.missing(table) and not table.branches else "",
    )


@page("/tables/{id}/moves")
async def moves(visit: Visit, id: str) -> Response:
    """What was played, as text to be copied."""
    listed = ""
    if not (await visit.house.place(id, visit.caller.person)).table.to_come:
        view, names = await seen(visit.house, visit.caller, id, visit.language)
        found = speech(view.game, visit.language, names)
        listed = await asyncio.to_thread(move_list, view, names, lambda words: in_words(words, found))
    return visit.show("moves.html", moves=listed or visit.t("table.no_moves"))


@form("POST", "/hint", "A hint, as the page shows it.", limit="hints", media="text/html")
async def hint(house: House, caller: Caller, request: Request, id: Id) -> Response:
    place = await house.place(id, caller.person)
    sentences = await house.sitters.hint(id, caller.person)
    found = speech(place.table.game, language_of(request))
    return fragment(request, "said.html", said=" ".join(in_words(one, found) for one in sentences))


class Joining(Struct):
    """What whoever was invited is called; the one who has an account is known."""

    name: Text = ""
    cookie: bool = True
    proof: Proof | None = None


@form("POST", "/join", "Sit down by the name that one gives.", who="anybody", answers=Signed)
async def join(house: House, caller: Caller, request: Request, id: Id, body: Joining) -> Response:
    place, person = await house.place(id, caller.person), caller.person
    seating.sit(place.table, person, None, house.now())  # who can't sit down here is told so before he is anybody
    if place.table.terms.for_strangers:
        await house.newcomers.among_strangers(person)
    known = await house.people.get(caller.in_person().person) if person else None
    if known is None:
        made = await house.people.guest(body.name, address(request), shown(body.proof))
        person, response = made[0].id, await signed(house, request, made, body.cookie)
    else:
        if body.name not in ("", known.name) and not known.account:
            known = await house.people.rename(person, body.name)
        response = answered(Signed(Known(*known)), 201)
    house.limits.allow("joins", person)
    disliked = await house.people.disliked(person, place.table.people)
    await house.change(id, person, lambda table: seating.sit(table, person, None, house.now(), disliked=disliked))
    return response


class Inviting(Struct):
    name: Text


@form("POST", "/invitations", "Let somebody in by the name of his account.", limit="joins", media="text/html")
async def invite(house: House, caller: Caller, request: Request, id: Id, body: Inviting) -> Response:
    await house.place(id, caller.person)  # whoever may not see the table learns nothing about people here either
    language, guest = language_of(request), await house.people.named(body.name)
    if not guest:
        raise TurnwiseError(sentence(language, "table.unknown", name=body.name), "unknown_person")
    await changed(house, id, caller, lambda table: seating.invite(table, caller.person, guest.id, house.now()))
    return fragment(request, "said.html", said=sentence(language, "table.invited", name=guest.name))


class Dealing(Struct):
    """What somebody does about somebody else: each is a person's id, and `text` a complaint about one."""

    mute: Id = ""
    unmute: Id = ""
    block: Id = ""
    about: Id = ""
    text: Complaint = ""
    key: Key = ""


@form("POST", "/people", "The others at a table, and what one does about them.", who="in person", media="text/html")
async def people(house: House, caller: Caller, request: Request, id: Id, body: Dealing) -> Response:
    me, done = caller.person, ""
    table = (await house.place(id, me)).table
    if other := body.mute or body.unmute:
        muted = bool(body.mute)
        await changed(house, id, caller, lambda table: playing.mute(table, me, other, muted, house.now()))
    elif body.block:
        await house.people.block(me, body.block)
        done = "table.blocked"
    elif body.about:
        await house.reports.add(me, body.about, id, body.text, body.key)
        done = "table.reported"
    heard = (said.by for _, said in table.talk if playing.hears(table, me, said.room))
    names = await house.people.names(one for one in dict.fromkeys([*table.people, *heard]) if one != me)
    return fragment(request, "people.html", table=table, names=names, host=table.host == me, done=done)


def _headline(visit: Visit, winners: Sequence[int], names: Sequence[str], mine: int | None) -> str:
    """Who has won."""
    if not winners:
        return visit.t("end.nobody")
    if len(winners) > 1:
        return visit.t("end.together", names=", ".join(names[seat] for seat in winners))
    return visit.t("end.you") if winners[0] == mine else visit.t("end.wins", name=names[winners[0]])


def _time(visit: Visit, seconds: float) -> str:
    """A time as the page's clocks show it."""
    hours, rest = divmod(int(seconds), 3600)
    if hours >= 24:
        return visit.t("js.table_days", days=hours // 24, hours=hours % 24)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def _listed(table: Table, visit: Visit) -> tuple[str, str]:
    """What the game keeps a list of, if of anything: its title, and the event that makes a line of the log one of them."""
    title, event = getattr(table.game.notation, "LISTED", ("", ""))
    return said(table.game, visit.language, title), event


def _options(table: Table, visit: Visit) -> list[tuple[str, str, str]]:
    """The options of the match and the table's settings in words: what each is called, how it is set, and what it does."""
    shown: dict[str, Any] = table.game.shown_options(table.terms.options)
    shown |= table.game.settings.resolve(table.terms.settings)
    found = []
    for option in offered(table.game, visit.language):
        value = shown[option.name]
        if isinstance(value, bool):
            words = visit.t("table.on" if value else "table.off")
        elif isinstance(value, dict):
            words = with_author(visit, table.game, value)
        else:
            plain = f"{value:g}" if isinstance(value, float) else str(value)
            words = dict(option.choices).get(value, plain)
        found.append((option.label, words, option.help))
    return found
