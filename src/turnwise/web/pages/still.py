"""A table at which nothing goes on any more, though its match has no end: it was closed, or its rules have changed."""

from starlette.responses import Response

from turnwise.house.house import Place
from turnwise.house.playing import hears
from turnwise.house.stills import Seen
from turnwise.house.table import OldRules
from turnwise.web.easel import names_at
from turnwise.web.endpoints.watching import kept
from turnwise.web.pages.site import Visit
from turnwise.web.words import said
from turnwise.web.words.speech import in_words, speech


def stands_still(place: Place) -> bool:
    table = place.table
    ended = table.match is not None and table.match.outcome is not None
    return bool(table.outdated) or table.closed is not None and not ended


async def still(visit: Visit, place: Place) -> Response:
    """Why it does not go on, what was last seen of it, and who may close it."""
    table, me, language = place.table, visit.caller.person, visit.language
    names = names_at(table, place.feed, language)
    winners, _ = table.ended
    title = table.terms.title or said(table.game, language, table.game.title)
    return visit.show(
        "still.html",
        table=table,
        title=title,
        why=in_words(table.outdated, speech(table.game, language)) if table.outdated else visit.t("table.closed"),
        names=names,
        winners=None if winners is None else ", ".join(names[seat] for seat in winners),
        moves=table.versions[-1] if table.versions else 0,
        kept=await _kept(visit, table.id) if table.outdated else None,
        talk=[(visit.house.names.get(one.by, ""), one.text) for _, one in table.talk if hears(table, me, one.room)],
        may_close=table.outdated and table.status == "running" and (me == table.host or table.seat_of(me) is not None),
    )


async def _kept(visit: Visit, id: str) -> Seen | None:
    try:
        return await kept(visit.house, visit.caller, id)
    except OldRules:
        return None
