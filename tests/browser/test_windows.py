"""The table in real windows: it fills them, and everything can be read and touched without scrolling."""

from typing import NamedTuple

import pytest

from tests.browser.conftest import Visit
from tests.browser.hands import Hands
from tests.browser.rulers import laid_out, measured
from tests.browser.test_whole_games import begun
from tests.web.server import Server
from turnwise.games import game, ours

PHONES = ((390, 844), (360, 640), (844, 390), (640, 400))
LAPTOP, DESK = (1280, 800), (1920, 1080)
WINDOWS = (LAPTOP, DESK, (3840, 2160), *PHONES, (768, 1024))
"""A laptop, a large screen, a wall of one, phones upright and on their side, a laptop at twice the size, a tablet."""
DRAWS = 13
"""Cards that make a hand of seven one of twenty."""
CORNERS = """hand => hand.filter((card) => {
  // Its index is in the upper left corner: there a finger must reach it.
  const thing = document.querySelector(`#board [data-key="card:${card}"]`);
  const { left, top } = thing.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(left + x, top + y)?.closest("[data-key]");
  return ![[5, 12], [12, 12], [20, 12], [12, 20]].every(([x, y]) => at(x, y) === thing);
})"""
SHARE, ALONE = 0.5, 0.65
"""Of a laptop's window and of a large one that the table fills with the panel beside it, and without."""


class Board(NamedTuple):
    """How much of such a window the board itself fills, with the panel beside it and without."""

    least: float
    alone: float


SQUARE = Board(0.34, 0.34)
"""A board about as broad as high fills the height, and a window is broader."""
BOARDS = {
    "differo": Board(0.37, 0.37),
    "whot": Board(0.17, 0.26),  # its cards lie around it
    "deerportal": Board(0.29, 0.35),
    "rally": Board(0.31, 0.47),
    "caesar": Board(0.27, 0.3),  # and its hand below
}


@pytest.mark.parametrize(("most", "language"), [(False, "en-GB"), (True, "de-DE")], ids=["fewest", "most"])
@pytest.mark.parametrize("name", ours())
async def test_the_table_fills_every_window_and_can_be_read_and_touched(
    name: str, most: bool, language: str, house: Server, visitors: Visit
) -> None:
    """With as few people as can play, and with as many; in one window it is light, in the next one dark."""
    async with visitors(house, locale=language) as ann:
        seats = game(name).seats[1] if most else max(2, game(name).seats[0])
        hands, _, _ = await begun(ann, name, "classic", seats=seats, bots=["classic"] * (seats - 1))
        await hands.sees(0)
        for at, window in enumerate(WINDOWS):
            await ann.page.emulate_media(color_scheme=("light", "dark")[(at + most) % 2])
            found = await measured(ann.page, window)
            assert not found.faults(), (name, window, found.faults())
            if window in (LAPTOP, DESK):
                assert found.share >= SHARE and found.board >= BOARDS.get(name, SQUARE).least, (
                    window,
                    found.share,
                    found.board,
                )
                await ann.page.locator("#table .panel").click()
                alone = await measured(ann.page)
                assert not alone.faults(), (name, window, alone.faults())
                assert alone.share >= ALONE and alone.board >= BOARDS.get(name, SQUARE).alone, (
                    window,
                    alone.share,
                    alone.board,
                )
                await ann.page.locator("#table .panel").click()
                await laid_out(ann.page)


async def test_a_hand_of_twenty_cards_is_read_and_touched_on_a_phone(house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport={"width": 390, "height": 844}) as ann:
        ben = house.guest("Ben")
        await ann.be("Ann")
        terms = {"game": "whot", "seats": 2, "clock": {"kind": "none"}, "options": {"cards_each": 7}}
        table = f"/api/tables/{(await ann.ask('POST', '/api/tables', terms | {'seating': 'chosen'}))['id']}"
        ben.post(f"{table}/seats")
        await ann.ask("POST", f"{table}/start", {})
        for version in range(2 * DRAWS):
            draw = {"actions": "draw", "version": version}
            await ann.ask("POST", f"{table}/actions", draw) if version % 2 == 0 else ben.post(f"{table}/actions", draw)
        hand = (await ann.ask("GET", table))["state"]["hands"][0]
        assert len(hand) == 7 + DRAWS
        await ann.open(table.removeprefix("/api"))
        await Hands(ann.page).sees(2 * DRAWS)
        for window in PHONES:
            found = await measured(ann.page, window)
            assert {f"card:{card}" for card in hand} <= set(found.boxes)
            assert not found.faults(), (window, found.faults())
            assert not await ann.page.evaluate(CORNERS, hand), window
