"""Pictures as PNG, the same on every machine: the fonts are included."""

from functools import cache
from typing import Any

from turnwise.draw.svg import svg
from turnwise.draw.theme import LIGHT
from turnwise.kit.shapes import Picture

SANS, SERIF = "Roboto", "Source Serif 4"
USUAL_SANS, USUAL_SERIF = "DejaVu Sans", "DejaVu Serif"
"""The fonts of a Linux machine; others have one of the families that a picture names."""


def png(picture: Picture, *, theme: str = LIGHT, width: int = 1200) -> bytes:
    """A PNG of the given width in pixels."""
    return rasterised(svg(picture, theme=theme), width)


def rasterised(drawn: str, width: int) -> bytes:
    """A PNG of an SVG of ours."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width, **letters()))


@cache
def letters() -> dict[str, Any]:
    """Only our own fonts; if they are not installed, those of the machine."""
    try:
        import fontpkg

        files = [str(fontpkg.path(family)) for family in (SANS, SERIF)]
    except (ImportError, LookupError):
        return {"sans_serif_family": USUAL_SANS, "serif_family": USUAL_SERIF}
    return {"font_files": files, "skip_system_fonts": True, "sans_serif_family": SANS, "serif_family": SERIF}
