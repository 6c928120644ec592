"""What the rule sheet of Caesar and Cleopatra says of the page: what lies where, whose step it is, the votes, and how it is fed."""

import json
from typing import Any

from playwright.async_api import expect

import turnwise as tw
from tests.browser.conftest import Visit, Visitor
from tests.browser.drawn import Drawn, drawn
from tests.browser.ears import Ears
from tests.browser.hands import Hands
from tests.browser.test_shared_screen import seated
from tests.browser.test_table import against_a_bot
from tests.games.caesar.test_look import NAMES, match_at
from tests.law import law
from tests.web.server import Server
from turnwise.draw import picture
from turnwise.games.caesar.notation import GROUP_NAMES
from turnwise.kit.catalogues import speaker
from turnwise.web.pictures import easel

TALL = {"width": 900, "height": 1300}
PLACED = "place 3 1 2 5 4"
LOG = "(log) => import('/static/log.js').then((page) => page.showLog({ log, earlier: 0 }))"


async def show(page: Drawn, match: tw.Match, seat: int | None) -> None:
    await page.show(picture(match.view(seat), NAMES))


async def words(page: Drawn, key: str) -> str:
    """What a thing is called."""
    return str(await page.page.locator(f'[data-key="{key}"] title').first.text_content())


async def written(page: Drawn, key: str) -> list[str]:
    """What is written on a thing for everybody to read."""
    return await page.page.locator(f'[data-key="{key}"] text').all_text_contents()


async def drawing(page: Drawn, key: str) -> str:
    """Everything a thing is drawn with, its words aside."""
    script = "thing => [...thing.querySelectorAll(':not(title)')].map((part) => part.outerHTML).join()"
    return str(await page.page.locator(f'[data-key="{key}"]').evaluate(script))


async def titles(page: Drawn, start: str) -> list[str]:
    return await page.page.locator(f'[data-key^="{start}"] > title').all_text_contents()


@law("C52")
async def test_all_that_lies_on_the_table_is_there_to_be_seen(visitors: Visit) -> None:
    async with drawn(visitors, viewport=TALL) as page:
        match = match_at(
            "PRAETOR 3: (4) 2 - (5) (P) 3 | won 0: 1 0 0 0 0 | won 1: 1 0 0 0 0 | hand 0: 1 veto | hand 1: 2 scout"
            "| deck 0: 1 2 3 scout scout | deck 1: 1 2 wrath | bag: AEDILE QUAESTOR BLACK | visible: PRAETOR GREY",
            discard=[[0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0] * 12],
        )
        await show(page, match, 0)
        assert await written(page, "group:PRAETOR") == ["Praetors"]
        assert (await words(page, "group:PRAETOR")).startswith("Praetors: 3 of 5 patricians left")
        stand = sorted(await titles(page, "patrician:PRAETOR:"))
        assert stand == [*["Praetor not yet won"] * 3, "Praetor won by Ann", "Praetor won by Bob"]
        assert await page.page.locator('[data-key^="patrician:"]').count() == 21
        # One's own hidden card shows what it is; the other's are backs without a mark.
        assert await written(page, "lies:0:PRAETOR:4:0") == ["4"]
        backs = [await drawing(page, f"down:1:PRAETOR:{number}") for number in range(2)]
        assert backs[0] == backs[1] and await written(page, "down:1:PRAETOR:0") == []
        for seat, numbers in enumerate(((3, 2), (2, 1))):
            decks = [f"deck:{seat}:influence", f"deck:{seat}:action"]
            assert [(await written(page, deck))[-1] for deck in decks] == [str(number) for number in numbers]
            looks = [await drawing(page, deck) for deck in decks]
            assert len({look.partition("<text")[0] for look in looks}) == 2, "the backs differ"
        assert await words(page, "discard:0") == "Ann has discarded two 2s and a Scout"
        assert await words(page, "discard:1") == "Bob has discarded nothing"
        assert await titles(page, "bust:") == ["The bust of the Praetors has been drawn"]
        assert await words(page, "bag") == "The bag with 3 busts, the grey bust has been drawn"
        assert await written(page, "bag") == ["3"]


@law("C53")
async def test_the_step_is_told_and_a_card_is_laid_after_the_question_how(visitors: Visit) -> None:
    async with drawn(visitors, viewport=TALL) as page:
        match = match_at("CONSUL: 4 - (2) | hand 0: 1 5 scout | hand 1: 2 | deck 0: 1 2 3 | deck 1: 3")
        await show(page, match, 0)
        assert await written(page, "caption") == ["Lay one card, or one face up and one face down."]
        assert "to move" in await words(page, "plate:0") and "to move" not in await words(page, "plate:1")
        answers = page.page.locator('[data-key^="face:"]:visible')
        await page.drag("hand:0:5:0", "group:PRAETOR")  # brought to a group, and taken back
        await page.page.mouse.up()
        assert await page.marked("target") == {"face:up:PRAETOR", "face:down:PRAETOR"}
        await page.page.keyboard.press("Escape")
        await page.page.keyboard.press("Escape")
        await page.click("hand:0:5:0")
        assert await page.marked("target") == {f"group:{group}" for group in GROUP_NAMES}
        assert await answers.count() == 0
        await page.click("group:CENSOR")
        assert await page.get("acts") == [], "it has still to be said how"
        assert await page.marked("target") == {"face:up:CENSOR", "face:down:CENSOR"} and await answers.count() == 2
        await page.click("face:down:CENSOR")
        [[action, _]] = await page.get("acts")
        assert [one.words for one in match.legal if one.id == action] == ["lay 5 CENSOR down"]
        match.play("lay 5 CENSOR down")
        await show(page, match, 0)
        await page.drag("hand:0:1:0", "group:PRAETOR")  # the face is known now, and not asked again
        await page.page.mouse.up()
        assert [one.words for one in match.legal if one.id == (await page.get("acts"))[-1][0]] == ["lay 1 PRAETOR up"]
        assert await written(page, "caption") == ["Lay another face up, or draw a bust."]
        await show(page, match, 1)
        assert await written(page, "caption") == ["Played so far: a card face down."]


async def played(visitor: Visitor, table: str, votes: int) -> list[dict[str, Any]]:
    """Play until so many votes have been held; what has happened."""
    while True:
        told = await visitor.ask("GET", f"/api{table}")
        held = [event for line in told["lines"] for event in line["events"] if event["event"] == "voted"]
        if len(held) >= votes:
            return held
        legal = told.get("legal")
        if legal:
            wish = PLACED if legal[0].startswith("place") else "bust" if "bust" in legal else legal[0]
            await visitor.ask("POST", f"/api{table}/actions", {"actions": wish, "version": told["version"]})


@law("C54")
async def test_votes_are_told_in_full_and_kept_in_a_list(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        table = await against_a_bot(ann, "caesar", "random")
        held = await played(ann, table, 2)
        lines = ann.page.locator("#log li")
        counts = lines.filter(has_text=" vote: ")
        language, say = match_at("CENSOR: -").language, speaker(tw.game("caesar"), names=("Ann", "Random bot"))
        for at, vote in enumerate(held):
            await expect(counts.nth(at)).to_contain_text(say(language.said(vote)))
        laid = lines.filter(has_text="lays").first
        await expect(laid).to_be_visible()
        await ann.page.get_by_label("Votes only").check()
        await expect(laid).to_be_hidden()
        await expect(counts.last).to_be_visible()
        # One that is turned round, with everything that belongs to it.
        match = match_at("CENSOR: (2) P - (3) | hand 0: 1 | hand 1: 1 | deck 0: 1 2 3 | bag: CENSOR", laid="up")
        match.play("bust")
        view, say = match.view(None), speaker(match.game, "en", NAMES)
        await ann.page.evaluate(LOG, [easel.told(line, say, view) for line in view.lines])
        assert await ann.page.locator("#log li:visible").all_inner_texts() == [
            "Ann draws the bust of the Censors, so they vote now.",
            "Ann turns up a 2 at the Censors.",
            "Bob turns up a 3 at the Censors.",
            "The Censors vote: Bob leads, 3 to 2, but Ann has more Philosophers, 1 to 0, and wins with the lower sum.",
            "The Philosophers at the Censors have turned the vote round.",
            "Ann takes a patrician of the Censors; 2 are left.",
            "Bob discards a 3 at the Censors.",
            "Ann discards a 2 at the Censors.",
        ]


@law("C54")
async def test_a_vote_is_shown_where_it_was_held(visitors: Visit) -> None:
    async with drawn(visitors, viewport=TALL) as page:
        match = match_at("CENSOR: (2) P - (3) | hand 0: 1 | hand 1: 1 | deck 0: 1 2 3 | bag: CENSOR", laid="up")
        match.play("bust")
        await show(page, match, 1)
        told = "Vote of the Censors: Ann wins with the lower sum, 2 to 3; Philosophers 1 to 0."
        assert await words(page, "verdict:CENSOR") == told
        assert " ".join(await written(page, "verdict:CENSOR")) == "Philosophers turn it: Ann takes a Censor."
        assert [await written(page, f"sum:{seat}:CENSOR") for seat in (0, 1)] == [["2", "P"], ["3"]]


@law("C55")
async def test_one_page_takes_the_full_state_once_and_then_changes(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await ann.be("Ann")
        ears = Ears(ann.page)
        table = await against_a_bot(ann, "caesar", "random")
        await Hands(ann.page).sees(0)
        await ann.ask("POST", f"/api{table}/actions", {"actions": PLACED, "version": 0})
        await Hands(ann.page).sees(10)
        await ann.context.set_offline(True)
        await expect(ann.page.locator("#banner")).to_be_visible()
        wish = {"actions": "lay 5 CENSOR up", "version": 10}
        await ann.ask("POST", f"/api{table}/actions", wish)
        await ann.context.set_offline(False)
        await Hands(ann.page).sees(11)
        await expect(ann.page.locator('#board [data-key^="lies:0:CENSOR:5:"]').first).to_be_attached()
        kinds = [json.loads(frame)["type"] for frame in ears.frames]
        assert kinds.count("snapshot") == 1 and kinds.index("snapshot") < kinds.index("delta")
        assert ann.page.url == house.url + table
        pictures = [frame for frame in ears.frames if '"type":"picture"' in frame]
        assert len(pictures[1]) < len(pictures[0]) / 2, "a picture is told whole once, too"


@law("C55")
async def test_points_so_far_leave_secret_bonuses_out(visitors: Visit) -> None:
    won = "won 0: 3 0 3 1 0 | won 1: 1 3 1 1 0 | PRAETOR 1: - | AEDILE 2: - | QUAESTOR 1: - | CONSUL 1: -"
    match = match_at(f"{won} | bonus 0: QUAESTOR | bonus 1: AEDILE | hand 0: 1", secret_bonus=True)
    async with drawn(visitors, viewport=TALL) as page:
        await show(page, match, 0)
        assert await written(page, "points:0") == ["9"] and await written(page, "points:1") == ["7"]
        assert await written(page, "bonus:0") == ["+2"] and "Quaestors" in await words(page, "bonus:0")
        assert await written(page, "bonus:1") == ["?"] and "hidden" in await words(page, "bonus:1")


@law("C55")
async def test_hands_are_covered_at_a_shared_screen(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table, _ = await seated(ann, "caesar")
        own, other = (ann.page.locator(f'[data-key="place:{seat}:4"]') for seat in range(2))
        await expect(own).to_be_attached()
        await ann.ask("POST", f"/api{table}/actions", {"actions": PLACED, "version": 0})
        await expect(ann.page.locator("#curtain")).to_contain_text("Pass the device to Ben")
        await expect(ann.page.locator('[data-key^="hand:"], [data-key^="lies:"], [data-key^="place:"]')).to_have_count(
            0
        )
        await ann.page.get_by_role("button", name="show my hand").click()
        await expect(other).to_be_attached()
        await expect(own).not_to_be_attached()
