"""How much a table may store. A game's rules end every match after `Game.longest` actions unless some are undone; so
undos are bounded, and items that are no moves. A match that has reached a bound can still be played to its end,
resigned and left.

Bounds are checked when something is about to happen, never when a log is read: a longer log from before still loads."""

from collections.abc import Iterable

from turnwise.house.tables import items
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.table import Table
from turnwise.kit.errors import Refused
from turnwise.kit.words import said

MOST_UNDOS = 500
"""Undos of one match."""
MOST_TO_TAKE_BACK = 20_000
"""Entries of a match after which nothing is undone, in any game; ours have at most 8,400 without undos."""
MOST_BESIDE = 10_000
"""Items of a table's log that are no moves: talk, questions, seats."""

BESIDE = frozenset(
    (
        items.Said,
        items.Asked,
        items.Muted,
        items.Invited,
        items.Sat,
        items.Sealed,
        items.Gave,
        items.Called,
        items.Swapped,
        items.Held,
        items.Away,
        items.Hinted,
    )
)
"""Items that may happen any number of times and that ending a match does not need."""


def lasts(table: Table) -> bool:
    """Whether nothing can be undone any more because there were too many undos."""
    return table.undos >= MOST_UNDOS or table.version >= MOST_TO_TAKE_BACK


def may_take_back(table: Table) -> None:
    """Refuse an undo after too many."""
    if lasts(table):
        raise Refused(
            said(
                "After {undos} undos in a match of {entries} entries nothing more is taken back.",
                undos=table.undos,
                entries=table.version,
            ),
            "no_more_undos",
        )


def may_keep(table: Table, happened: Iterable[AnyItem]) -> None:
    """Refuse people's items that are no moves after too many. Items of moves already played are never refused."""
    if table.beside < MOST_BESIDE:
        return
    kinds = set(map(type, happened))
    if items.Acted not in kinds and kinds & BESIDE:
        raise Refused(
            said(
                "{most} things were said and asked at this table; it keeps no more of them. The match can go on.",
                most=f"{MOST_BESIDE:,}",
            ),
            "table_log_full",
        )
