"""The house over HTTP: every endpoint, the OpenAPI document and its page, and the health check."""

from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp

from turnwise.house.house import House
from turnwise.web.chats.front_end import ChatFront
from turnwise.web.chats.front_end import route as route_of_chat
from turnwise.web.contracts.described import described as described_by
from turnwise.web.contracts.mounting import contracts
from turnwise.web.contracts.mounting import routes as routes_of
from turnwise.web.contracts.tables import GameTables
from turnwise.web.endpoints import accounts, bans, boards, dice, games, people, playing, qr, replaying, tables, watching
from turnwise.web.http.api import Page, answered, routes
from turnwise.web.http.endpoint import Endpoint
from turnwise.web.http.health import health
from turnwise.web.http.metrics import Metrics
from turnwise.web.http.openapi import STYLE, docs_page, openapi
from turnwise.web.http.services import Services
from turnwise.web.live import events
from turnwise.web.pages import games as game_pages
from turnwise.web.pages import home, play, proof, replay, setup, telegram, workshop
from turnwise.web.pages import people as people_pages
from turnwise.web.pages.site import files, nothing_here
from turnwise.web.serving.guard import Guard

ENDPOINTS: tuple[Endpoint, ...] = (
    *playing.endpoint.endpoints,
    *tables.endpoint.endpoints,
    *dice.endpoint.endpoints,
    *watching.endpoint.endpoints,
    *replaying.endpoint.endpoints,
    *events.endpoint.endpoints,
    *games.endpoint.endpoints,
    *boards.endpoint.endpoints,
    *people.endpoint.endpoints,
    *accounts.endpoint.endpoints,
    *bans.endpoint.endpoints,
    *qr.endpoint.endpoints,
)
"""The most frequent first."""

PAGES = (play, proof, replay, home, game_pages, people_pages, workshop)
"""The modules of pages."""

FORMS = (*setup.form.endpoints, *play.form.endpoints, *proof.form.endpoints, *people_pages.form.endpoints)
"""The endpoints of their own forms."""

PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


def app(
    house: House,
    metrics: Metrics | None = None,
    services: Services | None = None,
    chat: ChatFront | None = None,
    *,
    figures: Callable[[], Awaitable[bytes]] | None = None,
    leaving: Callable[[], bool] = lambda: False,
) -> ASGIApp:
    """Everything but the sockets: the house's own endpoints, and over the same tables the contracts that games bring
    along.

    `figures` are those of `/metrics`; `leaving` says whether new visitors should go elsewhere."""
    document, of_games = openapi(ENDPOINTS), list[Route]()
    for game, contract in contracts():
        said = described_by(game, contract)
        document["paths"] |= said["paths"]
        document["components"]["schemas"] |= said["components"]["schemas"]
        of_games += routes_of(contract, GameTables(house, game, contract), metrics)
    page = docs_page(document).encode()

    async def healthz() -> Response:
        keeps, told = await health(house)
        status = "unavailable" if not keeps else "ok" if set(told.values()) == {"ok"} else "busy"
        return answered({"status": status, **told}, 200 if keeps else 503)

    async def readyz() -> Response:
        status = "leaving" if leaving() else "ready" if (await health(house))[0] else "unavailable"
        return answered({"status": status}, 200 if status == "ready" else 503)

    async def described() -> Response:
        return answered(document)

    async def docs() -> Response:
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": PAGE_POLICY})

    async def style() -> Response:
        return Response(STYLE, media_type="text/css")

    async def told() -> Response:
        return Response(await figures() if figures else b"", media_type="text/plain; version=0.0.4")

    plain = [
        Route("/healthz", Page(healthz)),
        Route("/readyz", Page(readyz)),
        Route("/metrics", Page(told)),
        Route("/openapi.json", Page(described)),
        Route("/docs", Page(docs)),
        Route("/docs.css", Page(style)),
        *([route_of_chat(chat)] if chat else []),
    ]
    services = services or Services(house)
    shown, still = [route for module in PAGES for route in module.page.routes(services)], files()
    return Guard(
        Router(
            [
                *routes((*ENDPOINTS, *FORMS), services, metrics),
                *of_games,
                *shown,
                *telegram.routes(services),
                *still,
                *plain,
            ],
            default=nothing_here(services),
            redirect_slashes=False,
        ),
        services,
        metrics,
        frozenset(route.path for route in still),
    )
