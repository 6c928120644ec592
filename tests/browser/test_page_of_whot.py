"""What the rule sheet of Whot says of the page: what is on the table, what is news, how it ends, and where the rules are."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

import turnwise as tw
from tests.browser.conftest import PHONE, Visit
from tests.browser.drawn import Drawn, drawn
from tests.browser.hands import Hands
from tests.browser.test_shared_screen import hand_of, seated, seen
from tests.browser.test_table import against_a_bot, beside, opened
from tests.games.whot.picture import match_at
from tests.law import law
from tests.web.server import Server, started
from turnwise.draw import picture
from turnwise.games.whot.notation import title

TALL = {"width": 900, "height": 1300}
NAMES = ("Ann", "Ben", "Cid")
SPECIAL = ("1", "2", "5", "8", "14")


async def show(page: Drawn, match: tw.Match, seat: int | None) -> None:
    await page.show(picture(match.view(seat), NAMES[: match.seats]))


async def words(page: Drawn, key: str) -> str:
    """What a thing is called."""
    return str(await page.page.locator(f'[data-key="{key}"] title').first.text_content())


async def written(page: Drawn, key: str) -> str:
    """What is written on a thing for everybody to read."""
    return " ".join(await page.page.locator(f'[data-key="{key}"] text').all_text_contents())


async def strokes(page: Drawn, key: str) -> int:
    """Of how many parts a thing is drawn."""
    return await page.page.locator(f'[data-key="{key}"] :is(path, rect, circle, text, use)').count()


async def test_nobody_is_hurried_at_one_screen_unless_that_is_chosen(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/games/whot")
        clock, symbol = ann.page.locator("[name=clock]"), ann.page.locator("[name=option-symbol_seconds]")
        for who, times in (("here", ("none 0 0", "0")), ("classic", ("move 30 0", "15"))):
            await ann.page.locator("[name=who1]").select_option(who)
            assert (await clock.input_value(), await symbol.input_value()) == times
        await symbol.evaluate("one => one.value = 20")
        await ann.page.locator("[name=who1]").select_option("here")
        assert (await clock.input_value(), await symbol.input_value()) == ("none 0 0", "20")


@law("W55")
async def test_a_hand_has_padlocks_beside_everything_one_must_know(visitors: Visit) -> None:
    async with drawn(visitors, viewport=TALL) as page:
        match = match_at("A: circle_7 star_3 whot_1 | B: circle_4 cross_3 star_7 | top: circle_10 | pile: 20 | turn: B")
        await show(page, match, 0)
        waiting = await strokes(page, "card:star_3")
        match.play("play circle_4")
        await show(page, match, 0)
        assert await page.marked("open") == {"card:circle_7", "card:whot_1", "pile"}
        assert (await words(page, "card:circle_7")).endswith("may be played")
        assert (await words(page, "card:star_3")).endswith("locked")
        assert await strokes(page, "card:star_3") > waiting, "the padlock is drawn"
        assert await written(page, "pile") == "Draw 20 left"
        assert await words(page, "card:circle_4") == "Circle 4 on top of the discards"
        assert await written(page, "caption") == "Play a circle, a 4 or a Whot, or draw"
        assert "Ben plays the circle 4." in str(picture(match.view(0), NAMES).words)
        await page.click("card:star_3")
        assert await page.get("acts") == [] and await page.get("told"), "it says why not"
        match = match_at("A: circle_7 star_3 | B: cross_3 | top: whot_1 | called: star | pile: 20")
        await show(page, match, 0)
        assert await words(page, "call_bubble") == "Called for: stars"
        assert await written(page, "discards") == "Called for: stars"
        assert await page.marked("open") == {"card:star_3", "pile"}


async def test_a_card_lifts_and_is_dragged_to_the_discards(visitors: Visit) -> None:
    finger = {"has_touch": True, "is_mobile": True}
    for how in ({}, finger):
        async with drawn(visitors, viewport=TALL, **how) as page:
            match = match_at("A: circle_7 star_3 whot_1 | B: cross_3 | top: circle_4 | pile: 20")
            await show(page, match, 0)
            assert await page.marked("lifts") == {"card:circle_7", "card:whot_1"}
            size = "picture.element('card:circle_7').getBoundingClientRect().height"
            lying = await page.get(size)
            steps = [("Start", "card:circle_7"), ("Move", "pile"), ("Move", "card:circle_4")]
            client = await page.page.context.new_cdp_session(page.page)
            if how:
                for kind, key in (*steps, ("End", "")):
                    points = [dict(zip("xy", await page.where(key), strict=True))] if key else []
                    await client.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
                await page.page.wait_for_function("() => acts.length")
            else:
                await page.page.mouse.move(*await page.where("card:circle_7"))
                assert await page.get(size) > lying, "it comes nearer under the pointer"
                await page.drag("card:circle_7", "pile")
                await page.page.mouse.up()
                assert await page.get("acts") == [] and await page.get("told") == [], "nothing comes of it elsewhere"
                await page.drag("card:circle_7", "card:circle_4")
                await page.page.mouse.up()
            (action,) = [one.id for one in match.view(0).legal if one.words == "play circle_7"]
            assert await page.get("acts") == [[action, [action]]]


@law("W55")
async def test_under_a_pick_only_answers_are_offered_and_drawing_names_the_penalty(visitors: Visit) -> None:
    async with drawn(visitors, viewport=TALL) as page:
        match = match_at("A: cross_2 circle_7 whot_1 | B: cross_3 | top: circle_2 | pick: 4 | pile: 20")
        await show(page, match, 0)
        assert await page.marked("open") == {"card:cross_2", "pile"}
        assert await written(page, "pile") == "Draw 4 20 left"
        for card in ("circle_7", "whot_1"):
            assert (await words(page, f"card:{card}")).endswith("locked")
        await page.click("pile")
        assert await page.get("acts.length") == 1


@law("W55")
async def test_on_a_shared_screen_a_hand_is_covered_until_its_owner_asks(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table, token = await seated(ann, "whot")
        await Hands(ann.page).touch("pile")
        await expect(ann.page.locator("#curtain")).to_contain_text("Pass the device to Ben")
        own, other = await hand_of(ann, table), await hand_of(ann, table, token)
        assert await seen(ann.page, own + other) == []
        await ann.page.get_by_role("button", name="show my hand").click()
        await expect(ann.page.locator(f'#board [data-key="card:{other[0]}"]')).to_be_attached()
        assert (await seen(ann.page, own), await seen(ann.page, other)) == ([], other)


@pytest.fixture
def seeded(tmp_path: Path) -> Iterator[Server]:
    program = ("tests.browser.seeded_house", "4")
    with Server(tmp_path / "data", "--no-limits", program=program) as server:
        yield server


async def test_a_large_hand_is_rolled_and_a_card_that_was_out_of_view_is_played(
    seeded: Server, visitors: Visit
) -> None:
    async with visitors(seeded, forgiving=True, viewport=PHONE, has_touch=True) as ann:
        await ann.be("Ann")
        table, ben = await opened(ann, "whot"), seeded.guest("Ben")
        ben.post(f"/api{table}/seats", {})
        await ann.ask("POST", f"/api{table}/start", {})
        for version in range(36):  # everybody draws
            sent = {"actions": "draw", "version": version}
            if version % 2:
                ben.post(f"/api{table}/actions", sent)
            else:
                await ann.ask("POST", f"/api{table}/actions", sent)
        told = await ann.ask("GET", f"/api{table}")
        hand, hands = told["state"]["hands"][0], Hands(ann.page)
        await ann.open(table)
        await hands.sees(36)
        card = [words.removeprefix("play ") for words in told["legal"] if words.startswith("play ")][-1]
        last, on, back = (
            ann.page.locator(f'#board [data-key="{key}"]') for key in (f"card:{card}", "hand:on", "hand:back")
        )
        await expect(on).to_have_accessible_name(re.compile(rf"^\d+ more cards after these, of {len(hand)}$"))
        await expect(on).to_have_role("button")
        assert not await last.count() and not await back.count()
        await hands.touch("hand:on")
        await expect(last).to_be_in_viewport(ratio=1)
        await expect(on).to_have_count(0)
        await ann.page.mouse.move(*await hands.point(f"card:{card}"))
        await ann.page.mouse.wheel(0, -100)
        await expect(last).to_have_count(0)
        await ann.page.locator("#board [tabindex='0']").focus()
        await ann.page.keyboard.press("End")
        await expect(on).to_be_focused()
        await ann.page.keyboard.press("Enter")
        await expect(last).to_be_in_viewport(ratio=1)
        await ann.context.set_offline(True)
        await expect(ann.page.locator("#banner")).to_be_visible()
        await ann.context.set_offline(False)
        await expect(ann.page.locator("#banner")).to_have_text("Connected again.")
        await expect(last).to_be_in_viewport(ratio=1)
        x, y = await hands.point(f"card:{card}")
        fingers = Hands(ann.page, finger=True)
        await fingers.lead([(x - 90, y), (x, y + 5)])
        await expect(last).to_have_count(0)
        await fingers.lead([(x, y), (x - 90, y)])
        await expect(last).to_be_in_viewport(ratio=1)
        assert await ann.page.locator("#choices-list button").count() == len(told["legal"]), "to roll it is no move"
        assert (await ann.ask("GET", f"/api{table}"))["version"] == 36, "nothing was played by that"
        await hands.touch(f"card:{card}")
        await expect(last.locator("title")).to_have_text(re.compile("on top of the discards$"))


@law("W56")
async def test_everybody_sees_the_players_and_what_lies_on_the_table(visitors: Visit) -> None:
    async with drawn(visitors, viewport=TALL) as page:
        text = (
            "A: circle_7 star_3 | B: cross_3 | C: star_1 star_2 circle_1 | top: circle_2 | pick: 2 | pile: 20 | turn: C"
        )
        await show(page, match_at(text), None)
        told = [await written(page, f"plate:{seat}") for seat in range(3)]
        assert told == ["1 Ann 2", "2 Ben Last card!", "3 Cid 3"]
        acting = [seat for seat in range(3) if "to move" in await words(page, f"plate:{seat}")]
        assert acting == [2]
        assert await words(page, "card:circle_2") == "Circle 2 on top of the discards"
        assert await written(page, "pick") == "+2" and await written(page, "pile") == "20 left"
        assert await page.page.locator('[data-key^="card:"]').count() == 1, "no hand is open"


async def heard(page: Drawn, match: tw.Match) -> str:
    """What the drawn table says to somebody who hears it."""
    await show(page, match, None)
    return str(await page.page.locator("svg.board").get_attribute("aria-label"))


@law("W56")
async def test_news_are_told_once(visitors: Visit) -> None:
    async with drawn(visitors, viewport=TALL) as page:
        reshuffle = match_at("A: circle_7 cross_7 star_7 | B: cross_3 star_3 | top: circle_10 | pile: 0 | under: 6")
        sudden = match_at("A: circle_7 cross_7 star_7 | B: cross_3 star_3 | top: circle_10 | pile: 0 | reshuffled")
        last = match_at("A: circle_7 cross_3 | B: circle_3 circle_4 cross_10 | top: circle_10 | pile: 20")
        for match, move, after, news in (
            (reshuffle, "draw", "draw", "The pile has run out: the discards are shuffled into a new one."),
            (sudden, "draw", "play circle_7", "Sudden Death:"),
            (last, "play circle_7", "play circle_3", "Last card:"),
        ):
            assert news not in await heard(page, match)
            match.play(move)
            assert news in await heard(page, match)
            match.play(after)
            assert news not in await heard(page, match)


def counted(lines: list[dict[str, Any]]) -> tuple[Counter[int], Counter[int]]:
    """Cards and special cards played by each seat."""
    cards = [(told["seat"], told["card"]) for line in lines for told in line["events"] if told["event"] == "played"]
    special = [seat for seat, card in cards if card.startswith("whot") or card.rpartition("_")[2] in SPECIAL]
    return Counter(seat for seat, _ in cards), Counter(special)


def deeds(cards: int, special: int) -> str:
    if not cards:
        return "no card played"
    played = "one card played" if cards == 1 else f"{cards} cards played"
    return f"{played}, {'none' if not special else 'one' if special == 1 else special} of them special"


async def log(page: Page) -> str:
    return await page.locator("#log").inner_text()


@law("W56", "W57")
async def test_the_end_tells_who_won_how_and_what_everybody_did(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        names = ["Ben", "Cid"]
        players = [house.guest(name) for name in names]
        id = started(players, game="whot", access="link", options={"cards_each": 3, "tender": True})
        told = players[0].get(f"/api/tables/{id}")
        while not told.get("outcome"):
            player = players[told["turn"]]
            told = player.get(f"/api/tables/{id}")
            player.post(f"/api/tables/{id}/actions", {"actions": [told["legal"][0]], "version": told["version"]})
            told = player.get(f"/api/tables/{id}")
        await ann.open(f"/tables/{id}")
        await expect(ann.page.locator("#ending")).to_be_visible()
        outcome = told["outcome"]
        winners = [names[seat] for seat in outcome["winners"]]
        head = "Ben and Cid win together" if len(winners) > 1 else f"{winners[0]} wins"
        await expect(ann.page.locator("#end-head")).to_have_text(head)
        await expect(ann.page.locator("#end-why")).to_have_text(outcome["words"])
        cards, special = counted(told["lines"])
        for seat, name in enumerate(names):
            row = ann.page.locator("#end-places li").filter(has_text=name)
            await expect(row).to_contain_text(deeds(cards[seat], special[seat]))
        await expect(ann.page.locator("#end-time")).to_have_text(re.compile(r"^Playing time \d:\d\d$"))
        sheet = await ann.page.locator('#board [data-key="result"] title').text_content()
        for card in [*told["state"]["hands"][0], *told["state"]["hands"][1]]:
            assert str(title(card)) in str(sheet)
        single = sum(event["event"] == "last_card" for line in told["lines"] for event in line["events"])
        assert (await log(ann.page)).count("has only one left!") == single


@law("W58")
async def test_the_rules_and_an_introduction_are_one_click_away(house: Server, visitors: Visit) -> None:
    begins = "Be the first to get rid of all your cards."
    async with visitors(house) as ann:
        await ann.be("Ann")
        await against_a_bot(ann, "whot", "random")
        rules = ann.page.locator("#rules-tab")
        await expect(rules).to_be_hidden()
        await beside(ann.page, "Rules")
        await expect(rules.locator("p").first).to_contain_text(begins)
        await expect(rules.locator("p").first).to_be_in_viewport()
        await expect(rules).to_contain_text("Half of all cards are special.")
        await ann.open("/games/whot")
        await ann.page.get_by_role("link", name="Rules of the game").click()
        await expect(ann.page.get_by_text(begins)).to_be_in_viewport()
