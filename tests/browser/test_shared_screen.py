"""Two people at one device: each plays with his own hand, and nothing of it is left for the other."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import Hands
from tests.browser.rulers import ANCHOR, PLACE, measured
from tests.browser.test_table import opened
from tests.web.server import Server


async def seated(ann: Visitor, game: str, **terms: Any) -> tuple[str, str]:
    """Ann's table, at which Ben sits at the same device; and Ben's token."""
    await ann.be("Ann")
    table = await opened(ann, game, **terms)
    await ann.open(table)
    ben = await ann.ask("POST", "/api/guests", {"name": "Ben"})
    here = [{"person": ben["person"]["id"], "token": ben["token"], "name": "Ben"}]
    await ann.page.evaluate(
        "([key, here]) => sessionStorage.setItem(key, here)",
        [f"turnwise-here-{table.removeprefix('/tables/')}", json.dumps(here)],
    )
    headers = {"Authorization": f"Bearer {ben['token']}"}
    assert (await ann.context.request.post(f"{ann.url}/api{table}/seats", data={}, headers=headers)).ok
    await ann.page.get_by_role("button", name="Start").click()
    await Hands(ann.page).sees(0)
    return table, ben["token"]


async def hand_of(ann: Visitor, table: str, token: str = "") -> list[str]:
    """The cards of a hand, as their owner is told them."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    told = await (await ann.context.request.get(f"{ann.url}/api{table}", headers=headers)).json()
    return list(told["state"]["hands"][told["seat"]])


async def seen(page: Page, cards: list[str]) -> list[str]:
    """Those of some cards that are anywhere in the page, its rule book aside."""
    markup = await page.evaluate("""() => {
        const all = document.documentElement.cloneNode(true);
        all.querySelector("#rules-tab").remove();
        return all.outerHTML;
    }""")
    return [card for card in cards if re.search(rf"\b{card}\b", markup)]


async def test_a_curtain_falls_between_two_hands(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table, token = await seated(ann, "whot", options={"cards_each": 5})
        own, other = await hand_of(ann, table), await hand_of(ann, table, token)
        assert (await seen(ann.page, own), await seen(ann.page, other)) == (own, [])
        await Hands(ann.page).touch("pile")
        curtain = ann.page.locator("#curtain")
        await expect(curtain).to_contain_text("Pass the device to Ben")
        own = await hand_of(ann, table)
        assert len(own) == 6 and not await seen(ann.page, own + other), "nobody's hand is behind the curtain"
        box = await curtain.bounding_box()
        assert box and (box["width"], box["height"]) == (1280, 800)
        await curtain.get_by_role("button").click()
        await Hands(ann.page).sees(1)
        assert (await seen(ann.page, own), await seen(ann.page, other)) == ([], other)
        await expect(ann.page.locator("#status")).to_have_text("Ben is to move.")
        await Hands(ann.page).touch("pile")
        await expect(curtain).to_contain_text("Pass the device to Ann")


async def test_in_an_open_game_the_other_plays_on_at_once(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await seated(ann, "connect_four")
        hands = Hands(ann.page)
        for ply, column in enumerate("abababa"):
            await hands.sees(ply)
            await expect(ann.page.locator("#status")).to_have_text(f"{('Ann', 'Ben')[ply % 2]} is to move.")
            await expect(ann.page.locator(".thing.open").first).to_be_attached()
            await hands.touch(f"column:{column}")
        await expect(ann.page.locator("#ending")).to_be_visible()
        # Both have asked when one of them does.
        await ann.page.locator("#ending").get_by_role("button", name="Rematch").click()
        await expect(ann.page.locator("#table")).to_have_attribute("data-status", "running")
        await expect(ann.page.locator("#status")).to_have_text("Ben is to move.")
        await hands.sees(0)
        await hands.touch("column:d")
        await expect(ann.page.locator("#status")).to_have_text("Ann is to move.")


WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
TALL: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FIRST = {"whot": ("pile",), "differo": ("white:F2", "F8")}
"""A move with hands to be hidden, and one on an open board."""


@pytest.mark.parametrize("window", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("game", FIRST)
async def test_both_see_all_of_the_table_in_the_same_place(
    game: str, window: dict[str, Any], house: Server, visitors: Visit
) -> None:
    async with visitors(house, **window) as ann:
        await seated(ann, game)
        page, hands, places = ann.page, Hands(ann.page, finger=window is TALL), []
        for version, name in enumerate(("Ann", "Ben")):
            await hands.sees(version)
            await expect(page.locator("#status")).to_have_text(f"{name} is to move.")
            found = await measured(page)
            assert not found.faults(), (name, found.faults())
            places.append(await page.evaluate(PLACE, await page.evaluate(ANCHOR)))
            if not version:
                await hands.touch(*FIRST[game])
            if not version and game == "whot":
                await page.locator("#curtain").get_by_role("button").click()
        assert places[0] == places[1]
