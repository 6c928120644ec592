"""What a whole game costs a group in messages, at full speed: `python -m tests.telegram.costs whot 4`."""

import sys
from collections import Counter
from typing import NamedTuple

from tests.telegram.club import Club, visited
from tests.telegram.players import acted, at_full_speed, open_table

LONGEST = 3600
"""Seconds in which every game at full speed is over."""


class Cost(NamedTuple):
    """Of one game from the lobby to the result."""

    moves: int
    seconds: int
    group: Counter[str]
    """What the group saw: new messages and edits of them."""
    players: Counter[str]
    """The same in all private chats together."""


async def played(club: Club, game: str, players: int) -> Cost:
    """A match of a group by its usual rules."""
    group, people = await open_table(club, "Friday", game, players)
    await people[0].taps(group, "Start")
    began, table = club.world.clock(), club.loaded(group).table
    async with at_full_speed(club, people):
        await club.world.until(lambda: table.status == "over", LONGEST)
    seconds = round(club.world.clock() - began)
    await club.later(60)

    def seen(*chats: int) -> Counter[str]:
        own = (one for one in club.world.shown if one.chat in chats and one.sender == club.world.bot.name)
        return Counter(one.what for one in own)

    moves = len(await acted(club, group))
    return Cost(moves, seconds, seen(group.id), seen(*(person.private.id for person in people)))


if __name__ == "__main__":

    async def tell(club: Club) -> None:
        cost = await played(club, sys.argv[1], int(sys.argv[2]))
        print(f"{cost.moves} moves in {cost.seconds} seconds")
        print(f"the group: {cost.group['new']} messages, edited {cost.group['edit']} times")
        print(f"private chats: {cost.players['new']} messages, edited {cost.players['edit']} times")

    visited(tell)
