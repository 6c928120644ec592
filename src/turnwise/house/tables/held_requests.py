"""Requests sent before they are due: the table holds them, shows them to nobody, and plays them as soon as they are
due."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from turnwise.house.tables import dice, items, playing, seating
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.table import Table
from turnwise.kit.errors import BadAction, Refused, TurnwiseError
from turnwise.kit.words import said

LARGEST = 4096
"""Bytes of a held request, which is stored as it came, whatever its contract."""


def hold(table: Table, person: str, seat: int, actions: Sequence[dict[str, Any]], key: str, now: int) -> list[AnyItem]:
    """Hold a request of a seat that is not on turn, or whose match has yet to begin."""
    if seat in table.held:
        raise Refused(said("Your request waits already until it is due."), "held")
    if len(actions) > playing.LONGEST_RUN or len(msgspec.json.encode(actions)) > LARGEST:
        raise BadAction(
            said(
                "A request that waits has at most {actions} actions and {bytes} bytes.",
                actions=playing.LONGEST_RUN,
                bytes=LARGEST,
            )
        )
    return [items.Held(now, person, seat, list(actions), key)]


def follow(table: Table, now: Callable[[], int], moment: int) -> list[AnyItem]:
    """Fold everything that follows at once, and what follows from that."""
    found: list[AnyItem] = []
    while following := follows(table, now(), moment):
        for item in following:
            table.fold(item)
        found += following
    return found


def follows(table: Table, now: int, moment: int) -> list[AnyItem]:
    """The items that follow at once: the match begins by itself, or a held request is due. `moment`: how long to wait
    for what people add to the dice."""
    if table.outdated:
        return []
    if begun := seating.by_itself(table, now) or dice.follows(table, now, moment):
        return begun
    seat = table.turn
    if seat is None or seat not in table.held:
        return []
    held = table.held[seat]
    try:
        return playing.act(table, held.by, seat, held.actions, None, "", now, held=True)
    except TurnwiseError:  # the match went another way than its sender expected
        return [items.Held(now, "", seat, [])]
