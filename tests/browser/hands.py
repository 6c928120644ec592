"""A person's hands at a table in the browser: they touch what is drawn where it is drawn, with a mouse or with a finger."""

from collections.abc import Iterable

from playwright.async_api import Page

POINT = """
key => {
  // A point at which this thing is uppermost: what a person would aim at.
  const thing = document.querySelector(`#board [data-key="${CSS.escape(key)}"]`);
  if (!thing) return null;
  thing.scrollIntoView({block: "nearest", inline: "nearest"});
  const box = thing.getBoundingClientRect();
  const fractions = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.05, 0.95, 0.02, 0.98];
  for (const down of fractions) for (const right of fractions) {
    const [x, y] = [box.left + right * box.width, box.top + down * box.height];
    if (document.elementFromPoint(x, y)?.closest("[data-key]") === thing) return [x, y];
  }
  return null;
}
"""
VAIN = """
([keys, share]) => {
  // A point of a thing with words that none of these keys names, far enough from all that may be touched, and not over it.
  const middles = [...document.querySelectorAll("#board .open, #board .chosen")].map((thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  const things = [...document.querySelectorAll("#board [data-key]")];
  const first = Math.floor(share * things.length);
  const fractions = [0.5, 0.2, 0.8, 0.05, 0.95];
  for (const thing of [...things.slice(first), ...things.slice(0, first)]) {
    if (keys.includes(thing.dataset.key) || !thing.querySelector("title")?.textContent) continue;
    const box = thing.getBoundingClientRect();
    for (const down of fractions) for (const right of fractions) {
      const [x, y] = [box.left + right * box.width, box.top + down * box.height];
      if (middles.some(([to_x, to_y]) => Math.hypot(to_x - x, to_y - y) < 40)) continue;
      const under = document.elementsFromPoint(x, y).map((one) => one.closest("[data-key]")?.dataset.key);
      if (under[0] === thing.dataset.key && !under.some((one) => keys.includes(one))) return [x, y];
    }
  }
  return null;
}
"""
POLL = 5
"""Milliseconds between two looks; a look at every frame would keep the browser drawing."""
VERSION = "() => Number(document.querySelector('#board')?.dataset.version ?? -1)"


class Hands:
    def __init__(self, page: Page, *, finger: bool = False) -> None:
        self.page, self.finger = page, finger

    async def unfold(self, menu: str = "More", what: str = "Possible moves") -> None:
        """Open what the menu has folded away."""
        await self.page.get_by_role("button", name=menu, exact=True).click()
        await self.page.locator("#more").get_by_role("button", name=what).click()

    async def sees(self, version: int) -> int:
        """Wait until the page shows the match at this version or a later one; which one it is."""
        await self.page.wait_for_function(f"wanted => ({VERSION})() >= wanted", arg=version, polling=POLL)
        return int(await self.page.evaluate(VERSION))

    async def point(self, key: str) -> tuple[float, float]:
        """Where a thing can be touched."""
        await self.page.wait_for_selector(f'#board [data-key="{key}"]', state="attached")
        found = await self.page.evaluate(POINT, key)
        assert found, f"{key} can't be touched anywhere"
        return found[0], found[1]

    async def touch(self, *keys: str) -> None:
        """Click one thing after the other."""
        for key in keys:
            await self.press(*await self.point(key))

    async def press(self, x: float, y: float) -> None:
        await (self.page.touchscreen.tap(x, y) if self.finger else self.page.mouse.click(x, y))

    async def drag(self, *keys: str) -> None:
        """Press on the first thing, lead it over the others, and let go on the last."""
        await self.lead([await self.point(key) for key in keys])

    async def lead(self, points: list[tuple[float, float]]) -> None:
        """Press at the first point, go on to the others, and let go at the last."""
        if self.finger:
            return await self._lead_by_finger(points)
        await self.page.mouse.move(*points[0])
        await self.page.mouse.down()
        for point in points[1:]:
            await self.page.mouse.move(*point, steps=3)  # each waits for a frame
        await self.page.mouse.up()

    async def _lead_by_finger(self, points: list[tuple[float, float]]) -> None:
        wire = await self.page.context.new_cdp_session(self.page)
        x, y = points[0]
        await wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for to_x, to_y in points[1:]:
            for share in (0.25, 0.5, 0.75, 1):
                at = {"x": x + share * (to_x - x), "y": y + share * (to_y - y)}
                await wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
            x, y = to_x, to_y
        await wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await wire.detach()

    async def vain(self, keys: Iterable[str], share: float) -> tuple[float, float]:
        """A point of something that is none of these, which something may be done with; another one for another share of 1."""
        found = await self.page.evaluate(VAIN, [sorted(set(keys)), share])
        assert found, "everything may be touched"
        return found[0], found[1]

    async def resign(self) -> None:
        await self.page.get_by_role("button", name="More").click()
        await self.page.get_by_role("button", name="Resign").click()
        await self.page.get_by_role("button", name="Yes").click()
