"""A person's hands at a table in the browser: they touch what is drawn where it is drawn."""

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
POLL = 25
"""Milliseconds between two looks; a look at every frame would keep the browser drawing."""
VERSION = "() => Number(document.querySelector('#board')?.dataset.version ?? -1)"


class Hands:
    def __init__(self, page: Page) -> None:
        self.page = page

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
            await self.page.mouse.click(*await self.point(key))

    async def drag(self, *keys: str) -> None:
        """Press on the first thing, lead it over the others, and let go on the last."""
        await self.page.mouse.move(*await self.point(keys[0]))
        await self.page.mouse.down()
        for key in keys[1:]:
            await self.page.mouse.move(*await self.point(key), steps=6)
        await self.page.mouse.up()

    async def resign(self) -> None:
        await self.page.get_by_role("button", name="More").click()
        await self.page.get_by_role("button", name="Resign").click()
        await self.page.get_by_role("button", name="Yes").click()
