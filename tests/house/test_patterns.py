"""Patterns of names: what they catch however it is written, and what they leave alone."""

import time

import pytest

from turnwise.house.people.patterns import LONGEST, fits, tidy_pattern
from turnwise.kit.errors import TurnwiseError


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("*troll*", "The Troll King"),
        ("*troll*", "t.r.o.l.l"),
        ("*troll*", "T R 0 L L"),
        ("*troll*", "TR0||"),
        ("troll", "тrоll".replace("т", "t")),  # a Cyrillic o
        ("adm?n", "ADMIN"),
        ("house*", "House 7"),
        ("*[xy]*", "a[xy]b"),
        ("*💩💩*", "me 💩💩"),
        ("Straße*", "STRASSE 5"),
    ],
)
def test_a_pattern_catches_whatever_looks_like_it(pattern: str, name: str) -> None:
    assert fits(tidy_pattern(pattern), name)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [("troll", "Trollhunter"), ("adm?n", "Admiin"), ("[a-z]*", "Bob"), ("b?b", "Bobb"), ("*arnie*", "Amie")],
)
def test_a_pattern_catches_nothing_else(pattern: str, name: str) -> None:
    assert not fits(tidy_pattern(pattern), name)


@pytest.mark.parametrize("pattern", ["*", "?", "a*", "* . *", "x" * (LONGEST + 1), "", "a\u202eb*"])
def test_what_would_refuse_everybody_or_can_not_be_read_is_no_pattern(pattern: str) -> None:
    with pytest.raises(TurnwiseError) as error:
        tidy_pattern(pattern)
    assert error.value.code == "bad_pattern" and str(error.value).endswith(".")


def test_no_pattern_takes_long() -> None:
    pattern = tidy_pattern("*a" * 29 + "*b")
    began = time.process_time()
    assert not fits(pattern, "a" * 24)
    assert time.process_time() - began < 0.5
