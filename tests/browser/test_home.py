"""The shelf of games: from the first page to the first move, and who else is there."""

from urllib.parse import urlsplit

from scripts.catalogues import of_house
from tests.browser.conftest import PHONE, Visit
from tests.web.server import Server
from turnwise.games import ours
from turnwise.kit.catalogues import tongue

FIRST_PAGE = 200_000


async def test_from_the_first_page_to_a_move_against_a_bot_in_two_taps(house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport=PHONE, has_touch=True, is_mobile=True) as ann:
        await ann.page.goto(house.url, wait_until="domcontentloaded")  # nobody waits for all the pictures
        await ann.page.get_by_role("button", name="Play now: Connect Four").tap()
        await ann.page.wait_for_url("**/tables/*")
        await ann.page.locator("#board .thing.open").first.tap()
        table = urlsplit(ann.page.url).path
        await ann.page.wait_for_function(
            """async path => {
                const told = await (await fetch("/api" + path)).json();
                return told.lines.some(line => line.seat === told.seat && line.words);
            }""",
            arg=table,
        )
        assert await ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_the_shelf_shows_every_game_with_its_picture(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/")
        cards = ann.page.locator(".shelf > li")
        assert await cards.count() == len(ours())
        for card in await cards.all():
            text = await card.inner_text()
            assert "players" in text and "min" in text
            assert await card.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 100


async def test_the_first_page_is_light_and_asks_nobody_else(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        wire = await ann.context.new_cdp_session(ann.page)
        await wire.send("Network.enable")
        received: list[float] = []
        asked: list[str] = []
        wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
        ann.page.on("request", lambda request: asked.append(request.url))
        await ann.page.goto(house.url + "/", wait_until="networkidle")
        assert len(received) > len(ours())
        assert sum(received) < FIRST_PAGE
        assert {urlsplit(url).netloc for url in asked} == {urlsplit(house.url).netloc}


async def test_two_who_want_to_meet_anyone_meet(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        for somebody in (ann, ben):
            await somebody.open("/")
            await somebody.page.get_by_role("button", name="Meet anyone: Differo").click()
        await ann.page.wait_for_url("**/tables/*")
        await ben.page.wait_for_url("**/tables/*")
        assert ann.page.url == ben.page.url


async def test_who_waits_alone_is_offered_a_bot(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/")
        await ann.page.get_by_role("button", name="Meet anyone: Rally").click()
        await ann.page.get_by_text("How about a bot").wait_for()
        await ann.page.get_by_role("button", name="Play a bot instead").click()
        await ann.page.wait_for_url("**/tables/*")
        told = await ann.ask("GET", "/api" + urlsplit(ann.page.url).path)
        assert sum("bot" in seat for seat in told["table"]["seats"]) == 1
        assert told["table"]["game"] == "rally"


async def test_who_stops_waiting_waits_no_longer(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        await ann.open("/")
        await ann.page.get_by_role("button", name="Meet anyone: Whot").click()
        async with ann.page.expect_response(lambda answer: answer.request.method == "DELETE"):
            await ann.page.get_by_role("button", name="Stop looking").click()
        await ben.be("Ben")
        assert (await ben.ask("POST", "/api/play-now", {"game": "whot"}))["waiting"]["others"] == 0


async def test_an_open_table_appears_by_itself_and_is_joined_in_one_click(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        await ann.open("/")
        await ben.be("Ben")
        opened = await ben.ask(
            "POST", "/api/tables", {"game": "caesar", "seats": 2, "access": "open", "title": "The Ides"}
        )
        await ann.page.get_by_role("button", name="Join: The Ides").click()
        await ann.page.wait_for_url(f"**/tables/{opened['id']}")
        told = await ben.ask("GET", f"/api/tables/{opened['id']}")
        assert all("name" in seat for seat in told["table"]["seats"])


async def test_my_games_say_whose_turn_it_is(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        await ann.be("Ann")
        await ben.be("Ben")
        id = (await ann.ask("POST", "/api/tables", {"game": "connect_four", "seats": 2, "access": "link"}))["id"]
        await ben.ask("POST", f"/api/tables/{id}/seats", {})
        await ann.ask("POST", f"/api/tables/{id}/start", {})
        await ann.open("/")
        mine = ann.page.locator("#mine li", has_text="with Ben")
        await mine.get_by_text("Your turn").wait_for()
        await ann.ask("POST", f"/api/tables/{id}/actions", {"actions": "drop d", "version": 0})
        await mine.get_by_text("Ben to move").wait_for()
        await mine.get_by_role("link").click()
        await ann.page.wait_for_url(f"**/tables/{id}")


async def test_a_friend_is_invited_in_one_click(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/")
        await ann.page.get_by_role("button", name="Invite a friend: Whot").click()
        await ann.page.wait_for_url("**/tables/*")
        told = await ann.ask("GET", "/api" + urlsplit(ann.page.url).path)
        assert told["table"]["status"] == "lobby" and told["seat"] == 0


async def test_the_pictures_are_as_light_or_dark_as_the_page(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/")
        await ann.page.locator("[popovertarget=menu]").click()
        await ann.page.get_by_label("Light or dark").select_option("dark")
        assert "theme=dark" in (await ann.page.locator(".shelf img").first.get_attribute("src") or "")
        await ann.page.reload()
        assert await ann.page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
        assert "theme=dark" in (await ann.page.locator(".shelf img").first.get_attribute("src") or "")


async def test_a_page_in_german_speaks_no_english(house: Server, visitors: Visit) -> None:
    german, pages = tongue("de"), {found.id for found in of_house() if "templates/" in found.where}
    foreign = {
        text
        for text in pages
        if isinstance(text, str) and "{" not in text and len(text.split()) > 1 and german.find(text, "", 0) != text
    }
    assert len(foreign) > 100
    async with visitors(house, locale="de-DE") as ann:
        for path in ("/", "/games/whot", "/me", "/handover", "/nowhere"):
            await ann.page.goto(house.url + path, wait_until="networkidle")
            shown = await ann.page.evaluate("document.body.cloneNode(true).textContent")
            rules = await ann.page.evaluate("document.querySelector('.prose')?.textContent ?? ''")
            said = shown.replace(rules, "").split("\n")
            assert not {line.strip() for line in said} & foreign
            assert await ann.page.get_attribute("html", "lang") == "de"
        ann.faults.clear()  # "/nowhere" is not there, and says so
