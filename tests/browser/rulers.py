"""What a window shows, measured: the drawn table's letters, what can be touched, and whether all of it is in view."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from playwright.async_api import Page

from tests.browser.hands import POLL

READ_ON_A_PHONE, READ_ELSEWHERE = 11, 12
"""CSS pixels of the smallest letters."""
ON_A_PHONE = 500
"""A window that is narrower or lower than this is a phone's."""
MEASURED = """drawing => {
  const svg = document.querySelector(drawing);
  const [seen, cards] = [[], []];
  for (const thing of svg.querySelectorAll("[data-key]")) {
    const { left, top, right, bottom } = thing.getBoundingClientRect();
    if (right > left) seen.push([thing.dataset.key, left, top, right, bottom]);
  }
  const at = (x, y) => document.elementFromPoint(x, y)?.closest("[data-key]");
  const steps = [0.5, 0.25, 0.75, 0.08, 0.92];
  const covered = [...svg.querySelectorAll('.open, [data-key^="card:"], [data-key^="place:"]')].filter((thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return !steps.some((down) => steps.some((over) => at(left + over * width, top + down * height) === thing));
  }).map((thing) => thing.dataset.key);
  const letters = [...svg.querySelectorAll("text")].filter((one) => one.textContent.trim()).map((one) => {
    const { a, b } = one.getScreenCTM();
    return [parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b), one.textContent];
  }).sort((one, two) => one[0] - two[0]);
  const { clientWidth, clientHeight } = svg.parentElement;
  const [room, window] = [[clientWidth, clientHeight], [innerWidth, innerHeight]];
  return { seen, covered, smallest: letters[0], scrolled: [scrollX, scrollY], room, window };
}"""
ANCHOR = """() => {
  // The largest thing, by which one sees whether the board moves.
  const things = [...document.querySelectorAll("#board [data-key]")];
  const size = (thing) => { const { width, height } = thing.getBoundingClientRect(); return width * height; };
  return things.reduce((one, two) => (size(two) > size(one) ? two : one)).dataset.key;
}"""
PLACE = """key => {
  const { a, e, f } = document.querySelector(`#board [data-key="${key}"]`).getScreenCTM();
  return [a, e, f, scrollX, scrollY];
}"""
LAID_OUT = """() => {
  const [sheet, size] = [document.querySelector("#sheet"), document.querySelector("#board").getAttribute("viewBox")];
  const [, , width, height] = (size ?? "0 0 0 0").split(" ").map(Number);
  return width <= sheet.clientWidth + 1 && height <= Math.max(181, sheet.clientHeight + 1) && width > sheet.clientWidth / 1.07;
}"""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)


def around(boxes: Iterable[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


class Measures:
    """What was found in a window."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.window: tuple[int, int] = tuple(found["window"])
        self.room: tuple[int, int] = tuple(found["room"])
        self.boxes = {key: Box(*sides) for key, *sides in found["seen"]}
        self.covered: list[str] = found["covered"]
        self.scrolled: list[float] = found["scrolled"]
        self.smallest: float = found["smallest"][0]
        self.written: str = found["smallest"][1]

    @property
    def share(self) -> float:
        """How much of the window lies between the first and the last of board, hand and plates."""
        return around(self.boxes.values()).area / (self.window[0] * self.window[1])

    @property
    def board(self) -> float:
        """How much the largest thing takes: the board itself, the cloth that cards lie on."""
        return max(box.area for box in self.boxes.values()) / (self.window[0] * self.window[1])

    def faults(self) -> list[str]:
        """What can't be seen, read or touched without scrolling."""
        width, height = self.window
        least = READ_ON_A_PHONE if min(self.window) < ON_A_PHONE else READ_ELSEWHERE
        wrong = [
            f"'{key}' reaches out of the window: {tuple(map(round, box))}"
            for key, box in self.boxes.items()
            if box.left < -1 or box.top < -1 or box.right > width + 1 or box.bottom > height + 1
        ]
        wrong += [f"'{key}' is covered" for key in self.covered]
        if self.smallest < least - 0.1:
            wrong.append(f"'{self.written}' is {self.smallest:.1f} pixels high")
        if any(self.scrolled):
            wrong.append(f"it is scrolled by {self.scrolled}")
        return wrong


async def laid_out(page: Page, window: tuple[int, int] | None = None) -> None:
    """Have the picture that is made for a window of this size, or of the present one."""
    if window:
        await page.set_viewport_size({"width": window[0], "height": window[1]})
        await page.wait_for_function("wide => innerWidth === wide", arg=window[0], polling=POLL)
    await page.wait_for_function(LAID_OUT, polling=POLL)


async def measured(page: Page, window: tuple[int, int] | None = None) -> Measures:
    """What a window shows once the picture for it is there."""
    await laid_out(page, window)
    return Measures(await page.evaluate(MEASURED, "#board"))
