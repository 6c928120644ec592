"""The house over HTTP: every endpoint, the OpenAPI document and its page, and whether all is well."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp

from turnwise.house.house import House
from turnwise.house.store import Unavailable
from turnwise.web import events
from turnwise.web.api import Guard, answered, nothing_here, routes
from turnwise.web.endpoint import Endpoint
from turnwise.web.endpoints import games, people, playing, tables, watching
from turnwise.web.metrics import Metrics
from turnwise.web.openapi import STYLE, docs_page, openapi
from turnwise.web.staff import Staff

ENDPOINTS: tuple[Endpoint, ...] = (
    *playing.endpoint.endpoints,
    *tables.endpoint.endpoints,
    *watching.endpoint.endpoints,
    *events.endpoint.endpoints,
    *games.endpoint.endpoints,
    *people.endpoint.endpoints,
)
"""Those that are asked most often first."""

PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


def app(
    house: House, metrics: Metrics | None = None, staff: Staff | None = None, more: tuple[Route, ...] = ()
) -> ASGIApp:
    """Everything but the sockets. `more`: routes of other contracts over the same tables."""
    document = openapi(ENDPOINTS)
    page = docs_page(document).encode()

    async def healthz(request: Request) -> Response:
        try:
            await house.store.get("table", "none")
        except Unavailable:
            return answered({"status": "unavailable"}, 503)
        return answered({"status": "ok"})

    async def described(request: Request) -> Response:
        return answered(document)

    async def docs(request: Request) -> Response:
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": PAGE_POLICY})

    async def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def figures(request: Request) -> Response:
        return Response(metrics.text() if metrics else b"", media_type="text/plain; version=0.0.4")

    plain = [
        Route("/healthz", healthz),
        Route("/metrics", figures),
        Route("/openapi.json", described),
        Route("/docs", docs),
        Route("/docs.css", style),
    ]
    return Guard(
        Router(
            [*routes(ENDPOINTS, staff or Staff(house), metrics), *more, *plain],
            default=nothing_here,
            redirect_slashes=False,
        )
    )
