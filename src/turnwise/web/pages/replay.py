"""A replay of a match, moment by moment."""

from starlette.responses import Response

from turnwise.bots.names import opponents
from turnwise.draw.sounds import TONES
from turnwise.house.services.seen import names_at
from turnwise.kit.catalogues import speaker
from turnwise.kit.words import said
from turnwise.web.pages.site import Pages, Visit

page = Pages()


@page("/tables/{id}/replay")
async def replay(visit: Visit, id: str) -> Response:
    async with visit.house.at(id, visit.caller.person) as loaded:
        table = loaded.table
        match, plies = table.replayable()
        say, names = speaker(table.game, visit.language), names_at(table, loaded.feed, visit.language)
        return visit.show(
            "replay.html",
            game=table.game,
            title=say(said(table.game.title)),
            id=table.id,
            names=names,
            plies=plies,
            over=table.match is not None and match.outcome is not None,
            seat=table.seat_of(visit.caller.person),
            bots={bot: say(name) for bot, name in opponents(table.game).items()},
            sounds=TONES,
        )
