"""A table whose match can't go on though it has no end: it was closed, its rules have changed, or its game is gone."""

from starlette.responses import Response

from turnwise.house.services.seen import speaker_at
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.playing import hears
from turnwise.house.tables.table import OldRules
from turnwise.kit.words import said
from turnwise.web.endpoints.watching import Kept, kept
from turnwise.web.pages.site import Visit


def stands_still(loaded: LoadedTable) -> bool:
    table = loaded.table
    ended = table.match is not None and table.match.outcome is not None
    return bool(table.outdated) or table.closed is not None and not ended


async def still(visit: Visit, loaded: LoadedTable) -> Response:
    """Why it does not go on, its last view, and who may close it."""
    table, me, language = loaded.table, visit.caller.person, visit.language
    say = speaker_at(loaded, language)
    winners, _ = table.ended
    return visit.show(
        "still.html",
        table=table,
        title=table.terms.title or say(said(table.game.title)),
        why=say(table.outdated or said("This table is closed.")),
        names=[
            (say(said("Seat {number}", number=seat)), say.name(seat)) for seat, who in enumerate(table.sitters) if who
        ],
        winners=None if winners is None else ", ".join(map(say.name, winners)),
        moves=table.versions[-1] if table.versions else 0,
        kept=await _kept(visit, table.id) if table.outdated else None,
        talk=[(visit.house.names.get(one.by, ""), one.text) for _, one in table.talk if hears(table, me, one.room)],
        may_close=table.outdated and table.status != "over" and (me == table.host or table.seat_of(me) is not None),
    )


async def _kept(visit: Visit, id: str) -> Kept | None:
    try:
        return await kept(visit.house, visit.caller, id, visit.language)
    except OldRules:
        return None
