"""The rematch: when everybody who sat agrees, the next table stands in one commit with the word of it at the old one.

Bots agree to everything. Somebody who resigned or left the match is asked like anybody else. Who has deleted himself is not
waited for: the table's stand-in takes his seat.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwise.house.store.interface import Append, Conflict
from turnwise.house.tables import items, seating
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused

if TYPE_CHECKING:
    from turnwise.house.house import House, Place


ASKS = (items.Asked, items.Answered)


def wanted(happened: Sequence[AnyItem]) -> bool:
    """Whether something was said about a rematch."""
    return any(isinstance(item, ASKS) and item.for_ == "rematch" for item in happened)


async def begin(house: "House", place: "Place", id: str, log: str) -> None:
    """Open and start the table `id` as the rematch at a place that the caller holds, unless somebody has yet to agree."""
    table = place.table
    if table.followed or table.asking is None or table.asking.for_ != "rematch":
        return
    gone = {who for who in table.people if await house.people.get(who) is None}
    if any(table.sitters[seat] not in gone for seat in table.waiting_for):
        return
    followed = items.Followed(house.now(), "", id)
    word = Append(log, table.n, items.encode(followed))
    try:
        await house.begin(_first(table, gone, house.now()), word, id=id)
    except Conflict:
        return  # another process was quicker
    except Refused:
        return  # too many bots play for the host by now; whoever asks once more is told so
    table.fold(followed)
    house.tell(place, [followed], table.version)


def _first(table: Table, gone: set[str], now: int) -> list[AnyItem]:
    """What happens at the new table until the match runs."""
    host = next(who for who in (table.host, *table.people) if who not in gone)
    happened: list[AnyItem] = [seating.opened(table.terms, host, now, follows=table.id)]
    happened += [items.Invited(now, host, guest) for guest in sorted(table.invited)]
    happened += [items.Muted(now, host, person) for person in sorted(table.muted)]
    for seat, who in enumerate(seating.rotated(table)):
        sitter = BOT + table.terms.stand_in if who in gone else who
        happened.append(items.Sat(now, host if sitter.startswith(BOT) else sitter, seat, sitter))
    scratch = Table("")
    for item in happened:
        scratch.fold(item)
    return [*happened, seating.begins(scratch, host, now, shuffled=False)]
