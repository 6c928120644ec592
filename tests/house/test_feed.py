"""What watchers are told: enough for whoever comes and goes, and nothing of a match that has not ended."""

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.games.rally.samples import OPTIONS as RALLY
from tests.house.parlour import Parlour, looked
from tests.house.town import live
from turnwise.games import ours
from turnwise.house.tables import items, seating
from turnwise.house.tables.feed import legal_of
from turnwise.house.tables.items import Terms
from turnwise.play.match import Match

WITH_QUESTIONS = next(options for options in RALLY if options.get("board", {}).get("packs"))


class Reader:
    """A client that keeps the state by what it is told, as the protocol says."""

    def __init__(self, viewer: int, person: str) -> None:
        self.viewer, self.person = viewer, person
        self.state: dict[str, Any] = {}

    def push(self, message: bytes) -> None:
        told = json.loads(message)
        if told["type"] == "snapshot":
            self.state = told["state"]
        elif told["type"] == "delta":
            self.state |= told.get("state", {})

    def lost(self) -> None:
        raise AssertionError("the table was thrown away")


@pytest.mark.parametrize("game", ["whot", "caesar", "connect_four"])
@live
async def test_whoever_comes_and_goes_keeps_the_state_that_is(game: str) -> None:
    async with Parlour() as parlour:
        house, chance = parlour.house, Random(game)
        ann, bob = await parlour.guests("Ann", "Bob")
        id = await parlour.table(Terms(game, 2), ann, bob)
        table = house.loaded[id].table
        for _ in range(12):
            reader = Reader(-1, ann)

            def seen_by(viewer: int, reader: Reader = reader) -> Reader:
                reader.viewer = viewer
                return reader

            await house.watch(id, ann, seen_by)
            for watching in (True, False):
                if table.turn is None or not table.match:
                    return
                await parlour.act(id, table.turn, chance.choice(table.match.position.legal(table.turn)))
                if watching:
                    now = json.loads(json.dumps((await looked(house, id, ann))["state"]))
                    assert reader.state == now
                    house.unwatch(id, reader)


@pytest.mark.parametrize("started", [False, True])
@live
async def test_a_closed_table_does_not_tell_what_only_the_end_of_a_match_tells(started: bool) -> None:
    async with Parlour() as parlour:
        house = parlour.house
        ann, bob, eve = await parlour.guests("Ann", "Bob", "Eve")
        terms = Terms("rally", 2, WITH_QUESTIONS)
        if started:
            id = await parlour.table(terms, ann, bob)
            await house.change(id, None, lambda table: [items.Closed(parlour.at, "", "ended by the host of the house")])
        else:
            id = await house.open(ann, terms)
            await house.change(id, ann, lambda table: seating.close(table, ann, parlour.at))
        packs = (await looked(house, id, eve))["table"]["options"]["board"]["packs"]
        assert packs and all("questions" not in pack for pack in packs.values())


INTERJECTIONS: dict[str, dict[str, Any]] = {"whot": {"seats": 3, "last_card_call": True}}
"""With which a seat may act that is not on turn."""


@pytest.mark.parametrize("game", ours())
def test_a_seat_is_told_what_it_may_do_on_its_turn_and_out_of_it(game: str) -> None:
    chance, out_of_turn = Random(game), 0
    for seed in range(8):
        match = Match(game, seed=seed, compiled=False, **INTERJECTIONS.get(game, {}))
        while match.turn is not None and match.version < 120:
            table: Any = SimpleNamespace(match=match, turn=match.turn, status="running")
            for seat in range(match.seats):
                assert legal_of(table, seat) == match.legal_words(seat)
                out_of_turn += seat != match.turn and bool(legal_of(table, seat))
            match.play(chance.choice(match.legal), seat=match.turn)
    assert bool(out_of_turn) == match.interruptible
