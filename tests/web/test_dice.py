"""Who made the dice: what programs and pages are told of it."""

from typing import Any

from tests.web.hall import Hall, Somebody, in_hall, refusal
from turnwise.games import game
from turnwise.house.tables import items, seating
from turnwise.house.tables.items import Terms
from turnwise.play.secret import sealed

NONCE = "what Ann has chosen"
NOWHERE = "0" * 64


async def lobby(hall: Hall, **terms: Any) -> tuple[Somebody, Somebody, str, str]:
    """Ann and Ben at a table with cards; its address, and the seal of the house."""
    ann, ben = await hall.two()
    table = await ann.opened("whot", **terms)
    await ben.did(f"{table}/seats")
    return ann, ben, table, (await ann.got(table))["table"]["seal"]


async def over(ann: Somebody, ben: Somebody, table: str) -> str:
    """Play and give up; the address of its page."""
    await ann.did(f"{table}/start")
    await ben.did(f"{table}/resign")
    return table.removeprefix("/api")


async def html(somebody: Somebody, method: str, path: str, body: Any = None, language: str = "en") -> str:
    return (await somebody.ask(method, path, body, headers={"Accept-Language": language})).text


@in_hall
async def test_a_program_that_adds_nothing_is_named_in_the_proof_and_at_the_end(hall: Hall) -> None:
    ann, ben, table, seal = await lobby(hall)
    await ann.did(f"{table}/dice", {"house": seal, "nonce": NONCE})
    told = (await ben.got(table))["table"]
    assert [seat.get("gave", False) for seat in told["seats"]] == [True, False]
    assert NONCE not in str(told) and told["dice"] == "seal"
    page = await over(ann, ben, table)
    assert [seat.get("gave", False) for seat in (await ben.got(table))["table"]["seats"]] == [True, False]
    for somebody in (ann, ben):
        said = await html(somebody, "POST", f"{page}/proof", {})
        assert "made by the house together with Ann. Nothing came from Ben." in said
    assert "Nothing came from Ben." in await html(ann, "GET", f"{page}/end")
    assert "Nichts kam von Ben." in await html(ann, "GET", f"{page}/dice", language="de")
    assert f"nonce: {NONCE}" in (await ann.get(f"{table}/transcript")).text


@in_hall
async def test_where_nobody_adds_the_house_could_have_chosen_and_it_says_so(hall: Hall) -> None:
    ann, ben, table, _ = await lobby(hall)
    assert "everybody who plays adds" in await html(ann, "GET", table.removeprefix("/api") + "/dice")
    page = await over(ann, ben, table)
    for method, path in (("POST", "proof"), ("GET", "end")):
        assert "Nobody but the house added to dice and cards" in await html(ann, method, f"{page}/{path}", {})
    sat = [items.Sat(hall.at, who.id, seat, who.id, "from an earlier house") for seat, who in enumerate((ann, ben))]
    opened = seating.opened(Terms("whot", 2), ann.id, hall.at)
    old = await hall.house.begin([opened, *sat, items.Started(hall.at, ann.id, [0, 1], game("whot").version)])
    said = await html(ann, "GET", f"/tables/{old}/dice")
    assert "Nobody but the house" in said and "What was sent when people sat down does not count" in said
    branch = (await ann.did(f"{table}/branches", {"ply": 0, "bot": "random"}))["table"]
    said = await html(ann, "GET", f"/tables/{branch}/dice")
    assert said.strip() == "Dice and cards are those of the match that this one goes on from."


@in_hall
async def test_what_a_device_noted_is_compared_with_what_was_played(hall: Hall) -> None:
    ann, ben, table, seal = await lobby(hall)
    await ann.did(f"{table}/dice", {"house": seal, "seal": sealed(NONCE)})
    await ann.did(f"{table}/dice", {"house": seal, "nonce": NONCE})
    page = await over(ann, ben, table)
    same = await html(ann, "POST", f"{page}/proof", {"seals": [seal, sealed(NONCE)]})
    assert "they are those of this match" in same and f"--seal {seal} --seal {sealed(NONCE)}" in same
    for noted in ([NOWHERE, sealed(NONCE)], [seal, sealed(NONCE), NOWHERE]):
        said = await html(ann, "POST", f"{page}/proof", {"seals": noted})
        assert "exchanged afterwards!" in said and "they are those of this match" not in said
    refusal(await ann.post(f"{page}/proof", {"seals": ["<b>"]}), 400, "bad_request")


@in_hall
async def test_what_can_not_be_added_is_refused_with_a_sentence_and_a_page_is_not_bothered(hall: Hall) -> None:
    ann, ben, table, seal = await lobby(hall)
    body = {"house": seal, "nonce": NONCE}
    for wrong in (
        {},
        {"house": seal},
        body | {"seal": sealed(NONCE)},
        body | {"house": "x"},
        {"house": seal, "seal": "x"},
    ):
        refusal(await ann.post(f"{table}/dice", wrong), 400, "bad_request")
    refusal(await ann.post(f"{table}/dice", body | {"house": NOWHERE}), 409, "wrong_seal")
    refusal(await hall.nobody.post(f"{table}/dice", body), 401, "no_token")
    await ann.did(f"{table}/dice", body)
    refusal(await ann.post(f"{table}/dice", body), 409, "given")
    page = await over(ann, ben, table)
    refusal(await ben.post(f"{table}/dice", body), 409, "table_over")
    await ben.did(f"{page}/luck", body)
    refusal(await ben.post(f"{page}/luck", {"house": "x"}), 400, "bad_request")
