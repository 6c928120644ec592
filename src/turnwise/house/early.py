"""What is sent before it is due: the table holds it, tells nobody what it is, and plays it as soon as it is due."""

from collections.abc import Sequence
from typing import Any

from turnwise.house import dice, items, playing, seating
from turnwise.house.items import AnyItem
from turnwise.house.table import Table
from turnwise.kit.errors import Refused, TurnwiseError


def hold(table: Table, person: str, seat: int, actions: Sequence[dict[str, Any]], key: str, now: int) -> list[AnyItem]:
    """Keep a request of a seat that is not on turn, or whose match has yet to begin."""
    if seat in table.held:
        raise Refused("Your request waits already until it is due.", "held")
    return [items.Held(now, person, seat, list(actions), key)]


def follows(table: Table, now: int, moment: int) -> list[AnyItem]:
    """What happens at once because of what has just happened: the match begins by itself, and what was held is due. `moment`:
    how long what people add to the dice is waited for."""
    if begun := seating.by_itself(table, now) or dice.follows(table, now, moment):
        return begun
    seat = table.turn
    if seat is None or seat not in table.held:
        return []
    held = table.held[seat]
    try:
        return playing.act(table, held.by, seat, held.actions, None, "", now, held=True)
    except TurnwiseError:  # the match has gone another way than its sender thought
        return [items.Held(now, "", seat, [])]
