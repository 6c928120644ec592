"""What Differo's rules say of the page, and what a table may set of it."""

from playwright.async_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import Hands
from tests.browser.test_table import opened
from tests.law import law
from tests.web.server import Server


@law("D10", "D38", "D42", "setting coordinates", "setting show_moves")
async def test_a_german_page_speaks_official_labels_and_its_moves_are_copied_as_text(
    house: Server, visitors: Visit
) -> None:
    async with visitors(house, locale="de-DE", permissions=["clipboard-read", "clipboard-write"]) as ann:
        await ann.open("/games/differo")
        page = ann.page
        await page.locator("#setup details:not([open]) > summary").first.click()
        await page.get_by_label("Koordinaten").select_option("official")
        await page.get_by_label("Züge zeigen").uncheck()
        await page.get_by_role("button", name="Los geht's").click()
        hands = Hands(page)
        await hands.sees(0)
        choices = page.locator("#choices")
        await expect(choices).to_be_hidden()
        await hands.touch("white:F2")
        await hands.unfold("Mehr", "Mögliche Züge")
        await expect(choices).to_be_visible()
        await page.get_by_role("button", name="Zieh von D2 nach D8").click()
        await hands.sees(1)
        await expect(page.locator("#log li").first).to_contain_text("zieht von D2 nach D8")
        await page.get_by_role("button", name="Züge als Text").click()
        await expect(page.locator("#moves pre")).to_contain_text("1. ")
        await page.locator("#moves").get_by_role("button", name="Kopieren").click()
        await expect(page.locator("#banner")).to_have_text("Kopiert.")
        copied = await page.evaluate("navigator.clipboard.readText()")
        assert (
            copied.split("\n")[0].startswith("   1. Gast ") and copied == await page.locator("#moves pre").inner_text()
        )
        await page.locator("#tab-terms").check(force=True)
        await expect(page.locator("#terms-tab")).to_contain_text(
            "Koordinaten: von unten, wie im offiziellen Regelblatt"
        )


SWATCHES = "all => all.map((one) => getComputedStyle(one).backgroundColor)"


async def swatches(page: Page, where: str) -> list[str]:
    """The colours of seats in a part of the page."""
    found: list[str] = await page.locator(f"{where} .swatch").evaluate_all(SWATCHES)
    return found


async def test_after_a_swap_everything_shows_a_seat_in_the_colour_of_its_side(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        table, ben = await opened(ann, "differo", options={"swap": True}), house.guest("Ben")
        ben.post(f"/api{table}/seats", {})
        await ann.ask("POST", f"/api{table}/start", {})
        await ann.ask("POST", f"/api{table}/actions", {"actions": "F2-F8", "version": 0})
        await ann.open(table)
        hands = Hands(ann.page)
        await hands.sees(1)
        white, black = await swatches(ann.page, "#seats")
        assert white != black and await swatches(ann.page, "#log") == [white]
        ben.post(f"/api{table}/actions", {"actions": "swap", "version": 1})
        await hands.sees(2)
        assert await swatches(ann.page, "#seats") == [black, white]
        await expect(ann.page.locator("#log li")).to_have_count(2)
        assert await swatches(ann.page, "#log") == [black, white]
