"""Whoever makes something new names a key: the same request sent again makes nothing, and is answered with what there is."""

import asyncio

from tests.web.hall import Hall, Somebody, good, in_hall, refusal
from turnwise.house.house import House
from turnwise.house.people.once import LIFE
from turnwise.house.work.limits import RATES, Rate

TABLE = {"game": "connect_four", "seats": 2, "key": "one"}


async def mine(somebody: Somebody) -> list[str]:
    return [one["id"] for one in (await somebody.got("/api/me/tables"))["tables"]]


@in_hall
async def test_a_table_is_opened_once_however_often_it_is_asked_for(hall: Hall) -> None:
    ann, ben = await hall.two()
    at_once = await asyncio.gather(*(ann.post("/api/tables", TABLE) for _ in range(4)))
    (id,) = {good(answer)["id"] for answer in at_once}
    again = good(await ann.post("/api/tables", TABLE))
    assert again["id"] == id and again["seat"] == 0 and await mine(ann) == [id]
    assert good(await ben.post("/api/tables", TABLE))["id"] != id, "a key is its sender's own"
    assert good(await ann.post("/api/tables", TABLE | {"key": "two"}))["id"] != id
    elsewhere = House(hall.store, now=lambda: hall.at, thinkers=0)  # as after a restart, or in another process
    made = await elsewhere.once.made(ann.id, "one")
    assert made and made.id == id
    hall.at += LIFE
    await hall.house.once.sweep()
    assert not await elsewhere.once.made(ann.id, "one")
    refusal(await ann.post("/api/tables", TABLE | {"key": "k" * 65}), 400, "bad_request")


@in_hall
async def test_a_form_sent_twice_sets_up_one_table_for_the_same_people(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    form = {"count": "2", "who0": "me", "who1": "here", "name1": "Ben", "key": "one"}
    first, again = [await ann.did("/games/connect_four/tables", form) for _ in range(2)]
    assert again["id"] == first["id"] and await mine(ann) == [first["id"]]
    (ben,), (same,) = first["here"], again["here"]
    assert same["person"] == ben["person"] and same["token"] != ben["token"]
    for token in (ben["token"], same["token"]):
        assert (await Somebody(hall, "", token).got(f"/api/tables/{first['id']}"))["seat"] is not None


@in_hall
async def test_a_line_of_talk_is_said_once(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    said = {"text": "hello", "key": "one"}
    for somebody in (ann, ann, ben):
        await somebody.did(f"{table}/chat", said)
    await ann.did(f"{table}/chat", {"text": "hello"})
    talk = (await ann.got(table))["talk"]
    assert [(line["person"], line["text"]) for line in talk] == [
        (ann.id, "hello"),
        (ben.id, "hello"),
        (ann.id, "hello"),
    ]
    hall.house.loaded.clear()  # read again from its log
    await ann.did(f"{table}/chat", said)
    assert len((await ann.got(table))["talk"]) == 3


@in_hall
async def test_a_branch_and_a_report_are_made_once(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    await ann.did(f"{table}/actions", {"actions": "drop a", "version": 0})
    await ann.did(f"{table}/resign")
    branched = [await ben.did(f"{table}/branches", {"ply": 1, "key": "one"}) for _ in range(2)]
    assert branched[0] == branched[1]
    for _ in range(2):
        await ann.did("/api/reports", {"text": "rude", "about": ben.id, "key": "one"})
    assert len(await hall.house.reports.listed()) == 1


def test_guests_of_one_address_share_what_may_be_kept() -> None:
    """Or somebody would be many."""

    async def test() -> None:
        hall = Hall({**RATES, "records from an address": Rate(6, 1, "Much")})
        try:
            ann, ben = await hall.two()
            await ann.opened()
            while (answer := await ann.post("/api/tables", {"game": "connect_four", "seats": 2})).status_code == 201:
                pass
            refusal(answer, 429, "too_many")
            refusal(await ben.post("/api/tables", {"game": "connect_four", "seats": 2}), 429, "too_many")
            hall.at += 1000
            await ben.opened()
        finally:
            await hall.close()

    asyncio.run(test())
