"""A table that can't be drawn is played on by its list of moves."""

from pathlib import Path

from playwright.async_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.hands import Hands
from tests.browser.test_table import opened
from tests.web.server import Server


async def test_two_people_play_on_without_a_picture(tmp_path: Path, visitors: Visit) -> None:
    with Server(tmp_path, "--no-limits", program=("tests.browser.blind_house", "connect_four")) as house:
        async with visitors(house) as ann, visitors(house, viewport=PHONE) as ben:
            for one, name in ((ann, "Ann"), (ben, "Ben")):
                await one.be(name)
            table = await opened(ann)
            await ben.ask("POST", f"/api{table}/seats", {})
            await ann.ask("POST", f"/api{table}/start", {})
            for one in (ann, ben):
                await one.open(table)
                await expect(one.page.get_by_text("The table can't be drawn right now.")).to_be_visible()
            for ply, (one, column) in enumerate(((ann, "d"), (ben, "e"), (ann, "d"))):
                await (
                    one.page.locator("#choices").get_by_role("button", name=f"Drop a disc into column {column}").click()
                )
                await Hands(one.page).sees(ply + 1)
            await expect(ann.page.locator("#log li")).to_have_count(3)
            await expect(ann.page.locator("#log li").first).to_have_text("Ann drops a disc into column d.")
            await expect(ben.page.locator("#coach")).to_contain_text("column")
            await expect(ben.page.locator("#status")).to_have_text("It is your turn.")
            await Hands(ben.page).resign()
            await expect(ann.page.locator("#end-head")).to_have_text("You win!")
