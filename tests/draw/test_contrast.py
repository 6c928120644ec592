"""What is written can be read on what lies under it: on parts of the same thing, on other things, on the ground."""

import pytest

from turnwise.draw.contrast import faint
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Picture, Shade, Thing

PALETTE = {
    "pale": ("#dddddd", "#dddddd"),
    "deep": ("#222222", "#222222"),
    "grey": ("#888888", "#888888"),
    "night": ("#ffffff", "#111111"),
}
SHADES = (Shade("dusk", ((0, "white"), (1, "black"))), Shade("spot", ((0, "black"), (1, "white")), radial=True))
SIGN = Label(0, 0, "8", 14, "deep")
RING = Path("M-20 -20h40v40h-40ZM-10 -10v20h20v-20Z", "black")
"""A frame with a hole in it."""


def wrong(*things: tuple[Part, ...], ground: str = "white", turn: float = 0) -> list[str]:
    """What can't be read of things that lie over each other."""
    drawn = [Thing(f"thing:{at}", "a thing", parts, 50, 50, turn) for at, parts in enumerate(things)]
    return list(faint(Picture(100, 100, "", tuple(drawn), palette=PALETTE, shades=SHADES, ground=ground)))


@pytest.mark.parametrize(
    "dark",
    [
        Box(-20, -20, 40, 40, "black"),
        Disc(0, 0, 20, "black"),
        Path("M-20 -20L20 -20L0 30Z", "black"),
        Group((Disc(10, 10, 8, "black"),), -20, -20, 2),
        Box(-20, -60, 40, 80, "dusk"),
        Box(-20, -20, 40, 40, "spot"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_text_is_held_against_what_lies_under_it(dark: Part) -> None:
    assert wrong((SIGN,)) == []
    assert len(wrong((dark, SIGN))) == 2, "in light and in dark"
    assert len(wrong((dark,), (SIGN,))) == 2, "on another thing"
    assert wrong((SIGN,), (dark,)) == wrong((SIGN, dark)) == [], "what lies over it does not matter"
    assert len(wrong((dark, Group((SIGN,), 1, 1, 1.2)))) == 2 and wrong((dark, Box(-9, -9, 18, 18, "pale"), SIGN)) == []


def test_what_lies_beside_it_or_is_not_filled_does_not_matter() -> None:
    for beside in (Box(5, 5, 40, 40, "black"), Disc(30, 0, 20, "black"), RING, Box(-20, -20, 40, 40, "", "black", 2)):
        assert wrong((beside, SIGN)) == []
    assert len(wrong((RING, SIGN._replace(x=15)))) == 2
    assert len(wrong((Box(10, -5, 20, 10, "black"),), (SIGN._replace(x=20),), turn=90)) == 2, "both are turned"


def test_what_is_half_seen_counts_half() -> None:
    veil = Box(-20, -20, 40, 40, "black", opacity=0.7)
    assert len(wrong((veil, SIGN))) == 2 and wrong((veil._replace(opacity=0.2), SIGN)) == []
    assert len(wrong((SIGN._replace(opacity=0.4),))) == 2


def test_a_theme_is_looked_at_by_itself() -> None:
    [found] = wrong((SIGN,), ground="night")
    assert found.startswith("'8' at 'thing:0' has a contrast of 1.") and "(dark)" in found


def test_large_letters_need_less() -> None:
    grey = SIGN._replace(fill="grey")
    assert len(wrong((grey,))) == 2 and wrong((grey._replace(height=24),)) == []
    assert len(wrong((grey._replace(height=20),))) == 2 and wrong((grey._replace(height=20, bold=True),)) == []
    assert len(wrong((Group((grey._replace(height=24),), scale=0.5),))) == 2
    assert wrong((SIGN._replace(fill="white", text=" "),)) == [], "nothing is written there"
