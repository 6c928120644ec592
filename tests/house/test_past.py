"""Looking back: what somebody knew then is what he was shown then, and everything is shown only when it is over."""

import asyncio
import json
import random
from typing import Any

import pytest

from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from tests.setting import party
from turnwise.games import ours
from turnwise.house.services import past
from turnwise.house.services.past import Past, verify
from turnwise.house.tables import items, playing, seating
from turnwise.house.tables.items import Terms
from turnwise.house.tables.table import carry_out
from turnwise.house.work.jobs import Jobs
from turnwise.house.work.permits import Asker
from turnwise.kit.errors import Refused
from turnwise.play.entry import Special
from turnwise.play.match import Match
from turnwise.play.transcript import read

MOST = 24
"""Requests of a match before somebody leaves it, so that it ends."""


async def moments(of: Past, id: str, who: list[str], plies: list[int]) -> dict[tuple[int, str], str]:
    return {
        (ply, one): json.dumps(await of.at(id, Asker(one, ""), ply), sort_keys=True) for ply in plies for one in who
    }


def shown(match: Match, viewer: int | None) -> str:
    """What the gate lets through at this moment."""
    view = match.view(viewer)
    told = view.json() | {"lines": [line.json() | {"told": list(map(str, line.told))} for line in view.lines]}
    kept = ("game", "seat", "turn", "version", "state", "legal", "lines", "draw_offer", "left", "outcome")
    return json.dumps({name: told[name] for name in kept}, sort_keys=True)


@pytest.mark.parametrize("game", sorted(ours()))
@live
async def test_what_i_knew_then_is_what_i_was_shown_then(game: str) -> None:
    async with Parlour() as parlour:
        chance = random.Random(f"past of {game}")
        seats = party(game)
        people = await parlour.guests(*(f"P{seat}" for seat in range(seats + 1)))
        id = await parlour.table(Terms(game, seats), *people[:seats])
        match = (await parlour.house.find(id, people[0])).table.match
        assert match
        live: dict[tuple[int, str], str] = {}
        of = Past(parlour.house)
        for request in range(MOST + seats):
            for seat, person in enumerate(people):
                live[match.version, person] = shown(match, seat if seat < seats else None)
            if match.turn is None:
                break
            if request >= MOST:
                await parlour.resign(id, match.turn)
            elif request == 7:
                assert await moments(of, id, people, sorted({ply for ply, _ in live})) == live, "while it runs"
                await something_else(parlour, id, match, Special.OFFER_DRAW)
            elif request in (12, 13):
                await something_else(parlour, id, match, Special.UNDO)
            else:
                await parlour.act(id, match.turn, chance.choice(match.legal).id)
        assert match.outcome, "it ended"
        plies = sorted({ply for ply, _ in live})
        assert await moments(of, id, people, plies) == live
        assert await moments(Past(parlour.elsewhere()), id, people, plies[::-1]) == live, "from the disk, backwards"
        wholes = [await of.at(id, Asker(person, ""), plies[3], everything=True) for person in people]
        assert all(whole == wholes[0] for whole in wholes), "everything is the same for all"


async def something_else(parlour: Parlour, id: str, match: Match, what: Special) -> None:
    """Something in the log that is no action of the game; where that can't be, an action."""
    turn = match.turn
    assert turn is not None
    try:
        await parlour.house.change(
            id, None, lambda table: playing.special(table, table.sitters[turn], turn, what, parlour.at)
        )
    except Refused:
        await parlour.act(id, turn, match.legal[0].id)


@live
async def test_twins_that_i_could_not_tell_apart_then_can_not_be_told_apart_later() -> None:
    """Two deals of Whot with the same three cards in my hand and the same card on the table."""
    async with Parlour() as parlour:
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        told: list[dict[str, str]] = []
        for seed in (993, 1274):
            opened = seating.opened(Terms("whot", 2, {"cards_each": 3}), ann, parlour.at)
            sat = [items.Sat(parlour.at, who, seat, who) for seat, who in enumerate((ann, ben))]
            begun = items.Started(parlour.at, ann, [0, 1], 1)
            twin = items.Opened(parlour.at, ann, opened.terms, f"seed {seed}")
            id = await parlour.house.begin([twin, *sat, begun])
            await parlour.act(id, 0, "play triangle_13")
            await parlour.resign(id, 1)
            of = Past(parlour.house)
            assert (await of.at(id, Asker(ann, ""), 2))["outcome"]
            told.append(
                {
                    f"{who} {ply}": json.dumps(await of.at(id, Asker(who, ""), ply))
                    for who in (ann, eve)
                    for ply in (0, 1)
                }
            )
            told[-1]["everything"] = json.dumps(await of.at(id, Asker(ann, ""), 1, everything=True))
            told[-1]["Ben"] = json.dumps(await of.at(id, Asker(ben, ""), 1))
        one, two = told
        assert one.pop("everything") != two.pop("everything") and one.pop("Ben") != two.pop("Ben"), "they do differ"
        assert one == two


@live
async def test_everything_is_for_the_end() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        of = Past(parlour.house)
        lobby = await parlour.house.open(ann, Terms("whot", 2))
        await refused("table_lobby", of.at(lobby, Asker(ann, ""), 0))
        await refused("table_lobby", of.transcript(lobby, ann))
        id = await parlour.table(Terms("whot", 2, access="private"), ann, ben)
        await refused("running", of.at(id, Asker(ann, ""), 0, everything=True))
        await refused("no_such_ply", of.at(id, Asker(ann, ""), 1))
        await refused("no_such_ply", of.at(id, Asker(ann, ""), -1))
        await refused("no_such_table", of.at(id, Asker("stranger", ""), 0))
        await refused("no_such_table", of.transcript(id, "stranger"))
        closed = await parlour.table(Terms("whot", 2), ann, ben)
        await parlour.house.change(closed, None, lambda table: [items.Closed(parlour.at, "", "")])
        await refused("running", of.at(closed, Asker(ann, ""), 0, everything=True))
        before = await of.at(id, Asker(ann, ""), 0)
        await parlour.resign(id, 1)
        whole = await of.at(id, Asker(ann, ""), 0, everything=True)
        assert await of.at(id, Asker(ann, ""), 0) == before != whole
        hands = whole["state"]["hands"]
        assert all(isinstance(hand, list) for hand in hands), "all hands are open"
        assert whole["outcome"] is None and whole["version"] == 0, "it is still that moment"


@live
async def test_lines_are_told_from_where_somebody_has_been() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        for seat, column in ((0, 3), (1, 3), (0, 2)):
            await parlour.act(id, seat, column)
        of = Past(parlour.house)
        lines = (await of.at(id, Asker(ann, ""), 3))["lines"]
        assert len(lines) == 4, "the set-up and three moves"
        assert (await of.at(id, Asker(ann, ""), 3, since=2))["lines"] == lines[3:]
        assert (await of.at(id, Asker(ann, ""), 1))["lines"] == lines[:2]


@live
async def test_a_ply_within_a_request_stands_for_its_end() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("caesar", 2), ann, ben)
        match = (await parlour.house.find(id, ann)).table.match
        assert match
        while not any(entry.joined for entry in match.log):
            turn = match.turn
            assert turn is not None
            trial = Match.load(match.save())
            run: list[int] = []
            while trial.turn == turn and len(run) < 2:
                run.append(trial.legal[0].id)
                trial.play(run[-1], seat=turn)
            try:
                await parlour.act(id, turn, *run)
            except Refused:
                await parlour.act(id, turn, run[0])
        end = match.version
        of = Past(parlour.house)
        assert (await of.at(id, Asker(ann, ""), end - 1))["version"] == end
        assert (await of.at(id, Asker(ann, ""), end - 1)) == await of.at(id, Asker(ann, ""), end)


@live
async def test_stepping_through_a_match_does_not_play_it_again_for_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        match = (await parlour.house.find(id, ann)).table.match
        assert match
        chance = random.Random(4)
        while match.turn is not None and match.version < 20:
            await parlour.act(id, match.turn, chance.choice(match.legal).id)
        played: list[int] = []

        def counted(match: Match, seat: int, actions: list[int]) -> None:
            played.append(1)
            carry_out(match, seat, actions)

        monkeypatch.setattr(past, "carry_out", counted)
        of = Past(parlour.house)
        for ply in [*range(match.version + 1), *reversed(range(match.version + 1))]:
            await of.at(id, Asker(ann, ""), ply)
        assert sum(played) <= 2 * match.version
        monkeypatch.setattr(past, "KEPT", 2)
        for viewer in ("", ann, ben):
            await of.at(id, Asker(viewer, ""), 3)
        assert len(of._pages) <= 3


@live
async def test_a_transcript_is_the_callers_own_until_the_end_and_can_then_be_verified() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("whot", 2), ann, ben)
        of = Past(parlour.house)
        running = {who: read(await of.transcript(id, who)).headers for who in (ann, ben, "eve")}
        assert [running[who]["saved for"] for who in running] == ["seat 0", "seat 1", "a spectator"]
        assert all("secret" not in headers for headers in running.values())
        jobs, asker = Jobs(parlour.house.limits), Asker(ann, "")
        await refused("bad_transcript", verify(jobs, asker, await of.transcript(id, ann)))
        await parlour.resign(id, 1)
        texts = {await of.transcript(id, who) for who in (ann, ben, "eve")}
        assert len(texts) == 1, "the same for all"
        (text,) = texts
        told = await verify(jobs, asker, text)
        assert told["commitment"] == running[ann]["commitment"] and told["result"].startswith("seat 0 wins")
        secret = read(text).headers["secret"]
        await refused("bad_transcript", verify(jobs, asker, text.replace(secret, secret[::-1])))
        await refused("bad_transcript", verify(jobs, asker, "x" * (past.LONGEST_TRANSCRIPT + 1)))
        await jobs.close()


@live
async def test_others_go_first_while_a_long_match_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "BREATH", 0)
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        for at in range(6):
            await parlour.act(id, at % 2, 3)
        order: list[Any] = []

        async def look() -> None:
            await Past(parlour.house).at(id, Asker(ann, ""), 6)
            order.append("looked")

        async def see() -> None:
            await looked(parlour.house, id, ben)
            order.append("seen")

        await asyncio.gather(look(), see())
        assert order == ["seen", "looked"]


def test_the_lines_of_a_moment_are_told_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "MOST_LINES", 3)

    async def test() -> None:
        async with Parlour() as parlour:
            ann, ben = await parlour.guests("Ann", "Ben")
            id = await parlour.table(Terms("connect_four", 2), ann, ben)
            for n, column in enumerate("abcdabc"):
                await parlour.act(id, n % 2, f"drop {column}")
            looking, lines = Past(parlour.house), list[dict[str, Any]]()
            while len(lines) <= 7:
                page = (await looking.at(id, Asker(ann, ""), 7, since=len(lines) - 1))["lines"]
                assert 0 < len(page) <= 3
                lines += page
            assert [line["words"] for line in lines] == ["set-up", *(f"drop {column}" for column in "abcdabc")]

    asyncio.run(test())
