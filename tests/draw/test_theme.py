"""The house's colours can be read, and told apart by people with any colour vision."""

from itertools import combinations

import pytest

from turnwise.draw.contrast import Colour, contrast, light_of, rgb
from turnwise.draw.theme import AUTO, DARK, LIGHT, PALETTE, colours, variables
from turnwise.kit.shapes import Picture

VISION = {
    "any": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What becomes of red, green and blue light in each kind of eye (Machado, Oliveira and Fernandes, 2009)."""


def seen(colour: str, vision: str) -> Colour:
    """A colour as an eye has it, in CIELAB."""
    light = light_of(rgb(colour))
    r, g, b = (min(1, max(0, sum(a * x for a, x in zip(row, light, strict=True)))) for row in VISION[vision])
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, two: str, vision: str) -> float:
    """CIE76: some 2 is just noticed."""
    pairs = zip(seen(one, vision), seen(two, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def test_the_measures_measure() -> None:
    assert contrast(rgb("#ffffff"), rgb("#000000")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#ffffff")) == pytest.approx(4.48, abs=0.01)
    assert difference("#ffffff", "#000000", "any") == pytest.approx(100, abs=0.1)
    assert difference("#ff0000", "#00ff00", "any") > 150
    assert difference("#808000", "#a07000", "deuteranopia") < difference("#808000", "#a07000", "any") / 2


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("vision", VISION)
def test_seats_are_told_apart(vision: str, theme: str) -> None:
    seats = [PALETTE[f"seat{seat}"][theme == DARK] for seat in range(8)]
    for one, two in combinations(range(8), 2):
        least = 20 if two < 4 else 10
        assert difference(seats[one], seats[two], vision) >= least, (one, two)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_everything_stands_out_from_its_ground(ground: str, theme: str) -> None:
    at = theme == DARK
    least = {f"seat{seat}": 3.0 for seat in range(8)} | dict.fromkeys(("ink", "muted", "accent", "good", "warn"), 4.5)
    for name, needed in least.items():
        assert contrast(rgb(PALETTE[name][at]), rgb(PALETTE[ground][at])) >= needed, name
    assert contrast(rgb(PALETTE["button_ink"][at]), rgb(PALETTE["button"][at])) >= 4.5


def test_a_game_adds_colours_and_may_replace_the_houses() -> None:
    picture = Picture(10, 10, "", (), palette={"sea": ("#000001", "#000002"), "ink": ("#000003", "#000004")})
    light, dark, auto = (colours(picture, theme) for theme in (LIGHT, DARK, AUTO))
    assert (light["sea"], light["ink"], light["paper"]) == ("#000001", "#000003", PALETTE["paper"][0])
    assert (dark["sea"], dark["ink"], dark["paper"]) == ("#000002", "#000004", PALETTE["paper"][1])
    assert auto["button_ink"] == "var(--button-ink)" and auto["sea"] == "var(--sea)"


def test_the_reader_chooses_by_variables_for_both_settings() -> None:
    picture = Picture(10, 10, "", (), palette={"deep_sea": ("#000001", "#000002")})
    light, dark = variables(picture).split("@media(prefers-color-scheme:dark)")
    assert "--deep-sea:#000001" in light and "--deep-sea:#000002" in dark
    for name, pair in PALETTE.items():
        assert f"--{name.replace('_', '-')}:{pair[0]}" in light and f"--{name.replace('_', '-')}:{pair[1]}" in dark
