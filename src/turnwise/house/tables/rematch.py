"""The rematch: when everybody who sat agrees, the next table begins in one commit with its item in the old log.

Bots agree to everything. A player who resigned or left the match is asked like the others. A deleted person is not
waited for: the table's stand-in takes the seat.
"""

from typing import TYPE_CHECKING

from turnwise.house.store.interface import Append, Conflict
from turnwise.house.tables import items, seating
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused

if TYPE_CHECKING:
    from turnwise.house.house import House
    from turnwise.house.tables.loaded import LoadedTable


def pending(table: Table) -> bool:
    """Whether somebody has asked for a rematch, and it has not begun."""
    return table.asking is not None and table.asking.for_ == "rematch" and not table.followed


async def begin(house: "House", loaded: "LoadedTable", id: str, log: str) -> bool:
    """Open and start the table `id` as the rematch of a table that the caller has locked, once everybody has agreed.
    False: another worker has written to the log meanwhile."""
    table = loaded.table
    if not pending(table):
        return True
    gone = {who for who in table.people if await house.people.get(who) is None}
    if any(table.sitters[seat] not in gone for seat in table.waiting_for):
        return True
    followed = items.Followed(house.now(), "", id)
    word = Append(log, table.n, items.encode(followed))
    try:
        await house.begin(_first(table, gone, house.now()), word, id=id)
    except Conflict:
        return False
    except Refused:
        return True  # the host has too many bots by now; asking once more says so
    table.fold(followed)
    house.tell(loaded, [followed], table.version)
    return True


def _first(table: Table, gone: set[str], now: int) -> list[AnyItem]:
    """The items of the new table until its match runs."""
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
