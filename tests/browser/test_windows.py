"""The table in real windows: it fills them, and everything can be read and touched without scrolling."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

import pytest

from tests.browser.conftest import Visit
from tests.browser.hands import Hands
from tests.browser.rulers import measured
from tests.browser.test_whole_games import begun
from tests.web.server import Server
from turnwise.games import game, ours
from turnwise.proofs.layout import ROOMS

PHONES = ((390, 844), (360, 640), (844, 390), (640, 400))
LAPTOP, DESK = (1280, 800), (1920, 1080)
TALL, LOW, WIDE, LARGE = PHONES[:2], PHONES[2:], (LAPTOP, DESK), ((3840, 2160), (768, 1024))
"""Phones upright; on their side, and a laptop at twice the size; a laptop and a large screen; a wall of one, and a tablet."""
DRAWS = 13
"""Cards that make a hand of seven one of twenty."""
CORNERS = """hand => hand.filter((card) => {
  // Its index is in the upper left corner: there a finger must reach it.
  const thing = document.querySelector(`#board [data-key="card:${card}"]`);
  const { left, top } = thing.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(left + x, top + y)?.closest("[data-key]");
  return ![[5, 12], [12, 12], [20, 12], [12, 20]].every(([x, y]) => at(x, y) === thing);
})"""
SHARE, ALONE, BOARD = 0.5, 0.65, 0.33
"""Of a laptop's window and of a large one: what the table fills with the panel beside it, and without; and the board itself."""
LANGUAGES, THEMES = ("en-GB", "de-DE"), ("light", "dark")


class Sitting(NamedTuple):
    """A table that is looked at in two windows, one of them light and the other dark."""

    game: str
    most: bool
    """Whether as many people play as can, or as few."""
    language: str
    windows: tuple[tuple[int, int], tuple[int, int]]
    themes: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.game}-{'most' if self.most else 'fewest'}"


def pairs(tables: Iterable[Sitting]) -> Counter[tuple[object, object]]:
    """What meets at some tables, and how often: any two of window, language, theme and number of people."""
    return Counter(
        pair
        for table in tables
        for window, theme in zip(table.windows, table.themes, strict=True)
        for pair in combinations((window, table.language, theme, table.most), 2)
    )


def candidates(name: str) -> Iterator[tuple[Sitting, Sitting]]:
    """All ways to have a game once in each language and in a window of each shape."""
    for languages, first in product(permutations(LANGUAGES), (False, True)):
        for wide, low, tall, large in product(WIDE, LOW, TALL, LARGE):
            windows = ((wide, low), (tall, large))
            for one, two in product(permutations(THEMES), repeat=2):
                yield (
                    Sitting(name, first, languages[0], windows[0], (one[0], one[1])),
                    Sitting(name, not first, languages[1], windows[1], (two[0], two[1])),
                )


def sittings() -> list[Sitting]:
    """A sample of all windows, games, languages, themes and numbers of people, because the whole matrix is checked in process: four
    windows a game, chosen so that those meet that have met least."""
    found = list[Sitting]()
    for name in ours():
        met = pairs(found)
        found += min(candidates(name), key=lambda tables: sum(met[pair] for pair in pairs(tables)))
    return found


def test_the_sample_has_all_pairs() -> None:
    met = pairs(sittings())
    windows = (*WIDE, *LOW, *TALL, *LARGE)
    for one, two in combinations((windows, LANGUAGES, THEMES, (False, True)), 2):
        assert set(product(one, two)) <= set(met), set(product(one, two)) - set(met)


@pytest.mark.parametrize("table", sittings(), ids=str)
async def test_the_table_fills_every_window_and_can_be_read_and_touched(
    table: Sitting, house: Server, visitors: Visit
) -> None:
    async with visitors(house, locale=table.language) as ann:
        fewest, most = game(table.game).seats
        seats = most if table.most else max(2, fewest)
        hands, _, _ = await begun(ann, table.game, "classic", seats=seats, bots=["classic"] * (seats - 1))
        await hands.sees(0)
        for window, theme in zip(table.windows, table.themes, strict=True):
            await ann.page.emulate_media(color_scheme=theme)
            found = await measured(ann.page, window)
            assert not found.faults(), (window, found.faults())
            if window in WIDE:
                assert found.share >= SHARE and found.board >= BOARD, (window, found.share, found.board)
                assert found.room == ROOMS[window], "what the tests in process take it for"
                await ann.page.locator("#table .panel").click()
                alone = await measured(ann.page)
                assert not alone.faults(), (window, alone.faults())
                assert alone.share >= ALONE and alone.board >= BOARD, (window, alone.share, alone.board)


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
