"""A process may die at any instant, and the next one goes on: the same match is played to the same end, whoever is asked is asked once,
and the group has one table. An instant is a commit or a call: between two of them nothing happens that anybody could miss."""

import asyncio
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest

from tests.telegram.club import Club, visited
from tests.telegram.persons import Person
from tests.telegram.players import ASKS, BESIDE, acted, rings
from tests.telegram.things import Chat

WORDS = "cards_each=3 symbol_seconds=0 turn_seconds=86400 lobby_seconds=0"
MOVES = 2
AGAIN = 8.0
"""Seconds after which somebody taps again because nothing has happened."""


class Played(NamedTuple):
    """What has come of a match."""

    actions: list[tuple[int, list[int]]]
    """Which seat did what."""
    rung: list[int]
    """How often each player's phone rang for a turn."""
    tables: int
    """Messages in the group that show the table."""
    effects: int
    """How many commits and calls the last process has made."""


def play(effects: int | None = None) -> Played:
    """The first moves of a match, with a process that dies after so many effects."""
    found: list[Played] = []

    async def story(club: Club) -> None:
        club.kill()
        await club.open(effects)
        nurse = asyncio.create_task(club.stay_open())
        ann, ben = people = club.people("Ann", "Ben")
        group = club.world.group("Friday", ann, ben)
        for person in people:
            await person.start()
        await ann.writes(group, f"/startgame whot {WORDS}")
        await until(club, lambda: "Ben" in table(ann, group), lambda: tap(ben, group, "Join"))
        await until(club, lambda: "Ready" not in table(ann, group), lambda: tap(ann, group, "Start"))
        while len(await acted(club, group)) < MOVES:
            for person in people:
                if ASKS in table(person, person.private):
                    move(club, person)
            await club.later(AGAIN)
        nurse.cancel()
        log = [(item.seat, item.actions) for item in await acted(club, group)]
        tables = sum(one.photo is not None for one in ann.sees(group))
        found.append(Played(log, [rings(club, one) for one in people], tables, club.life.effects))

    visited(story)
    return found[0]


async def until(club: Club, done: Callable[[], bool], do: Callable[[], None]) -> None:
    """Somebody does something again and again until it has worked."""
    await club.later(AGAIN)
    while not done():
        do()
        await club.later(AGAIN)


def table(person: Person, chat: Chat) -> str:
    """What the newest table of a chat says."""
    return next((one.text for one in reversed(person.sees(chat)) if one.photo), "")


def tap(person: Person, chat: Chat, label: str) -> None:
    if any(label in one.labels for one in person.sees(chat)):
        person.presses(chat, label)


def move(club: Club, person: Person) -> None:
    """Tap what this player always taps at this version of the match."""
    shown = club.shown(person, person.private)
    moves = [button for button in shown if button.kind == "callback_data" and button.label not in BESIDE]
    version = int(moves[0].value.split(".")[1])
    person.presses(shown, moves[version % len(moves)].label)


@cache
def undisturbed() -> Played:
    return play()


@pytest.mark.parametrize("part", range(4))
def test_it_dies_at_any_instant(part: int) -> None:
    usual = undisturbed()
    for instant in range(1 + part, usual.effects, 4):
        played = play(instant)
        assert played.actions == usual.actions, instant
        assert played.tables in (1, 2), instant  # 2 if it died before it had written down which message it is
        assert all(heard <= once for heard, once in zip(played.rung, usual.rung, strict=True)), instant


def play_again(effects: int | None = None) -> int:
    """A rematch is agreed on with a process that dies after so many effects; how many the last one has made."""
    made: list[int] = []

    async def story(club: Club) -> None:
        group, people = await club.group_game("whot", "Ann", "Ben", words=WORDS)
        first = club.table_of(group)
        await club.say(people[0], group, "/resign")
        club.kill()
        await club.open(effects)
        nurse = asyncio.create_task(club.stay_open())
        for _ in range(3):
            for person in people:
                if club.table_of(group) == first:
                    tap(person, group, next((one for one in club.shown(person, group).labels if "Rematch" in one), ""))
                    await club.later(AGAIN)
        assert club.table_of(group) != first
        assert sum(ASKS in table(person, person.private) for person in people) == 1
        assert all("Ben is dealt" in table(person, chat) for person in people for chat in (group, person.private))
        assert sum(rings(club, person) for person in people) <= 2  # once in each match
        made.append(club.life.effects)
        nurse.cancel()

    visited(story)
    return made[0]


def test_it_dies_while_a_rematch_is_agreed_on() -> None:
    for instant in range(1, play_again()):
        play_again(instant)
