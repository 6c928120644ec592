"""What all pages share: the visitor and the language, rendering from templates, and how a refusal looks.

A page is declared like an endpoint: `@page("/games/{game}")` above a function that takes a `Visit` and the names in its
path.
"""

import hashlib
import mimetypes
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turnwise.draw.theme import PALETTE
from turnwise.house.house import House
from turnwise.house.people.bans import LONGEST_APPEAL, Ban, when
from turnwise.house.store.interface import Conflict, Unavailable
from turnwise.house.tables.loaded import Busy
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.folders import cache_folder
from turnwise.kit.words import Said, Speaker, Words, counted, said
from turnwise.web.chats.mini_app import APP
from turnwise.web.http.api import refused, status_of, wrong_method
from turnwise.web.http.auth import SAFE, Caller, caller
from turnwise.web.http.language import language_names, language_of, speaker_for
from turnwise.web.http.services import Services
from turnwise.web.pages.scripts import script_words

HERE = Path(__file__).parent.parent
NOT_FRAMED = "frame-ancestors 'none'"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        NOT_FRAMED,
        "base-uri 'none'",
    )
)
THEME = "theme"
"""A cookie, set by the pages' own script."""
THEMES = ("auto", "light", "dark")

SORRY = {
    "no_such_address": said("There is nothing at this address. The link may have been cut off."),
    "no_such_table": said(
        "There is no such table, or it is not open to you. Ask whoever sent you the link for a new one."
    ),
    "bad_token": said(
        "You are not signed in here any more. Close this page, and open it again by the button in the chat."
    ),
    "no_such_link": said("This link is not good any more. If you want mails, ask for them anew on your own page."),
    "overloaded": said("The house has more to do than it can. Matches go on; please try this again in a few seconds."),
    "too_many": said("Very much was asked for from here in a short time. Please wait a few seconds and try again."),
}
"""What a page says that can't be shown, by the code of the refusal."""

Shower = Callable[..., Awaitable[Response]]


class Visit(NamedTuple):
    """A request for a page."""

    request: Request
    services: Services
    caller: Caller
    name: str
    """The caller's name; empty if anonymous."""
    language: str
    ban: Ban | None = None
    """The ban because of which the caller may see only the page about it."""
    carried: Mapping[str, str] = MappingProxyType({})
    """What a page inside Telegram passes to the next in place of cookies: a token, and light or dark."""

    @property
    def house(self) -> House:
        return self.services.house

    @property
    def say(self) -> Speaker:
        """The visitor's speaker, outside of games."""
        return speaker(None, self.language)

    @property
    def inside(self) -> bool:
        """Whether the page is shown inside Telegram, without links that lead out."""
        return bool(self.services.mini_app) and is_inside(self.request)

    def link(self, path: str) -> str:
        """The whole address of a page, for others."""
        return str(self.request.url.replace(path=path, query="", fragment=""))

    @property
    def _policy(self) -> str:
        """Only the pages inside Telegram may be framed, by its clients."""
        if not self.services.mini_app or not self.inside:
            return POLICY
        return POLICY.replace(NOT_FRAMED, f"frame-ancestors {' '.join(self.services.mini_app.frames)}")

    def show(self, template: str, *, status: int = 200, **given: Any) -> Response:
        """A page from its template, with `given` and what all pages share."""
        theme = self.carried.get(THEME) or self.request.cookies.get(THEME, "")
        return _rendered(
            template,
            self.language,
            status,
            self._policy,
            visit=self,
            languages=language_names(),
            theme=theme if theme in THEMES else THEMES[0],
            script_words=partial(script_words, self.language),
            **given,
        )


def fragment(request: Request, template: str, **given: Any) -> Response:
    """A piece of a page, which its script inserts."""
    return _rendered(template, language_of(request), 200, POLICY, **given)


def _rendered(template: str, language: str, status: int, policy: str, **given: Any) -> Response:
    say = speaker(None, language)

    def t(words: Words, /, **filled: Any) -> str:
        """A sentence from the template or from elsewhere."""
        return say(words if isinstance(words, Said) else said(words, **filled))

    def tn(one: str, many: str, number: int, /, **filled: Any) -> str:
        """A sentence that depends on a number, which fills `{number}`."""
        return say(counted(one, many, "number", number=number, **filled))

    text = _templates().get_template(template).render(t=t, tn=tn, **given)
    return Response(text, status, media_type="text/html", headers={"Content-Security-Policy": policy})


class Pages:
    """The pages of a module."""

    def __init__(self) -> None:
        self.declared: list[tuple[str, Shower]] = []

    def __call__(self, path: str) -> Callable[[Shower], Shower]:
        def declare(show: Shower) -> Shower:
            self.declared.append((path, show))
            return show

        return declare

    def routes(self, services: Services) -> list[Route]:
        return [Route(path, _Page(show, services)) for path, show in self.declared]


class _Page:
    def __init__(self, show: Shower, services: Services) -> None:
        self._show, self._services = show, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method not in ("GET", "HEAD"):
            response = wrong_method(request.method, ["GET"])
        else:
            response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        visit = await _visit(request, self._services)
        if visit.ban:
            return await banned(visit, visit.ban)
        try:
            return await self._show(visit, **request.path_params)
        except TurnwiseError as error:
            return sorry(visit, error)
        except (Unavailable, Conflict):
            return sorry(visit, Busy())


async def _visit(request: Request, services: Services) -> Visit:
    try:
        who = await caller(request, services.house, banned=True)
        person = await services.house.people.get(who.person) if who.person else None
        ban = await services.house.bans.of(who.person)
    except (TurnwiseError, Unavailable):
        who, person, ban = Caller(), None, None
    return Visit(request, services, who, person.name if person else "", language_of(request), ban)


async def banned(visit: Visit, ban: Ban) -> Response:
    """The one page that a banned person sees."""
    person = await visit.house.people.get(visit.caller.person)
    account = bool(person and person.account)
    return visit.show("banned.html", status=403, ban=ban, account=account, when=when, most=LONGEST_APPEAL)


def sorry(visit: Visit, error: TurnwiseError) -> Response:
    """A page for what can't be shown: its sentence, or one for people who follow links."""
    words = SORRY.get(error.code) or error.sentence
    status, told = status_of(error), speaker_for(visit.request, visit.house, visit.language)(words)
    again = max(5, getattr(error, "retry_after", 0)) if status in (429, 503) else 0
    return visit.show("error.html", status=status, sentence=told, again=again)


def for_people(request: Request) -> bool:
    """Whether a browser asks for a page, and is answered with one."""
    shown = "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")
    return shown and (request.method in SAFE or is_inside(request))


def is_inside(request: Request) -> bool:
    """Whether a page inside Telegram is requested, which comes by POST too."""
    path: str = request.scope["path"]
    return path == APP or path.startswith(f"{APP}/")


def nothing_here(services: Services) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """The answer at all other addresses: a page to a browser, a refusal to a program."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        nothing = TurnwiseError(said("There is nothing at this address."), "no_such_address")
        if for_people(request):
            response = sorry(await _visit(request, services), nothing)
        else:
            response = refused(nothing, speaker(None, language_of(request)))
        await response(scope, receive, send)

    return answer


# Files that are the same for everybody.


def files() -> list[Route]:
    """Scripts, styles and pictures, and the house's colours as a style sheet. The scripts' sentences are loaded now
    too."""
    _templates()
    known = {file.name: file.read_bytes() for file in (HERE / "static").iterdir() if file.is_file()}
    known["theme.css"] = theme_css().encode()
    for language, name in product(language_names(), known):
        if name.endswith(".js"):
            script_words(language, name)
    return [Route(f"/static/{name}", _File(name, body)) for name, body in known.items()]


class _File:
    """A file that a browser revalidates with each use."""

    def __init__(self, name: str, body: bytes) -> None:
        media = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self._headers = {"ETag": f'"{hashlib.sha256(body).hexdigest()[:20]}"', "Cache-Control": "no-cache"}
        self._body, self._media = body, "text/javascript" if name.endswith(".js") else media

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = Request(scope, receive).headers.get("if-none-match", "")
        if scope["method"] not in ("GET", "HEAD"):
            response = wrong_method(scope["method"], ["GET"])
        elif asked == self._headers["ETag"]:
            response = Response(status_code=304, headers=self._headers)
        else:
            response = Response(self._body, media_type=self._media, headers=self._headers)
        await response(scope, receive, send)


def theme_css() -> str:
    """The house's colours, for the page and for the pictures in it."""
    return ":root{" + ";".join(f"--{n.replace('_', '-')}:light-dark({a},{b})" for n, (a, b) in PALETTE.items()) + "}"


class _Kept(FileSystemBytecodeCache):
    """A cache whose write errors are ignored: what can't be cached is compiled again."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def _templates() -> Environment:
    """Loads all templates now, so that no move waits while a page is shown for the first time. Jinja's bytecode is
    cached for the next start, if it can be."""
    kept = cache_folder() / "pages"
    with suppress(OSError):
        kept.mkdir(parents=True, exist_ok=True)
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_Kept(str(kept)),
    )
    for name in found.list_templates():
        found.get_template(name)
    return found
