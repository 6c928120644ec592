"""A match looked at again in the browser."""

import asyncio
import re
from random import Random

import pytest
from PIL import Image
from playwright.async_api import Route, expect

import turnwise as tw
from tests.browser.conftest import PHONE, Visit, Visitor
from tests.browser.hands import POLL
from tests.browser.rulers import ANCHOR, PLACE, measured
from tests.web.server import Server, started
from turnwise.draw.plan import FILM
from turnwise.games import ours

MOVES = ("drop d", "drop d", "drop c", "drop b", "drop e")
WINDOWS = ((1280, 800), (390, 844), (360, 640), (844, 390), (768, 1024))
SEATS = {"deerportal": 4, "whot": 8}
PLIES = 8
EDGES = """() => ["sheet", "said", "back"].flatMap((id) => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return [top, bottom];
})"""
STOOD = (
    """said => document.getElementById("count").textContent === said && document.querySelector("#log [aria-current]")"""
)


async def finished(ann: Visitor, ben: Visitor, rounds: int = 1) -> str:
    """A match that Ben gave up after five moves, or after more."""
    await ann.be("Ann")
    await ben.be("Ben")
    id: str = (await ann.ask("POST", "/api/tables", {"game": "connect_four", "seats": 2}))["id"]
    await ben.ask("POST", f"/api/tables/{id}/seats", {})
    await ann.ask("POST", f"/api/tables/{id}/start", {})
    for version, words in enumerate(MOVES * rounds):
        body = {"actions": words, "version": version, "key": f"{version}"}
        await (ann, ben)[version % 2].ask("POST", f"/api/tables/{id}/actions", body)
    await ben.ask("POST", f"/api/tables/{id}/resign", {})
    return id


async def test_step_jump_play_and_share(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        id = await finished(ann, ben)
        await ann.open(f"/tables/{id}/replay")
        page = ann.page
        await expect(page.locator("#count")).to_have_text("0 of 6")
        await page.get_by_role("button", name="One step on").click()
        await expect(page.locator("#said")).to_have_text("Ann drops a disc into column d.")
        await expect(page.locator("#board [data-key^='disc:']")).to_have_count(1)
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#board [data-key^='disc:']")).to_have_count(2)
        await page.locator("#log button", has_text="column e").click()
        await expect(page.locator("#board [data-key^='disc:']")).to_have_count(5)
        await page.keyboard.press("Home")
        await expect(page.locator("#board [data-key^='disc:']")).to_have_count(0)
        await page.get_by_role("button", name="Play or pause").click()
        await expect(page.locator("#count")).to_have_text("6 of 6", timeout=20_000)
        await expect(page.locator("#said")).to_have_text("Ben resigns.")
        await ben.open(f"/tables/{id}/replay#3")
        await expect(ben.page.locator("#count")).to_have_text("3 of 6")
        await expect(ben.page.locator("#board [data-key^='disc:']")).to_have_count(3)


async def test_downloads_are_what_they_say(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        id = await finished(ann, ben)
        await ann.open(f"/tables/{id}/replay#2")
        await expect(ann.page.locator("#board [data-key^='disc:']")).to_have_count(2)
        begins = {"#svg": b"<svg", "#film": b"GIF8", "a[href$=transcript]": b"Turnwise transcript 1"}
        for link, start in begins.items():
            async with ann.page.expect_download() as download:
                await ann.page.locator(link).click()
            path = await (await download.value).path()
            assert path.read_bytes().startswith(start), link
            if link == "#film":
                with Image.open(path) as film:
                    assert film.size == (FILM.width, FILM.height) and getattr(film, "n_frames", 1) == len(MOVES) + 2


def played(house: Server, game: str) -> str:
    """A match of as many as can play, some moves old."""
    people = [house.guest(f"Player {seat}") for seat in range(SEATS.get(game, max(2, tw.game(game).seats[0])))]
    id, chance = started(people, game=game, access="link"), Random(game)
    for _ in range(PLIES):
        player = people[people[0].get(f"/api/tables/{id}")["turn"]]
        told = player.get(f"/api/tables/{id}")
        move = {"actions": chance.choice(told["legal"]), "version": told["version"]}
        player.post(f"/api/tables/{id}/actions", move)
    return id


@pytest.mark.parametrize("game", ours())
async def test_a_replay_is_seen_whole_and_stands_still_in_every_window(
    game: str, house: Server, visitors: Visit
) -> None:
    async with visitors(house) as ann:
        await ann.open(f"/tables/{played(house, game)}/replay#2")
        page = ann.page
        for step, window in enumerate(WINDOWS):
            found = await measured(page, window)
            assert not found.faults(), (window, found.faults())
            assert found.share > 0.4, (window, found.share)
            assert await page.evaluate("document.documentElement.scrollWidth") <= window[0], "nothing is beside it"
            edges = await page.evaluate(EDGES)
            assert edges == sorted(edges) and edges[-1] <= window[1], "nothing lies over anything"
            anchor = await page.evaluate(ANCHOR)
            place = await page.evaluate(PLACE, anchor)
            await page.get_by_role("button", name="One step on").click()
            await page.wait_for_function(STOOD, arg=f"{3 + step} of {PLIES}", polling=POLL)
            assert await page.evaluate(PLACE, anchor) == place, "whatever is said, the page stays where it is"


async def test_what_i_knew_then_hides_what_the_log_told_the_other(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        await ann.be("Ann")
        await ben.be("Ben")
        id = (await ann.ask("POST", "/api/tables", {"game": "whot", "seats": 2, "clock": {"kind": "none"}}))["id"]
        await ben.ask("POST", f"/api/tables/{id}/seats", {})
        await ann.ask("POST", f"/api/tables/{id}/start", {})
        turn = (await ann.ask("GET", f"/api/tables/{id}"))["turn"]
        drawer, other = ((ann, ben), (ben, ann))[turn]
        await drawer.ask("POST", f"/api/tables/{id}/actions", {"actions": "draw", "version": 0})
        await drawer.ask("POST", f"/api/tables/{id}/resign", {})
        lines = {}
        for who in (drawer, other):
            # The moment is drawn when the log stands there.
            async with who.page.expect_response(re.compile(r"/drawing\?ply=1&as=me")):
                await who.open(f"/tables/{id}/replay#1")
            first, said = who.page.locator("#log li").first, who.page.locator("#said")
            assert await who.page.get_by_label("What I knew then").is_checked()
            then = await first.inner_text()
            assert await said.inner_text() == then
            async with who.page.expect_response(re.compile(r"/drawing\?ply=1&as=everything")):
                await who.page.get_by_label("Everything").check()
            lines[who] = then, await first.inner_text()
        assert lines[drawer][0] == lines[drawer][1] == lines[other][1] != lines[other][0]


async def test_a_film_shows_its_progress_and_is_cancelled(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        id = await finished(ann, ben, rounds=3)
        page, asked, go_on = ann.page, list[Route](), asyncio.Event()

        async def slow_after_the_first(route: Route) -> None:
            asked.append(route)
            if len(asked) > 1:
                await go_on.wait()
            await route.continue_()

        await page.route("**/film", slow_after_the_first)
        await ann.open(f"/tables/{id}/replay")
        film = page.get_by_role("button", name="moving picture")
        await film.click()
        bar = page.get_by_role("progressbar", name="Making the film")
        await expect(bar).to_be_visible()
        await page.wait_for_function("bar => bar.value > 0 && bar.value < 1", arg=await bar.element_handle())
        await page.get_by_role("button", name="Cancel").click()
        await expect(bar).to_be_hidden()
        async with page.expect_request("**/film"):
            await film.click()  # again at once, while the house is still at the frames of the first
        await expect(bar).to_be_visible()
        await page.get_by_role("button", name="Cancel").click()
        async with page.expect_response("**/film"):
            go_on.set()
        await expect(bar).to_be_hidden()
        await page.get_by_role("button", name="One step on").click()
        await expect(page.locator("#count")).to_contain_text("1 of")
        assert len(asked) == 3, "nobody asks for the rest"


async def test_somebody_plays_on_from_a_moment(house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport=PHONE) as ann, visitors(house) as ben:
        id = await finished(ann, ben)
        await ann.open(f"/tables/{id}/replay#2")
        await expect(ann.page.locator("#count")).to_have_text("2 of 6")
        for button, moment in (("One step on", 3), ("To the beginning", 0)):
            await ann.page.get_by_role("button", name=button).click()  # nothing lies over it
            await expect(ann.page.locator("#count")).to_have_text(f"{moment} of 6")
        await ann.page.locator("#log button").nth(1).click()
        await ann.page.locator("#bot").select_option("classic")
        await ann.page.get_by_role("button", name="Play on", exact=True).click()
        await ann.page.wait_for_url(lambda url: "/tables/" in url and "replay" not in url)
        await expect(ann.page.locator("#board [data-key^='disc:']")).to_have_count(2)
        await ann.page.locator("#board [data-key='column:a']").click()
        await expect(ann.page.locator("#board [data-key^='disc:']")).to_have_count(4)
        assert await ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_a_replay_of_nothing_is_a_page_that_says_so(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await ann.be("Ann")
        id = (await ann.ask("POST", "/api/tables", {"game": "connect_four", "seats": 2}))["id"]
        await ann.open(f"/tables/{id}/replay")
        await expect(ann.page.get_by_text("The match has not begun.")).to_be_visible()
