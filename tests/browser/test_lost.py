"""A line that breaks: the server dies, the network goes, an answer is lost. What was done is done once, and the page goes on by itself."""

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Route, WebSocketRoute, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import Hands
from tests.browser.test_table import opened
from tests.web.server import Client, Server


async def moves(visitor: Visitor, table: str) -> int:
    told = await visitor.ask("GET", f"/api{table}")
    return int(told["version"])


async def alone(house: Server, visitor: Visitor) -> tuple[str, Client]:
    """A match against somebody who does not look, and moves only when a test says so."""
    await visitor.be("Ann")
    table, ben = await opened(visitor), house.guest("Ben")
    ben.post(f"/api{table}/seats")
    await visitor.ask("POST", f"/api{table}/start", {})
    await visitor.open(table)
    await Hands(visitor.page).sees(0)
    return table, ben


async def test_a_server_that_dies_in_mid_game_and_comes_back(tmp_path: Path, visitors: Visit) -> None:
    first = Server(tmp_path / "data", "--no-limits")
    with first:
        async with visitors(first, forgiving=True) as ann:
            hands, (table, ben) = Hands(ann.page), await alone(first, ann)
            await hands.touch("column:d")
            await hands.sees(1)
            ben.post(f"/api{table}/actions", {"actions": "drop e", "version": 1, "key": "b1"})
            await hands.sees(2)
            first.kill()
            await expect(ann.page.locator("#banner")).to_have_text("The connection is lost. Trying again …")
            await hands.touch("column:c")  # while nobody is there to take it
            with Server(tmp_path / "data", "--no-limits", "--port", str(urlsplit(first.url).port)) as second:
                await hands.sees(3)
                await expect(ann.page.locator("#banner")).not_to_have_text("The connection is lost. Trying again …")
                drops = [
                    f"{who} drops a disc into column {column}."
                    for who, column in (("Ann", "d"), ("Ben", "e"), ("Ann", "c"))
                ]
                await expect(ann.page.locator("#log li")).to_have_text(drops)
                again = second.client(ben.token)
                again.post(f"/api{table}/actions", {"actions": "drop e", "version": 3, "key": "b2"})
                await hands.sees(4)
                await hands.touch("column:c")
                await hands.sees(5)


async def test_a_move_made_without_a_network_is_sent_once_it_is_back(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        table, _ = await alone(house, ann)
        await ann.context.set_offline(True)
        await expect(ann.page.locator("#banner")).to_be_visible()
        await Hands(ann.page).touch("column:d")
        assert await ann.page.locator("#log li").count() == 0
        await ann.context.set_offline(False)
        await Hands(ann.page).sees(1)
        assert await moves(ann, table) == 1
        await expect(ann.page.locator("#log li")).to_have_count(1)


async def test_a_move_whose_answer_was_lost_is_not_made_twice(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        sent: list[str] = []

        def between(page: WebSocketRoute) -> None:
            """A network that breaks when the first action has reached the house, before the answer comes back."""
            server = page.connect_to_server()

            async def up(message: str | bytes) -> None:
                server.send(message)
                if json.loads(message)["type"] != "act":
                    return
                sent.append(str(message))
                if len(sent) == 1:
                    server.on_message(lambda _: None)
                    await server.close()
                    await page.close(code=1012)

            page.on_message(up)

        await ann.page.route_web_socket("**/socket*", between)
        table, _ = await alone(house, ann)
        await Hands(ann.page).touch("column:d")
        await Hands(ann.page).sees(1)
        await expect(ann.page.locator("#log li")).to_have_count(1)
        assert len(sent) == 2 and sent[0] == sent[1], "the same request, with the same key"
        assert await moves(ann, table) == 1
        assert not await ann.page.locator("#banner").is_visible()


async def test_a_page_that_is_loaded_anew_or_come_back_to(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table, _ = await alone(house, ann)
        hands = Hands(ann.page)
        await hands.touch("column:d")
        await hands.sees(1)
        await ann.page.reload()
        await hands.sees(1)
        await expect(ann.page.locator("#log li")).to_have_text(["Ann drops a disc into column d."])
        await ann.open("/")
        await ann.page.go_back()
        await hands.sees(1)
        await ann.ask("POST", f"/api{table}/resign", {})
        await expect(ann.page.locator("#end-head")).to_have_text("Ben wins")


async def test_two_tabs_of_one_person_show_the_same(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table, _ = await alone(house, ann)
        second = await ann.context.new_page()
        await second.goto(house.url + table)
        await Hands(second).sees(0)
        await Hands(second).touch("column:e")
        await Hands(ann.page).sees(1)
        for page in (ann.page, second):
            await expect(page.locator("#status")).to_have_text("Ben is to move.")


async def test_a_line_of_talk_whose_answer_was_lost_is_said_once(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        table, ben = await alone(house, ann)
        sent: list[str] = []

        async def lose(route: Route) -> None:
            sent.append(route.request.post_data or "")
            if len(sent) > 1:
                await route.continue_()
                return
            await route.fetch()
            await route.abort()

        await ann.page.route("**/chat", lose)
        await ann.page.get_by_text("Talk", exact=True).click()
        await ann.page.fill("#say [name=text]", "hello")
        await ann.page.press("#say [name=text]", "Enter")
        await expect(ann.page.locator("#say [name=text]")).to_have_value("")  # the house has said yes
        assert len(sent) == 2 and sent[0] == sent[1]
        await expect(ann.page.locator("#talk li")).to_have_text(["Ann hello"])
        assert [line["text"] for line in ben.get(f"/api{table}")["talk"]] == ["hello"]


async def shed(route: Route, seen: set[str]) -> None:
    """Refuse what is asked for the first time, as a house does that has too much to do."""
    path = urlsplit(route.request.url).path
    if path in seen:
        return await route.continue_()
    seen.add(path)
    body = '{"error": "overloaded", "message": "The house has more to do than it can."}'
    await route.fulfill(status=503, headers={"Retry-After": "1"}, content_type="application/json", body=body)


async def test_a_result_and_a_replay_that_the_house_had_no_time_for_come_later(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        table, ben = await alone(house, ann)
        seen = set[str]()
        for path in ("**/end", "**/view?*", "**/drawing?*", "**/film"):
            await ann.page.route(path, lambda route: shed(route, seen))
        await Hands(ann.page).touch("column:d")
        await Hands(ann.page).sees(1)
        ben.post(f"/api{table}/resign")
        await expect(ann.page.locator("#banner")).to_have_text("The house has more to do than it can.")
        await expect(ann.page.locator("#end-head")).to_have_text("You win!")
        await ann.open(f"{table}/replay#1")
        await expect(ann.page.locator("#banner")).to_have_text("The house has more to do than it can.")
        await expect(ann.page.locator("#said")).to_have_text("Ann drops a disc into column d.")
        await expect(ann.page.locator("#board [data-key^='disc:']")).to_have_count(1)
        async with ann.page.expect_download():
            await ann.page.locator("#film").click()
        assert len(seen) == 4 and not [fault for fault in ann.faults if "503" not in fault]
