"""Pictures as SVG."""

from xml.etree.ElementTree import Element, fromstring

import pytest

import turnwise as tw
from tests.draw.pictures import EVERYTHING, picture
from turnwise.draw.svg import svg
from turnwise.draw.theme import AUTO, DARK, LIGHT
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.shapes import Disc, Label, Path, Picture, Thing

NAME = """Ann "Ace" O'Neil <b> & Co"""
SPACE = "{http://www.w3.org/2000/svg}"


def drawn(shown: Picture, theme: str = LIGHT, prefix: str = "") -> Element:
    return fromstring(svg(shown, theme=theme, prefix=prefix))


def group(root: Element, key: str) -> Element:
    (found,) = [element for element in root.iter(f"{SPACE}g") if element.get("data-key") == key]
    return found


def test_what_people_write_is_escaped_everywhere() -> None:
    thing = Thing(f"key {NAME}", f"words {NAME}", (Label(0, 0, f"label {NAME}", 10),))
    root = drawn(Picture(10, 10, f"table {NAME}", (thing,)))
    found = group(root, f"key {NAME}")
    assert root.get("aria-label") == f"table {NAME}"
    assert [element.text for element in found] == [f"words {NAME}", f"label {NAME}"]
    assert not list(root.iter(f"{SPACE}b"))


def test_a_thing_that_moves_changes_its_place_alone() -> None:
    here, there = (
        group(drawn(picture(Thing("card", "A card", EVERYTHING, x, y, turn, scale))), "card")
        for x, y, turn, scale in ((10, 20, 0, 1), (30.5, 40, -15, 0.5))
    )
    assert here.get("transform") == "translate(10 20)"
    assert there.get("transform") == "translate(30.5 40) rotate(-15) scale(0.5)"
    assert [(part.tag, part.attrib) for part in here] == [(part.tag, part.attrib) for part in there]


def test_every_part_is_drawn_with_its_paint() -> None:
    title, box, disc, path, label = group(drawn(picture(Thing("all", "All", EVERYTHING))), "all")
    assert title.text == "All"
    assert box.tag == f"{SPACE}rect" and (box.get("fill"), box.get("stroke"), box.get("rx")) == (
        "#fffdf8",
        "#c8c0b0",
        "6",
    )
    assert (disc.get("fill"), disc.get("opacity"), disc.get("stroke-dasharray")) == ("url(#glow)", "0.5", "4 2")
    assert (path.get("d"), path.get("fill"), path.get("stroke-width")) == ("M-10 0L10 0", "none", "3")
    assert (label.text, label.get("font-weight"), label.get("text-anchor")) == ("seven", "700", "start")
    assert "Serif" in label.get("font-family", "")


def test_things_stand_from_back_to_front() -> None:
    things = [Thing(key, key, (Disc(0, 0, 5, "ink"),)) for key in ("back", "middle", "front")]
    keys = [element.get("data-key") for element in drawn(picture(*things)).iter(f"{SPACE}g")]
    assert keys == ["back", "middle", "front"]


def test_what_is_only_shown_beforehand_is_in_no_still() -> None:
    root = drawn(picture(Thing("slot", "A slot"), Thing("landing", "Where it would land", preview="slot")))
    assert [group.get("data-key") for group in root.iter() if group.get("data-key")] == ["slot"]


def test_a_trail_is_marked() -> None:
    root = drawn(picture(Thing("way", "The way", trail=True), Thing("stone", "A stone")))
    assert group(root, "way").get("data-trail") == "" and group(root, "stone").get("data-trail") is None


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_theme_has_colours_and_no_variables(theme: str) -> None:
    text = svg(picture(Thing("all", "All", EVERYTHING)), theme=theme)
    assert "var(" not in text and "<style>" not in text
    assert ("#ffcc00" in text, "#cc9900" in text) == (theme == LIGHT, theme == DARK)


def test_left_to_the_reader_it_has_variables_and_their_values() -> None:
    text = svg(picture(Thing("all", "All", EVERYTHING)), theme=AUTO)
    assert 'stroke="var(--ink)"' in text and "--sun:#ffcc00" in text and "--sun:#cc9900" in text


def test_two_pictures_in_a_page_keep_their_shades_apart() -> None:
    text = svg(picture(Thing("all", "All", EVERYTHING)), prefix="left-")
    assert 'id="left-glow"' in text and "url(#left-glow)" in text and "url(#glow)" not in text


def test_one_card_in_two_themes_is_not_mixed_up() -> None:
    """What is written once is kept by its colours, too."""
    card = picture(Thing("card", "A card", EVERYTHING))
    first = [svg(card, theme=theme) for theme in (LIGHT, DARK, AUTO)]
    assert first == [svg(card, theme=theme) for theme in (LIGHT, DARK, AUTO)]
    assert len(set(first)) == 3


def test_a_colour_that_nobody_named_is_an_error() -> None:
    with pytest.raises(TurnwiseError, match="There is no colour .purple."):
        svg(picture(Thing("spot", "A spot", (Path("M0 0L1 1", "", "purple", 1),))))


def test_a_notebook_shows_the_table() -> None:
    match = tw.Match("connect_four", seed=1)
    match.play("drop d")
    shown = match.view(1)._repr_svg_()
    root = fromstring(shown)
    assert 200 <= int(root.get("width") or 0) <= 800 and 200 <= int(root.get("height") or 0) <= 800
    words = group(root, "disc:d1")[0].text or ""
    assert root.get("aria-label") == "Connect Four. Seat 1 is to move." and words.startswith("Seat 0's disc on d1")
    assert "prefers-color-scheme:dark" in shown
