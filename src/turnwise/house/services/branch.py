"""Playing on from a moment of a finished match: a new table whose match has the same history so far.

It has the secret of the old match, which is public by then, so dice and cards come again as they came. That is what
"what if I had played otherwise?" asks for; and it is never rated.
"""

import asyncio

from turnwise.bots.names import for_guests
from turnwise.house.house import House
from turnwise.house.ids import new_id
from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem, Terms
from turnwise.house.tables.table import OldRules, Table
from turnwise.kit.errors import Refused
from turnwise.kit.words import said
from turnwise.play.match import Match

BREATH = 32
"""Requests after which other tasks may run."""


async def branch(house: House, id: str, person: str, ply: int, seat: int | None, bot: str, key: str = "") -> str:
    """Open a table that continues another's match after so many entries: the person takes a seat, by default their own
    or the first; bots take all others. The same key returns the same table."""
    if made := await house.once.made(person, key):
        return made.id
    async with house.at(id, person) as loaded:
        table, bot = loaded.table, BOT + for_guests(bot, loaded.table.game)
        match, happened, own = _begun(table, person, ply, seat, bot, house.now())
    branched = Table(new_id())
    for item in happened:
        branched.fold(item)
    await _follow(branched, match, ply, happened, house.now())  # it is over, and changes no more
    if branched.status != "running" or branched.match is None:
        raise Refused(said("The match was over then: choose an earlier moment."), "over")
    if own in branched.match.left:
        raise Refused(said("That seat had been given up then: choose an earlier moment, or another seat."), "has_left")
    return await house.begin_once(person, key, happened, branched)


def _begun(
    table: Table, person: str, ply: int, seat: int | None, bot: str, now: int
) -> tuple[Match, list[AnyItem], int]:
    """The match to follow, the new table's items until its own match begins, and the seat of the person who asks."""
    match = table.match
    if table.outdated:
        raise OldRules(table.outdated)
    if match is None or match.outcome is None:
        raise Refused(said("One can play on from a moment of a match when the match is over."), "running")
    if not 0 <= ply <= len(match.log):
        raise Refused(
            said(
                "The log of this match has {entries} entries, so a ply is 0 to {entries}.",
                entries=len(match.log),
            ),
            "no_such_ply",
        )
    if seat is not None and not 0 <= seat < match.seats:
        raise Refused(
            said("This table has seats 0 to {last}, not {given}.", last=match.seats - 1, given=seat), "no_such_seat"
        )
    own = next((one for one in (seat, table.seat_of(person)) if one is not None), 0)
    terms = Terms(
        match.game.name,
        match.seats,
        dict(match.frame.options),
        table.terms.title,
        access="link",
        settings=table.terms.settings,
    )
    happened: list[AnyItem] = [items.Opened(now, person, terms, match.secret, branches=f"{table.id} {ply}")]
    for sits in range(match.seats):
        happened.append(items.Sat(now, person, sits, person if sits == own else bot, table.nonces[sits]))
    happened.append(items.Started(now, person, list(range(match.seats)), match.game.version))
    return match, happened, own


async def _follow(branched: Table, match: Match, ply: int, happened: list[AnyItem], now: int) -> None:
    """Replay the old match on the new table, request by request."""
    log, at = match.log, 0
    while at < ply:
        end = at + 1
        while end < len(log) and log[end].joined:
            end += 1
        acted = items.Acted(now, "", log[at].seat, [entry.action for entry in log[at:end]], end)
        branched.fold(acted)
        happened.append(acted)
        at = end
        if not len(happened) % BREATH:
            await asyncio.sleep(0)
