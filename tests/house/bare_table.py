"""A table with nothing around it: no house, no store, only its log."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from turnwise.house.tables import held_requests, items, seating
from turnwise.house.tables.items import AnyItem, Begins, Terms
from turnwise.house.tables.table import Table

PEOPLE = ("ann", "ben", "cat")


@dataclass
class BareTable:
    """A table with its log as it is kept, and a clock."""

    terms: Terms
    begins: Begins = "host"
    now: int = 0
    moment: int = 0
    """How long what people add to the dice is waited for."""
    table: Table = field(default_factory=lambda: Table("t"))
    log: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.keep([seating.opened(self.terms, PEOPLE[0], 0, begins=self.begins)])

    def keep(self, happened: Sequence[AnyItem]) -> None:
        for item in (kept := list(happened)):
            self.table.fold(item)
            self.log.append(items.encode(item))
            if item is kept[-1]:
                kept += held_requests.follows(self.table, self.now, self.moment)

    def read(self) -> Table:
        table = Table("t")
        for item in self.log:
            table.fold(items.decode(item))
        return table


def full(terms: Terms, *sitters: str) -> BareTable:
    """A table with everybody in place whose match runs."""
    bare = BareTable(terms)
    for seat, who in enumerate(sitters):
        bare.keep([items.Sat(0, who, seat, who)])
    bare.keep(seating.start(bare.table, PEOPLE[0], 0))
    return bare
