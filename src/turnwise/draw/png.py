"""Pictures as PNG, the same on every machine: the letters come with us."""

from importlib.resources import files
from typing import Any

from turnwise.draw.svg import svg
from turnwise.draw.theme import LIGHT
from turnwise.kit.shapes import Picture

FONTS = (
    ("font_roboto", "Roboto-Regular.ttf"),
    ("font_roboto", "Roboto-Bold.ttf"),
    ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
)


def png(picture: Picture, *, theme: str = LIGHT, width: int = 1200) -> bytes:
    """A PNG of the given width in pixels."""
    import resvg_py

    fonts = [str(files(package) / "files" / name) for package, name in FONTS]
    # The renderer answers with bytes, older versions of it with a list of numbers.
    drawn: Any = resvg_py.svg_to_bytes(
        svg_string=svg(picture, theme=theme), width=width, font_files=fonts, skip_system_fonts=True
    )
    return bytes(drawn)
