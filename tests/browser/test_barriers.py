"""No page has a barrier for somebody who sees little, hears the page, or has no mouse: axe-core looks at all of them, light and dark."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PHONE, Visit, Visitor
from tests.web.server import Server

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
SERIOUS = ("serious", "critical")


async def barriers(somebody: Visitor, light: str = "light") -> list[str]:
    """What axe-core finds on a page that is serious, each with what it is about. In the dark only the colours are others."""
    await somebody.page.evaluate(AXE.read_text())
    asked = {"resultTypes": ["violations"]} | ({"runOnly": ["color-contrast"]} if light == "dark" else {})
    found: dict[str, Any] = await somebody.page.evaluate("asked => axe.run(document, asked)", asked)
    return [
        f"{one['id']}: {one['help']} {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("light", ["light", "dark"])
async def test_the_pages_before_a_table(house: Server, visitors: Visit, light: str) -> None:
    async with visitors(house, color_scheme=light) as ann:
        await ann.open("/me")
        assert await barriers(ann, light) == []
        await ann.be("Ann")
        id = (await ann.ask("POST", "/api/tables", {"game": "whot", "seats": 3, "access": "open"}))["id"]
        for path in ("/", "/me", "/handover", "/games/rally"):
            await ann.open(path)
            await ann.page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
            assert await barriers(ann, light) == [], path
        await ann.open("/")
        await ann.page.get_by_role("button", name="Meet anyone: Caesar and Cleopatra").click()
        await ann.page.get_by_text("How about a bot").wait_for()
        assert await barriers(ann, light) == []
        async with ann.page.expect_response(lambda answer: answer.request.method == "DELETE"):
            await ann.page.get_by_role("button", name="Stop looking").click()
        await ann.ask("POST", f"/api/tables/{id}/close", {})


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("screen", [PHONE, None], ids=["phone", "laptop"])
async def test_a_table_from_its_lobby_to_its_end(
    house: Server, visitors: Visit, light: str, screen: dict[str, int] | None
) -> None:
    async with visitors(house, color_scheme=light, **({"viewport": screen} if screen else {})) as ann:
        await ann.be("Ann")
        id = (await ann.ask("POST", "/api/tables", {"game": "whot", "seats": 2, "seating": "chosen"}))["id"]
        await ann.open(f"/tables/{id}")
        await ann.page.get_by_text("Ann").first.wait_for()
        assert await barriers(ann, light) == []
        await ann.ask("POST", f"/api/tables/{id}/bots", {"bot": "random"})
        await ann.ask("POST", f"/api/tables/{id}/start", {})
        await ann.page.locator("#board .thing.open").first.wait_for()
        assert await barriers(ann, light) == []
        await ann.ask("POST", f"/api/tables/{id}/resign", {})
        await ann.page.locator("#ending").wait_for()
        assert await barriers(ann, light) == []


async def test_with_more_contrast_the_lines_are_as_dark_as_the_letters(house: Server, visitors: Visit) -> None:
    async with visitors(house, contrast="more") as ann:
        await ann.open("/")
        line, ink = await ann.page.locator(".card").first.evaluate(
            "card => [getComputedStyle(card).borderTopColor, getComputedStyle(document.body).color]"
        )
        assert line == ink == "rgb(0, 0, 0)"
        assert await barriers(ann) == []


async def test_no_page_is_wider_than_a_phone(house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport=PHONE, locale="de-DE") as ann:
        await ann.be("Maximiliane Hab")
        for path in ("/", "/me", "/handover", "/games/rally", "/games/caesar"):
            await ann.open(path)
            assert await ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


async def test_the_keyboard_alone_opens_a_table(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/")
        await ann.page.keyboard.press("Tab")
        assert await ann.page.evaluate("document.activeElement.className") == "skip"
        await ann.page.keyboard.press("Enter")
        for _ in range(20):
            await ann.page.keyboard.press("Tab")
            if await ann.page.evaluate("document.activeElement.matches('.entries .primary')"):
                break
        await ann.page.keyboard.press("Enter")
        await ann.page.wait_for_url("**/tables/*")
