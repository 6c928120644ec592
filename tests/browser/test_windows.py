"""The table in real windows: it fills them, everything can be read and touched without scrolling, and nothing moves with the turn."""

from typing import Any

import pytest

from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import Hands
from tests.browser.test_whole_games import begun
from tests.web.server import Server
from turnwise.games import ours

LAPTOP, DESK = (1280, 800), (1920, 1080)
WINDOWS = (LAPTOP, DESK, (390, 844), (360, 640), (844, 390), (640, 400), (768, 1024))
"""A laptop, a large screen, phones upright and on their side, a laptop at twice the size, a tablet."""
ON_A_PHONE = 500
"""A window that is narrower or lower than this is a phone's."""
MOST_SEATS = {"whot": 8}
MEASURED = """() => {
  const things = [...document.querySelectorAll("#board [data-key]")];
  const boxes = things.map((thing) => thing.getBoundingClientRect()).filter(({ width }) => width);
  const sides = { left: Math.min(...boxes.map((b) => b.left)), top: Math.min(...boxes.map((b) => b.top)),
    right: Math.max(...boxes.map((b) => b.right)), bottom: Math.max(...boxes.map((b) => b.bottom)) };
  const letters = [...document.querySelectorAll("#board text")].filter((one) => one.textContent.trim()).map((one) => {
    const { a, b } = one.getScreenCTM();
    return [parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b), one.textContent];
  }).sort((one, two) => one[0] - two[0]);
  const touched = [...document.querySelectorAll("#board .open")].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [one.dataset.key, left, top, right, bottom];
  });
  return { sides, smallest: letters[0], touched, window: [innerWidth, innerHeight],
    size: document.querySelector("#board").getAttribute("viewBox") };
}"""
SETTLED = """size => {
  const sheet = document.querySelector("#sheet");
  const [, , width, height] = document.querySelector("#board").getAttribute("viewBox").split(" ").map(Number);
  return innerWidth === size[0] && width <= sheet.clientWidth + 1 && height <= Math.max(181, sheet.clientHeight + 1)
    && width > sheet.clientWidth / 1.07;
}"""


async def measured(visitor: Visitor, window: tuple[int, int]) -> dict[str, Any]:
    """What a window shows once the picture for it is there."""
    await visitor.page.set_viewport_size({"width": window[0], "height": window[1]})
    await visitor.page.wait_for_function(SETTLED, arg=list(window))
    found: dict[str, Any] = await visitor.page.evaluate(MEASURED)
    return found


def share(found: dict[str, Any]) -> float:
    sides, (width, height) = found["sides"], found["window"]
    return float((sides["right"] - sides["left"]) * (sides["bottom"] - sides["top"]) / (width * height))


@pytest.mark.parametrize("game", ours())
async def test_the_table_fills_every_window_and_can_be_read_and_touched(
    game: str, house: Server, visitors: Visit
) -> None:
    async with visitors(house) as ann:
        seats = MOST_SEATS.get(game)
        terms = {"seats": seats, "bots": ["classic"] * (seats - 1)} if seats else {}
        hands, _, _ = await begun(ann, game, "classic", **terms)
        await hands.sees(0)
        for window in WINDOWS:
            found = await measured(ann, window)
            where, sides = (game, window), found["sides"]
            least = 11 if min(window) < ON_A_PHONE else 12
            assert found["smallest"][0] >= least - 0.1, (where, found["smallest"])
            assert sides["left"] >= -1 and sides["right"] <= window[0] + 1, (where, sides)
            assert sides["top"] >= -1 and sides["bottom"] <= window[1] + 1, (where, sides)
            for key, left, top, right, bottom in found["touched"]:
                assert left >= -1 and top >= -1 and right <= window[0] + 1 and bottom <= window[1] + 1, (where, key)
            if window in (LAPTOP, DESK):
                assert share(found) >= 0.5, (where, share(found))
                await ann.page.get_by_role("button", name="Panel").click()
                alone = await measured(ann, window)
                assert share(alone) >= 0.65, (where, share(alone))
                await ann.page.get_by_role("button", name="Panel").click()


@pytest.mark.parametrize("window", [LAPTOP, (390, 844)], ids=str)
async def test_nothing_moves_when_a_turn_changes(window: tuple[int, int], house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        hands, _, _ = await begun(ann, "connect_four", "classic")
        await hands.sees(0)
        await measured(ann, window)
        places = []
        for ply in range(0, 6, 2):
            await hands.sees(ply)
            places.append(await ann.page.locator('[data-key="frame"]').bounding_box())
            await Hands(ann.page).touch("column:b")
        assert places[0] == places[1] == places[2]
