"""How many bots may play at the tables of one person, so that nobody makes the house think for hundreds.

Only tables in memory count. Bots pause at a table that everybody has left, and then do not count.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from turnwise.house.tables import items
from turnwise.house.tables.items import BOT, AnyItem
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused
from turnwise.kit.words import said

if TYPE_CHECKING:
    from turnwise.house.tables.loaded import LoadedTable

MOST = 32
"""Four tables of eight."""


def check(table: Table, happened: Sequence[AnyItem], tables: Iterable["LoadedTable"]) -> None:
    """Refuse items that would bring the bots of a table's host over the limit."""
    if any(map(_brings, happened)):
        count(table, tables, sum(isinstance(item, items.Sat) for item in happened))


def _brings(item: AnyItem) -> bool:
    """Whether an item brings more bots into play: one sits down, a match begins, a rematch is asked for."""
    match item:
        case items.Sat():
            return item.who.startswith(BOT)
        case items.Asked():
            return item.for_ == "rematch"
        case _:
            return isinstance(item, items.Called) or isinstance(item, items.Started) and not item.waited


def count(table: Table, tables: Iterable["LoadedTable"], new: int = 0) -> None:
    """The same check for the bots at a table, and `new` more."""
    here = bots_of(table) + new
    if not here:
        return
    elsewhere = sum(
        bots_of(other)
        for other in (loaded.table for loaded in tables)
        if other.status in ("beginning", "running")
        and other.id != table.id
        and (other.host == table.host or table.host in other.sitters)
    )
    if here + elsewhere > MOST:
        raise Refused(
            said(
                "{bots} bots would play at the tables that this table's host opened or sits at, and {most} may; "
                "let another match end first.",
                bots=here + elsewhere,
                most=MOST,
            ),
            "too_many_bots",
        )


def bots_of(table: Table) -> int:
    """The seats that bots play, including stand-ins."""
    return sum(1 for seat in range(len(table.sitters)) if table.bot_of(seat))
