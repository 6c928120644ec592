"""Pictures as SVG. Every thing is a group with its key and its words, so that a page can move it and a screen reader
read it."""

from collections.abc import Callable
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from turnwise.draw.theme import AUTO, LIGHT, Colours, colours, variables
from turnwise.kit.shapes import Box, Disc, Group, Label, Part, Path, Picture, Shade, Thing

SANS = "Roboto,'Segoe UI','Helvetica Neue',Arial,sans-serif"
SERIF = "'Source Serif Pro',Georgia,'Times New Roman',serif"
QUOTE = {'"': "&quot;"}
"""In texts too, so that a part can be embedded in a string with either kind of quotes."""


def svg(picture: Picture, *, theme: str = LIGHT, prefix: str = "", width: int | None = None) -> str:
    """One SVG document, as wide as its container or `width` pixels wide. `prefix` distinguishes the names of its shades
    from those of other pictures in the same page."""
    ink = inks(picture, theme, prefix)
    paints = Colours(ink)
    style = f"<style>{variables(picture)}</style>" if theme == AUTO else ""
    shades, written = shades_svg(picture, ink, prefix), writer(ink)
    size = "" if width is None else f' width="{width}" height="{width * picture.height / picture.width:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="table" viewBox="0 0 {picture.width:g} {picture.height:g}"{size}'
        f' role="group" aria-label={quoteattr(str(picture.words))} font-family="{SANS}" text-anchor="middle">'
        f"{style}<defs>{shades}</defs>"
        f'<rect width="{picture.width:g}" height="{picture.height:g}" fill="{paints[picture.ground]}"/>'
        + "".join(thing_svg(thing, written) for thing in picture.things if not thing.preview)
        + "</svg>\n"
    )


Inks = tuple[tuple[str, str], ...]
"""The CSS colour for each colour name of a picture."""
Writer = Callable[[tuple[Part, ...]], str]


def inks(picture: Picture, theme: str, prefix: str = "") -> Inks:
    paints = colours(picture, theme) | {shade.name: f"url(#{prefix}{shade.name})" for shade in picture.shades}
    paints[""] = "none"
    return tuple(paints.items())


def shades_svg(picture: Picture, ink: Inks, prefix: str = "") -> str:
    """The gradients that a picture's fills name."""
    paints = Colours(ink)
    return "".join(_shade(shade, paints, prefix) for shade in picture.shades)


_quoted, _escaped = lru_cache(4096)(quoteattr), lru_cache(4096)(escape)
"""Cached, because keys and words are repeated in picture after picture."""


def place(thing: Thing) -> str:
    """Where a thing stands."""
    at = f"translate({thing.x:g} {thing.y:g})"
    if thing.turn:
        at += f" rotate({thing.turn:g})"
    if thing.scale != 1:
        at += f" scale({thing.scale:g})"
    return at


def thing_svg(thing: Thing, written: Writer) -> str:
    """One thing as a group."""
    trail = " data-trail=''" if thing.trail else ""
    hidden = ' visibility="hidden"' if thing.manner == "asks" else ""
    return (
        f'<g data-key={_quoted(thing.key)}{trail}{hidden} role="img" transform="{place(thing)}">'
        f"<title>{_escaped(str(thing.words))}</title>{written(thing.parts)}</g>"
    )


@lru_cache(32)
def writer(ink: Inks) -> Writer:
    """A function that writes the parts of things in these colours; a card that is drawn repeatedly is written once."""
    paints = Colours(ink)

    @lru_cache(1024)
    def written(parts: tuple[Part, ...]) -> str:
        return "".join(part_svg(part, paints) for part in parts)

    return written


def group_svg(group: Group) -> str:
    """The opening of a group; `END` closes it."""
    size = f" scale({group.scale:g})" if group.scale != 1 else ""
    return f'<g transform="translate({group.x:g} {group.y:g}){size}">'


END = "</g>"


def part_svg(part: Part, paints: dict[str, str]) -> str:
    if isinstance(part, Group):
        inside = "".join(part_svg(one, paints) for one in part.parts)
        return f"{group_svg(part)}{inside}{END}"
    if isinstance(part, Label):
        anchor = "" if part.anchor == "middle" else f' text-anchor="{part.anchor}"'
        bold = ' font-weight="700"' if part.bold else ""
        serif = f' font-family="{SERIF}"' if part.serif else ""
        # The middle of capitals and digits is 0.36 of the letters' height above the base line.
        return (
            f'<text x="{part.x:g}" y="{part.y + 0.36 * part.height:.4g}" font-size="{part.height:g}"'
            f' fill="{paints[part.fill]}"{anchor}{bold}{serif}{_faint(part.opacity)}>{escape(str(part.text), QUOTE)}</text>'
        )
    edge = f' stroke="{paints[part.edge]}" stroke-width="{part.width:g}"' if part.edge else ""
    if part.dash:
        edge += f' stroke-dasharray="{part.dash}"'
    rest = f'fill="{paints[part.fill]}"{edge}{_faint(part.opacity)}/>'
    match part:
        case Disc():
            return f'<circle cx="{part.x:g}" cy="{part.y:g}" r="{part.radius:g}" {rest}'
        case Box():
            corner = f' rx="{part.round:g}"' if part.round else ""
            return f'<rect x="{part.x:g}" y="{part.y:g}" width="{part.w:g}" height="{part.h:g}"{corner} {rest}'
        case Path():
            ends = ' stroke-linecap="round" stroke-linejoin="round" ' if part.edge else " "
            return f'<path d="{part.d}"{ends}{rest}'


def _faint(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{opacity:g}"'


def _shade(shade: Shade, paints: dict[str, str], prefix: str) -> str:
    kind = "radialGradient" if shade.radial else "linearGradient"
    way = "" if shade.radial else ' x2="0" y2="1"'
    stops = "".join(f'<stop offset="{at:g}" stop-color="{paints[paint]}"/>' for at, paint in shade.stops)
    return f'<{kind} id="{prefix}{shade.name}"{way}>{stops}</{kind}>'
