"""How many bots may play at the tables of one person: so that nobody can have the house think for hundreds.

It counts what is in memory. A table that everybody has left lets its bots rest, and does not count then.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused
from turnwise.kit.words import said

if TYPE_CHECKING:
    from turnwise.house.tables.place import Place

MOST = 32
"""Four tables of eight."""


def check(table: Table, happened: Sequence[AnyItem], places: Iterable["Place"]) -> None:
    """Refuse what would have too many bots play for the host of a table."""
    if any(map(_brings, happened)):
        count(table, places, sum(isinstance(item, items.Sat) for item in happened))


def _brings(item: AnyItem) -> bool:
    """Whether something brings more bots to play: one sits down, a match begins, somebody asks for a rematch."""
    match item:
        case items.Sat():
            return item.who.startswith(BOT)
        case items.Asked():
            return item.for_ == "rematch"
        case _:
            return isinstance(item, items.Called) or isinstance(item, items.Started) and not item.waited


def count(table: Table, places: Iterable["Place"], new: int = 0) -> None:
    """The same for the bots that sit at a table, and so many more."""
    here = bots_of(table) + new
    if not here:
        return
    others = sum(
        bots_of(other)
        for other in (place.table for place in places)
        if other.status in ("beginning", "running")
        and other.id != table.id
        and (other.host == table.host or table.host in other.sitters)
    )
    if here + others > MOST:
        raise Refused(
            said(
                "{bots} bots would play at the tables that this table's host opened or sits at, and {most} may; "
                "let another match end first.",
                bots=here + others,
                most=MOST,
            ),
            "too_many_bots",
        )


def bots_of(table: Table) -> int:
    """The seats that bots play, with those who stand in for somebody."""
    return sum(1 for seat in range(len(table.sitters)) if table.bot_of(seat))
