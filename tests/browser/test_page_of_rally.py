"""What Rally's rules say of the page, from the sheet's "What a player must see" and "How it is played by hand"."""

from typing import Any

import pytest
from playwright.async_api import expect

import turnwise as tw
from tests.browser.conftest import Visit, Visitor
from tests.browser.drawn import Drawn, drawn
from tests.browser.hands import Hands
from tests.browser.test_table import press
from tests.games.rally.scenes import TOWN, played
from tests.games.rally.test_look import NAMES, rolled
from tests.law import law
from tests.web.server import Server
from turnwise.draw import picture

SLOTS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(-0.45, 0), (0.45, 0)],
    3: [(-0.45, 0.3), (0.45, 0.3), (0, -0.45)],
    4: [(-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45), (0.45, 0.45)],
    5: [(-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45), (0.45, 0.45), (0, 0)],
    6: [(-0.6, -0.4), (0, -0.4), (0.6, -0.4), (-0.6, 0.4), (0, 0.4), (0.6, 0.4)],
}
"""As the sheet has them, in units of a position's radius."""
DIAMOND = {
    "format": "rally-board-1",
    "name": "Two ways",
    "positions": [
        {"id": id, "x": x, "y": y, "kind": kind}
        for id, x, y, kind in (
            ("Home", 0, 4, "start"),
            ("North", 4, 0, "plain"),
            ("South", 4, 8, "plain"),
            ("Hill", 8, 4, "checkpoint"),
            ("Port", 12, 4, "finish"),
        )
    ],
    "connections": [["Home", "North"], ["Home", "South"], ["North", "Hill"], ["South", "Hill"], ["Hill", "Port"]],
}
"""From Home to Hill it is two moves by North and two by South."""
TEXTS = "key => [...document.querySelectorAll(`[data-key='${key}'] text`)].map(one => one.textContent)"
SHAPES = """key => {
  // What the sign of a position is made of, where it stands.
  const { x, y, width, height } = document.querySelector(`[data-key="${key}"]`).getBoundingClientRect();
  return document.elementsFromPoint(x + width / 2, y + height / 2).filter(one => one.closest("[data-key=signs]"))
    .map(one => one.tagName + (one.getAttribute("d")?.match(/M/g).length ?? ""));
}"""
SCROLLED = """far => {
  const { scrollLeft: right, scrollTop: down, clientHeight, scrollHeight } = document.getElementById("sheet");
  return far < 0 ? !right && !down : down + clientHeight > scrollHeight - 2;
}"""
CAUGHT = "() => { window.later = []; window.setTimeout = (deed, ms) => later.push([deed, ms]); }"
"""What is to happen later is kept, with its milliseconds."""


async def strokes(page: Drawn, key: str) -> list[str]:
    script = "key => [...picture.element(key).children].map(one => getComputedStyle(one).stroke)"
    found: list[str] = await page.page.evaluate(script, key)
    return found


async def against_a_bot(ann: Visitor, **options: Any) -> str:
    await ann.be("Ann")
    terms = {"game": "rally", "seats": 2, "access": "link", "seating": "chosen", "bots": ["random"], "options": options}
    made = await ann.ask("POST", "/api/tables", terms)
    await ann.ask("POST", f"/api/tables/{made['id']}/start", {})
    return f"/tables/{made['id']}"


async def with_a_throw(ann: Visitor, least: int, **options: Any) -> str:
    """A table at which Ann's first throw is high enough."""
    while True:
        table = await against_a_bot(ann, **options)
        if (await ann.ask("GET", f"/api{table}"))["state"]["die"] >= least:
            await ann.open(table)
            await Hands(ann.page).sees(0)
            return table


@law("R6")
@pytest.mark.parametrize("seats", SLOTS)
async def test_figures_on_one_position_stand_side_by_side_in_their_order(visitors: Visit, seats: int) -> None:
    async with drawn(visitors) as page:
        await page.show(tw.Match("rally", seats=seats, seed=1))
        at = "key => { const {e, f} = new DOMMatrix(picture.things.get(key).at); return [e, f]; }"
        x, y, scale = await page.page.evaluate(
            "key => picture.things.get(key).at.match(/[\\d.]+/g).map(Number)", "position:P1"
        )
        radius = 36 * scale
        for seat, (right, down) in enumerate(SLOTS[seats]):
            there = await page.page.evaluate(at, f"figure:{seat}")
            assert there == pytest.approx([x + right * radius, y + down * radius], abs=0.3), seat


@law("R39", "R40", "R42")
async def test_a_figure_in_hand_shows_where_it_may_go_and_a_refused_place_turns_red(visitors: Visit) -> None:
    """Example 1: from P1 with a 3, layers {P4, P6}, {P5, P9}, {P2, P18, P8, P10}."""
    cost = {"P4": 1, "P6": 1, "P5": 2, "P9": 2, "P2": 3, "P18": 3, "P8": 3, "P10": 3}
    white, blue, green = "rgb(255, 255, 255)", "rgb(10, 99, 196)", "rgb(11, 128, 72)"
    async with drawn(visitors) as page:
        await page.show(rolled(3, seats=2))
        assert await page.marked("open") == {"figure:0"}, "only the active figure can be taken"
        for key in ("figure:1", "position:P3", "caption"):
            await page.click(key)
        assert await page.marked("chosen") | await page.marked("target") == set() and await page.get("acts") == []
        await page.click("figure:0")
        assert await page.marked("chosen") == {"figure:0"}
        assert await page.marked("target") == {f"position:{id}" for id in cost}
        assert white in await strokes(page, "position:P1")
        for id, moves in cost.items():
            assert (blue if moves < 3 else green) in await strokes(page, f"position:{id}"), id
            assert await page.page.evaluate(TEXTS, f"position:{id}") == [str(moves)]
        assert not {blue, green} & set(await strokes(page, "position:P3"))
        await page.page.evaluate(CAUGHT)
        await page.click("position:P3")
        assert await page.marked("refused") == {"position:P3"} and await page.get("acts") == []
        ring = await page.get(
            "getComputedStyle(document.querySelector('.rings .refused')).stroke.match(/\\d+/g).map(Number)"
        )
        assert ring[0] > 180 > 90 > max(ring[1:]), "red"
        assert (await page.get("later.map(one => one[1])"))[-1] == 500
        await page.get("later.forEach(([deed]) => deed())")
        assert await page.get("document.querySelector('.refused')") is None
        assert await page.marked("chosen") == {"figure:0"}, "it is still in hand"
        await page.click("position:P9")
        assert await page.get("acts.length") == 1
        assert await page.marked("target") | await page.marked("chosen") == set(), "the hints vanish with the request"
        assert await page.get("document.querySelectorAll('.rings > *').length") == 0


@law("R40")
async def test_a_place_in_reach_is_driven_to_with_one_click_and_step_by_step(visitors: Visit) -> None:
    async with drawn(visitors, reduced_motion="no-preference") as page:
        match = rolled(3, seats=2)
        await page.show(match)
        await page.click("position:P18")
        (action,) = [one.id for one in match.view(0).legal if one.words == "move P18"]
        assert await page.get("acts") == [[action, [action]]]
        match.play("move P18")
        ways = "picture.element('figure:0').getAnimations().map(one => one.effect.getKeyframes().length)"
        assert await page.send(match, asked=ways) == [4], "from P1 by P4 and P5"


@law("R41")
async def test_a_figure_is_dragged_and_goes_back_when_dropped_on_nothing(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        match = rolled(3, seats=2)
        await page.show(match)
        await page.click("figure:0")
        before = await page.where("figure:0")
        await page.drag("figure:0", "position:P6")
        held = await page.page.locator(".held").bounding_box()
        assert held and await page.marked("dragged") == {"figure:0"}, "it goes along with the pointer"
        await page.page.mouse.move(before[0] + 60, before[1] + 45, steps=4)
        await page.page.mouse.up()
        assert await page.get("acts") == [] and await page.marked("dragged") == set()
        assert await page.where("figure:0") == before and await page.get("document.querySelector('.held')") is None
        await page.drag("figure:0", "position:P4")
        await page.page.mouse.up()
        view = match.view(0)
        (action,) = [one.id for one in view.legal if one.words == "move P4"]
        assert await page.get("acts") == [[action, [action]]]


@law("R41")
@pytest.mark.parametrize("by", ["North", "South"])
async def test_a_figure_walks_the_path_along_which_it_was_led(house: Server, visitors: Visit, by: str) -> None:
    async with visitors(house) as ann:
        await with_a_throw(ann, 2, board=DIAMOND)
        await Hands(ann.page).drag("figure:0", f"position:{by}", "position:Hill")
        await expect(ann.page.locator("#log")).to_contain_text(f"Ann drives to {by}, with ")
        await expect(ann.page.locator("#log")).to_contain_text("Ann drives to checkpoint A")
        await Hands(ann.page).sees(2)


@law("R43")
async def test_everything_a_driver_wants_to_know_is_there(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table = await with_a_throw(ann, 2)
        page, shown = ann.page, (await ann.ask("GET", f"/api{table}"))["state"]
        await expect(page.locator("#seats [aria-current=true]")).to_contain_text("Ann")
        assert await page.evaluate(TEXTS, "caption") == ["Round 1 · 3 of 5 points open the finish"]
        told = "key => document.querySelector(`[data-key='${key}'] title`).textContent"
        assert await page.evaluate(told, "die") == f"The die shows {shown['die']}."
        assert await page.evaluate(told, "moves") == f"{shown['die']} moves left"
        assert "white car 0" in await page.evaluate(told, "figure:0"), "whose colour it is"
        assert await page.evaluate(told, "plate:0") == "Ann, to move"
        for seat, name in enumerate(("Ann", "Random bot")):
            texts = await page.evaluate(TEXTS, f"plate:{seat}")
            assert [text for text in texts if text] == [str(seat), name, *"ABCDE"]
        await expect(page.locator("#undo")).to_be_hidden()
        one = next(id for id, cost in shown["reach"].items() if cost == 1)
        await Hands(page).touch("figure:0", f"position:{one}")
        version = await Hands(page).sees(1)
        left = shown["die"] - 1
        assert await page.evaluate(told, "moves") == f"{left} of {shown['die']} moves left"
        await page.locator("#undo").click()
        await page.wait_for_function("() => document.querySelector('#log').textContent.includes('takes back')")
        assert (await ann.ask("GET", f"/api{table}"))["version"] > version
        assert (await ann.ask("GET", f"/api{table}"))["state"]["at"][0] == "P1"
    async with drawn(visitors, reduced_motion="no-preference") as page:
        match = rolled(1, seats=2)
        await page.show(match)
        match.play(match.legal[0])
        tumbling = "[...document.querySelectorAll('.ghost, [data-key=die]')].flatMap(one => one.getAnimations()).length"
        assert await page.send(match, asked=tumbling) > 1, "the die rolls"
        end = played(2, 2, win="race")
        await page.show(end)
        first = end.view(None).state["arrived"][0]
        assert "1st, round" in " ".join(await page.page.evaluate(TEXTS, f"plate:{first}"))


@law("R44")
async def test_places_differ_in_shape_and_label_and_the_board_has_an_edge(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await with_a_throw(ann, 1, board=TOWN)
        page, hands = ann.page, Hands(ann.page)
        labels = await page.evaluate("[...document.querySelectorAll('#board text')].map(one => one.textContent)")
        assert {"Start Gate", "Finish Castle", "A · Bridge", "B · Market"} <= set(labels), labels
        assert labels.count("?") == len(["Bridge", "Quay", "Tower"])
        lines = "[...document.querySelectorAll('[data-key=board] path')].map(one => one.getAttribute('d').match(/M/g).length)"
        assert len(TOWN["connections"]) in await page.evaluate(lines), "a line for each connection"
        shapes = {
            id: await page.evaluate(SHAPES, f"position:{id}") for id in ("Gate", "Castle", "Market", "Mill", "Well")
        }
        assert shapes["Mill"] == shapes["Well"] and "rect" in shapes["Gate"] and "circle" in shapes["Mill"]
        assert len(set(map(tuple, shapes.values()))) == 4, shapes

        async def edges() -> list[float]:
            """How far the picture goes beyond each side of its frame."""
            found: list[float] = await page.evaluate("""(() => {
              const [frame, board] = ["sheet", "board"].map(id => document.getElementById(id).getBoundingClientRect());
              return [frame.left - board.left, frame.top - board.top, board.right - frame.right, board.bottom - frame.bottom];
            })()""")
            return found

        flat = pytest.approx([0, 0, 0, 0], abs=1)
        assert await edges() == flat
        await page.keyboard.press("-")
        assert await edges() == flat, "not smaller than its frame"
        x, y = await hands.point("position:Market")
        await page.mouse.move(x, y)
        await page.keyboard.down("Control")
        await page.mouse.wheel(0, -500)
        await page.keyboard.up("Control")
        await page.wait_for_selector("#sheet.closer")
        near = await page.locator("[data-key='position:Market']").bounding_box()
        assert near and abs(near["x"] + near["width"] / 2 - x) < 40 and near["width"] > 60, (
            "nearer, and still under the pointer"
        )
        for far in (-9000, 9000):
            await page.mouse.wheel(far, far)
            await page.wait_for_function(SCROLLED, arg=far)
            assert min(await edges()) > -1, "no pan beyond the edge"
        await press(page, "Larger")
        for _ in range(9):
            await press(page, "Smaller")
        assert await edges() == flat
        await press(page, "Larger")
        assert max(await edges()) > 1, "at the least size the next step is nearer again"


@law("R45")
async def test_keys_alone_a_numbered_list_take_back_and_answers_by_number(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table = await with_a_throw(ann, 2, board=TOWN)
        page, key = ann.page, ann.page.keyboard.press
        await page.get_by_role("button", name="More", exact=True).focus()
        await key("Enter")
        await page.locator("#more").get_by_role("button", name="Possible moves").focus()
        await key("Enter")
        buttons = page.locator("#choices-list button")
        reach = (await ann.ask("GET", f"/api{table}"))["state"]["reach"]
        assert [words[:1] for words in await buttons.all_text_contents()] == list("123456789")[: len(reach)]
        words = await buttons.all_text_contents()
        number = next(i for i, one in enumerate(words, 1) if reach.get(one.split()[-1], 9) < max(reach.values()))
        await key(str(number))
        await expect(page.locator("#log")).to_contain_text("drives")
        await key("Control+z")
        await expect(page.locator("#log")).to_contain_text("takes back")
        await expect(page.locator("#choices-count")).to_have_text(str(len(reach)))
        assert (await ann.ask("GET", f"/api{table}"))["state"]["at"][0] == "Gate"


@law("R45")
async def test_a_question_is_answered_by_a_number(house: Server, visitors: Visit) -> None:
    board = TOWN | {
        "positions": [one | {"pack": "rivers"} if one["id"] == "Market" else one for one in TOWN["positions"]]
    }
    async with visitors(house) as ann:
        table = await against_a_bot(ann, board=board)
        await asked(ann, table)
        await ann.open(table)
        await Hands(ann.page).unfold()
        question = (await ann.ask("GET", f"/api{table}"))["state"]["asking"]
        words = await ann.page.locator("#choices-list button").all_text_contents()
        assert words[: len(question["answers"])] == [
            f"{n}Choose answer {n}" for n in range(1, len(question["answers"]) + 1)
        ]
        await ann.page.keyboard.press("2")
        await expect(ann.page.locator("#log")).to_contain_text(f"answers “{question['answers'][1]}”")


async def asked(ann: Visitor, table: str) -> None:
    """Move until Ann stands before a question."""
    while True:
        now = await ann.ask("GET", f"/api{table}")
        if now["turn"] != 0:
            continue
        if now["state"]["phase"] == "question":
            return
        last = [id for id, cost in now["state"]["reach"].items() if cost == now["state"]["moves_left"]]
        quiz = [id for id in last if id in ("Bridge", "Market", "Quay", "Tower")]
        to = (quiz or last or list(now["state"]["reach"]))[0]
        await ann.ask("POST", f"/api{table}/actions", {"actions": [f"move {to}"], "version": now["version"]})


@law("R46")
async def test_the_ranking_tells_points_and_the_round_of_arrival(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        match = played(4, 2)
        view = match.view(None)
        assert view.outcome
        places = view.outcome.places
        await page.show(picture(view, NAMES[:4]))
        texts = await page.page.evaluate(TEXTS, "ranking")
        order = sorted(range(4), key=lambda seat: places[seat])
        for place, seat in enumerate(order, 1):
            held, came = len(view.state["points"][seat]), view.state["arrival_round"][seat]
            arrival = f"in, round {came}" if seat in view.state["arrived"] else "not in"
            row = {f"{place}. {NAMES[seat]}", f"{held} point{'s' * (held != 1)}", arrival}
            assert set(texts[3 * place - 1 : 3 * place + 2]) == row, texts


@law("R46")
async def test_the_end_screen_of_a_table_ranks_by_points(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        table = await against_a_bot(ann, win="points", rounds=1)
        while not (now := await ann.ask("GET", f"/api{table}")).get("outcome"):
            if now["turn"] == 0:
                to = next(iter(now["state"]["reach"]))
                await ann.ask("POST", f"/api{table}/actions", {"actions": [f"move {to}"], "version": now["version"]})
        await ann.open(table)
        await expect(ann.page.locator("#ending")).to_be_visible()
        await expect(ann.page.locator("#end-places li")).to_have_count(2)
        await expect(ann.page.locator("#end-places li").first).to_contain_text("point")
        ranks = {text.partition(". ")[2] for text in await ann.page.evaluate(TEXTS, "ranking")}
        assert {"Ann", "Random bot"} <= ranks
