"""Whoever plays on a page adds to the dice without doing anything, however the match begins. This house waits for it."""

import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import Hands
from tests.web.server import Server

GIVEN = """async (path) => {
    const { table } = await (await fetch("/api" + path)).json();
    return table.status === "running" && table.seats.every(({ bot, gave }) => bot || gave);
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("dice"), "--no-limits", "--pace", "20") as server:
        yield server


async def begun(somebody: Visitor) -> str:
    """The match runs, and everybody has added to its dice; the path of its table."""
    await somebody.page.wait_for_url("**/tables/*")
    path = urlsplit(somebody.page.url).path
    await Hands(somebody.page).sees(0)  # a function that is waited for may not be asynchronous
    assert await somebody.page.evaluate(GIVEN, path)
    return path


async def ended(somebody: Visitor, path: str) -> str:
    """Give up; what the page says when it is asked whether the dice were those promised."""
    await somebody.ask("POST", f"/api{path}/resign", {})
    await somebody.page.get_by_role("button", name="Verify the dice").click()
    proof = somebody.page.locator("#end-proof")
    await expect(proof).to_contain_text("Dice and cards were made by")
    return await proof.inner_text()


async def test_a_game_against_bots_and_its_rematch(house: Server, visitors: Visit, tmp_path: Path) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        await ann.page.goto(f"{house.url}/games/whot", wait_until="domcontentloaded")
        await ann.page.get_by_role("button", name="Start playing").click()
        path = await begun(ann)
        me = (await ann.ask("GET", f"/api{path}"))["table"]["seats"]
        assert all("seal" in seat for seat in me if "person" in seat)
        said = await ended(ann, path)
        assert "the house together with Ann. Bots add nothing." in said
        assert "this device noted the seals of the house and the others: they are those of this match" in said
        seal = (await ann.ask("GET", f"/api{path}"))["table"]["seal"]
        command = await ann.page.locator("#end-proof code").text_content()
        assert command and f"--seal {seal}" in command
        async with ann.page.expect_download() as download:
            await ann.page.get_by_role("link", name="Download the transcript").click()
        file = await download.value
        await file.save_as(tmp_path / file.suggested_filename)
        verified = run([sys.executable, "-m", *command.split()], cwd=tmp_path, capture_output=True, text=True)
        assert verified.stdout.startswith("Verified"), verified.stderr
        await ann.page.locator("#ending").get_by_role("button", name="Rematch").click()
        await ann.page.wait_for_url(lambda url: "/tables/" in url and path not in url)
        await begun(ann)


async def test_a_lobby_with_a_friend_and_two_at_one_screen(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house, locale="de") as ben:
        await ann.be("Ann")
        await ben.be("Ben")
        form = {"who0": "me", "who1": "here", "name1": "Cleo", "who2": "friend", "count": "3", "seating": "joined"}
        made: dict[str, Any] = await ann.ask("POST", "/games/whot/tables", form)
        await ann.page.goto(f"{house.url}/", wait_until="domcontentloaded")
        await ann.page.evaluate(
            "([id, here]) => sessionStorage.setItem(`turnwise-here-${id}`, JSON.stringify(here))",
            [made["id"], made["here"]],
        )
        path = f"/tables/{made['id']}"
        await ann.open(path)
        await ben.open(path)
        await ben.page.get_by_role("button", name="Platz nehmen").click()
        start = ann.page.locator("#start")
        await expect(start).to_be_enabled()
        await start.click()
        await begun(ann)
        await ben.page.locator("label", has_text="Tisch").click()
        await ben.page.get_by_role("button", name="Wer hat die Würfel gemacht?").click()
        await expect(ben.page.locator("#dice-made")).to_have_text(
            "Würfel und Karten kamen vom Haus zusammen mit Ann, Cleo und Ben."
        )


async def test_strangers_who_meet(house: Server, visitors: Visit) -> None:
    """Without https a browser has no SHA-256: then it shows at once what it adds."""
    async with visitors(house) as ann, visitors(house) as ben:
        await ben.context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
        paths = []
        for somebody in (ann, ben):
            await somebody.page.goto(house.url, wait_until="domcontentloaded")
            await somebody.page.get_by_role("button", name="Meet anyone: Whot").click()
        for somebody in (ann, ben):
            paths.append(await begun(somebody))
        assert paths[0] == paths[1]
        seats = (await ann.ask("GET", f"/api{paths[0]}"))["table"]["seats"]
        assert sorted("seal" in seat for seat in seats) == [False, True]
        assert "was not sealed: whoever added later" in await ended(ann, paths[0])
