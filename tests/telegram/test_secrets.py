"""Nobody peeks in a chat: in two worlds that a group, or a player, cannot tell apart, everything that is sent there is the same: texts,
pictures, buttons with what they carry, names of files, the number, the order and the time of all calls.

Nothing is masked but the numbers that Telegram itself gives to messages and taps. Whatever is by chance (ids of tables and people, the
secret of the match) is the same in both worlds, and time is virtual."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.our_cases import OURS, evidence
from tests.telegram.club import Club, visited
from tests.telegram.hands import plays
from tests.telegram.persons import Person
from tests.telegram.things import Call, Chat, Json, Shown
from tests.telegram.world import World
from tests.twins import SECRET, Models, Step, Twin, hidden
from turnwise.house.tables import table
from turnwise.kit.game import Game
from turnwise.kit.position import SPECTATOR
from turnwise.play.match import Match

STEPS = 2
"""Actions that are seen after the worlds have become different."""
LATEST = 30
"""Actions after which they are different at the latest: as soon as there is something to hide."""
MINUTE = 60.0
"""A step takes as long in both worlds, however many taps it needs."""
DATA = re.compile(r"[\w-]+\.\d+\.[\w-]{16}")
"""What a button carries: a table, a version and a seal."""
HIDDEN = [game for game in OURS if game.hidden]
CASES = [
    pytest.param(game, viewer, id=f"{game.name}-{'group' if viewer == SPECTATOR else viewer}")
    for game in HIDDEN
    for viewer in (SPECTATOR, *range(max(2, game.seats[0])))
]


class Plan(NamedTuple):
    """What is played in both worlds: with which options, and when they part."""

    options: dict[str, Any]
    after: int
    steps: tuple[list[Step], list[Step]]


def planned(game: Game, viewer: int) -> Plan:
    """As soon as possible after the beginning."""
    seats, samples = max(2, game.seats[0]), evidence(game).module("samples")
    for options in ({}, *getattr(samples, "MEETS", {}).values()):
        begun = beginning(game, seats, options)
        for after in range(len(begun)):
            models, chance = Models(game.name, seats, options, after, viewer, begun[:after]), Random(game.name)
            steps = [step for _ in range(STEPS) if (step := models.step(chance))] if models.differ else []
            if len(steps) == STEPS:
                one, two = ([*begun[:after], *(step[world] for step in steps)] for world in (0, 1))
                return Plan(options, after, (one, two))
    raise AssertionError(f"there is nothing to hide in {game.name}")


def beginning(game: Game, seats: int, options: dict[str, Any]) -> list[Step]:
    """Some actions by chance."""
    match, chance, steps = Match(game, seats=seats, secret=SECRET, **options), Random(game.name), list[Step]()
    while match.turn is not None and len(steps) < LATEST:
        seat, action = match.turn, chance.choice(match.legal)
        steps.append((seat, action.words))
        match.play(action)
    return steps


@pytest.mark.parametrize(("game", "viewer"), CASES)
def test_two_worlds_that_somebody_cannot_tell_apart(game: Game, viewer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned(game, viewer)
    monkeypatch.setattr(table, "Match", Twin)
    worlds = []
    for apart, steps in zip((None, viewer), plan.steps, strict=True):
        monkeypatch.setattr(Twin, "apart", apart)
        monkeypatch.setattr(Twin, "after", plan.after)
        worlds.append(Played(game, viewer, plan, steps))
    one, two = worlds
    assert all(len(calls) > len(plan.steps[0]) - plan.after for calls in one.sent.values())
    assert one.sent == two.sent
    assert one.seen == two.seen
    assert one.hidden != two.hidden, "the twin is no other world"


class Played:
    """A world in which the steps of a plan were played, and what of it can be compared."""

    def __init__(self, game: Game, viewer: int, plan: Plan, steps: list[Step]) -> None:
        self._game, self._viewer, self._plan, self._steps = game, viewer, plan, steps
        visited(self._play)

    async def _play(self, club: Club) -> None:
        people = club.people(*(f"Player {seat}" for seat in range(max(2, self._game.seats[0]))))
        group = await self._begin(club, people)
        loaded = club.loaded(group)
        for seat, words in self._steps[: self._plan.after]:  # the same in both worlds
            await club.house.act(loaded.table.id, club.id_of(people[seat]), [words], loaded.table.version, "")
        assert loaded.table.match
        self.hidden = hidden(loaded.table.match)
        await club.later()
        for seat, words in self._steps[self._plan.after :]:
            old = club.shown(people[seat], people[seat].private)
            await plays(club, people[seat], people[seat].private, words, beforehand=MINUTE / 2)
            await club.later(MINUTE / 2)
        await self._wonder(club, people, group, old)
        self._look(club.world, people, group)

    async def _begin(self, club: Club, people: list[Person]) -> Chat:
        options = " ".join(f"{name}={value}" for name, value in self._plan.options.items())
        settings = " ".join(f"{name}=0" for name in self._game.settings if name.endswith("_seconds"))
        for person in people:
            await person.start()
        group = club.world.group("Friday", *people)
        await club.say(people[0], group, f"/startgame {self._game.name} turn_seconds=86400 {options} {settings}")
        for person in people[1:]:
            await club.tap(person, group, "Join")
        await club.tap(people[0], group, "Start")
        return group

    async def _wonder(self, club: Club, people: list[Person], group: Chat, old: Shown) -> None:
        """Who has acted looks at his hand in the group; and who is not to know something asks for all that he may not have."""
        actor = people[self._steps[-1][0]]
        await club.tap(actor, group, "My cards")
        if self._viewer != SPECTATOR:
            me = people[self._viewer]
            await club.say(me, group, "/hint")
            await club.say(me, me.private, "/mycards")
            me.presses(me.private, data=next(button.value for button in old if button.kind == "callback_data"))
            await club.later()

    def _look(self, world: World, people: list[Person], group: Chat) -> None:
        me = None if self._viewer == SPECTATOR else people[self._viewer]
        self.sent = by_chat(sent(world, group, me))
        for button in (button for one in world.shown for button in one if button.kind == "callback_data"):
            assert DATA.fullmatch(button.value)
        self.seen = by_chat(seen(world, world.shown_to(me) if me else world.shown_in(group)))


def by_chat(happened: Iterator[tuple[int | None, Any]]) -> dict[int | None, list[Any]]:
    """In the order of each chat. What happens in two of them at the same moment of virtual time may come in either order."""
    found: defaultdict[int | None, list[Any]] = defaultdict(list)
    for chat, what in happened:
        found[chat].append(what)
    return found


def sent(world: World, group: Chat, me: Person | None) -> Iterator[tuple[int | None, Any]]:
    """All calls for the group, or for somebody in it and his private chat: when, what, and how it was answered."""
    for call in world.calls:
        if call.method != "getUpdates" and concerns(world, call, group, me):
            told = call.at, call.method, masked(world, call.params), call.status
            yield call.params.get("chat_id"), told


def concerns(world: World, call: Call, group: Chat, me: Person | None) -> bool:
    own = me.id if me else None
    if query := world.queries.get(call.params.get("callback_query_id", "")):
        return query.user is me
    if whisper := call.params.get("ephemeral_message_parameters"):
        return bool(whisper["receiver_user_id"] == own)
    return call.params.get("chat_id") in (None, group.id, own)


def masked(world: World, params: Json) -> Json:
    """Messages by their number in their chat; taps by none."""
    told = {key: value for key, value in params.items() if key != "callback_query_id"}
    if message := told.get("message_id"):
        told["message_id"] = number(world, told["chat_id"], message)
    if whisper := told.get("ephemeral_message_parameters"):
        told["ephemeral_message_parameters"] = {key: one for key, one in whisper.items() if key != "callback_query_id"}
    return told


def number(world: World, chat: int, message: int) -> int:
    return next((at for at, one in enumerate(world.chats[chat].timeline) if one.id == message), -1)


def seen(world: World, shown: list[Shown]) -> Iterator[tuple[int | None, Any]]:
    """Everything that was shown, with what each message looked like."""
    for one in shown:
        told = replace(one, message=number(world, one.chat, one.message), to=frozenset())
        yield one.chat, (one.at, told)
