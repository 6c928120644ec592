"""What all pages share: who is looking and in which language, how a page is made from its template, and what a refusal looks like.

A page is declared like an endpoint: `@page("/games/{game}")` above a function that takes a `Visit` and the names in its path.
"""

import hashlib
import mimetypes
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turnwise.draw.theme import PALETTE
from turnwise.house.bans import LONGEST_APPEAL, Ban, when
from turnwise.house.house import Busy, House
from turnwise.house.store import Conflict, Unavailable
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.folders import cache_folder
from turnwise.web.api import refused, status_of, wrong_method
from turnwise.web.auth import SAFE, Caller, caller
from turnwise.web.staff import Staff
from turnwise.web.words import catalogue, language_of, languages
from turnwise.web.words.speech import refused_in

HERE = Path(__file__).parent.parent
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
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
THEME = "theme"
"""A cookie, which the pages' own script sets."""
THEMES = ("auto", "light", "dark")

Shower = Callable[..., Awaitable[Response]]


class Visit(NamedTuple):
    """Somebody looks at a page."""

    request: Request
    staff: Staff
    caller: Caller
    name: str
    """What the caller is called; empty for nobody."""
    language: str
    ban: Ban | None = None
    """Why the caller may see nothing but the page that says so."""

    @property
    def house(self) -> House:
        return self.staff.house

    def t(self, name: str, /, **given: Any) -> str:
        """A sentence of the catalogue."""
        return sentence(self.language, name, **given)

    def show(self, template: str, *, status: int = 200, **given: Any) -> Response:
        """A page from its template. What it gets beside `given` is the same for all."""
        theme = self.request.cookies.get(THEME, "")
        return _rendered(
            template,
            self.language,
            status,
            visit=self,
            languages=languages(),
            theme=theme if theme in THEMES else THEMES[0],
            script_words=_script_words(self.language),
            **given,
        )


def sentence(language: str, name: str, /, **given: Any) -> str:
    return catalogue(language)[name].format_map(given)


def fragment(request: Request, template: str, **given: Any) -> Response:
    """A piece of a page, which its script puts in."""
    return _rendered(template, language_of(request), 200, **given)


def _rendered(template: str, language: str, status: int, **given: Any) -> Response:
    text = _templates().get_template(template).render(t=partial(sentence, language), **given)
    return Response(text, status, media_type="text/html", headers={"Content-Security-Policy": POLICY})


class Pages:
    """The pages of a module."""

    def __init__(self) -> None:
        self.declared: list[tuple[str, Shower]] = []

    def __call__(self, path: str) -> Callable[[Shower], Shower]:
        def declare(show: Shower) -> Shower:
            self.declared.append((path, show))
            return show

        return declare

    def routes(self, staff: Staff) -> list[Route]:
        return [Route(path, _Page(show, staff)) for path, show in self.declared]


class _Page:
    def __init__(self, show: Shower, staff: Staff) -> None:
        self._show, self._staff = show, staff

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method not in ("GET", "HEAD"):
            response = wrong_method(request.method, ["GET"])
        else:
            response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        visit = await _visit(request, self._staff)
        if visit.ban:
            return await _banned(visit, visit.ban)
        try:
            return await self._show(visit, **request.path_params)
        except TurnwiseError as error:
            return sorry(visit, error)
        except (Unavailable, Conflict):
            return sorry(visit, Busy())


async def _visit(request: Request, staff: Staff) -> Visit:
    try:
        who = await caller(request, staff.house, banned=True)
        person = await staff.house.people.get(who.person) if who.person else None
        ban = await staff.house.bans.of(who.person)
    except (TurnwiseError, Unavailable):
        who, person, ban = Caller(), None, None
    return Visit(request, staff, who, person.name if person else "", language_of(request), ban)


async def _banned(visit: Visit, ban: Ban) -> Response:
    """The one page that a banned person sees."""
    person = await visit.house.people.get(visit.caller.person)
    account = bool(person and person.account)
    return visit.show("banned.html", status=403, ban=ban, account=account, when=when, most=LONGEST_APPEAL)


def sorry(visit: Visit, error: TurnwiseError) -> Response:
    """A page for what can't be shown: its own sentence, or the catalogue's for that code."""
    said = catalogue(visit.language).get(f"error.{error.code}") or refused_in(visit.language, str(error))
    status = status_of(error)
    again = max(5, getattr(error, "retry_after", 0)) if status in (429, 503) else 0
    return visit.show("error.html", status=status, sentence=said, again=again)


def for_people(request: Request) -> bool:
    """Whether somebody looks at a page, who is answered with one."""
    shown = "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")
    return shown and request.method in SAFE


def nothing_here(staff: Staff) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """The answer at all other addresses: a page to a browser, a refusal to a program."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        nothing = TurnwiseError("There is nothing at this address.", "no_such_address")
        if for_people(request):
            response = sorry(await _visit(request, staff), nothing)
        else:
            response = refused(nothing, language_of(request))
        await response(scope, receive, send)

    return answer


# Files that are the same for everybody.


def files() -> list[Route]:
    """Scripts, styles and pictures, and the house's colours as a style sheet."""
    _templates()
    known = {file.name: file.read_bytes() for file in (HERE / "static").iterdir() if file.is_file()}
    known["theme.css"] = theme_css().encode()
    return [Route(f"/static/{name}", _File(name, body)) for name, body in known.items()]


class _File:
    """A file that a browser asks for again, and gets again if it has changed."""

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
    """What can't be kept is made again."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def _templates() -> Environment:
    """All of them, read now: nobody's move waits while a page is shown for the first time. What Jinja makes of them is kept for the
    next start, if there is a place to keep it."""
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


@cache
def _script_words(language: str) -> Mapping[str, str]:
    return {name: text for name, text in catalogue(language).items() if name.startswith("js")}
