"""A short summary of a table, stored beside its log so that tables can be listed and found."""

from typing import Any

import msgspec
from msgspec import Struct

from turnwise.house.tables import items
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import Access
from turnwise.house.tables.table import Status, Table


class Summary(Struct, frozen=True, omit_defaults=True):
    """What a list of tables shows."""

    id: str
    game: str
    status: Status
    access: Access
    sitters: list[str]
    host: str
    opened: int
    clock: Control
    title: str = ""
    rated: bool = False
    hidden: bool = False
    winners: list[int] | None = None
    reason: str = ""
    due: bool = False
    """Whether its ratings have yet to be updated."""
    stirs: bool = False
    """Whether something happens there by itself."""
    ended: int = 0


PLAY = {items.Acted, items.Held, items.Said, items.Resumed, items.Asked, items.Answered, items.Hinted, items.Noticed}
"""Items that change nothing in a summary, as long as the match runs."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Summary).decode


def summary_of(table: Table, now: int) -> tuple[bytes, tuple[tuple[str, str], ...]]:
    """The summary and the marks to find it by: its status, where it may be listed, its people and its host, and what
    has yet to be done."""
    terms, outcome = table.terms, table.match.outcome if table.match else None
    winners, reason = (list(outcome.winners), outcome.reason) if outcome else table.ended
    summary = Summary(
        table.id,
        terms.game,
        table.status,
        terms.access,
        table.sitters,
        table.host,
        table.opened_at,
        terms.clock,
        terms.title,
        terms.rated,
        table.hidden,
        winners,
        reason or table.closed or "",
        table.to_be_rated,
        table.stirs,
        table.ended_at,
    )
    marks: list[tuple[str, str]] = [("status", table.status)]
    if terms.access == "open" and not table.hidden:
        marks += [("listed", table.status), ("listed", f"{table.status} {terms.game}")]
    marks += [("person", person) for person in table.people]
    marks += [("person now", person) for person in table.people if table.status != "over"]
    marks += [("due", "ratings")] * table.to_be_rated
    marks += [("stirs", "now")] * table.stirs
    if table.to_come:
        marks += [("host now", table.host), *(("invited", person) for person in sorted(table.invited))]
    return encode(summary), tuple(marks)


def told(summary: Summary, names: dict[str, str]) -> dict[str, Any]:
    """A summary for a list, with names."""
    plain: dict[str, Any] = msgspec.to_builtins(summary)
    return plain | {"names": {who: names[who] for who in summary.sitters if who in names}}
