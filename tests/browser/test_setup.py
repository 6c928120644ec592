"""A table set up as one likes: every option of every game, and everybody who may sit down."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page

from tests.browser.conftest import PHONE, Visit, Visitor
from tests.web.server import Server
from turnwise.games import game, ours
from turnwise.kit.options import Choice, Document, Switch, Whole

BOARD = Path(game("rally").rules.__file__ or "").parent / "demo_21.json"


async def told(somebody: Visitor) -> dict[str, Any]:
    """The table that somebody has come to."""
    await somebody.page.wait_for_url("**/tables/*")
    answer: dict[str, Any] = await somebody.ask("GET", "/api" + urlsplit(somebody.page.url).path)
    return answer


async def unfold(page: Page) -> None:
    folded = page.locator("#setup details:not([open]) > summary")
    while await folded.count():
        await folded.first.click()


@pytest.mark.parametrize("name", ours())
async def test_every_option_of_a_game_can_be_set(house: Server, visitors: Visit, name: str) -> None:
    wanted: dict[str, object] = {}
    async with visitors(house) as ann:
        await ann.open(f"/games/{name}")
        await unfold(ann.page)
        for option, kind in {**game(name).options, **game(name).settings}.items():
            field = ann.page.locator(f"[name=option-{option}]:not([type=hidden])")
            if isinstance(kind, Switch):
                await field.set_checked(wanted.setdefault(option, not kind.default))
            elif isinstance(kind, Whole):
                wanted[option] = kind.high if kind.default == kind.low else kind.low
                await field.fill(str(wanted[option]))
            elif isinstance(kind, Choice):
                wanted[option] = next(choice for choice in kind.choices if choice != kind.default)
                await field.select_option(str(wanted[option]))
        await ann.page.get_by_role("button", name="Start playing").click()
        table = (await told(ann))["table"]
        assert table["status"] == "running" and table["game"] == name
        chosen = table["options"] | table["settings"]
        assert {option: chosen[option] for option in wanted} == wanted
        assert sum("bot" in seat for seat in table["seats"]) == len(table["seats"]) - 1


async def test_everybody_sits_where_the_form_says(house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport=PHONE) as ann, visitors(house) as ben:
        await ann.be("Ann")
        await ann.open("/games/whot")
        page = ann.page
        await page.get_by_label("How many play?").select_option("4")
        await page.get_by_label("Seat 1", exact=True).select_option("A friend, by link")
        await page.get_by_label("Seat 2", exact=True).select_option("search:5")
        await page.get_by_label("Seat 3", exact=True).select_option("Me")
        await page.get_by_label("Seat 4", exact=True).select_option("Somebody at this screen")
        await page.get_by_label("Name of Seat 4").fill("Cleo")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await unfold(page)
        await page.get_by_label("Clock").select_option("5 minutes a turn")
        await page.get_by_label("Name of the table").fill("Family")
        await page.get_by_label("If somebody is away").select_option("A bot plays on for them")
        await page.get_by_role("button", name="Open the table").click()
        table = (await told(ann))["table"]
        seats = [seat.get("name") or seat.get("bot") for seat in table["seats"]]
        assert seats == [None, "search:5", "Ann", "Cleo"]
        assert (table["title"], table["absence"], table["access"]) == ("Family", "bot", "link")
        assert table["clock"] == {"kind": "move", "seconds": 300}
        await ben.be("Ben")
        await ben.ask("POST", f"/api/tables/{table['id']}/seats", {})
        await ann.ask("POST", f"/api/tables/{table['id']}/start", {})


async def test_there_is_one_of_me(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/games/differo")
        first, second = ann.page.get_by_label("White", exact=True), ann.page.get_by_label("Black", exact=True)
        await second.select_option("Me")
        assert await first.input_value() == "friend"
        assert await ann.page.get_by_role("button", name="Open the table").is_visible()


async def test_a_board_of_ones_own_is_pasted_or_chosen(house: Server, visitors: Visit) -> None:
    board = json.loads(BOARD.read_text()) | {"name": "Round the Houses"}
    async with visitors(house, forgiving=True) as ann:
        await ann.open("/games/rally")
        await unfold(ann.page)
        await ann.page.get_by_label("Board", exact=True).select_option("My own …")
        await ann.page.get_by_label("or paste its JSON").fill("no board at all")
        await ann.page.get_by_role("button", name="Start playing").click()
        await ann.page.get_by_role("alert").get_by_text("not JSON").wait_for()
        await ann.page.get_by_label("or paste its JSON").fill('{"positions": 3}')
        await ann.page.get_by_role("button", name="Start playing").click()
        await ann.page.get_by_role("alert").get_by_text("board").wait_for()
        assert urlsplit(ann.page.url).path == "/games/rally"
        file = {"name": "board.json", "mimeType": "application/json", "buffer": json.dumps(board).encode()}
        await ann.page.get_by_label("Choose a file").set_input_files([file])
        await ann.page.wait_for_function("document.querySelector('textarea').value.includes('Round the Houses')")
        await ann.page.get_by_role("button", name="Start playing").click()
        assert (await told(ann))["table"]["options"]["board"]["name"] == "Round the Houses"


async def test_a_board_that_the_house_keeps_is_played_on(house: Server, visitors: Visit) -> None:
    board = json.loads(BOARD.read_text()) | {"name": "Over the Hills"}
    async with visitors(house) as ann:
        await ann.be("Ann")
        await ann.ask("POST", "/api/boards", {"game": "rally", "document": board})
        await ann.open("/games/rally")
        await unfold(ann.page)
        await ann.page.get_by_label("Board", exact=True).select_option("Over the Hills, by Turnwise")
        await ann.page.get_by_role("button", name="Start playing").click()
        assert (await told(ann))["table"]["options"]["board"]["name"] == "Over the Hills"


async def test_a_number_out_of_its_limits_is_told_where_it_stands(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/games/whot")
        await unfold(ann.page)
        field = ann.page.locator("[name=option-match_target]")
        await field.fill("5")
        await ann.page.locator("#setup details > summary").first.click()
        await ann.page.get_by_role("button", name="Start playing").click()
        await field.wait_for()  # its fold is open again
        assert await field.evaluate("field => !field.checkValidity() && field === document.activeElement")
        assert urlsplit(ann.page.url).path == "/games/whot"


async def test_the_page_of_a_game_has_its_rules(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/games/caesar")
        assert await ann.page.locator("#rules img").count() > 5 and await ann.page.locator("#rules th").count()
        picture = ann.page.locator("#rules img").first
        await picture.scroll_into_view_if_needed()
        await ann.page.wait_for_function(
            "one => one.complete && one.naturalWidth > 100", arg=await picture.element_handle()
        )
        await ann.page.get_by_role("link", name="Every rule, numbered").click()
        await ann.page.wait_for_url("**/games/caesar/rules")
        assert await ann.page.locator("main li").count() > 40


async def test_there_is_no_page_of_no_game(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await ann.open("/games/conect_four")
        assert await ann.page.get_by_text("Did you mean 'connect_four'").is_visible()


def test_no_option_is_of_a_kind_that_the_page_does_not_know() -> None:
    for name in ours():
        for option, kind in game(name).options.items():
            assert isinstance(kind, Switch | Whole | Choice | Document) or option == "computers"
