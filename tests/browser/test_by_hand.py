"""Each game played by hand, as people do: with a mouse in a wide window, with a finger in a tall one, and with keys alone. Every move
is seen in the log and on the board, which stays where it is, and what may not be touched changes nothing."""

from itertools import count
from random import Random
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.ears import Ears
from tests.browser.hands import POLL, Hands
from tests.browser.rulers import ANCHOR, PLACE
from tests.browser.test_whole_games import READY, ROLLED, begun
from tests.web.server import Server
from turnwise.games import ours

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
TALL: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOVES = {"connect_four": 3, "caesar": 7, "liars_dice": 8}
"""Of one person: before anybody can have won, and until every kind of touching was needed."""
USUAL = 4
DRAWN = """() => [...document.querySelectorAll("#board [data-key]")]
  .map((thing) => [thing.dataset.key, thing.style.transform, thing.textContent].join()).join("\\n")"""
EXPLAINED = """([x, y]) => {
  const { left, top, right, bottom } = document.querySelector("#bubble").getBoundingClientRect();
  return right > left && left >= 0 && right <= innerWidth && left < x + 40 && right > x - 40 && top < y + 60 && bottom > y - 120;
}"""
"""What is said stands at a point, and all of it is in the window."""
HELD = "#board :is(.held, .dragged, .chosen)"
FOCUSED = """key => {
  const middle = (thing) => { const { x, y, width, height } = thing.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const [focused, wanted] = [document.activeElement, document.querySelector(`#board [data-key="${key}"]`)];
  const [[x, y], [to_x, to_y]] = [middle(focused), middle(wanted)];
  return [focused.dataset.key ?? "", to_x - x, to_y - y];
}"""
STEPS = 80
"""Arrows that lead from any thing to any other."""


class Sitting:
    """Ann at a table against bots."""

    def __init__(self, ann: Visitor, hands: Hands, ears: Ears, id: str) -> None:
        self.ann, self.page, self.hands, self.ears, self.id = ann, ann.page, hands, ears, id
        self.log = ann.page.locator("#log li")
        self.version, self.before, self.lines = 0, "", 0

    async def on_turn(self) -> None:
        """Wait until Ann is to act and may touch something."""
        await self.page.wait_for_function(READY, polling=POLL)
        self.version = await self.hands.sees(self.version)
        assert self.ears.moves, "the match is over"

    @property
    def rolls(self) -> bool:
        """Whether a gesture has to show first what may be done."""
        return self.ears.moves[0][0] < 0

    async def rolled(self) -> None:
        await self.page.wait_for_selector(ROLLED, state="attached")

    async def look(self) -> None:
        """Remember what the board and the log show."""
        self.before, self.lines = await self.page.evaluate(DRAWN), await self.log.count()

    async def has_moved(self) -> None:
        """The move is on the board and in the log."""
        self.version = await self.hands.sees(self.version + 1)
        assert await self.page.evaluate(DRAWN) != self.before
        await expect(self.log.nth(self.lines)).to_contain_text("Ann")

    async def stays(self) -> None:
        """Nothing has been done."""
        assert (await self.ann.ask("GET", f"/api/tables/{self.id}"))["version"] == self.version
        assert await self.page.evaluate(DRAWN) == self.before and await self.log.count() == self.lines

    def chosen(self, chance: Random, *, by_drag: bool) -> tuple[list[str], list[str]]:
        """A way to a move; and where to drag what it begins with, if that is wanted and can be."""
        drops = self.ears.drops
        ways = [way for _, _, way in self.ears.moves]
        lifted = [way for way in ways if len(way) > 1 or way[0] in drops]
        if not by_drag or not lifted:
            return chance.choice(ways), []
        way = chance.choice(lifted)
        return way, way[:2] if len(way) > 1 else [way[0], drops[way[0]]]

    async def vain(self, chance: Random) -> tuple[float, float]:
        """Where something is that is good for nothing now."""
        touched = (key for _, _, way in self.ears.moves for key in way)
        return await self.hands.vain([*touched, *self.ears.drops.values()], chance.random())

    async def vain_touch(self, chance: Random) -> None:
        """Touch something that may not be touched: it is explained where it was touched, and that is all."""
        x, y = await self.vain(chance)
        await self.hands.press(x, y)
        await self.page.wait_for_function(EXPLAINED, arg=[x, y], polling=POLL)
        await self.stays()


async def sat_down(ann: Visitor, game: str, *, finger: bool = False) -> Sitting:
    _, ears, id = await begun(ann, game, "random")
    return Sitting(ann, Hands(ann.page, finger=finger), ears, id)


@pytest.mark.parametrize("window", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("game", ours())
async def test_a_game_is_played_by_touches_and_drags(
    game: str, window: dict[str, Any], house: Server, visitors: Visit
) -> None:
    async with visitors(house, **window) as ann:
        table = await sat_down(ann, game, finger=window is TALL)
        hands, chance, dragged, several = table.hands, Random(f"{game} {window}"), 0, False
        await table.on_turn()
        board = await ann.page.evaluate(ANCHOR)
        place = await ann.page.evaluate(PLACE, board)
        for move in range(MOVES.get(game, USUAL)):
            await table.on_turn()
            if table.rolls:
                await hands.touch(*table.ears.moves[0][2])
                await table.rolled()
            await table.look()
            way, drags = table.chosen(chance, by_drag=bool(move % 2))
            several |= len(way) > 1
            if drags:
                await hands.lead([await hands.point(way[0]), await table.vain(chance)])  # it is not wanted there
                await expect(ann.page.locator(HELD)).to_have_count(0)
                await table.stays()
                await hands.drag(*drags)
                await hands.touch(*way[len(drags) :])
                dragged += 1
            else:
                await table.vain_touch(chance)
                await hands.touch(*way[:-1])
                if way[1:]:
                    await table.vain_touch(chance)
                await hands.touch(way[-1])
            await table.has_moved()
            assert await ann.page.evaluate(PLACE, board) == place, "the board stays where it is"
        assert dragged > 1 or not several, "where one touch is a move there is nothing to drag"


async def into_the_board(page: Page) -> None:
    for _ in range(60):  # however many stops lie before it
        await page.keyboard.press("Tab")
        if await page.evaluate("document.querySelector('#board').contains(document.activeElement)"):
            return
    raise AssertionError("the board can't be reached by Tab")


async def walk(page: Page, key: str) -> None:
    """Go to a thing by arrows, as somebody does who sees where the focus is."""
    been = set[tuple[str, str]]()
    for _ in range(STEPS):
        at, right, down = await page.evaluate(FOCUSED, key)
        if at == key:
            return
        across = "ArrowRight" if right > 0 else "ArrowLeft"
        along = "ArrowDown" if down > 0 else "ArrowUp"
        ways = [across, along] if abs(right) > abs(down) else [along, across]
        ways += [one for one in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") if one not in ways]
        way = next((way for way in ways if (at, way) not in been), "Home")
        been.add((at, way))
        await page.keyboard.press(way)
    raise AssertionError(f"no arrows lead to {key}")


@pytest.mark.parametrize("game", ours())
async def test_a_game_is_played_with_keys_alone(game: str, house: Server, visitors: Visit) -> None:
    async with visitors(house, **WIDE) as ann:
        table, chance, press = await sat_down(ann, game), Random(game), ann.page.keyboard.press
        await table.on_turn()
        await into_the_board(ann.page)
        for move in count():
            await table.on_turn()
            if table.rolls:
                await press("Enter")
                await table.rolled()
            await table.look()
            moves = [one for one in table.ears.moves if one[0] >= 0]  # a long hand may also be rolled
            _, _, way = chance.choice(moves)
            for step, key in enumerate(way):
                await walk(ann.page, key)
                if step and move % 2:  # another thought: back, and again
                    await press("Escape")
                    assert await ann.page.evaluate("document.activeElement.dataset.key") == way[step - 1]
                    await press("Enter")
                    await walk(ann.page, key)
                if step < len(way) - 1:
                    await press("Enter")
            await table.stays()
            await press("Enter")
            await table.has_moved()
            if move + 1 == MOVES.get(game, USUAL):
                break
