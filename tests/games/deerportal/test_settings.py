"""What a table of DeerPortal sets, met at a table of the house: card messages that lock, pauses of computers, the throw of a person."""

import asyncio
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tests.house.heads import Head, with_head
from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from tests.house.warp import unwaited
from tests.law import law
from tests.web.hall import Hall, refusal
from tests.web.test_easel import Looker
from turnwise.bots import Thought
from turnwise.games.deerportal.rules import FORWARD
from turnwise.house.tables import seating
from turnwise.house.tables.clock import Control
from turnwise.house.tables.items import BOT, Sat, Terms
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.playing import Locked, walk_away
from turnwise.kit.catalogues import speaker
from turnwise.kit.position import SPECTATOR
from turnwise.play import secret
from turnwise.web.pictures.easel import Easel

SECOND, MOVES = 1000, 20
SHOWN = "Einen Augenblick, es wird noch etwas gezeigt. In {} s geht es weiter."
PEOPLE = ("Ann", "Ben", "Cy", "Di")


class Onlooker:
    """Somebody who looks, and notes when each thing was told."""

    viewer = SPECTATOR

    def __init__(self, person: str = "") -> None:
        self.person = person
        self.told: list[tuple[float, Any]] = []

    def push(self, message: bytes) -> None:
        self.told.append((asyncio.get_running_loop().time(), msgspec.json.decode(message)))

    def lost(self) -> None:
        raise AssertionError("nothing happened that this table does not know")


def terms(clock: Control | None = None, **settings: float) -> Terms:
    return Terms("deerportal", 4, clock=clock or Control(), settings=settings)


async def until_a_card(parlour: Parlour, id: str) -> LoadedTable:
    """Go on until a card has been turned against somebody; what else happens locks nothing."""
    for _ in range(60):
        loaded = await parlour.act(id, parlour.house.loaded[id].table.turn or 0, "forward")
        match = loaded.table.match
        assert match
        if any(event["event"] == "rune_taken" for event in match.happened):
            return loaded
        assert parlour.house.locked_until(loaded.table) <= parlour.at
        parlour.at += SECOND
    raise AssertionError("no card was turned")


@law("P53", "P25", "setting card_lock")
@pytest.mark.parametrize("wanted", [4, 0, 10])
def test_a_card_message_locks_the_next_throw_and_the_move(wanted: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed 16 brings runes of the own element before the first card."""
    monkeypatch.setattr(secret, "fresh", lambda: secret.small(16))

    @live
    async def play() -> None:
        parlour = Parlour(pace=1)
        people = await parlour.guests(*PEOPLE)
        id = await parlour.table(terms(card_lock=wanted), *people)
        loaded = await until_a_card(parlour, id)
        table, house = loaded.table, parlour.house
        told = [event["event"] for line in table.match.lines_for(SPECTATOR) for event in line.events]  # type: ignore[union-attr]
        assert "own_rune_taken" in told
        before, who = (table.n, table.version), people[table.turn or 0]
        if wanted:
            with pytest.raises(Locked, match=f"The game goes on in {wanted} s.") as no:
                await house.act(id, who, ["forward"], table.version, "again and again")
            assert (no.value.code, no.value.again) == ("locked", wanted * SECOND)
            await refused("locked", house.gesture(id, who, table.version))
            assert speaker(table.game, "de")(no.value.sentence) == SHOWN.format(wanted)
            parlour.at += int(wanted * SECOND) - 1
            await refused("locked", house.act(id, who, ["forward"], table.version, "again and again"))
            await refused("locked", parlour.elsewhere().act(id, who, ["forward"], table.version, "elsewhere"))
            assert (table.n, table.version) == before
            parlour.at += 1
        await house.gesture(id, who, table.version)
        assert (await house.act(id, who, ["forward"], table.version, "again and again")).version == before[1] + 1

    play()


@law("P53", "setting card_lock")
@live
async def test_a_program_is_told_when_it_may_act() -> None:
    hall = Hall(pace=1)
    people = [await hall.guest(name) for name in PEOPLE]
    table = await people[0].opened("deerportal", 4, settings={"card_lock": 7.5})
    for one in people[1:]:
        await one.did(f"{table}/seats", {})
    seal = (await hall.nobody.got(table))["table"]["seal"]
    for one in people:
        await one.did(f"{table}/dice", {"house": seal, "nonce": f"the luck of {one.id}"})
    await people[0].did(f"{table}/start")
    for _ in range(60):
        now = await hall.nobody.got(table)
        me = people[now["turn"]]
        act = {"actions": "forward", "version": now["version"], "key": f"{now['version']}"}
        answer = await me.post(f"{table}/actions", act)
        if answer.status_code != 200:
            break
    no = refusal(answer, 409, "locked")
    assert no["again"] == 7500 and no["version"] == now["version"] and "forward" in no["legal"]
    hall.at += 7500
    assert (await me.did(f"{table}/actions", act)) == {"version": now["version"] + 1, "repeated": False}
    await hall.close()


@law("P53")
@live
async def test_the_clock_of_the_next_begins_when_the_message_has_been_read() -> None:
    parlour = Parlour(pace=1)
    people = await parlour.guests(*PEOPLE)
    id = await parlour.table(terms(Control("move", 30), card_lock=4), *people)
    loaded = await until_a_card(parlour, id)
    assert parlour.house.timers.due == {id: parlour.at + 34 * SECOND}
    assert loaded.table.clock.remaining(loaded.table.turn or 0, parlour.at + 5 * SECOND) == 29 * SECOND
    seat = loaded.table.turn or 0
    await parlour.house.change(id, people[seat], lambda table: walk_away(table, people[seat], seat, parlour.at))
    assert parlour.house.timers.due == {id: parlour.at + 4 * SECOND}, "who is away is played for when it has been read"


@law("P48", "setting bot_pause")
@pytest.mark.parametrize(("pause", "lock"), [(1, 4), (3, 2), (0, 0)])
def test_computers_wait_before_the_throw_before_the_move_and_for_a_message(
    pause: float, lock: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret, "fresh", lambda: secret.small(16))

    async def play() -> list[tuple[float, Any]]:
        async with Parlour(pace=1) as parlour:
            with_head(parlour.house, Head(lambda task: Thought(FORWARD)), pace=1)
            settings = {"bot_pause": pause, "card_lock": lock}
            happened: list[Any] = [seating.opened(Terms("deerportal", 4, settings=settings), "ann", parlour.at)]
            id = await parlour.house.begin(happened + [Sat(parlour.at, "ann", n, BOT + "classic") for n in range(4)])
            onlooker, enough = Onlooker(), asyncio.Event()
            await parlour.house.watch(id, "", lambda viewer: onlooker)
            parlour.house.after.append(lambda loaded, _: enough.set() if loaded.table.version > MOVES else None)
            await parlour.house.change(id, "ann", lambda table: seating.start(table, "ann", parlour.at))
            await enough.wait()
            return onlooker.told

    told = [(when, one) for when, one in unwaited(play()) if one["type"] == "delta"]
    moves = [n for n, (_, one) in enumerate(told) if one.get("lines")]
    messages = 0
    for before, after in pairwise(moves):
        opened = [when for when, one in told[before + 1 : after] if one.get("turn_opened")]
        assert len(opened) == 1 and told[before][1]["turn_opened"] is False, (
            "each throw is shown once, between two moves"
        )
        message = any(event["event"] == "rune_taken" for line in told[before][1]["lines"] for event in line["events"])
        messages += message
        assert opened[0] - told[before][0] == pytest.approx(max(pause, lock if message else 0))
        assert told[after][0] - opened[0] == pytest.approx(pause)
    assert len(moves) >= MOVES and 0 < messages < MOVES


@law("P50", "P17")
@live
async def test_a_throw_is_shown_to_all_and_kept_nowhere_and_a_program_need_not_make_it() -> None:
    parlour = Parlour()
    ann, ben, *others = await parlour.guests(*PEOPLE)
    id = await parlour.table(terms(), ann, ben, *others)
    house, eve = parlour.house, Onlooker()
    await house.watch(id, "", lambda viewer: eve)
    assert (await looked(house, id, ben))["turn_opened"] is False
    log = await parlour.log(id)
    await refused("not_your_turn", house.gesture(id, ben, 0))
    await refused("not_seated", house.gesture(id, "", 0))
    await refused("stale", house.gesture(id, ann, 1))
    await house.gesture(id, ann, 0)
    await house.gesture(id, ann, 0)
    shown = [one for _, one in eve.told if one["type"] == "delta"]
    assert shown == [{"type": "delta", "n": len(log), "version": 0, "turn_opened": True}]
    assert (await looked(house, id, ""))["turn_opened"] is True and await parlour.log(id) == log
    await house.act(id, ann, ["forward"], 0, "a")
    assert (await looked(house, id, ann))["turn_opened"] is False
    assert (await house.act(id, ben, ["forward"], 1, "b")).version == 2


@law("P50", "P52")
@live
async def test_pages_are_drawn_twice_in_a_turn_and_hear_each_sound_once() -> None:
    async with Parlour() as parlour:
        people = await parlour.guests(*PEOPLE)
        id = await parlour.table(terms(), *people)
        easel, lookers = Easel(parlour.house), [Looker(viewer) for viewer in (0, 1, SPECTATOR)]
        for looker in lookers:
            easel.add(id, looker, "de" if looker.viewer else "en")
        told = [await looker.hears(1) for looker in lookers]
        assert [one["moves"] for one in told] == [[[-1, "Roll the die", ["die"]]], [], []]
        assert [one["sounds"] for one in told] == [["shuffle"]] * 3
        await parlour.house.gesture(id, people[0], 0)
        told = [await looker.hears(2) for looker in lookers]
        assert [move[0] for move in told[0]["moves"]] == [FORWARD] and told[1]["moves"] == told[2]["moves"] == []
        assert [(one["version"], one["sounds"], one["gone"]) for one in told] == [(0, ["dice"], {})] * 3
