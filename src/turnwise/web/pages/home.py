"""The shelf of games."""

from starlette.responses import Response

from turnwise.games import games
from turnwise.web.pages.site import Pages, Visit

page = Pages()


@page("/")
async def home(visit: Visit) -> Response:
    return visit.show("home.html", games=games())
