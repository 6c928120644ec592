"""The table in a browser: from an invitation to the rematch, and everything that can be done on the way."""

from contextlib import AsyncExitStack
from typing import Any

from playwright.async_api import Page, expect

from tests.browser.conftest import PHONE, Visit, Visitor
from tests.browser.hands import Hands
from tests.web.server import Server, started

WIN = "abababa"
"""Columns by which the first player wins."""
PLACES_SEEN = """() => {
  // The names of the places that are seen in the panel of the ending, in their order.
  const panel = document.querySelector("#ending").getBoundingClientRect();
  return [...document.querySelectorAll("#end-places .who")].filter((name) => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === name;
    return shown && left >= panel.left && right <= panel.right && top >= panel.top && bottom <= panel.bottom;
  }).map((name) => name.textContent);
}"""


async def opened(host: Visitor, game: str = "connect_four", seats: int = 2, **terms: Any) -> str:
    given = {"game": game, "seats": seats, "access": "link", "clock": {"kind": "none"}, **terms}
    made = await host.ask("POST", "/api/tables", given)
    return f"/tables/{made['id']}"


async def against_a_bot(host: Visitor, game: str = "connect_four", bot: str = "search:1", **terms: Any) -> str:
    """A match of two that has begun, and its page."""
    table = await opened(host, game, bots=[bot], **terms)
    await host.ask("POST", f"/api{table}/start", {})
    await host.open(table)
    return table


async def two_at(stack: AsyncExitStack, house: Server, visitors: Visit, **terms: Any) -> tuple[Visitor, Visitor, str]:
    """Ann and Ben, each with a browser, in a running match of Connect Four."""
    ann = await stack.enter_async_context(visitors(house))
    ben = await stack.enter_async_context(visitors(house))
    await ann.be("Ann")
    await ben.be("Ben")
    table = await opened(ann, **terms)
    await ben.ask("POST", f"/api{table}/seats", {})
    await ann.ask("POST", f"/api{table}/start", {})
    for one in (ann, ben):
        await one.open(table)
        await Hands(one.page).sees(0)
    return ann, ben, table


def press(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True).click()


async def beside(page: Page, tab: str) -> None:
    await page.get_by_role("radiogroup", name="Beside the board").get_by_text(tab, exact=True).click()


async def test_two_friends_play_from_the_link_to_the_rematch(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        await ann.be("Ann")
        table = await opened(ann)
        await ann.open(table)
        link = await ann.page.get_by_label("Link to this table").first.input_value()
        assert link == house.url + table
        assert await ann.page.get_by_role("button", name="Start").is_disabled()
        await ben.page.goto(link)
        await expect(ben.page.locator("#status")).to_contain_text("You are watching")
        await expect(ben.page.locator("#invitation h2")).to_have_text("Ann invites you to a game of Connect Four.")
        await ben.page.get_by_label("What the others call you").fill("Ben")
        await press(ben.page, "Sit down")  # whoever comes by a link is a guest at once
        await expect(ben.page.locator("#seats li").nth(1)).to_contain_text("Ben", use_inner_text=True)
        await expect(ben.page.locator("#status")).to_have_text("All seats are taken. Waiting for the host to start.")
        await expect(ann.page.locator("#status")).to_have_text("All seats are taken. You can start.")
        for one in (ann, ben):
            await expect(one.page.get_by_text("not looking").locator("visible=true")).to_have_count(0)
            await expect(one.page.locator("#invitation")).to_be_hidden()
        await press(ann.page, "Start")
        hands = [Hands(ann.page), Hands(ben.page)]
        for ply, column in enumerate(WIN):
            for one in hands:
                await one.sees(ply)
            await hands[ply % 2].touch(f"column:{column}")
        await expect(ann.page.locator("#end-head")).to_have_text("You win!")
        await expect(ben.page.locator("#end-head")).to_have_text("Ann wins")
        await expect(ben.page.locator("#end-why")).to_have_text("four in a line")
        await expect(ben.page.get_by_role("button", name="Verify the dice")).to_have_count(0)  # there were none
        await expect(ben.page.locator("#end-places li").first).to_contain_text("Ann")
        await expect(ben.page.locator("#ending")).to_be_visible()
        assert await ben.page.evaluate(PLACES_SEEN) == ["Ann", "Ben"], "beside the board, not over it"
        await expect(ben.page.locator("#log li")).to_have_count(7)
        await ann.page.locator("#ending").get_by_role("button", name="Rematch").click()
        await ben.page.locator("#ending").get_by_role("button", name="Agree").click()
        for visitor in (ann, ben):
            await visitor.page.wait_for_url(lambda url: "/tables/" in url and not url.endswith(table))
            await Hands(visitor.page).sees(0)
        await expect(ben.page.locator("#status")).to_have_text("It is your turn.")


async def test_hidden_cards_against_a_bot_by_the_list_of_moves(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        await against_a_bot(ann, "whot", "random")
        await Hands(ann.page).unfold()
        for _ in range(5):
            await ann.page.wait_for_selector("#choices:not([hidden]) button")
            version = await ann.page.locator("#board").get_attribute("data-version")
            await ann.page.keyboard.press("1")
            await ann.page.wait_for_function(
                "was => document.querySelector('#board').dataset.version !== was", arg=version
            )
        await Hands(ann.page).resign()
        await expect(ann.page.locator("#end-places li")).to_have_count(2)
        await ann.page.locator("#ending").get_by_role("button", name="Verify the dice").click()
        await expect(ann.page.locator("#end-proof")).to_contain_text("those promised before it began")
        await ann.page.locator("#ending").get_by_role("button", name="Close").click()
        await expect(ann.page.locator("#ending")).to_be_hidden()
        await press(ann.page, "Result")
        await expect(ann.page.locator("#ending")).to_be_visible()


async def test_the_host_fills_the_seats(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        await ann.be("Ann")
        await ben.be("Ben")
        table = await opened(ann, "whot", 3, title="Sunday", options={"cards_each": 4})
        await ann.open(table)
        await ben.open(table)
        assert "Sunday" in await ann.page.title()
        await expect(ann.page.locator("#terms-tab")).to_contain_text("4")
        await expect(ann.page.locator("#status")).to_have_text("Waiting for 2 more players.")
        await press(ben.page, "Sit here")
        seats = ann.page.locator("#seats li")
        await expect(seats.nth(1)).to_contain_text("Ben")
        await expect(seats.nth(1).get_by_text("not looking")).to_be_hidden()
        await ann.page.get_by_role("combobox", name="Add a bot …").select_option("Gentle bot")
        await expect(seats.nth(2).locator(".who")).to_have_text("Gentle bot")
        await seats.nth(2).get_by_role("button", name="Send away").click()
        await expect(seats.nth(2)).to_contain_text("free")
        await expect(ben.page.get_by_role("button", name="Start")).to_be_hidden()
        assert await ann.page.locator(".lobby .code svg").is_visible()
        await ann.page.get_by_role("combobox", name="Add a bot …").select_option("Random bot")
        await press(ann.page, "Start")
        await Hands(ben.page).sees(0)
        await expect(ben.page.locator("#log li").first).to_contain_text("is dealt 4 cards")


async def test_players_and_watchers_talk_among_themselves(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        ann, ben, table = await two_at(stack, house, visitors)
        cat = await stack.enter_async_context(visitors(house))
        await cat.open(table)
        await expect(cat.page.locator("#status")).to_contain_text("You are watching")
        await expect(ann.page.locator("#watchers")).to_have_text("One person is watching.")
        for page, words in ((ann.page, "<b>Good luck</b>"), (cat.page, "Who wins?")):
            await beside(page, "Talk")
            await page.get_by_label("Say something").fill(words)
            await page.keyboard.press("Enter")
            await expect(page.locator("#talk li")).to_contain_text(words)
        await beside(ben.page, "Talk")
        await expect(ben.page.locator("#talk li")).to_have_text("Ann <b>Good luck</b>")
        assert await cat.page.locator("#talk").inner_text() == f"Guest {(await name_of(cat))} Who wins?"


async def name_of(guest: Visitor) -> str:
    told = await guest.ask("GET", "/api/me")
    return str(told["name"]).removeprefix("Guest ")


async def test_a_hint_a_move_taken_back_a_draw_refused_and_the_end_by_resigning(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        ann, ben, _ = await two_at(stack, house, visitors, hints=True)
        for one in (ann, ben):
            await expect(one.page.get_by_role("button", name="Take back")).to_be_hidden()  # there is nothing yet
        await press(ann.page, "Hint")
        await expect(ann.page.locator("#hint")).to_contain_text("“Drop a disc into column d”")
        for one in (ann, ben):
            await expect(one.page.locator("#log li").last).to_have_text("Ann has asked for a hint.")
        await Hands(ann.page).touch("column:c")
        await Hands(ann.page).sees(1)
        await expect(ann.page.locator("#hint")).to_be_hidden()
        await expect(ben.page.get_by_role("button", name="Take back")).to_be_hidden()
        await press(ann.page, "Take back")
        await expect(ann.page.locator(".stage .ask")).to_contain_text("the others have yet to answer")
        await expect(ben.page.locator(".stage .ask")).to_contain_text("Ann would like to take back a move.")
        await press(ben.page, "Agree")
        await Hands(ann.page).sees(2)
        await expect(ann.page.locator("#log li").last).to_have_text("Ann takes back the last move.")
        await expect(ann.page.locator("#status")).to_have_text("It is your turn.")
        for name in ("Hint", "Rematch"):  # neither is for whoever waits for the other in a running match
            await expect(ben.page.locator(".tools").get_by_role("button", name=name)).to_be_hidden()
        await press(ann.page, "More")
        await press(ann.page, "Offer a draw")
        await Hands(ann.page).sees(3)
        await Hands(ann.page).touch("column:c")
        await press(ben.page, "Refuse")
        await Hands(ben.page).sees(5)
        await Hands(ben.page).resign()
        await expect(ann.page.locator("#end-head")).to_have_text("You win!")
        await expect(ann.page.locator("#end-why")).to_have_text("Ben resigned")


async def test_your_turn_is_told_wherever_one_looks(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        ann, ben, _ = await two_at(stack, house, visitors)
        await expect(ann.page).to_have_title("● Your turn – Connect Four · Turnwise")
        await expect(
            ann.page.get_by_role("button", name="Hint")
        ).to_be_hidden()  # several people play, and agreed on none
        await expect(ben.page).to_have_title("Connect Four · Turnwise")
        await expect(ann.page.locator("#icon")).to_have_attribute("href", "/static/icon-turn.svg")
        await expect(ben.page.locator("#status")).to_have_text("Ann is to move.")
        await Hands(ann.page).touch("column:d")
        await expect(ben.page).to_have_title("● Your turn – Connect Four · Turnwise")
        await expect(ann.page.locator("#icon")).to_have_attribute("href", "/static/icon.svg")
        await expect(ben.page.locator("#heard")).to_have_text("Ann drops a disc into column d. It is your turn.")
        # What may not be touched is explained.
        await Hands(ann.page).touch("column:d")
        await expect(ann.page.locator("#bubble")).to_have_text("It is the other player's turn.")


WATCH = """() => {
  window.seen = [];
  for (const id of ["status", "log", "coach"])
    new MutationObserver(() => seen.push([id, document.getElementById("board").dataset.version]))
      .observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
}"""


async def test_the_log_the_coach_and_whose_turn_it_is_wait_for_the_board(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        ann, ben, _ = await two_at(stack, house, visitors)
        await Hands(ben.page).sees(0)
        await ben.page.evaluate(WATCH)
        await Hands(ann.page).touch("column:d")
        await expect(ben.page.locator("#log li")).to_have_text(["Ann drops a disc into column d."])
        assert {tuple(one) for one in await ben.page.evaluate("seen")} == {
            ("status", "1"),
            ("log", "1"),
            ("coach", "1"),
        }


async def test_whoever_walks_away_is_played_for_until_he_is_back(house: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        ann, ben, _ = await two_at(stack, house, visitors, absence="bot", clock={"kind": "game", "seconds": 300})
        clock = ann.page.locator("#seats time").first
        before = await clock.inner_text()
        await expect(clock).not_to_have_text(before)  # it counts down
        await Hands(ann.page).touch("column:d")
        await Hands(ben.page).sees(1)
        await press(ben.page, "More")
        await press(ben.page, "Walk away")
        await Hands(ann.page).sees(2)
        await expect(ann.page.locator("#seats li").nth(1)).to_contain_text("away", use_inner_text=True)
        await press(ben.page, "I am back")
        await expect(ann.page.locator("#seats li").nth(1)).not_to_contain_text("away", use_inner_text=True)


async def test_newcomers_are_coached_in_their_first_two_games(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        for game, coached in enumerate((True, True, False)):
            await against_a_bot(ann)
            await Hands(ann.page).sees(0)
            await expect(ann.page.locator("#coach")).to_be_visible(visible=coached)
            if not game:
                await expect(ann.page.locator("#coach")).to_contain_text("column")
        await ann.page.locator("[popovertarget=menu]").click()
        await ann.page.get_by_label("What can I do now?").check()
        await expect(ann.page.locator("#coach")).to_be_visible()


async def test_the_table_as_text_keeps_up(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        await against_a_bot(ann, bot="random")
        await Hands(ann.page).unfold(what="The table as text")
        await expect(ann.page.locator("#text")).to_contain_text("▸● Ann")
        before = await ann.page.locator("#text").inner_text()
        await Hands(ann.page).touch("column:d")
        await Hands(ann.page).sees(2)
        await expect(ann.page.locator("#text")).not_to_have_text(before, use_inner_text=True)


async def test_rules_stand_beside_the_board(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        await against_a_bot(ann, "caesar")
        await beside(ann.page, "Rules")
        rules = ann.page.locator("#rules-tab")
        await expect(rules.locator("h3").first).to_be_visible()
        board, text = await ann.page.locator("#board").bounding_box(), await rules.bounding_box()
        assert board and text and board["x"] + board["width"] <= text["x"]
        assert board["height"] > 400 and max(board["y"] + board["height"], text["y"] + text["height"]) <= 800


async def test_a_phone_shows_all_of_it_without_scrolling_sideways(house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport=PHONE, has_touch=True, is_mobile=True) as ann:
        await ann.be("Ann")
        table = await opened(ann, "deerportal", 4, bots=["search:1"] * 3)
        await ann.open(table)
        await expect(ann.page.locator("#seats li")).to_have_count(4)
        assert await fits(ann.page)
        await ann.ask("POST", f"/api{table}/start", {})
        await Hands(ann.page).sees(0)
        assert await fits(ann.page)
        box = await ann.page.locator("#board").bounding_box()
        assert box and box["width"] > 330
        for tab in ("Talk", "Rules", "Table"):
            await beside(ann.page, tab)
            assert await fits(ann.page)
        await ann.page.locator(".thing.open").first.tap()
        await ann.page.locator("#table[data-opened=true] .thing.open").first.tap()
        await expect(ann.page.locator("#board")).not_to_have_attribute("data-version", "0")


async def fits(page: Page) -> bool:
    return bool(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


async def test_the_log_speaks_german(house: Server, visitors: Visit) -> None:
    async with visitors(house, locale="de-DE") as ann:
        await ann.be("Ann")
        await against_a_bot(ann)
        await Hands(ann.page).sees(0)
        await expect(ann.page.locator("#status")).to_have_text("Du bist dran.")
        await Hands(ann.page).touch("column:d")
        await Hands(ann.page).sees(2)
        log = await ann.page.locator("#log").inner_text()
        assert "Spalte d" in log and "column" not in log


async def test_a_closed_table_and_one_that_was_left_say_so(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house, forgiving=True) as ben:
        await ann.be("Ann")
        await ben.be("Ben")
        table = await opened(ann)
        await ann.open(table)
        await ben.open(table)
        await press(ben.page, "Sit here")
        await ann.page.locator("#seats li").nth(1).get_by_role("button", name="Send away").click()
        await expect(ben.page.locator("#halt")).to_contain_text("not open to you")
        await press(ann.page, "Close the table")
        await press(ann.page, "Yes")
        await expect(ann.page.get_by_text("This table is closed.")).to_be_visible()
        await expect(ann.page.get_by_role("link", name="To the games")).to_be_visible()


async def test_whoever_signs_out_elsewhere_is_told(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await ann.be("Ann")
        await against_a_bot(ann)
        await Hands(ann.page).sees(0)
        await ann.ask("DELETE", "/api/sessions/current")
        await expect(ann.page.locator("#halt")).to_contain_text("signed out")


async def test_a_private_table_and_somebody_who_talks_too_much(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house, viewport=PHONE, forgiving=True) as ben:
        await ann.be("Ann")
        await ben.be("Ben")
        account = {"name": f"Benedikt {house.pid}", "password": "a long enough one", "cookie": True}
        await ben.ask("POST", "/api/accounts", account)
        table = await opened(ann, access="private")
        await ben.open(table)
        await expect(ben.page.locator("h1")).not_to_have_text("Connect Four")
        await ann.open(table)
        await ann.page.get_by_label("Name of an account").fill(account["name"])
        await press(ann.page, "Let in")
        await expect(ann.page.locator("#invited")).to_contain_text("may come in now")
        await ben.open("/")
        await ben.page.locator(f"[href='{table}'], [data-do='POST /api{table}/seats']").first.click()
        await ben.page.wait_for_url(f"**{table}")
        await ben.ask("POST", f"/api{table}/seats", {})
        await press(ann.page, "Start")
        for one, words in ((ann, "Hello!"), (ben, "Move!")):
            await one.page.get_by_text("Talk", exact=True).click()
            await one.page.get_by_label("Say something").fill(words)
            await one.page.keyboard.press("Enter")
        await expect(ann.page.locator("#talk")).to_contain_text("Move!")
        await press(ann.page, "People here")
        await press(ann.page, "Mute")
        await expect(ann.page.get_by_role("button", name="Let speak again")).to_be_visible()
        await ben.page.get_by_label("Say something").fill("Move, I say!")
        await ben.page.keyboard.press("Enter")
        await expect(ben.page.get_by_role("alert")).to_contain_text("muted you")
        assert await ben.page.get_by_label("Say something").is_visible()


async def test_a_line_of_the_log_has_the_colour_of_who_it_is_about(house: Server, visitors: Visit) -> None:
    """With the last step of one turn of Rally the next player's die is rolled."""
    async with visitors(house) as ann:
        await ann.be("Ann")
        terms = {"game": "rally", "seats": 2, "seating": "chosen", "sit": True}
        id = (await ann.ask("POST", "/api/tables", terms))["id"]
        await ann.ask("POST", f"/api/tables/{id}/bots", {"bot": "classic"})
        await ann.ask("POST", f"/api/tables/{id}/start", {})
        await ann.open(f"/tables/{id}")
        log = ann.page.locator("#log")
        await expect(log.locator(".seat0", has_text="Ann rolls")).to_have_count(1)
        while not _rolled(told := await ann.ask("GET", f"/api/tables/{id}"), 1):
            body = {"actions": told["legal"][0], "version": told["version"]}
            await ann.ask("POST", f"/api/tables/{id}/actions", body)
        await expect(log.locator(".seat1", has_text="Classic bot rolls")).to_have_count(1)


def _rolled(told: dict[str, Any], seat: int) -> bool:
    events = [event for line in told["lines"] for event in line["events"]]
    return any(event["event"] == "rolled" and event["seat"] == seat for event in events)


async def test_of_a_long_log_the_latest_is_shown_and_the_rest_is_a_click_away(house: Server, visitors: Visit) -> None:
    ann, ben = house.guest("Ann"), house.guest("Ben")
    id = started([ann, ben], game="differo", options={"undo": "free"}, access="link")
    for version in range(0, 202, 2):
        action = "F2-F8" if version else "F3-G3"
        ann.post(f"/api/tables/{id}/actions", {"actions": action, "version": version})
        ann.post(f"/api/tables/{id}/undo")
    async with visitors(house) as onlooker:
        await onlooker.open(f"/tables/{id}")
        await expect(onlooker.page.locator("#log li")).to_have_count(200)
        await onlooker.page.get_by_role("button", name="Earlier moves").click()
        await expect(onlooker.page.locator("#moves pre")).to_contain_text("1. Ann moves from F3 to G3")
