"""The pages by themselves."""

import pytest

from tests.browser.conftest import Visit
from tests.web.server import Server
from turnwise.games import ours
from turnwise.web.pages.guide import SEEN


async def test_home_shows_every_game(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.open("/")
        for title in ("Connect Four", "Differo", "Whot", "DeerPortal", "Rally", "Caesar"):
            assert await ann.page.get_by_text(title).count(), title


async def test_a_cut_off_link_is_answered_with_a_page_that_helps(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await ann.open("/tables/no-such-table")
        assert await ann.page.get_by_text("There is no such table").is_visible()
        assert await ann.page.get_by_role("link", name="To the games").is_visible()


@pytest.mark.parametrize(
    ("game", "colours"),
    [("connect_four", ("#e3a200", "#c2402c")), ("caesar", ("#a5251f", "#0d6d60")), ("rally", ("#fbfaf5", "#2e6fd6"))],
)
async def test_a_seat_has_the_colour_of_its_pieces(
    house: Server, visitors: Visit, game: str, colours: tuple[str, ...]
) -> None:
    async with visitors(house, color_scheme="light") as ann:
        await ann.open(f"/games/{game}")
        for seat, colour in enumerate(colours):
            swatch = ann.page.locator(f".seat{seat}.swatch, .seat{seat} .swatch").first
            shown = await swatch.evaluate("one => getComputedStyle(one).backgroundColor")
            assert shown == f"rgb{tuple(bytes.fromhex(colour[1:]))}"


@pytest.mark.parametrize("game", ours())
async def test_the_letters_in_a_guides_pictures_can_be_read(game: str, house: Server, visitors: Visit) -> None:
    """Those of a picture are as large as its stage says, which `tests/contract/test_guides.py` sees to."""
    async with visitors(house) as ann:
        await ann.open(f"/games/{game}")
        for width, least in ((360, 11), (1280, 12)):
            await ann.page.set_viewport_size({"width": width, "height": 800})
            box = await ann.page.locator(".guide figure img").first.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
            assert SEEN.least * box["width"] / SEEN.width >= least
