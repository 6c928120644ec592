"""The table."""

from starlette.responses import Response

from turnwise.web.pages.site import Pages, Visit

page = Pages()


@page("/tables/{id}")
async def table(visit: Visit, id: str) -> Response:
    place = await visit.house.place(id, visit.caller.person)
    return visit.show("table.html", table=place.table, game=place.table.game)
