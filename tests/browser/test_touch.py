"""Hands on the drawn table: clicks, drags, fingers and keys all walk the same ways to an action."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import turnwise as tw
from tests.browser.conftest import PHONE, Visit
from tests.browser.drawn import Drawn, drawn
from turnwise.draw import picture
from turnwise.games import all_games
from turnwise.kit.shapes import Disc, Picture, Thing

WAYS = {1: ("red", "north"), 2: ("red", "east"), 3: ("blue", "north"), 4: ("pass",), 5: ("blue", "east", "north")}
"""Two pieces, two places, and something to press at once. The third way of blue needs one touch more."""
PLACES = {
    "red": (60, 60),
    "blue": (60, 240),
    "north": (240, 60),
    "east": (240, 240),
    "pass": (360, 150),
    "rock": (150, 150),
}
WAYS_TO_PLAY = dict(WAYS)
del WAYS_TO_PLAY[3]


def table(
    touch: Mapping[int, tuple[str, ...]] = WAYS_TO_PLAY, *, trail: bool = False, radius: float = 25, **moved: Any
) -> Picture:
    places = PLACES | moved
    things = [
        Thing(key, f"the {key}", (Disc(0, 0, radius, "seat0", "ink", 2),), x, y, trail=trail and key == "red")
        for key, (x, y) in places.items()
    ]
    return Picture(400, 300, "a table", tuple(things), touch)


async def choices(page: Drawn) -> list[int]:
    found: list[int] = await page.get("touch.choices().map(one => one.action)")
    return found


async def test_click_and_click(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        assert await page.marked("open") == {"red", "blue", "pass"} and await choices(page) == [1, 2, 4, 5]
        await page.click("red")
        assert await page.marked("chosen") == {"red"} and await page.marked("target") == {"north", "east"}
        assert await choices(page) == [1, 2] and await page.get("acts") == []
        await page.click("east")
        assert await page.get("acts") == [[2, [2]]]
        assert await page.marked("open") == set() and await choices(page) == [], "nothing more until the house says so"


async def test_one_touch_is_enough_for_a_way_of_one(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.click("pass")
        assert await page.get("acts") == [[4, [4]]]


async def test_a_single_way_on_is_still_asked_for_but_the_same_thing_not_twice(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table({1: ("red", "north"), 2: ("blue", "blue")}))
        await page.click("red")
        assert await page.get("acts") == []
        await page.click("blue")
        assert await page.get("acts") == [[2, [2]]]


async def test_either_of_two_equal_things_may_be_touched(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(replace(table({1: ("red", "north"), 2: ("red", "east")}), equals={"blue": "red"}))
        assert await page.marked("open") == {"red", "blue"} and await choices(page) == [1, 2], "no move is listed twice"
        await page.click("blue")
        assert await page.marked("chosen") == {"blue"} and await page.marked("target") == {"north", "east"}
        await page.click("east")
        assert await page.get("acts") == [[2, [2]]]


async def test_another_piece_instead_and_back(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.click("red")
        await page.click("blue")
        assert await page.marked("chosen") == {"blue"} and await page.marked("target") == {"east"}
        await page.click("east")
        assert await page.marked("chosen") == {"blue", "east"} and await page.marked("target") == {"north"}
        await page.page.keyboard.press("Escape")
        assert await page.marked("chosen") == {"blue"}
        await page.click("blue")
        assert await page.marked("chosen") == set() and await page.marked("open") == {"red", "blue", "pass"}
        assert await page.get("acts") == [] and await page.get("told") == []


async def test_what_may_not_be_touched_says_what_it_is(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.click("rock")
        assert await page.get("told") == ["the rock"] and await page.marked("refused") == set()
        await page.click("red")
        await page.click("rock")
        assert await page.get("told") == ["the rock"] * 2 and await page.marked("refused") == {"rock"}
        assert await page.marked("chosen") == {"red"} and await page.get("acts") == []


async def test_a_selection_stays_while_it_can(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.click("red")
        await page.show(table(rock=(200, 100)))
        assert await page.marked("chosen") == {"red"}
        await page.show(table({5: WAYS[5]}))
        assert await page.marked("chosen") == set() and await page.marked("open") == {"blue"}


async def test_drag_and_drop(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.click("blue")
        await page.drag("red", "rock", "north")
        assert await page.marked("chosen") == {"red"}, "a drag ends another selection"
        assert await page.marked("dragged") == {"red"} and await page.marked("target") == {"north", "east"}
        assert await page.get("document.querySelector('.rings .over') !== null")
        held = await page.page.locator(".held").bounding_box()
        north = await page.page.locator("[data-key=north]").bounding_box()
        assert held and north and abs(held["x"] - north["x"]) < 3 and abs(held["y"] - north["y"]) < 3
        await page.page.mouse.up()
        assert await page.get("acts") == [[1, [1]]]
        assert await page.get("document.querySelectorAll('.held').length") == 1, "it lies there until the picture comes"
        await page.show(table({}, red=(240, 60)))
        assert await page.get("document.querySelectorAll('.held').length") == 0
        assert await page.marked("dragged") == set()


async def test_what_is_dropped_glides_on_from_there(visitors: Visit) -> None:
    async with drawn(visitors, reduced_motion="no-preference") as page:
        await page.show(table())
        await page.drag("red", "north")
        await page.page.mouse.up()
        asked = "new DOMMatrix(getComputedStyle(picture.element('red')).transform).e"
        assert await page.send(table({}, red=(260, 80)), asked=asked) == pytest.approx(240, abs=1)
        await page.stands()
        assert await page.get(asked) == 260


@pytest.mark.parametrize("reduced_motion", ["reduce", "no-preference"])
async def test_a_refused_drop_flashes_and_slides_back(reduced_motion: str, visitors: Visit) -> None:
    async with drawn(visitors, reduced_motion=reduced_motion) as page:
        await page.show(table())
        await page.get("window.accepts = false")
        await page.drag("red", "east")
        await page.page.mouse.up()
        assert await page.get("acts") == [[2, [2]]]
        assert await page.marked("refused") == {"east"}
        await page.page.wait_for_function("() => !document.querySelector('.held, .dragged')")
        assert await page.marked("open") == {"red", "blue", "pass"}, "and one may try again"
        await page.page.wait_for_function("() => !document.querySelector('.refused')")


async def test_a_drop_on_nothing_and_one_called_off_change_nothing(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.drag("red", "rock")
        await page.page.mouse.up()
        assert await page.get("told") == ["the rock"] and await page.marked("refused") == {"rock"}
        assert await page.marked("chosen") == set() and await page.marked("dragged") == set()
        await page.drag("red", "east")
        await page.page.keyboard.press("Escape")
        await page.page.mouse.up()
        assert await page.marked("chosen") == set() and await page.get("acts") == []
        await page.drag("red", "rock", "red")
        await page.page.mouse.up()
        assert await page.marked("chosen") == {"red"}, "put back where it was, it is still chosen"


async def test_a_picture_that_comes_during_a_drag_does_not_snatch_the_thing_away(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.drag("red", "rock")
        await page.show(table(pass_=(1, 1)))
        assert await page.marked("dragged") == {"red"}
        await page.page.mouse.move(*await page.where("east"))
        await page.page.mouse.up()
        assert await page.get("acts") == [[2, [2]]]


async def test_a_drag_ends_when_its_thing_may_not_be_moved_any_more(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.drag("red", "rock")
        await page.show(table({4: ("pass",)}))
        assert await page.get("document.querySelector('.held, .dragged')") is None
        await page.page.mouse.up()
        assert await page.get("acts") == []


async def test_what_ends_a_way_is_not_dragged(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.drag("pass", "east")
        assert await page.marked("dragged") == set()
        await page.page.mouse.up()
        assert await page.get("acts") == []


TRAIL = {at: ("red", key) for at, key in enumerate(("north", "rock", "east", "pass"), 11)}


async def test_a_trail_tells_the_places_it_was_led_through(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table(TRAIL, trail=True))
        await page.drag("red", "north", "rock", "east", "rock", "east")
        assert await page.marked("chosen") == {"red", "north", "rock", "east"}
        await page.page.mouse.up()
        assert await page.get("acts") == [[13, [11, 12, 13]]]
        await page.show(table(TRAIL))
        await page.drag("red", "north", "east")
        await page.page.mouse.up()
        assert (await page.get("acts"))[1:] == [[13, [13]]], "only a trail collects"


async def test_the_house_is_asked_once_whatever_is_pressed_meanwhile(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.page.evaluate(
            "() => { hooks.act = (action) => { acts.push(action); return new Promise(() => {}); }; }"
        )
        for _ in range(3):
            await page.click("pass")
        assert await page.get("acts") == [4]
        await page.get("touch.choose(1)")
        assert await page.get("acts") == [4]


async def test_a_move_is_chosen_from_the_list(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.get("touch.choose(2)")
        assert await page.get("acts") == [[2, [2]]]


async def shows(page: Drawn, key: str) -> bool:
    return bool(await page.page.locator(f'[data-key="{key}"]').is_visible())


async def test_what_a_touch_would_bring_is_seen_under_the_pointer_and_the_focus(visitors: Visit) -> None:
    shown, landing = table(), Thing("landing", "where it lands", (Disc(0, 0, 25, "seat1"),), 300, 200, preview="pass")
    async with drawn(visitors) as page:
        await page.show(replace(shown, things=(*shown.things, landing)))
        assert not await shows(page, "landing")
        await page.page.mouse.move(*await page.where("pass"))
        assert await shows(page, "landing")
        await page.page.mouse.move(*await page.where("rock"))
        assert not await shows(page, "landing")
        await page.page.focus("#before")
        await page.page.keyboard.press("Tab")
        assert not await shows(page, "landing"), "the focus is on another"
        await page.page.keyboard.press("ArrowRight")
        assert await shows(page, "landing")
        await page.click("landing")
        assert await page.get("acts") == [] and await page.get("told") == [], "it can't be touched itself"
        await page.click("pass")
        assert await page.get("acts") == [[4, [4]]] and not await shows(page, "landing")


async def test_a_disc_is_seen_where_it_would_land(visitors: Visit) -> None:
    match = tw.Match("connect_four", seed=1, compiled=False)
    match.play("drop d")
    async with drawn(visitors) as page:
        for seat in (1, 0, None):
            await page.show(picture(match.view(seat)))
            await page.page.mouse.move(5, 5)
            await page.page.mouse.move(*await page.where("column:d"))
            seen = [key for key in await page.get("[...picture.things.keys()]") if key.startswith("landing:")]
            assert bool(seen) == (seat is not None), "who only watches is shown nothing"
            assert [key for key in seen if await shows(page, key)] == (["landing:d"] if seat == 1 else [])
        await page.show(picture(match.view(1)))
        (x, landed), (_, disc) = await page.where("landing:d"), await page.where("disc:d1")
        assert abs(x - (await page.where("column:d"))[0]) < 1 and landed < disc, "above the one that lies there"
        order = "[...document.querySelectorAll('.thing')].map(g => g.dataset.key)"
        keys = await page.get(order)
        assert keys.index("disc:d1") < keys.index("frame") and keys.index("landing:d") < keys.index("frame")


async def test_what_is_touched_may_be_dropped_instead(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(replace(table(), drops={"pass": "rock"}))
        assert "pass" in await page.marked("lifts")
        await page.drag("pass", "north")
        assert await page.marked("target") == {"rock"} and await page.marked("chosen") == set()
        await page.page.mouse.up()
        assert await page.get("document.querySelector('.held, .dragged, .target, .rings *')") is None
        await page.drag("pass", "rock")
        assert await page.get("document.querySelector('.rings .over') !== null")
        await page.page.keyboard.press("Escape")
        await page.page.mouse.up()
        assert await page.get("acts") == [] and await page.marked("target") == set()
        await page.drag("pass", "north", "rock")
        await page.page.mouse.up()
        assert await page.get("acts") == [[4, [4]]] and await page.marked("dragged") == {"pass"}
        await page.show(table({}))
        assert await page.marked("dragged") == set()


async def test_a_drop_ends_when_the_turn_is_over(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(replace(table(), drops={"pass": "rock"}))
        await page.drag("pass", "north")
        await page.show(table({1: WAYS[1]}))
        assert await page.get("document.querySelector('.held, .dragged')") is None
        await page.page.mouse.move(*await page.where("rock"))
        await page.page.mouse.up()
        assert await page.get("acts") == []


async def test_what_a_chosen_piece_cannot_reach_dims_and_says_why(visitors: Visit) -> None:
    shown = table()
    ground = Thing("ground", "the ground", (Disc(0, 0, 150, "seat2"),), 200, 150)
    stone = Thing("stone", "a stone on the north", (Disc(0, 0, 5, "seat3"),), 245, 60)
    aside = Thing("aside", "beside the board", (Disc(0, 0, 5, "seat3"),), 395, 10)
    board = replace(shown, things=(ground, *shown.things, stone, aside), board=(190, 150, 190, 150))
    faint = (
        "[...document.querySelectorAll('.thing')].filter(g => getComputedStyle(g).opacity < 1).map(g => g.dataset.key)"
    )
    async with drawn(visitors) as page:
        await page.show(board)
        await page.get("window.reason = 'no'")
        await page.page.mouse.move(*await page.where("rock"))
        await page.click("red")
        await page.page.wait_for_selector(".choosing .dim")
        assert await page.get(faint) == ["rock"], "not what may be chosen instead, nor what lies on a place to go to"
        await page.page.mouse.move(*await page.where("north"))
        await page.page.mouse.move(*await page.where("rock"))
        await page.page.wait_for_function("() => told.length")
        assert await page.get("asked") == [["red", "rock"]] and await page.get("told") == ["no"], "where it rests"
        await page.page.keyboard.press("Escape")
        assert await page.get(faint) == []


async def test_keys_alone(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        press, focused = page.page.keyboard.press, "document.activeElement.dataset.key"
        await page.show(table())
        await page.page.focus("#before")
        await press("Tab")
        assert await page.get(focused) == "red"
        assert await page.get("document.querySelectorAll('.rings .focus').length") == 2
        await press("ArrowDown")
        assert await page.get(focused) == "blue"
        await press("ArrowRight")
        assert await page.get(focused) == "pass", "the rock and the places may not be touched"
        await press("Home")
        assert await page.get(focused) == "red"
        await press("End")
        assert await page.get(focused) == "blue"
        await press("ArrowUp")
        await press("Enter")
        assert await page.marked("chosen") == {"red"} and await page.get(focused) in ("north", "east")
        await press("Escape")
        assert await page.get(focused) == "red" and await page.marked("chosen") == set()
        await press("Space")
        await press("ArrowDown")
        assert await page.get(focused) == "east"
        await press("Enter")
        assert await page.get("acts") == [[2, [2]]]
        assert await page.get("document.activeElement.id") == "board", "the focus waits at the board"
        await page.show(table({3: ("blue", "north")}, blue=(60, 200)))
        assert await page.get(focused) == "blue"
        await press("Tab")
        assert await page.get("document.activeElement.id") == "after", "the board is one stop"


async def test_what_may_be_touched_is_a_button_with_its_words(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        assert await page.page.get_by_role("button", name="the red", exact=True).count() == 1
        assert await page.page.get_by_role("img", name="the rock").count() == 1
        await page.click("red")
        assert await page.page.get_by_role("button", name="the rock").count() == 0
        east = page.page.get_by_role("button", name="the east")
        assert await east.count() == 1
        await east.dispatch_event("click")  # as a screen reader does
        assert await page.get("acts") == [[2, [2]]]


async def test_the_focus_stays_when_its_thing_is_moved_or_lost(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        await page.show(table())
        await page.page.focus("#before")
        await page.page.keyboard.press("Tab")
        turned = table()
        await page.show(Picture(400, 300, "a table", turned.things[::-1], turned.touch))
        assert await page.get("document.activeElement.dataset.key") == "red"
        await page.show(Picture(400, 300, "a table", turned.things[1:], {4: ("pass",)}))
        assert await page.get("document.activeElement.dataset.key") == "pass"


@pytest.mark.parametrize(
    ("context", "miss"), [({}, 10), ({"has_touch": True, "is_mobile": True, "viewport": PHONE}, 18)]
)
async def test_small_things_may_be_missed_by_a_little(context: Any, miss: int, visitors: Visit) -> None:
    async with drawn(visitors, **context) as page:
        await page.show(table(radius=3))
        x, y = await page.where("pass")
        await (page.page.touchscreen.tap(x - miss, y) if context else page.page.mouse.click(x - miss, y))
        assert await page.get("acts") == [[4, [4]]]
        assert await page.get("told") == []


async def test_a_finger_drags_things_and_scrolls_the_page_elsewhere(visitors: Visit) -> None:
    async with drawn(visitors, has_touch=True, is_mobile=True, viewport=PHONE) as page:
        await page.show(table())
        action = "key => getComputedStyle(picture.element(key)).touchAction"
        assert await page.page.evaluate(action, "red") == "none"
        assert await page.page.evaluate(action, "pass") != "none"
        assert "pan-y" in await page.get("getComputedStyle(document.getElementById('board')).touchAction")
        client = await page.page.context.new_cdp_session(page.page)
        for kind, key in (("touchStart", "red"), ("touchMove", "rock"), ("touchMove", "north"), ("touchEnd", "")):
            points = [dict(zip("xy", await page.where(key), strict=True))] if key else []
            await client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await page.page.wait_for_function("() => acts.length")
        assert await page.get("acts") == [[1, [1]]]


@pytest.mark.parametrize("game", [game.name for game in all_games()])
async def test_every_action_of_a_game_can_be_made_by_clicks(game: str, visitors: Visit) -> None:
    """Legal actions of the first positions, thing by thing where a pointer meets it."""
    found = next(one for one in all_games() if one.name == game)
    match = tw.Match(found, seats=max(2, found.seats[0]), seed=3, compiled=False)
    async with drawn(visitors, viewport={"width": 1000, "height": 1300}) as page:
        for _ in range(3):
            assert match.turn is not None
            shown = picture(match.view(match.turn))
            for action, way in list(shown.touch.items())[:5]:
                await page.show(shown)
                for key in way:
                    await page.click(key)
                assert await page.get("acts.splice(0)") == [[action, [action]]], (action, way)
            match.play(match.legal_for(match.turn)[0], seat=match.turn)
