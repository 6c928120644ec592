"""Every game is played to its end in chats, and from the bot's greeting to the first move by nothing but taps."""

import re
from collections.abc import Callable
from random import Random

import pytest

from tests.our_cases import HOME, OURS
from tests.telegram.club import Club, visited
from tests.telegram.hands import plays
from tests.telegram.persons import Person
from tests.telegram.things import Chat
from tests.twins import SECRET, Step
from turnwise.bots.names import opponents
from turnwise.house.tables.loaded import LoadedTable
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import said
from turnwise.play.match import Match

BESIDE = ("‹ Back", "More …", "Take back", "Hint")
"""What stands under the moves."""
MOST = 5000
"""Taps of the longest game."""
FIRST, LAST = 2, 1
"""How many actions of a game are tapped at its beginning and at its end."""
Where = Callable[[Person], Chat]
QUICKEST = [
    min(
        (game for game in OURS if game.hidden is hidden),
        key=lambda game: len((HOME / game.name / "match.txt").read_text()),
    )
    for hidden in (False, True)
]
"""The shortest game without secrets, and the shortest with them."""
CASES = pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)


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
    await club.tap(people[0], group, say(said(game.title)))
    for person in people[1:]:
        await club.tap(person, group, say(said("Join")))
    await club.tap(people[0], group, say(said("Start")))
    return group, people


async def played(club: Club, loaded: LoadedTable, people: list[Person], where: Where, most: int = MOST) -> None:
    """Whoever is to move taps one of the buttons that he sees, by chance, until it is over."""
    chance, table, say = Random(1), loaded.table, speaker(loaded.table.game, people[0].language)
    beside = [say(said(one)) for one in BESIDE]
    sitters = {club.id_of(person): person for person in people}
    for _ in range(most):
        if table.status == "over" or table.turn is None:
            return
        mover = sitters.get(table.sitters[table.turn])
        if mover:
            shown = club.shown(mover, where(mover))
            labels = [one.label for one in shown if one.kind == "callback_data" and one.label not in beside]
            assert await mover.taps(shown, chance.choice(labels)) == ""
        await club.later()
    assert most < MOST


async def greeted(club: Club, name: str, *labels: str) -> Person:
    """Somebody who has met the bot and tapped these buttons of its menus."""
    (person,) = club.people(name, started=False)
    await person.start()
    await club.later()
    for label in labels:
        await club.tap(person, person.private, label)
    return person


def link_in(text: str) -> str:
    found = re.search(r"https://t\.me/\S+", text)
    assert found
    return found[0]


def moves_made(loaded: LoadedTable) -> int:
    assert loaded.table.match
    return len(loaded.table.match.log)


def whole(game: Game, seats: int) -> list[Step]:
    """A game by chance from its first action to its last, as the club deals it."""
    match, chance, steps = Match(game, seats=seats, secret=SECRET), Random(game.name), list[Step]()
    while match.turn is not None:
        seat, action = match.turn, chance.choice(match.legal)
        steps.append((seat, action.words))
        match.play(action)
    return steps


@CASES
def test_in_a_group(game: Game) -> None:
    """From the greeting to its end by the rules: what has a secret in private chats, everything else in the group alone. The first
    actions and the last are taps; those between come so fast that no chat is shown them one by one."""

    async def story(club: Club) -> None:
        group, people = await brought(club, game)
        loaded, steps = club.loaded(group), whole(game, len(people))
        for number, (seat, words) in enumerate(steps):
            person = people[seat]
            if FIRST <= number < len(steps) - LAST:
                await club.house.act(loaded.table.id, club.id_of(person), [words], number, "")
            else:
                await club.later()
                await plays(club, person, person.private if game.hidden else group, words)
        await club.later()
        shown, table = club.shown(people[0], group), loaded.table
        assert table.match and table.match.outcome and table.version == len(steps) and shown.labels == ["Rematch"]
        for person in people:
            await club.tap(person, group, next(one for one in club.shown(person, group).labels if "Rematch" in one))
        assert club.loaded(group).table.follows == loaded.table.id and club.loaded(group).table.status == "running"

    visited(story)


@CASES
def test_the_first_moves_against_a_bot(game: Game) -> None:
    async def story(club: Club) -> None:
        ann = await greeted(club, "Ann", "Play against bots", said_of(game, game.title), weakest(game))
        loaded = club.loaded(ann.private)
        await played(club, loaded, [ann], lambda person: person.private, most=4)
        assert moves_made(loaded) > 0 and loaded.table.match and loaded.table.match.log[-1].seat is not None

    visited(story)


def said_of(game: Game, template: str) -> str:
    return speaker(game, "en")(said(template))


def weakest(game: Game) -> str:
    return speaker(game, "en")(opponents(game)["random"])


@pytest.mark.parametrize("game", QUICKEST, ids=lambda game: game.name)
def test_a_whole_game_against_a_bot(game: Game) -> None:
    async def story(club: Club) -> None:
        ann = await greeted(club, "Ann", "Play against bots", said_of(game, game.title), weakest(game))
        loaded = club.loaded(ann.private)
        await played(club, loaded, [ann], lambda person: person.private)
        assert loaded.table.match and loaded.table.match.outcome
        await club.tap(ann, ann.private, "Rematch")
        again = club.loaded(ann.private)
        assert again.table.follows == loaded.table.id and again.table.status == "running"
        await played(club, again, [ann], lambda person: person.private, most=2)

    visited(story)


@pytest.mark.parametrize("game", QUICKEST, ids=lambda game: game.name)
def test_a_whole_game_with_a_friend_by_a_link(game: Game) -> None:
    async def story(club: Club) -> None:
        ann = await greeted(club, "Ann", "Play a friend", said_of(game, game.title))
        (ben,) = club.people("Ben", started=False)
        await ben.follows(link_in(club.shown(ann, ann.private).text))
        await club.later()
        loaded = club.loaded(ann.private)
        assert loaded.table.status == "running"
        await played(club, loaded, [ann, ben], lambda person: person.private)
        assert loaded.table.match and loaded.table.match.outcome
        for person in (ann, ben):
            await club.tap(person, person.private, "Rematch")
        again = club.loaded(ben.private)
        assert again.table.follows == loaded.table.id and again.table.status == "running"
        await played(club, again, [ann, ben], lambda person: person.private, most=2)

    visited(story)


def test_in_german() -> None:
    game = QUICKEST[1]

    async def story(club: Club) -> None:
        group, people = await brought(club, game, "de")
        loaded = club.loaded(group)
        mover = club.on_turn(people, group)
        assert "Du bist dran." in club.shown(mover, mover.private).text
        await played(club, loaded, people, lambda person: person.private)
        await club.later()
        assert loaded.table.match and loaded.table.match.outcome
        assert club.shown(people[0], group).labels == ["Revanche"]

    visited(story)


# What is asked for beside the moves.


def test_somebody_takes_back_a_move_and_asks_for_a_hint() -> None:
    game = QUICKEST[0]

    async def story(club: Club) -> None:
        ann = await greeted(club, "Ann", "Play against bots", said_of(game, game.title), weakest(game))
        loaded = club.loaded(ann.private)
        assert "A fierce player" in await club.tap(ann, ann.private, "Hint")
        await played(club, loaded, [ann], lambda person: person.private, most=1)
        await club.later()
        assert moves_made(loaded) > 0
        assert await club.tap(ann, ann.private, "Take back") == ""
        await club.later()
        assert (
            "takes back" in club.shown(ann, ann.private).text
            and "It is your turn." in club.shown(ann, ann.private).text
        )

    visited(story)


def test_the_others_let_somebody_take_back_a_move_and_agree_to_a_draw() -> None:
    game = QUICKEST[0]

    async def story(club: Club) -> None:
        group, people = await brought(club, game)
        loaded, first = club.loaded(group), club.on_turn(people, group)
        await played(club, loaded, people, lambda _: group, most=1)
        (second,) = [one for one in people if one is not first]
        await club.say(first, group, "/undo")
        assert await club.tap(second, group, f"Let {first.name} take it back") == ""
        assert club.on_turn(people, group) is first
        await club.say(first, group, "/draw")
        assert await club.tap(second, group, "Play on") == ""
        await played(club, loaded, people, lambda _: group, most=1)
        await club.say(second, group, "/draw")
        assert await club.tap(first, group, "Accept the draw") == ""
        assert loaded.table.status == "over" and "draw" in club.shown(second, group).text.lower()

    visited(story)


@pytest.mark.parametrize("game", QUICKEST, ids=lambda game: game.name)
def test_somebody_resigns(game: Game) -> None:
    async def story(club: Club) -> None:
        group, people = await brought(club, game)
        await club.say(people[0], group, "/resign")
        assert club.loaded(group).table.status == "over" and "Player 1" in club.shown(people[0], group).text

    visited(story)
