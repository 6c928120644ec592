"""What DeerPortal's rules say of the page, from the sheet's "What a player must see"."""

from itertools import combinations
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.drawn import Drawn, drawn
from tests.browser.hands import VERSION, Hands
from tests.browser.test_table import press
from tests.games.deerportal.scenes import meditated, wandered
from tests.games.deerportal.test_look import NAMES, at
from tests.law import law
from tests.web.server import Server
from turnwise.draw import picture
from turnwise.games.deerportal.notation import TITLES
from turnwise.games.deerportal.rules import End
from turnwise.kit.shapes import Picture

SEASONS = {"spring": 1, "summer": 5, "fall": 9, "winter": 13}
"""And a round of each."""
HELD = "() => { window.setTimeout = () => 0; }"
"""What moves never comes to an end by itself."""
PAUSED = """at => { for (const one of document.getAnimations()) { one.pause(); one.currentTime = at; } }"""
PLACE = "({x, y, width, height}) => [x + width / 2, y + height / 2, width]"
COUNTED = """
window.tones = 0;
for (const { prototype } of [OscillatorNode, AudioBufferSourceNode]) {
  const start = prototype.start;
  prototype.start = function (...when) { window.tones += 1; start.apply(this, when); };
}
"""


def seen(figures: str, seat: int | None = None, **fields: Any) -> Picture:
    return picture(at(figures, **fields).view(seat), NAMES)


async def paint(page: Drawn, colour: str) -> list[int]:
    """A colour of the picture as it is on the screen."""
    script = """name => { const probe = picture.element("land"); probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number); }"""
    found: list[int] = await page.page.evaluate(script, colour.replace("_", "-"))
    return found


async def among_bots(ann: Visitor) -> str:
    await ann.be("Ann")
    made = await ann.ask(
        "POST", "/api/tables", {"game": "deerportal", "seats": 4, "access": "link", "bots": ["random"] * 3}
    )
    await ann.ask("POST", f"/api/tables/{made['id']}/start", {})
    return f"/tables/{made['id']}"


async def forward(ann: Visitor, table: str) -> int:
    """Go forward past the page, and let the bots move; the version then."""
    before = await ann.ask("GET", f"/api{table}")
    await ann.ask("POST", f"/api{table}/actions", {"actions": ["forward"], "version": before["version"]})
    while (now := await ann.ask("GET", f"/api{table}"))["turn"] not in (0, None):
        pass
    return int(now["version"])


@law("P49")
async def test_a_click_space_or_enter_skips_what_moves_and_does_no_more(house: Server, visitors: Visit) -> None:
    async with visitors(house, reduced_motion="no-preference") as ann:
        table = await among_bots(ann)
        await ann.open(table)
        hands = Hands(ann.page)
        await hands.sees(0)
        await ann.page.evaluate(HELD)
        for deed in ("click", "Enter", "Space"):
            if deed == "Enter":
                await ann.page.locator("[data-key=die]").focus()
            version = await forward(ann, table)
            while await ann.page.evaluate(VERSION) < version:
                await ann.page.wait_for_selector("#board .ghost", state="attached")
                if deed == "click":
                    await ann.page.mouse.click(*await hands.point("season"))
                else:
                    await ann.page.keyboard.press(deed)
            assert (await ann.ask("GET", f"/api{table}"))["version"] == version, "no move was made unseen"


@law("P49")
async def test_escape_asks_before_it_leads_to_the_menu_and_f_fills_the_screen(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/games/deerportal")
        for seat in range(4):
            who = ann.page.locator(f"[name=who{seat}]")
            await who.select_option("random" if seat else "me")
        table = await among_bots(ann)
        await ann.open(table)
        await Hands(ann.page).sees(0)
        page, key, asked = (
            ann.page,
            ann.page.keyboard.press,
            ann.page.get_by_text("Do you want to go back to the games?"),
        )
        for full, one in ((True, "f"), (False, "F"), (True, "F11"), (False, "f")):
            await key(one)
            await page.wait_for_function(f"() => Boolean(document.fullscreenElement) === {str(full).lower()}")
        await press(page, "More")
        await key("Escape")
        await expect(page.locator("#more")).to_be_hidden()
        await expect(asked).to_be_hidden()
        await key("Escape")
        await expect(asked).to_be_visible()
        await key("Escape")
        await expect(asked).to_be_hidden()
        await page.locator("#tab-talk").check(force=True)
        await page.get_by_label("Say something").press("f")
        assert await page.evaluate("document.fullscreenElement") is None, "somebody is writing"
        await page.locator("#tab-log").check(force=True)
        await page.locator("#content").focus()
        await key("Escape")
        await press(page, "Yes")
        await page.wait_for_url(house.url + "/")
        await expect(page.get_by_text("Your turn").first).to_be_visible()


@law("P50")
async def test_corners_plaques_cards_and_die(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(seen("W3+7 E5 F6 A9!2", turn="F", roll=4, round=6, piles="E: double 8 8 8 7"))
        texts = "key => [...picture.element(key).querySelectorAll('text')].map(one => one.textContent)"
        middle = await page.where("portal")
        for seat, (left, above) in enumerate(((True, True), (False, True), (False, False), (True, False))):
            x, y = await page.where(f"plate:{seat}")
            assert (x < middle[0], y < middle[1]) == (left, above), f"{NAMES[seat]} in another corner"
            assert NAMES[seat] in await page.page.evaluate(texts, f"plate:{seat}")
        assert [await page.page.evaluate(texts, f"count:{seat}") for seat in (0, 1)] == [["7"], ["0"]]
        assert "misses 2 turns" in await page.page.evaluate(texts, "plate:3")
        assert await page.page.evaluate(texts, "season") == ["Summer"]
        assert await page.page.evaluate(texts, "round") == ["Round: 6"]
        assert (await page.where("season"))[1] < middle[1] < (await page.where("round"))[1]
        names = [await page.page.evaluate(texts, f"card:{pile}") for pile in range(4)]
        assert names == [["Stop"], ["Diamond", "× 2"], ["Stop"], ["Stop"]]
        pips = "getComputedStyle(picture.element('die').querySelector('circle')).fill.match(/\\d+/g).map(Number)"
        assert await page.get(pips) == await paint(page, "fire_deep")
        assert await page.get("picture.element('die').textContent") == "The die: Cy rolled a 4"
        await page.show(seen("W40#1+9 E5", turn="E", deer=11, first="W", round=3))
        assert await page.page.evaluate(texts, "season") == ["Deer Mode"]
        assert await page.page.evaluate(texts, "round") == ["3 left"]
        assert await page.get(pips) == await paint(page, "earth_deep")


@law("P50", "P52", "P17")
async def test_a_person_rolls_by_a_key_or_a_click_and_whoever_looks_sees_it(house: Server, visitors: Visit) -> None:
    words = "key => document.querySelector(`[data-key='${key}'] title`)?.textContent ?? ''"
    async with visitors(house) as ann, visitors(house) as eve:
        table = await among_bots(ann)
        for one in (ann, eve):
            await one.open(table)
            await Hands(one.page).sees(0)
            assert await one.page.evaluate(words, "die") == "The die waits for Ann"
            assert await one.page.evaluate(words, "bubble") == "Ann is to roll"
            assert await one.page.locator("[data-key^='cell:']").count() == 0, "no target blinks before the roll"
            await expect(one.page.locator("#log .rolled")).to_be_hidden()
        roll = (await ann.ask("GET", f"/api{table}"))["state"]["roll"]
        await ann.page.keyboard.press("Space")
        for one in (ann, eve):
            await one.page.wait_for_selector("[data-key^='cell:']", state="attached")
            assert await one.page.evaluate(words, "die") == f"The die: Ann rolled a {roll}"
            assert await one.page.evaluate(words, "bubble") == "Ann is to move"
            await expect(one.page.locator("#log .rolled")).to_have_text(f"Ann rolls a {roll}.")
        told = await ann.ask("GET", f"/api{table}")
        assert (told["version"], told["turn_opened"]) == (0, True), "nothing was played"
        version = await forward(ann, table)
        await Hands(ann.page).sees(version)
        await Hands(ann.page).touch("die")
        await ann.page.wait_for_selector("[data-key^='cell:']", state="attached")
        await eve.page.reload()
        await eve.page.wait_for_selector("[data-key^='cell:']", state="attached")


@law("P52")
async def test_the_bubble_blinking_targets_and_the_colour_under_the_pointer(visitors: Visit) -> None:
    ground = "getComputedStyle(picture.element('cell:W6').querySelector('circle'))"
    blinking = "document.getAnimations().filter(one => one.animationName === 'blinks').map(one => one.effect.target.parentNode.dataset.key)"
    async with drawn(visitors, reduced_motion="no-preference") as page:
        await page.show(seen("W3", 0, roll=3))
        assert await page.get("picture.element('bubble').textContent") == "Ann is to move"
        (x, y), (deer_x, deer_y) = await page.where("bubble"), await page.where("figure:0")
        assert abs(x - deer_x) < 60 and y < deer_y
        assert set(await page.get(blinking)) == {"cell:W6", "cell:W0"}
        assert await page.get(ground + ".opacity") == "0"
        await page.page.mouse.move(*await page.where("cell:W6"))
        assert float(await page.get(ground + ".opacity")) > 0.3
        fill = await page.get(ground + ".fill.match(/\\d+/g).map(Number)")
        assert fill == await paint(page, "water")
        await page.click("cell:W6")
        assert await page.get("acts.splice(0)") == [[0, [0]]]
        await page.show(seen("W3", 0, roll=3))
        await page.page.focus("#before")
        for key in ("Tab", "Home", "ArrowDown", "Enter"):
            await page.page.keyboard.press(key)
        assert len(await page.get("acts")) == 1
        face = await page.get("picture.element('bubble').innerHTML")
        await page.show(seen("W3", 1, roll=3, left="W"))
        assert await page.get("picture.element('bubble').textContent") == "The computer rolls for Ann"
        assert await page.get("picture.element('bubble').innerHTML.includes('<rect')") and "<rect" not in face
    async with drawn(visitors) as page:
        await page.show(seen("W3", 0, roll=3))
        assert await page.get(blinking) == [], "whoever wants no motion sees rings that stand"


@law("P54")
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_large_letters_cross_the_board_and_the_big_diamond_hovers(visitors: Visit, motion: str) -> None:
    banner = "document.querySelector('[data-key^=\"banner:\"]')"
    async with drawn(visitors, reduced_motion=motion) as page:
        for match, word in ((meditated(3), "Meditation"), (wandered(7, 51), "Deer Mode")):
            await page.show(match)
            assert await page.get(f"{banner}.querySelector('text').textContent") == word
            assert await page.get(f"{banner}.getAnimations()[0].effect.getTiming().duration") == 1500
            places = []
            for moment in (300, 750, 1200):
                await page.page.evaluate(PAUSED, moment)
                assert await page.get(f"getComputedStyle({banner}).opacity") == "1"
                places.append(await page.get(f"({PLACE})({banner}.querySelector('text').getBoundingClientRect())"))
            width = await page.get("picture.element('land').getBoundingClientRect().width")
            (left, _, wide), (x, y, _), (right, _, _) = places
            assert wide > width / 2, "large letters"
            centre = await page.where("portal")
            assert abs(x - centre[0]) < 12 and abs(y - centre[1]) < 40
            assert (left + 30 < x < right - 30) if motion == "no-preference" else left == x == right
            await page.page.evaluate(PAUSED, 1500)
            assert await page.get(f"getComputedStyle({banner}).visibility") == "hidden"
        await page.show(seen("W3", leader=True))
        x, y = await page.where("big diamond")
        centre = await page.where("portal")
        assert abs(x - centre[0]) < 10 and abs(y - centre[1]) < 20
        hovers = await page.get("picture.element('big diamond').getAnimations().map(one => one.animationName)")
        assert hovers == (["hovers"] if motion == "no-preference" else [])
        await page.show(seen("W3"))
        assert await page.get("picture.element('big diamond')") is None


@law("P49", "setting animation")
async def test_at_a_table_without_animation_nothing_moves(visitors: Visit) -> None:
    match = at("W5", roll=1, areas="W: 6d", leader=True)
    match.set({"animation": False})
    async with drawn(visitors, reduced_motion="no-preference") as page:
        await page.show(match)
        names = "document.getAnimations().map(one => one.animationName)"
        assert await page.get(names) == [], "no ring blinks, no diamond hovers"
        match.play("forward")
        await page.send(match)
        assert await page.get("document.querySelectorAll('.ghost').length") == 0, "the diamond is gone at once"
        match.set({"animation": True})
        await page.show(match)
        assert "blinks" in await page.get(names)


@law("P56", "setting holiday")
async def test_the_page_asks_for_the_holiday_of_its_readers_own_date(house: Server, visitors: Visit) -> None:
    async with visitors(house, timezone_id="Pacific/Kiritimati") as ann:  # where the second of February has come first
        await ann.page.clock.install(time="2027-02-01T12:00:00Z")
        table = await among_bots(ann)
        for path in ("/games/deerportal", table):
            await ann.open(path)
            told = ann.page.locator("#today")
            await expect(told).to_have_text("Today: 1st Cross-Quarter Day and Imbolc (Imbolg, Brighid)")
        await ann.page.clock.set_fixed_time("2027-02-02T12:00:00Z")
        await ann.open("/games/deerportal")
        async with ann.page.expect_response("**/today/2027-02-03"):
            await ann.page.reload()
        await expect(told).to_be_hidden()


def contrast(one: list[int], other: list[int]) -> float:
    def light(colour: list[int]) -> float:
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@law("P55")
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_every_season_has_its_colours_and_all_items_are_easy_to_see(visitors: Visit, theme: str) -> None:
    items = [("gem_light", "gem_edge"), ("eye", "glow")]  # diamonds; the rings of targets
    items += [(f"{element}_light", f"{element}_deep") for element in ("water", "earth", "fire", "air")]
    looks, grounds, signs = [], [], []
    async with drawn(visitors, color_scheme=theme) as page:
        for season, round in SEASONS.items():
            await page.show(seen("W3", roll=3, round=round, areas="W: 6d 7e 8f 9a 10w"))
            looks.append([await paint(page, colour) for colour in ("sky", "ground", "crown", "sign")])
            grounds.append(await page.get("picture.element('land').innerHTML"))
            signs.append(await page.get("picture.element('season').innerHTML"))
            for field in ("road", "stone"):
                there = await paint(page, field)
                for item in items:
                    found = max([contrast(await paint(page, colour), there) for colour in item])
                    assert found > 3, (season, field, item, found)
    assert all(one != other for some in (looks, signs) for one, other in combinations(some, 2))
    assert len(set(grounds)) >= 3, "trees bear blossoms, leaves, fruit or snow"


@law("P57")
async def test_the_last_screen_names_the_winner_the_survivors_and_the_digested(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table = await among_bots(ann)
        while not (await ann.ask("GET", f"/api{table}")).get("outcome"):
            await forward(ann, table)
        told = await ann.ask("GET", f"/api{table}/result")
        await ann.open(table)
        rows = ann.page.locator("#end-places li")
        await expect(ann.page.locator("#ending")).to_be_visible()
        await expect(rows).to_have_count(4)
        await expect(rows.first).to_contain_text("Deer God")
        shown = await ann.page.locator("#end-places em").all_text_contents()
        assert sorted(shown) == sorted(str(TITLES[title]) for title in told["titles"])
        await expect(ann.page.locator("[data-key=end] text").first).to_have_text("End of the Game")
    async with drawn(visitors) as page:
        await page.show(seen("W40#1+6 F40#2+9 E5+12 A3+3", deer=-1, over=End.DEER_MODE_OVER))
        texts = await page.get("[...picture.element('end').querySelectorAll('text')].map(one => one.textContent)")
        assert " ".join(texts) == (
            "End of the Game Winner: Cy (Fire) Deer God with 9 diamonds Monks: Ann (Water): 6 "
            "Digested by The Elements: Ben (Earth): 12 and Dora (Air): 3"
        )


@law("P58")
async def test_what_happens_is_heard_unless_it_is_muted(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.page.evaluate(f"() => {{ {COUNTED} }}")
        await page.show(wandered(1, 0))
        assert await page.get("heard.splice(0)") == ["shuffle", "dice"], "the start"
        for heard, figures, fields in (
            ("collect", "W5", {"areas": "W: 6d"}),
            ("card", "W5 E20", {"areas": "W: 6e | E: 9d"}),
            ("gate", "W39 E40#1", {"deer": 9, "first": "E"}),
            ("glory", "W39", {}),
        ):
            match = at(figures, roll=1, **fields)
            match.play("forward")
            await page.show(match)
            assert {heard, "dice"} <= set(await page.get("heard.splice(0)")), heard
        await page.show(meditated(3))
        assert "calm" in await page.get("heard.splice(0)")
        await page.page.keyboard.press("Tab")  # a page may sound after a touch
        for name in ("dice", "collect", "card", "turn", "calm", "gate", "glory", "shuffle"):
            assert await page.get(f"tones = 0, sound.play('{name}').then(() => tones)") > 0, name
        await page.get("localStorage.music = 'on'")
        await page.get("localStorage.sound = 'off'")
        assert await page.get("tones = 0, sound.play('dice').then(music.strum).then(() => tones)") == 0
        await page.get("localStorage.sound = 'on'")
        assert await page.get("music.strum().then(() => tones)") > 0
        assert await page.get("sound.play('end').then(() => tones = 0).then(music.strum).then(() => tones)") == 0, (
            "silent at the end"
        )


MUSIC = "Promise.all(['music', 'tones'].map((name) => import(`/static/${name}.js`)))"
"""Done when it has been loaded, and what makes it heard."""


@law("P58")
async def test_there_is_music_in_the_menu_and_in_the_game_for_whoever_wants_it(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.context.add_init_script(COUNTED)
        await ann.page.clock.install()
        table = await among_bots(ann)
        await ann.open("/")
        await ann.page.locator("[popovertarget=menu]").click()
        await ann.page.clock.run_for(9000)
        assert await ann.page.evaluate("tones") == 0, "not unless it is asked for"
        await ann.page.get_by_label("Music").check()
        await ann.page.evaluate(MUSIC)
        first = await ann.page.evaluate("tones")
        await ann.page.clock.run_for(9000)
        assert 0 < first < await ann.page.evaluate("tones"), "it goes on"
        await ann.open(table)
        await ann.page.locator("[popovertarget=menu]").click()
        assert await ann.page.get_by_label("Music").is_checked()
        await ann.page.evaluate(MUSIC)
        await ann.page.clock.run_for(9000)
        assert await ann.page.evaluate("tones") > 0
        await ann.page.get_by_label("Sound").uncheck()
        await ann.page.evaluate("window.tones = 0")
        await ann.page.clock.run_for(9000)
        assert await ann.page.evaluate("tones") == 0
