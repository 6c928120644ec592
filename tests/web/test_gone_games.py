"""A game whose package was removed, or is not offered any more: its tables are shown as far as they are known, and nothing fails."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.web.hall import Hall, Somebody, in_hall, refusal
from turnwise import games
from turnwise.house import upkeep
from turnwise.house.store.interface import Append, Erase
from turnwise.house.tables import items
from turnwise.house.tables.stills import keep_all

GONE = "There is no game &#39;whot&#39; here now. Matches of it can&#39;t go on here."
HTML = {"Accept": "text/html"}


@contextmanager
def gone(name: str = "whot") -> Iterator[None]:
    """As after its package was uninstalled."""
    shelf = games._shelf()
    left = {one: entry for one, entry in shelf.entries.items() if one != name}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "_shelf", lambda: shelf._replace(entries=left))
        yield


def cookie(who: Somebody) -> dict[str, str]:
    return {"Cookie": f"turnwise={who.token}"}


async def begun(hall: Hall, **terms: object) -> tuple[Somebody, Somebody, str]:
    """A match after a move, as the house has it when it opens again."""
    ann, ben, table = await hall.match(game="whot", **terms)
    who = (ann, ben)[(await ann.got(table))["turn"]]
    await who.did(f"{table}/actions", {"actions": (await who.got(table))["legal"][0], "version": 0})
    await keep_all(hall.house)
    hall.house.loaded.clear()
    return ann, ben, table


@in_hall
async def test_a_running_match_shows_what_was_last_seen_until_its_game_is_back(hall: Hall) -> None:
    ann, ben, table = await begun(hall)
    before, page = await ann.got(table), table.removeprefix("/api")
    hall.house.loaded.clear()
    with gone():
        told = await ann.got(table)
        assert told["table"]["outdated"] == "There is no game 'whot' here now. Matches of it can't go on here."
        assert (told["table"]["status"], told["table"]["options"]) == ("running", {}) and "state" not in told
        shown = (await ann.get(page, headers=HTML | cookie(ann))).text
        assert GONE in shown and "Whot" in shown and "Seat 0: Ann" in shown and "Log" in shown
        assert "/picture.svg" in shown and "<svg" in (await ann.get(f"{table}/picture.svg")).text
        german = await ann.get(page, headers=HTML | cookie(ann) | {"Accept-Language": "de"})
        assert "Das Spiel „whot“ gibt es hier zurzeit nicht." in german.text
        listed = (await ben.get("/", headers=cookie(ben))).text
        assert "Its game is not here any more" in listed and "/games/whot" not in listed
        for answer in (
            await ben.post(f"{table}/actions", {"actions": "draw", "version": 1}),
            await ben.post(f"{table}/hint"),
            await ben.get(f"{table}/view?ply=0"),
            await ben.get(f"{table}/transcript"),
        ):
            refusal(answer, 409, "old_rules")
        refusal(await ben.get("/api/games/whot"), 404, "unknown_game")
        for path, status in (
            (f"{page}/replay", 409),
            ("/games/whot", 404),
            (f"{page}/dice", 200),
            (f"{page}/moves", 409),
        ):
            assert (await hall.client.get(path, headers=HTML | cookie(ann))).status_code == status, path
        refusal(await ben.post("/api/tables", {"game": "whot", "seats": 2}), 404, "unknown_game")
    hall.house.loaded.clear()
    assert (await ann.got(table))["state"] == before["state"], "with its package it goes on where it was"


@in_hall
async def test_whoever_plays_there_closes_it_and_a_finished_match_stays_in_ones_list(hall: Hall) -> None:
    ann, ben, table = await begun(hall, rated=True)
    await ann.did(f"{table}/resign")
    assert (await ann.got(table))["table"]["status"] == "over"
    other = await ann.opened(game="whot")
    await ben.did(f"{other}/seats")
    await ann.did(f"{other}/start")
    hall.house.loaded.clear()
    with gone():
        mine = (await ben.get("/me", headers=cookie(ben))).text
        assert "Won" in mine and "Whot" in mine
        refusal(await ben.post(f"{table}/rematch"), 409, "old_rules")
        assert (await ben.did(f"{other}/close"))["status"] == "over"
        assert (await ben.got(other))["table"]["closed"] == "its game is gone"


@in_hall
async def test_a_table_that_waits_is_offered_to_nobody_and_begins_no_match(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened(game="whot", access="open")
    hall.house.loaded.clear()
    with gone():
        assert table.removeprefix("/api") not in (await ben.get("/", headers=cookie(ben))).text
        refusal(await ben.post(f"{table}/seats"), 409, "old_rules")
        refusal(await ann.post(f"{table}/start"), 409, "old_rules")
        refusal(await ann.post(f"{table}/bots", {"bot": "random"}), 409, "old_rules")
        assert GONE in (await ann.get(table.removeprefix("/api"), headers=HTML | cookie(ann))).text
        assert (await ann.did(f"{table}/close"))["status"] == "over"


@in_hall
async def test_a_house_opens_with_tables_of_a_game_that_is_gone(hall: Hall) -> None:
    """Also one whose match was about to begin when it closed: nothing must begin it, again and again, in the background."""
    ann, ben = await hall.two()
    running = await ann.opened(game="whot")
    await ann.did(f"{running}/bots", {"bot": "random"})
    await ann.did(f"{running}/start")
    table = await ann.opened(game="whot")
    await ben.did(f"{table}/seats")
    hall.house.moment = 60_000
    await ann.did(f"{table}/start")
    log = f"table {table.rpartition('/')[2]}"
    kept = await hall.store.lengths([log])
    hall.house.loaded.clear()
    with gone():
        assert await upkeep.resume(hall.house) >= 1
        assert (await ann.got(table))["table"]["status"] == "beginning"
        hall.at += upkeep.IDLE
        await hall.house.timers.ring()
        assert not hall.house.timers.due and await hall.store.lengths([log]) == kept


@in_hall
async def test_what_these_rules_can_play_of_a_match_is_replayed(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    for version, (seat, column) in enumerate(((ann, 3), (ben, 3), (ann, 2))):
        await seat.did(f"{table}/actions", {"actions": [column], "version": version})
    log = f"table {table.rpartition('/')[2]}"
    kept = await hall.store.read(log)
    kept[-1] = items.encode(items.Acted(hall.at, ann.id, 0, [99], 3))  # an action that these rules do not have
    await hall.store.commit([Erase(log, len(kept))])
    await hall.store.commit([Append(log, at, item) for at, item in enumerate(kept)])
    hall.house.loaded.clear()
    page = (await ann.get(table.removeprefix("/api"), headers=HTML | cookie(ann))).text
    assert "was not played by these rules" in page and f"{table.removeprefix('/api')}/replay" in page
    assert '"plies": 2' in (await ann.get(f"{table.removeprefix('/api')}/replay", headers=cookie(ann))).text
    then = await ann.got(f"{table}/view?ply=2")
    assert then["version"] == 2 and then["turn"] == 0 and then["outcome"] is None
    refusal(await ann.get(f"{table}/view?ply=3"), 409, "no_such_ply")
    refusal(await ann.post(f"{table}/actions", {"actions": [0], "version": 3}), 409, "old_rules")
