"""Every game is played to its end in chats, and from the bot's greeting to the first move by nothing but taps."""

from collections.abc import Callable
from random import Random

import pytest

from tests.our_cases import OURS
from tests.telegram.club import Club, visited
from tests.telegram.persons import Person
from tests.telegram.players import BESIDE
from tests.telegram.things import Chat
from turnwise.house.house import Place
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import said

BACK, MORE = "‹ Back", "More …"
QUICK = "symbol_seconds"
MOST = 5000
"""Taps of the longest game."""
Where = Callable[[Person], Chat]
CASES = pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)


def title(game: Game, language: str = "en") -> str:
    return speaker(game, language)(said(game.title))


async def brought(club: Club, game: Game, language: str = "en") -> tuple[Chat, list[Person]]:
    """A group plays a game, by taps alone."""
    names = [f"Player {number}" for number in range(max(2, game.seats[0]))]
    people = club.people(*names, started=False, language=language)
    for person in people:
        await person.start()
    group = club.world.group("Friday", *people, with_bot=False)
    await club.later()
    say = speaker(game, language)
    await people[0].brings(await people[0].taps(people[0].private, say(said("Add me to a group"))), group)
    await club.later()
    await club.tap(people[0], group, title(game, language))
    for person in people[1:]:
        await club.tap(person, group, say(said("Join")))
    await club.tap(people[0], group, say(said("Start")))
    return group, people


async def played(club: Club, place: Place, people: list[Person], where: Where, most: int = MOST) -> None:
    """Whoever is to move taps one of the buttons that he sees, by chance, until it is over."""
    chance, table = Random(1), place.table
    sitters = {club.id_of(person): person for person in people}
    for _ in range(most):
        if table.status == "over" or table.turn is None:
            return
        mover = sitters.get(table.sitters[table.turn])
        if mover:
            shown = club.shown(mover, where(mover))
            labels = [one.label for one in shown if one.kind == "callback_data" and one.label not in (*BESIDE, BACK, MORE)]
            assert await mover.taps(shown, chance.choice(labels)) == ""
        await club.later()
    assert most < MOST


@CASES
def test_in_a_group(game: Game) -> None:
    async def story(club: Club) -> None:
        group, people = await brought(club, game)
        place = club.place(group)
        await played(club, place, people, lambda person: person.private if game.hidden else group)
        await club.later()
        shown = club.shown(people[0], group)
        assert place.table.match and place.table.match.outcome and shown.labels == ["Rematch"]
        for person in people:
            await club.tap(person, group, next(one for one in club.shown(person, group).labels if "Rematch" in one))
        assert club.place(group).table.follows == place.table.id and club.place(group).table.status == "running"

    visited(story)
