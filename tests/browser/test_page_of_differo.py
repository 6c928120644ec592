"""What Differo's rules say of the page, and what a table may set of it."""

from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.hands import Hands
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
        await expect(page.locator("#terms-tab")).to_contain_text("Koordinaten: offiziell, von unten")
