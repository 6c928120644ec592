"""What a page tells about single things on the board: why a click was in vain, what a hint is about, and what waits for the house."""

from contextlib import AsyncExitStack
from dataclasses import replace

from playwright.async_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.drawn import drawn
from tests.browser.hands import Hands
from tests.browser.test_lost import alone
from tests.browser.test_table import press, two_at
from tests.browser.test_touch import table
from tests.web.server import Server


async def marked(page: Page, badge: str, *keys: str) -> None:
    """These things and no others are marked, each with a ring that is seen."""
    await expect(page.locator(f"#board .thing.{badge}")).to_have_count(len(keys))
    await expect(page.locator(f"#board .rings .{badge}")).to_have_count(len(keys))
    for key in keys:
        await expect(page.locator(f'#board [data-key="{key}"].{badge}')).to_have_count(1)
        await expect(page.locator(f"#board .rings .{badge}").first).to_be_visible()


async def test_a_click_on_a_full_column_says_why_at_the_click_and_leaves_the_turn_alone(
    house: Server, visitors: Visit
) -> None:
    async with visitors(house) as ann:
        address, ben = await alone(house, ann)
        hands, bubble, status = Hands(ann.page), ann.page.locator("#bubble"), ann.page.locator("#status")
        for version in (0, 2, 4):
            await hands.touch("column:d")
            await hands.sees(version + 1)
            ben.post(f"/api{address}/actions", {"actions": "drop d", "version": version + 1, "key": f"b{version}"})
            await hands.sees(version + 2)
        await expect(status).to_have_text("It is your turn.")
        x, y = await hands.point("column:d")
        await ann.page.mouse.click(x, y)
        await expect(bubble).to_have_text("That column is full; choose another.")
        box = await bubble.bounding_box()
        assert box and box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + 100, "where the hand is"
        await expect(status).to_have_text("It is your turn.")
        await hands.touch("plate:1")
        await expect(bubble).to_contain_text("Ben")  # it means no move, and says what it is
        await hands.touch("column:c")
        await hands.sees(7)
        await expect(status).to_have_text("Ben is to move.")
        await hands.touch("column:a")
        await expect(bubble).to_have_text("It is the other player's turn.")
        await expect(status).to_have_text("Ben is to move.")
        await expect(ann.page.locator("#log li")).to_have_count(7)


async def test_the_house_is_asked_about_all_that_was_touched(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.click("rock")
        await page.click("red")
        await page.get("window.reason = 'A rock stays where it is.'")
        await page.click("rock")
        assert await page.get("asked") == [["rock"], ["red", "rock"]]
        assert await page.get("told") == ["the rock", "A rock stays where it is."]


async def test_a_hint_marks_all_that_is_to_be_touched_and_can_be_seen(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        shown = table()
        await page.show(shown)
        for action, keys in shown.touch.items():
            await page.get(f"touch.badge('hinted', {action})")
            await marked(page.page, "hinted", *set(keys))
        await page.get("touch.badge('hinted')")
        await marked(page.page, "hinted")
        asks = [thing.changed(manner="asks") if thing.key == "north" else thing for thing in shown.things]
        await page.show(replace(shown, things=tuple(asks)))
        await page.get("touch.badge('hinted', 1)")
        assert await page.marked("hinted") == {"red", "north"}
        await expect(page.page.locator(".rings .hinted")).to_have_count(1)  # nobody is asked yet
        await page.click("red")
        await expect(page.page.locator(".rings .hinted")).to_have_count(2)


async def test_who_only_watches_is_told_what_a_thing_is(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        _, _, address = await two_at(stack, house, visitors)
        cat = await stack.enter_async_context(visitors(house))
        await cat.open(address)
        await Hands(cat.page).sees(0)
        await Hands(cat.page).touch("column:d")
        await expect(cat.page.locator("#bubble")).to_have_text("Column d, 6 holes free")


async def test_a_hint_marks_the_board_until_the_match_has_moved_on(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        ann, ben, address = await two_at(stack, house, visitors, hints=True)
        hint, hands = ann.page.locator("#hint"), Hands(ann.page)
        await press(ann.page, "Hint")
        await expect(hint).to_contain_text("“Drop a disc into column d”")
        await marked(ann.page, "hinted", "column:d")
        await marked(ben.page, "hinted")
        before = await ann.page.locator("#board").get_attribute("viewBox")
        await ann.page.set_viewport_size({"width": 700, "height": 700})
        await expect(ann.page.locator("#board")).not_to_have_attribute("viewBox", before or "")  # it is drawn anew
        await marked(ann.page, "hinted", "column:d")
        await ann.ask("POST", f"/api{address}/actions", {"actions": "drop a", "version": 0, "key": "elsewhere"})
        await hands.sees(1)
        await expect(hint).to_be_hidden()
        await marked(ann.page, "hinted")
        await Hands(ben.page).touch("column:b")
        await hands.sees(2)
        await press(ann.page, "Hint")
        await expect(ann.page.locator("#board .thing.hinted")).to_have_count(1)
        await hands.touch("column:c")
        await hands.sees(3)
        await expect(hint).to_be_hidden()
        await marked(ann.page, "hinted")


async def test_a_hint_that_comes_too_late_is_not_shown(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        ann, _, address = await two_at(stack, house, visitors, hints=True)

        async def late(route: Route) -> None:
            answer = await route.fetch()
            await ann.ask("POST", f"/api{address}/actions", {"actions": "drop a", "version": 0, "key": "elsewhere"})
            await Hands(ann.page).sees(1)
            await route.fulfill(response=answer)

        await ann.page.route("**/hint", late)
        async with ann.page.expect_response("**/hint"):
            await press(ann.page, "Hint")
        await expect(ann.page.locator("#hint")).to_be_hidden()
        await marked(ann.page, "hinted")


async def test_what_was_done_without_a_network_waits_on_the_thing_itself(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        _, _ = await alone(house, ann)
        await ann.context.set_offline(True)
        await Hands(ann.page).touch("column:d")
        await marked(ann.page, "waiting", "column:d")
        await Hands(ann.page).touch("column:e")  # one thing after the other
        await expect(ann.page.locator("#bubble")).to_have_text("Column e, 6 holes free")
        await marked(ann.page, "waiting", "column:d")
        await ann.context.set_offline(False)
        await Hands(ann.page).sees(1)
        await marked(ann.page, "waiting")
        await expect(ann.page.locator("#board [data-key^='disc:']")).to_have_count(1)


async def test_what_waited_and_is_refused_is_told_in_a_bubble(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        address, ben = await alone(house, ann)
        await ann.context.set_offline(True)
        await Hands(ann.page).touch("column:d")
        await marked(ann.page, "waiting", "column:d")
        await ann.ask("POST", f"/api{address}/actions", {"actions": "drop a", "version": 0, "key": "elsewhere"})
        await ann.context.set_offline(False)
        await expect(ann.page.locator("#bubble")).to_have_text("The match has moved on meanwhile; nothing was done.")
        await Hands(ann.page).sees(1)
        await marked(ann.page, "waiting")
        await expect(ann.page.locator("#log li")).to_have_text(["Ann drops a disc into column a."])
        ben.post(f"/api{address}/actions", {"actions": "drop b", "version": 1, "key": "b1"})
        await Hands(ann.page).sees(2)
        await Hands(ann.page).touch("column:d")
        await Hands(ann.page).sees(3)
