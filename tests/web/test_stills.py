"""Matches of older rules: they stay listed, show what each last saw of them, and can be closed without a rating."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.web.hall import Hall, Somebody, in_hall, refusal
from turnwise.games import game
from turnwise.house import upkeep
from turnwise.house.store.interface import Put
from turnwise.house.tables.stills import KIND, Seen, Still, encode, keep_all, still_of


@contextmanager
def later_rules(name: str) -> Iterator[None]:
    """The next version of a game's rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game(name).rules, "VERSION", game(name).version + 1)
        yield


def things(drawn: str) -> set[str]:
    return set(re.findall('data-key="([^"]+)"', drawn))


async def begun(hall: Hall, **terms: Any) -> tuple[Somebody, Somebody, str]:
    """A match of hidden hands after two moves, which nobody has looked at for a while."""
    ann, ben, table = await hall.match(game="whot", **terms)
    for version in range(2):
        told = await ann.got(table)
        who = (ann, ben)[told["turn"]]
        await who.did(f"{table}/actions", {"actions": (await who.got(table))["legal"][0], "version": version})
    hall.at += upkeep.IDLE
    await upkeep.sweep(hall.house)
    assert not hall.house.loaded
    return ann, ben, table


@in_hall
async def test_each_player_sees_a_match_of_older_rules_as_he_saw_it_last(hall: Hall) -> None:
    ann, ben, table = await begun(hall, title="Sunday")
    before = {who: things((await who.get(f"{table}/picture.svg")).text) for who in (ann, ben, hall.nobody)}
    hall.house.loaded.clear()
    with later_rules("whot"):
        for who, seen in before.items():
            drawn, text = (await who.get(f"{table}/picture.svg")).text, (await who.get(f"{table}/picture.txt")).text
            assert things(drawn) == seen
            for picture in (drawn, text):
                assert "Seat 0" in picture and "Ann" not in picture, "pictures know seats, and the page whose they are"
            page = (await who.get(table.removeprefix("/api"))).text
            assert "Seat 0: Ann" in page and "Seat 1: Ben" in page
            assert "begun by version 1 of the rules of Whot; these are version 2" in page and "Sunday" in page
            assert ("Close the table" in page) == (who is not hall.nobody)
        assert len({frozenset(seen) for seen in before.values()}) == 3, "each sees his own hand and no other"
        german = await ann.get(table.removeprefix("/api"), headers={"Accept-Language": "de"})
        assert "jetzt gilt Version 2" in german.text and "Tisch schließen" in german.text


@in_hall
async def test_a_match_of_older_rules_stays_listed_until_somebody_who_plays_closes_it(hall: Hall) -> None:
    _, ben, table = await begun(hall, rated=True)
    eve = await hall.guest("Eve")
    with later_rules("whot"):
        assert [one["status"] for one in (await ben.got("/api/me/tables"))["tables"]] == ["running"]
        assert "Older rules: can&#39;t go on" in (await ben.get("/", headers={"Cookie": f"turnwise={ben.token}"})).text
        refusal(await eve.post(f"{table}/close"), 409, "not_host")
        assert (await ben.did(f"{table}/close"))["status"] == "over"
        told = (await ben.got(table))["table"]
        assert (told["status"], told["closed"]) == ("over", "its rules have changed") and "ratings" not in told
        refusal(await ben.post(f"{table}/close"), 409, "table_over")
        page = (await ben.get(table.removeprefix("/api"))).text
        assert "closed without a result" in page and "Close the table" not in page
        assert await ben.got("/api/games/whot/ratings") == []


@in_hall
async def test_without_a_still_the_page_says_so_and_shows_what_was_said(hall: Hall) -> None:
    ann, _, table = await hall.match(game="whot")
    await ann.did(f"{table}/chat", {"text": "Good <luck>!"})
    hall.house.loaded.clear()  # as after a crash
    with later_rules("whot"):
        page = (await ann.get(table.removeprefix("/api"))).text
        assert "No picture of it was kept" in page and "Good &lt;luck&gt;!" in page
        refusal(await ann.get(f"{table}/picture.svg"), 409, "old_rules")


@in_hall
async def test_a_still_is_small_has_no_names_and_is_written_once(hall: Hall) -> None:
    ann, _, table = await begun(hall)
    id = table.rpartition("/")[2]
    doc, still = await hall.store.get(KIND, id), await still_of(hall.house, id)
    assert doc and still and len(doc.body) < 40_000 and set(still.seen) == {-1, 0, 1}
    for seen in still.seen.values():
        assert not re.search("Ann|Ben", seen.text + seen.svg() + str(seen.told))
    await ann.got(table)
    await keep_all(hall.house)
    assert (await hall.store.get(KIND, id)) == doc, "nothing has happened since"
    await ann.did(f"{table}/resign")
    await keep_all(hall.house)
    after = await still_of(hall.house, id)
    assert after and (after.version, set(after.seen)) == (3, {-1}), "when it is over all see the same"


@in_hall
async def test_what_was_told_is_kept_as_sentences_which_are_said_to_whoever_reads_them(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    await ann.did(f"{table}/actions", {"actions": "drop d", "version": 0})
    await keep_all(hall.house)
    hall.house.loaded.clear()
    with later_rules("connect_four"):
        page = table.removeprefix("/api")
        assert "<li>Ann drops a disc into column d.</li>" in (await ben.get(page)).text
        german = (await ben.get(page, headers={"Accept-Language": "de"})).text
        assert "<li>Ann wirft eine Scheibe in Spalte d.</li>" in german


@in_hall
async def test_the_texts_of_an_older_still_stay_as_they_are(hall: Hall) -> None:
    ann, _, table = await hall.match()
    id = table.rpartition("/")[2]
    body = encode(Still(0, {-1: Seen("a board", b"", ["Seat 0 drops a disc into column d."])}))
    await hall.store.commit([Put(KIND, id, body, 0)])
    hall.house.loaded.clear()
    with later_rules("connect_four"):
        assert "Seat 0 drops a disc into column d." in (await ann.get(table.removeprefix("/api"))).text


@in_hall
async def test_a_look_that_fails_keeps_no_table_in_memory(hall: Hall) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game("whot").module("look"), "look", None)
        ann, _, table = await begun(hall)
    with later_rules("whot"):
        page = (await ann.get(table.removeprefix("/api"))).text
        assert "is dealt" in page and "<img" not in page.partition("<main")[2]
