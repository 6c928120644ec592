"""A table that can't be drawn is played on by its list of moves, until it can be drawn again."""

from pathlib import Path

from playwright.async_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.hands import Hands
from tests.browser.test_table import opened
from tests.web.server import Server

UNDRAWN = ("tests.browser.blind_house", "connect_four", "1", "3")
"""After the first move, and until the fourth has been made."""


async def test_two_people_play_on_without_a_picture(tmp_path: Path, visitors: Visit) -> None:
    with Server(tmp_path, "--no-limits", program=UNDRAWN) as house:
        async with visitors(house) as ann, visitors(house, viewport=PHONE) as ben:
            for one, name in ((ann, "Ann"), (ben, "Ben")):
                await one.be(name)
            table = await opened(ann)
            await ben.ask("POST", f"/api{table}/seats", {})
            await ann.ask("POST", f"/api{table}/start", {})
            await ann.open(table)
            await Hands(ann.page).touch("column:d")
            await Hands(ann.page).sees(1)
            await ben.open(table)  # and has never seen a picture
            for one in (ann, ben):
                await expect(one.page.get_by_text("The table can't be drawn right now.")).to_be_visible()
                await expect(one.page.locator("#board")).to_be_hidden()
            for ply, (one, column) in enumerate(((ben, "e"), (ann, "d"), (ben, "e")), 2):
                await Hands(one.page).sees(ply - 1)
                await (
                    one.page.locator("#choices").get_by_role("button", name=f"Drop a disc into column {column}").click()
                )
            for one in (ann, ben):  # what was hidden is there again, with all that happened meanwhile
                await Hands(one.page).sees(4)
                await expect(one.page.get_by_text("The table can't be drawn right now.")).to_be_hidden()
                await expect(one.page.locator("#board [data-key^='disc:']")).to_have_count(4)
                await expect(one.page.locator("#log li")).to_have_count(4)
            await expect(ann.page.locator("#log li").nth(1)).to_have_text("Ben drops a disc into column e.")
            await expect(ann.page.locator("#coach")).to_contain_text("column")
            await expect(ann.page.locator("#status")).to_have_text("It is your turn.")
            await Hands(ann.page).touch("column:d")
            await Hands(ben.page).sees(5)
            await expect(ben.page.locator("#board [data-key^='disc:']")).to_have_count(5)
            await Hands(ben.page).resign()
            await expect(ann.page.locator("#end-head")).to_have_text("You win!")
