"""The visitor's own page: name, account, devices, notices, and finished games."""

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from turnwise.games import recorded
from turnwise.house.house import House
from turnwise.house.people.entrance import Confirmation
from turnwise.house.people.sessions import DAY
from turnwise.house.tables.items import BOT
from turnwise.house.tables.summary import Summary, decode
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import Said, said
from turnwise.web.endpoints.accounts import Confirming, Typed
from turnwise.web.endpoints.qr import qr_svg
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import Group
from turnwise.web.pages.home import name_of
from turnwise.web.pages.site import Pages, Visit, fragment

page = Pages()
form = Group()

FINISHED = 20
SHOWN = 14 * DAY
"""How long an answer to an appeal is shown."""


@page("/me")
async def me(visit: Visit) -> Response:
    people, id = visit.house.people, visit.caller.person
    person = await people.get(id) if id else None
    sign_ups = visit.house.newcomers.sign_ups
    if not person:
        return visit.show("me.html", person=None, sign_ups=sign_ups)
    blocked = await people.names(await people.blocks(id))
    docs = await visit.house.store.find("table", "person", id, limit=2 * FINISHED)
    over = [one for one in (decode(doc.body) for doc in docs) if one.status == "over"][:FINISHED]
    names = await people.names({who for one in over for who in one.sitters if who and not who.startswith(BOT)})
    return visit.show(
        "me.html",
        person=person,
        sign_ups=sign_ups,
        pardon=await _pardon(visit),
        lent_password=await visit.house.entrance.must_choose_a_password(id),
        recovery_codes=await visit.house.entrance.recovery_codes_left(id),
        notify=await people.notified_at(id),
        mail=await visit.house.mailboxes.of(id),
        sends_mail=visit.services.letters.sent,
        blocked=blocked,
        finished=[(one.id, *_finished(visit, one, names)) for one in over],
        ratings=[
            (_title(visit, recorded(one["game"])), one["rating"], one["matches"])
            for one in await visit.services.ratings.of(id)
        ],
    )


async def _pardon(visit: Visit) -> str:
    """The host's words when lifting my ban, for some days."""
    ban = await visit.house.bans.latest(visit.caller.person)
    lifted = ban and ban.answer == "lift" and visit.house.now() - ban.answered < SHOWN
    return ban.said if ban and lifted else ""


def _title(visit: Visit, game: Game) -> str:
    return speaker(game, visit.language)(said(game.title))


def _finished(visit: Visit, summary: Summary, names: dict[str, str]) -> tuple[str, list[str], bool, Said]:
    """A finished game: its title, the opponents, whether I won it, and how it ended for me."""
    game, me = recorded(summary.game), visit.caller.person
    others = [name_of(visit, game, who, names) for who in summary.sitters if who and who != me]
    won = me in summary.sitters and summary.sitters.index(me) in (summary.winners or ())
    if summary.winners is None:
        how = said("No result")
    else:
        how = said("Won") if won else said("Lost") if summary.winners else said("Drawn")
    return summary.title or _title(visit, game), others, won, how


@page("/mail/confirmed")
async def mail_confirmed(visit: Visit) -> Response:
    return visit.show(
        "mail.html",
        link=None,
        done=said("Thank you. From now on you get a mail when it is your turn and you are away."),
    )


@page("/mail/stopped")
async def mail_stopped(visit: Visit) -> Response:
    return visit.show("mail.html", link=None, done=said("All right: no more mails from us."))


@page("/mail/{code}")
async def mail_link(visit: Visit, code: str) -> Response:
    """The target of links in mails. It asks before anything happens: some mail programs open every link by
    themselves."""
    return visit.show("mail.html", link=await visit.house.mailboxes.link(code), code=code)


@page("/handover")
async def handover(visit: Visit) -> Response:
    """The target of the link for another device; the part after its # is not sent to the house."""
    return visit.show("handover.html")


@form("POST", "/me/handover", "A code for another device, as the page shows it.", who="in person", media="text/html")
async def hand_over(house: House, caller: Caller, request: Request) -> Response:
    made = await house.people.hand_over(caller.person)
    link = str(request.url.replace(path="/handover", query="", fragment=made.link))
    return fragment(request, "handed.html", code=made.code, link=link, picture=Markup(qr_svg(link).decode()))


@form(
    "POST",
    "/me/second-factor",
    "A secret for an authenticator, as the page shows it.",
    who="in person",
    media="text/html",
)
async def begin(house: House, caller: Caller, request: Request, body: Confirming) -> Response:
    shown = Confirmation(caller.session, body.password, body.code)
    secret, uri = await house.entrance.begin_second_factor(caller.person, shown)
    spaced = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    return fragment(request, "second_factor.html", secret=spaced, uri=uri, picture=Markup(qr_svg(uri).decode()))


@form(
    "POST",
    "/me/second-factor/on",
    "The first code; recovery codes, as the page shows them.",
    who="in person",
    media="text/html",
)
async def switch_on(house: House, caller: Caller, request: Request, body: Typed) -> Response:
    codes = await house.entrance.second_factor_on(caller.person, caller.session, body.code)
    return fragment(request, "recovery_codes.html", codes=codes)


@form("POST", "/me/recovery-codes", "New recovery codes, as the page shows them.", who="in person", media="text/html")
async def new_codes(house: House, caller: Caller, request: Request, body: Confirming) -> Response:
    shown = Confirmation(caller.session, body.password, body.code)
    codes = await house.entrance.new_recovery_codes(caller.person, shown)
    return fragment(request, "recovery_codes.html", codes=codes)
