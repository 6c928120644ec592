"""A sentence in a picture is said to its listener and fits the place that it has."""

import pytest

from tests.draw.pictures import picture
from turnwise.draw.lettered import SMALLEST, lettered, lettered_thing
from turnwise.draw.svg import svg
from turnwise.draw.text import text
from turnwise.kit.catalogues import speaker
from turnwise.kit.lettering import cells_of, shortened, text_width
from turnwise.kit.shapes import Disc, Label, Thing
from turnwise.kit.words import ENGLISH, Seat, Speaker, Words, said

LONG = "Whoever reaches the portal first brings all diamonds home"
TURN = said("{seat} resigns.", seat=Seat(0))
ROUNDING = 0.01
"""Heights are rounded to hundredths."""


def labels(words: Words, *, room: float = 0, lines: int = 1, speak: Speaker = ENGLISH) -> list[Label]:
    label = Label(10, 100, words, 20, "accent", "start", True, room=room, lines=lines)
    parts = lettered_thing(Thing("a", "", (label,)), speak).parts
    return [part for part in parts if isinstance(part, Label)]


def rows(words: Words, columns: int = 0, most: int = 0, speak: Speaker = ENGLISH) -> tuple[Words, ...]:
    return lettered_thing(Thing("a", "", text=(words,), columns=columns, rows=most), speak).text


def test_everything_in_a_picture_is_a_text_in_the_listeners_language() -> None:
    disc = Disc(0, 0, 5)
    drawn = picture(Thing("a", TURN, (disc, Label(0, 0, TURN, 16)), text=(TURN, "x")))
    said_so = lettered(drawn, speaker(None, "de", ("Ann & {x}",)))
    (thing,) = said_so.things
    assert thing.words == "Ann & {x} gibt auf." and thing.text == ("Ann & {x} gibt auf.", "x")
    assert thing.parts[0] is disc and isinstance(thing.parts[1], Label) and thing.parts[1].text == thing.words
    assert svg(said_so).count("Ann &amp; {x} gibt auf.") == 2 and text(said_so).startswith("Ann & {x} gibt auf.")


def test_a_picture_that_nobody_has_lettered_speaks_english() -> None:
    drawn = picture(Thing("a", TURN, (Label(0, 0, TURN, 16),), text=(TURN,)))
    assert svg(drawn).count("Seat 0 resigns.") == 2 and text(drawn) == "Seat 0 resigns."


def test_a_text_that_fits_stays_as_it_is() -> None:
    for room in (0, 1000):
        (label,) = labels(LONG, room=room)
        assert (label.text, label.x, label.y, label.height) == (LONG, 10, 100, 20)


def test_a_long_text_is_broken_around_its_middle_before_it_gets_smaller() -> None:
    found = labels(LONG, room=text_width(LONG, 20) * 0.6, lines=2)
    assert len(found) == 2 and " ".join(str(label.text) for label in found) == LONG
    assert {label.height for label in found} == {20}
    assert sum(label.y for label in found) / 2 == 100 and found[0].y < found[1].y
    assert all(label[4:9] == ("accent", "start", True, False, 1) for label in found), "as the label was"


def test_then_it_gets_smaller_and_keeps_all_its_words() -> None:
    (label,) = labels(LONG, room=text_width(LONG, 20) * 0.8)
    assert label.text == LONG and SMALLEST * 20 <= label.height < 20 and label.y == 100


def test_then_it_is_cut() -> None:
    (label,) = labels(LONG, room=text_width(LONG, 20) * 0.3)
    assert str(label.text).endswith("…") and LONG.startswith(str(label.text)[:-1].strip())
    assert label.height == SMALLEST * 20
    one, two = labels(LONG, room=text_width(LONG, 20) * 0.25, lines=2)
    assert LONG.startswith(f"{one.text} {str(two.text)[:-1]}") and str(two.text).endswith("…")


@pytest.mark.parametrize(
    "words",
    [LONG, "Donaudampfschifffahrtsgesellschaft", "WWW WWW WWW", "日本語の長い文章です", "a", "", "i " * 60, "{x} " * 9],
)
@pytest.mark.parametrize("room", [15, 40, 77, 150, 400])
@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_text_is_never_wider_than_its_room_nor_of_more_lines(words: str, room: float, lines: int) -> None:
    found = labels(words, room=room, lines=lines)
    assert 1 <= len(found) <= lines
    for label in found:
        assert text_width(str(label.text), label.height) <= room + ROUNDING * len(str(label.text))
        assert SMALLEST * 20 <= label.height <= 20 and label.room == 0


def test_a_name_that_is_cut_keeps_the_number_by_which_it_is_told_apart() -> None:
    bots = {shortened(f"Classic bot {number}", 11) for number in (1, 2, 12)}
    assert bots == {"Classic… 1", "Classic… 2", "Classic… 12"} and shortened("Room 1984", 5) == "Room…"


def test_how_long_a_text_is_depends_on_the_listener() -> None:
    """The room is for the words that are read, not for those in the code."""
    room = text_width("Ann resigns.", 20)
    (english,) = labels(TURN, room=room, speak=Speaker(names=("Ann",)))
    (renamed,) = labels(TURN, room=room, speak=Speaker(names=("Annabella Maximiliane",)))
    assert english.height == 20 > renamed.height and str(renamed.text).endswith("…")


def test_rows_of_a_terminal_are_broken_and_cut() -> None:
    assert rows(LONG) == (LONG,), "as many cells as it has"
    assert rows(LONG, 22) == ("Whoever reaches the", "portal first brings", "all diamonds home")
    assert rows(LONG, 22, 2) == ("Whoever reaches the", "portal first brings a…")
    assert rows(TURN, 30, 1, Speaker(names=("Ann",))) == ("Ann resigns.",)


@pytest.mark.parametrize("words", [LONG, "Donaudampfschifffahrtsgesellschaft", "日本語の長い文章です", ""])
@pytest.mark.parametrize("columns", [2, 7, 19, 80])
@pytest.mark.parametrize("most", [0, 1, 3])
def test_a_row_is_never_wider_than_its_columns(words: str, columns: int, most: int) -> None:
    found = rows(words, columns, most)
    assert all(cells_of(str(row)) <= columns for row in found) and (not most or len(found) <= most)


def test_signs_that_are_two_cells_wide_are_counted_as_two() -> None:
    assert rows("日本語", 4) == ("日本", "語")
