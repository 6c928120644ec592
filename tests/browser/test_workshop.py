"""A board made in a real browser, from the first place to the first match on it."""

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.test_barriers import barriers
from tests.web.server import Server
from turnwise.games.rally.workshop import samples

WORKSHOP = "/games/rally/workshop"
UNIT = 10
LONG = 150_000
"""Milliseconds for games that bots play politely, beside all other tests."""
HARBOUR = samples()["Old Harbour"]


def place(page: Page, id: str) -> Locator:
    return page.locator(".place").filter(has=page.get_by_text(id, exact=True))


async def ground_at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where on the screen a place of the grid is."""
    found = await page.evaluate(
        """([x, y]) => {
            const at = new DOMPoint(x, y).matrixTransform(document.getElementById("ground").getScreenCTM());
            return [at.x, at.y];
        }""",
        [x * UNIT, y * UNIT],
    )
    return found[0], found[1]


async def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    await page.mouse.move(*start)
    await page.mouse.down()
    await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    await page.mouse.move(*end)
    await page.mouse.up()


async def document(page: Page) -> dict[str, Any]:
    """The draft, as the page would take it up again."""
    kept: dict[str, Any] = json.loads(await page.evaluate("localStorage.getItem(`draft ${location.pathname}`)"))
    return kept


async def places(page: Page) -> dict[str, tuple[int, int]]:
    return {one["id"]: (one["x"], one["y"]) for one in (await document(page))["positions"]}


async def test_a_board_is_made_by_mouse_mended_saved_shared_and_driven(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        page: Page = ann.page
        await ann.open(WORKSHOP)
        # The blank board has something to be mended, and the house shows where.
        await expect(page.get_by_text("Position 'Z' has no connection.")).to_be_visible()
        await expect(page.locator("#save")).to_be_disabled()
        await page.get_by_text("Position 'Z' has no connection.").get_by_role("button", name="Show me").click()
        await expect(page.locator("#place-id")).to_have_value("Z")
        # A tap on the empty ground makes a place, a drag moves it, and so many steps lead back.
        await page.mouse.click(*await ground_at(page, 10, 4))
        assert (await places(page))["P3"] == (10, 4)
        await drag(page, await ground_at(page, 10, 4), await ground_at(page, 14, 12))
        assert (await places(page))["P3"] == (14, 12)
        await page.keyboard.press("Control+z")
        assert (await places(page))["P3"] == (10, 4)
        await page.get_by_role("button", name="Redo").click()
        assert (await places(page))["P3"] == (14, 12)
        await page.locator("#place-kind").select_option("checkpoint")
        # Two places are connected by a drag, or one after the other; the line is there while it is drawn.
        await page.get_by_role("button", name="Connect", exact=True).click()
        start, end = await ground_at(page, 4, 8), await ground_at(page, 14, 12)
        await page.mouse.move(*start)
        await page.mouse.down()
        await page.mouse.move(*end)
        await expect(page.locator(".lines line")).to_have_count(1)
        await page.mouse.up()
        await place(page, "P3").click()
        await place(page, "Z").click()
        assert (await document(page))["connections"] == [["A", "P3"], ["P3", "Z"]]
        await place(page, "A").click()
        assert len((await document(page))["connections"]) == 3
        await place(page, "Z").click()  # once more parts them
        assert len((await document(page))["connections"]) == 2
        await expect(page.get_by_text("A good board:")).to_be_visible()
        # A name follows through the connections.
        await page.get_by_role("button", name="Connect", exact=True).click()
        await place(page, "P3").click()
        await page.locator("#place-id").fill("Fountain")
        await page.locator("#place-id").press("Enter")
        await page.locator("#name").fill("Ann's town")
        await page.locator("#name").press("Enter")
        await page.get_by_label("Made by").fill("Ann")
        await page.get_by_label("Made by").press("Enter")
        draft = await document(page)
        assert draft["connections"] == [["A", "Fountain"], ["Fountain", "Z"]] and draft["author"] == "Ann"
        # Saved, it is there after a reload, and for whoever gets the link, who keeps a copy of his own.
        await page.get_by_role("button", name="Save").click()
        await page.wait_for_url("**/boards/*")
        link = await page.locator("#link").input_value()
        assert link == page.url
        await page.reload()
        await expect(place(page, "Fountain")).to_be_visible()
        assert await page.evaluate("localStorage.length") == 0, "what is saved is not an unsaved draft as well"
        assert await page.locator("#name").input_value() == "Ann's town"
        await page.locator("#name").fill("Ann's own town")
        await page.locator("#name").press("Enter")
        await page.get_by_role("button", name="Save").click()
        await expect(page.locator("#banner")).to_have_text("Saved.")
        assert page.url == link
        await ben.page.goto(link)
        await expect(ben.page.get_by_text("shared this board with you")).to_be_visible()
        await expect(ben.page.locator("#name")).to_have_value("Ann's own town")
        await expect(ben.page.get_by_label("Made by")).to_have_value("Ann")
        assert await ben.page.evaluate("localStorage.length") == 0, "he sees it as it is, also when he comes again"
        await ben.page.get_by_role("button", name="Save").click()
        await ben.page.wait_for_function("link => location.href !== link", arg=link)
        # A friend is invited to a match on it.
        await page.get_by_role("button", name="Play with a friend").click()
        await page.wait_for_url("**/tables/*")
        await ben.page.goto(page.url)
        await expect(ben.page.locator("#invitation h2")).to_contain_text("invites you to a game of Rally.")
        await ben.page.get_by_role("button", name="Sit down").click()
        await page.get_by_role("button", name="Start").click()
        await expect(ben.page.locator("#board")).to_have_attribute("aria-label", re.compile("^Rally on Ann's own town"))
        await page.goto(link)
        # The test drive is a match on this board.
        await page.get_by_role("button", name="Test drive against a bot").click()
        await page.wait_for_url("**/tables/*")
        table = await ann.ask("GET", f"/api{page.url.removeprefix(house.url)}")
        assert table["table"]["status"] == "running" and table["table"]["options"]["board"]["name"] == "Ann's own town"
        assert table["table"]["seats"][1] == {"bot": "classic"}


async def test_a_board_is_made_with_keys_alone(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        page: Page = ann.page
        await ann.open(WORKSHOP)
        await place(page, "A").focus()
        await page.keyboard.press("c")  # connect from here
        await page.keyboard.press("n")  # a new place, connected
        await page.keyboard.press("Shift+ArrowDown")
        assert (await places(page))["P3"] == (7, 12)
        await page.keyboard.press("Shift+Tab")
        await expect(place(page, "Z")).to_be_focused()
        await page.keyboard.press("Enter")
        assert (await document(page))["connections"] == [["A", "P3"], ["P3", "Z"]]
        await page.keyboard.press("Escape")
        await expect(page.get_by_text("A good board:")).to_be_visible()
        await page.keyboard.press("Tab")
        await expect(page.locator("#place-id")).to_have_value("P3")
        await page.keyboard.press("Delete")
        draft = await document(page)
        assert [one["id"] for one in draft["positions"]] == ["A", "Z"] and draft["connections"] == []
        await page.keyboard.press("Control+z")
        assert len((await document(page))["connections"]) == 2


async def test_questions_are_written_as_a_text_and_asked_at_a_place(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        page: Page = ann.page
        await ann.open(WORKSHOP)
        await page.locator("#begin").select_option("Demo 21")
        await expect(page.get_by_label("Made by")).to_have_value("Turnwise")
        await page.get_by_text("Question packs", exact=True).click()
        await page.get_by_role("button", name="Add a question pack").click()
        await expect(page.get_by_text("Pack 'pack-1' needs 1 to 200 questions, found 0.")).to_be_visible()
        await page.get_by_label("Title of pack-1").fill("Shapes")
        await page.get_by_label("Questions of pack-1").fill(
            "How many sides has a hexagon?\n- 5\n* 6\n- 8\n> Hex is six."
        )
        await place(page, "P3").click()
        await page.get_by_label("Question pack").select_option("pack-1")
        await expect(page.get_by_text("A good board:")).to_be_visible()
        draft = await document(page)
        assert draft["packs"] == {
            "pack-1": {
                "title": "Shapes",
                "questions": [
                    {
                        "text": "How many sides has a hexagon?",
                        "answers": ["5", "6", "8"],
                        "right": 1,
                        "note": "Hex is six.",
                    }
                ],
            }
        }
        assert draft["positions"][2]["pack"] == "pack-1"
        await expect(place(page, "P3").locator(".mark")).to_have_text("?")
        # It is written in the same way when it is opened again.
        await page.reload()
        await page.get_by_text("Question packs", exact=True).click()
        await expect(page.get_by_label("Questions of pack-1")).to_have_value(
            "How many sides has a hexagon?\n- 5\n* 6\n- 8\n> Hex is six.\n"
        )


async def test_what_is_exported_can_be_imported_and_what_is_no_board_is_refused(
    house: Server, visitors: Visit, tmp_path: Path
) -> None:
    async with visitors(house) as ann:
        page: Page = ann.page
        await ann.open(WORKSHOP)
        await page.locator("#begin").select_option("Old Harbour")
        async with page.expect_download() as started:
            await page.get_by_role("button", name="Export").click()
        file = tmp_path / "board.json"
        await (await started.value).save_as(file)
        assert json.loads(file.read_text()) == HARBOUR
        await page.locator("#begin").select_option("An empty board")
        await page.get_by_role("button", name="Import").click()
        await page.get_by_label("Or paste it here").fill("no board")
        await page.get_by_role("button", name="Open").click()
        await expect(page.get_by_text("This is no board file")).to_be_visible()
        await page.get_by_label("From a file").set_input_files(file)
        await page.get_by_role("button", name="Open").click()
        await expect(place(page, "Harbour")).to_be_visible()
        assert await document(page) == HARBOUR
        # Arranged, it is the same board in other places; what was not saved is there after a reload.
        await page.get_by_role("button", name="Arrange").click()
        await page.wait_for_function(
            "id => !localStorage.getItem(`draft ${location.pathname}`).includes(id)", arg='"x":24'
        )
        arranged = await document(page)
        assert arranged["connections"] == HARBOUR["connections"] and await places(page) != {
            one["id"]: (one["x"], one["y"]) for one in HARBOUR["positions"]
        }
        await page.reload()
        await expect(place(page, "Harbour")).to_be_visible()
        assert await document(page) == arranged


async def test_bots_say_whether_it_is_a_good_board(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        page: Page = ann.page
        await ann.open(WORKSHOP)
        await page.locator("#begin").select_option("Demo 21")
        # What the house says of the draft stands above the button, and would push it away under the pointer.
        await expect(page.get_by_text("A good board:")).to_be_visible()
        await page.get_by_role("button", name="Is it a good board?").click()
        await expect(page.locator("#verdict")).to_contain_text("games")
        await expect(page.locator("#verdict")).to_contain_text("the seats win", timeout=LONG)
        await expect(page.locator("#verdict li")).to_have_count(4)


async def test_a_finger_makes_places_and_scrolls_the_ground(house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport=PHONE, has_touch=True, is_mobile=True) as ann:
        page: Page = ann.page
        await ann.open(WORKSHOP)
        await page.touchscreen.tap(*await ground_at(page, 8, 12))
        assert (await places(page))["P3"] == (8, 12)
        await page.get_by_role("button", name="Connect", exact=True).tap()
        await place(page, "A").tap()
        assert (await document(page))["connections"] == [["P3", "A"]]
        await page.get_by_role("button", name="Larger").tap()
        await page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
        wide = await page.evaluate(
            "[document.querySelector('.scroll').scrollWidth, document.documentElement.scrollWidth]"
        )
        assert wide[0] > PHONE["width"] >= wide[1], "the ground scrolls, the page does not"


WINDOWS = ((1280, 800), (1920, 1080), (390, 844), (360, 640), (844, 390), (640, 400), (768, 1024))
FITS = """wide => {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.querySelector(".scroll");
  return innerWidth === wide && scrollWidth <= clientWidth && scrollHeight <= clientHeight;
}"""
SEEN = """() => {
  scrollTo(0, 0);
  const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return [left, top, right, bottom]; };
  const scroll = document.querySelector(".scroll");
  const letters = [...document.querySelectorAll(".place text")].filter((one) => one.textContent);
  return {
    frame: box(scroll), tools: box(document.querySelector("[role=toolbar]")),
    places: [...document.querySelectorAll(".place use")].map(box), names: letters.map(box),
    smallest: Math.min(...letters.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)),
  };
}"""


def overlap(one: list[float], two: list[float]) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize("board", ["Old Harbour", "Demo 21"])
async def test_a_board_is_seen_whole_in_every_window(board: str, house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open(WORKSHOP)
        await ann.page.locator("#begin").select_option(board)
        await expect(ann.page.locator("#name")).to_have_value(board)
        for width, height in WINDOWS:
            await ann.page.set_viewport_size({"width": width, "height": height})
            await ann.page.wait_for_function(FITS, arg=width)
            seen, where = await ann.page.evaluate(SEEN), (width, height)
            left, top, right, bottom = seen["frame"]
            assert left >= 0 and top >= seen["tools"][3] and right <= width and bottom <= height, where
            for box in (*seen["places"], *seen["names"]):
                assert box[0] >= left and box[1] >= top and box[2] <= right and box[3] <= bottom, (where, box)
            for some in (seen["places"], seen["names"]):
                assert not any(overlap(*pair) for pair in combinations(some, 2)), where
            assert seen["smallest"] >= (11 if min(where) < 500 else 12), (where, seen["smallest"])


async def test_the_workshop_has_no_barriers(house: Server, visitors: Visit) -> None:
    for scheme in ("light", "dark"):
        async with visitors(house, color_scheme=scheme) as ann:
            await ann.open(WORKSHOP)
            await ann.page.locator("#begin").select_option("Old Harbour")
            await place(ann.page, "Tower").click()
            for fold in ("Question packs", "All places in a list"):
                await ann.page.get_by_text(fold, exact=True).click()
            await expect(ann.page.get_by_text("A good board:")).to_be_visible()
            assert await barriers(ann) == []
