"""Small pictures to draw."""

from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Picture, Shade, Thing

EVERYTHING: tuple[Part, ...] = (
    Box(-40, -30, 80, 60, "card", "line", 2, round=6),
    Disc(0, 0, 20, "glow", "ink", 1.5, 0.5, "4 2"),
    Path("M-10 0L10 0", "", "accent", 3),
    Label(0, 20, "seven", 16, serif=True, bold=True, anchor="start"),
)
"""One part of every kind."""


def picture(*things: Thing, width: float = 100, height: float = 80) -> Picture:
    """A picture with a colour and a shade of its own."""
    shades = (Shade("glow", ((0, "white"), (1, "sun")), radial=True), Shade("sky", ((0, "white"), (1, "accent"))))
    return Picture(width, height, "A test", things, palette={"sun": ("#ffcc00", "#cc9900")}, shades=shades)
