"""The pages inside Telegram: the same table and the same shelf as elsewhere, signed in by Telegram.

A page is opened by GET without saying who opens it: that is after the # of its address, which no server sees. Its
script posts it. From then on pages are requested by POST with the token in the body, so that it is in no address, no
log and no history. Anything but a table shows the shelf here.
"""

from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turnwise.house.store.interface import Conflict, Unavailable
from turnwise.house.tables.loaded import Busy
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import said
from turnwise.web.chats.mini_app import APP, MiniApp, launch
from turnwise.web.http.api import BadRequest, read, wrong_method
from turnwise.web.http.auth import NOBODY, SAFE, address, caller_of_app
from turnwise.web.http.language import language_of, preferred
from turnwise.web.http.services import Services
from turnwise.web.pages.home import home
from turnwise.web.pages.play import table
from turnwise.web.pages.site import THEME, Visit, banned, sorry

LAUNCH, TOKEN = "launch", "token"
LONGEST = 16 * 1024
"""Bytes of a form."""


def routes(services: Services) -> list[Route]:
    """Empty in a house that is not in Telegram."""
    if not services.mini_app:
        return []
    inside = _Inside(services, services.mini_app)
    return [Route(APP, inside), Route(f"{APP}/tables/{{id}}", inside), Route(f"{APP}/{{rest:path}}", inside)]


class _Inside:
    def __init__(self, services: Services, app: MiniApp) -> None:
        self._services, self._app = services, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        known = request.method in ("GET", "HEAD", "POST")
        response = await self._answer(request) if known else wrong_method(request.method, ["GET", "POST"])
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        visit = Visit(request, self._services, NOBODY, "", language_of(request))
        if request.method in SAFE:
            return visit._replace(carried={LAUNCH: ""}).show("telegram.html")
        try:
            self._services.house.load.allow("reads")
            form = _form(bytes(await read(request, LONGEST)))
            asked = request.path_params.get("id", "")
            if LAUNCH in form:
                visit, start = await self._arrived(visit, form[LAUNCH])
                asked = asked or start
            else:
                visit = await self._known(visit, form.get(TOKEN, ""), form.get(THEME, ""))
            if visit.ban:
                return await banned(visit, visit.ban)
            return await (table(visit, asked) if asked else home(visit))
        except TurnwiseError as error:
            return sorry(visit, error)
        except (Unavailable, Conflict):
            return sorry(visit, Busy())

    async def _arrived(self, visit: Visit, told: str) -> tuple[Visit, str]:
        """Sign in a person whom Telegram brings, once; returns the table that the link names, too."""
        house, given = visit.house, launch(told)
        await house.newcomers.admit("launches from an address", address(visit.request))
        found = await self._app.arrive(given.init_data)
        language = preferred(visit.request.headers.get("accept-language", ""), found.language)
        try:
            token = await house.people.token_for_app(found.person, language, found.used)
        except Conflict:
            raise TurnwiseError(
                said("This page was opened before. Close it, and open it again by the button in the chat."),
                "used_launch",
            ) from None
        return await self._known(visit, token, given.theme), found.start

    async def _known(self, visit: Visit, token: str, theme: str) -> Visit:
        """The visit of the owner of this token, with the theme of the page before."""
        who = await caller_of_app(visit.request, visit.house, token)
        person, ban = await visit.house.people.get(who.person), await visit.house.bans.of(who.person)
        name, language = person.name if person else "", language_of(visit.request)
        return visit._replace(caller=who, name=name, ban=ban, language=language, carried={TOKEN: token, THEME: theme})


def _form(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=10))
    except ValueError:
        raise BadRequest(said("This is no form of a page of this house.")) from None
