"""What a house does about strangers, as they see it: a ban and an appeal, and the proof before one is somebody."""

import asyncio
from pathlib import Path

from tests.browser.conftest import Visit
from tests.web.server import Server
from turnwise.house.hosting.admin import Order
from turnwise.web.serving.admin import ask


async def test_who_is_banned_at_a_table_reads_why_appeals_and_reads_the_answer(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:  # a socket that is refused is told on the console
        person = await ann.be("Ann")
        table = (await ann.ask("POST", "/api/tables", {"game": "connect_four", "seats": 2, "sit": True}))["id"]
        await ann.open(f"/tables/{table}")
        await ann.page.get_by_text("Ann").first.wait_for()
        why = "Rude words at three tables."
        (ban,) = await asyncio.to_thread(ask, house.folder, Order("ban", kind="person", what=person, why=why))
        await ann.page.get_by_role("heading", name="You are banned").wait_for()
        await ann.page.get_by_text(why).wait_for()
        await ann.page.get_by_label("Is that a mistake?").fill("It was my brother.\nHe is sorry.")
        await ann.page.get_by_role("button", name="Send to the host").click()
        await ann.page.get_by_text("has not answered yet").wait_for()
        order = Order("answer", id=ban["id"], verdict="keep", say="Come back next week.")
        await asyncio.to_thread(ask, house.folder, order)
        await ann.page.reload()
        await ann.page.get_by_text("Come back next week.").wait_for()
        await asyncio.to_thread(ask, house.folder, Order("unban", id=ban["id"]))
        await ann.open("/me")
        await ann.page.get_by_role("heading", name="Ann").wait_for()


async def test_a_newcomers_page_computes_and_then_he_is_somebody(tmp_path: Path, visitors: Visit) -> None:
    with Server(tmp_path, "--sign-ups", "proof") as house:
        async with visitors(house, forgiving=True) as ann:  # the first answer, which asks for the proof, is a refusal
            await ann.open("/me")
            form = ann.page.locator("form", has=ann.page.get_by_role("heading", name="As a guest"))
            await form.get_by_label("Name").fill("Ann")
            await form.get_by_role("button").click()
            await ann.page.get_by_role("heading", name="Ann").wait_for()
