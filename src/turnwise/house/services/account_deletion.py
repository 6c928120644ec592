"""Account deletion, and what it means at the person's tables."""

from collections.abc import Sequence

from turnwise.house.house import House
from turnwise.house.people.entrance import Confirmation
from turnwise.house.services.boards import Boards
from turnwise.house.services.pairing import Pairing
from turnwise.house.services.ratings import Ratings
from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import Busy
from turnwise.house.tables.summary import decode
from turnwise.house.tables.table import Table
from turnwise.kit.errors import TurnwiseError

PAGE = 100


async def delete_account(house: House, person: str, shown: Confirmation, ratings: Ratings, pairing: Pairing) -> None:
    """Leave every table by its policy, then delete the person, who has confirmed it. If the house dies in between, the
    account still exists and the person can ask again. Finished matches stay, with a seat without a name."""
    await house.entrance.confirm(person, shown, or_guest=True)
    await pairing.stop(person)
    await leave_tables(house, person)
    await Boards(house).forget(person)
    await house.bans.forget(person)
    await house.mailboxes.forget(person)
    await house.people.delete(person)
    await ratings.forget(person)
    for loaded in list(house.loaded.values()):
        if person in loaded.table.sitters or any(said.by == person for _, said in loaded.table.talk):
            loaded.feed.push_about(loaded.table)


async def send_away(house: House, person: str) -> None:
    """Close a banned person's connections and leave the person's tables, so that nobody there waits."""
    house.people.connected.end_all(person, banned=True)
    await Pairing(house).stop(person)
    await leave_tables(house, person)


async def leave_tables(house: House, person: str) -> None:
    for mark in ("person now", "host now"):
        below = None
        while docs := await house.store.find("table", mark, person, limit=PAGE, below=below):
            for doc in docs:
                try:
                    await house.change(doc.id, None, lambda table: gone(table, person, house.now()))
                except Busy:
                    raise
                except TurnwiseError:
                    continue  # an outdated match can't be left
            below = decode(docs[-1].body).opened, docs[-1].id


def gone(table: Table, person: str, now: int) -> Sequence[AnyItem]:
    """The items when a person leaves for good: a seat before the match is freed, in a match the table's policy plays
    on."""
    seat = table.seat_of(person)
    if table.to_come:
        if seat is not None:
            return seating.get_up(table, person, seat, now)
        return [items.Closed(now, person, "its host has left")] if person == table.host else []
    if seat is None or table.status == "over" or seat in table.away:
        return []
    if table.match and seat in table.match.left:
        return []
    return playing.walk_away(table, person, seat, now)
