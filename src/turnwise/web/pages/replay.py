"""A match looked at again, moment by moment."""

from starlette.responses import Response

from turnwise.bots.names import opponents
from turnwise.draw.sounds import TONES
from turnwise.house.table import OldRules
from turnwise.kit.errors import Refused
from turnwise.web.easel import names_at
from turnwise.web.pages.site import Pages, Visit
from turnwise.web.words import bot_name, of_game

page = Pages()


@page("/tables/{id}/replay")
async def replay(visit: Visit, id: str) -> Response:
    place = await visit.house.held(id, visit.caller.person)
    try:
        table = place.table
        if table.outdated:
            raise OldRules(table.outdated)
        if table.match is None:
            raise Refused("The match has not begun.", "table_lobby")
        names = names_at(table, place.feed, visit.language)
        return visit.show(
            "replay.html",
            game=table.game,
            id=table.id,
            names=names,
            plies=len(table.match.log),
            over=table.match.outcome is not None,
            seat=table.seat_of(visit.caller.person),
            bots={bot: bot_name(table.game, bot, visit.language) for bot in opponents(table.game)},
            words=of_game(table.game, visit.language),
            sounds=TONES,
        )
    finally:
        place.lock.release()
