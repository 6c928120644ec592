"""Every game's table in every window: nothing is cut or covered, everything can be read and touched, and nothing moves with the turn."""

import re
from functools import cache
from random import Random

import pytest

from tests.contract.cases import Case, cases
from tests.contract.test_look import moments, viewers
from turnwise.draw import table
from turnwise.draw.contract import faults, share, text_faults
from turnwise.draw.layout import laid
from turnwise.draw.lettered import lettered
from turnwise.draw.plan import FILM, Plan, Stage, planned, stage
from turnwise.draw.svg import svg
from turnwise.games import ours
from turnwise.kit.catalogues import speaker
from turnwise.kit.pieces import AROUND, Table

NAMES = (
    "Ann",
    "Maximiliane Oberhuber-Schmidt",
    "Cy",
    "Bartholomew O'Shaughnessy",
    "Ed",
    "Wilhelmina Mmmmmmmmmm",
    "Gus",
    "Ju",
)
"""Short ones, and some that are as long and broad as names may be."""
STAGES = {
    "laptop": stage(940, 600),
    "laptop, panel closed": stage(1260, 620),
    "desk": stage(1400, 860),
    "4K": stage(3800, 1900),
    "phone": stage(390, 600),
    "small phone": stage(360, 440),
    "tablet": stage(768, 860),
    "phone on its side": stage(844, 260),
    "twice as large": stage(640, 250),
    "film": FILM,
}
TERMINALS = ((80, 18), (120, 34), (200, 52))


@cache
def tables(name: str) -> list[tuple[Case, Table]]:
    """Moments of random games with every number of seats, as several viewers see them."""
    found = []
    for case in cases(1):
        if case.game.name != name:
            continue
        chance = Random(name)
        for match in moments(case, 3):
            found += [(case, table(match.view(seat))) for seat in viewers(match, chance)[:2]]
    return found


@pytest.mark.parametrize("window", STAGES)
@pytest.mark.parametrize("name", ours())
def test_a_table_can_be_read_and_touched_in_every_window(name: str, window: str) -> None:
    on, chance = STAGES[window], Random(window)
    for case, shown in tables(name):
        language = chance.choice(("en", "de"))
        wrong = faults(shown, on, speaker(case.game, language, NAMES[: case.seats]))
        assert not wrong, (case, language, wrong[:5])


@pytest.mark.parametrize("size", TERMINALS, ids=str)
@pytest.mark.parametrize("name", ours())
def test_a_table_fits_a_terminal(name: str, size: tuple[int, int]) -> None:
    for case, shown in tables(name):
        wrong = text_faults(shown, speaker(case.game, "en", NAMES[: case.seats]), *size)
        assert not wrong, (case, wrong[:5])


@pytest.mark.parametrize("name", ours())
def test_nothing_moves_when_the_turn_changes(name: str) -> None:
    for on in (STAGES["laptop"], STAGES["phone"]):
        plans: dict[tuple[str, bool], set[Plan]] = {}
        for case, shown in tables(name):
            plans.setdefault((repr(case), shown.hand is None), set()).add(planned(shown, on))
        assert all(len(found) == 1 for found in plans.values())


@pytest.mark.parametrize("name", ours())
def test_the_table_fills_its_window(name: str) -> None:
    for window in ("laptop", "desk"):
        for case, shown in tables(name):
            whole, board = share(shown, STAGES[window])
            least = 0.15 if shown.sitting == AROUND else 0.4  # where people sit around the table, hands are the board
            assert whole >= 0.8 and board >= least, (case, window, whole, board)


def test_windows_of_about_the_same_size_share_a_stage() -> None:
    assert stage(1000, 700) == stage(1010, 705) and stage(1000, 700) != stage(1000, 900)
    for width, height in ((300, 300), (390, 640), (1920, 1080), (9000, 9000), (10, 10)):
        on = stage(width, height)
        assert isinstance(on, Stage) and on.width <= max(300, width) and on.width >= min(width, 3840) / 1.06


@pytest.mark.parametrize("name", ours())
def test_no_window_is_too_small_or_too_odd_to_be_drawn_in(name: str) -> None:
    for case, shown in tables(name)[::7]:
        for width, height in ((1, 1), (300, 180), (1280, 240), (300, 3840), (320, 240), (500, 180), (315, 323)):
            picture = lettered(laid(shown, stage(width, height)), speaker(case.game, "de", NAMES[: case.seats]))
            assert "-" not in "".join(re.findall(r' (?:width|height|r)="(-[^"]*)"', svg(picture))), (
                case,
                width,
                height,
            )
