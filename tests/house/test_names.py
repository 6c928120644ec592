"""What may be a name, and when two are the same."""

import json
from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.house.names import LONGEST_NAME, is_visible, looks, name_key, numbered, tidy_name
from turnwise.kit.errors import TurnwiseError


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("e\u0301va", "\u00e9va"),
        ("A\ufe0fnn", "Ann"),
        ("דוד", "דוד"),
        ("<b>Ann</b> & 'co'", "<b>Ann</b> & 'co'"),
        ("🦊", "🦊"),
        *[(emoji, emoji) for emoji in ("👨‍👩‍👧‍👦", "🇩🇪🇫🇷", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽", "1️⃣", "❤️", "👩🏽‍❤️‍👨🏿", "👨‍👩‍👧 Lee")],
        ("DJ Олег", "DJ Олег"),
        ("김Lee", "김Lee"),
        ("たなか太郎", "たなか太郎"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_are_tidied(typed: str, shown: str) -> None:
    assert tidy_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "A name needs something that can be seen"),
        (" \n ", "A name needs something that can be seen"),
        ("\u3164", "A name needs something that can be seen"),
        ("\u2800\u2800", "A name needs something that can be seen"),
        ("x" * 25, "24 characters are the most"),
        ("x" + " " * 300, "24 characters are the most"),
        ("a\x00b", "after “a” that screens can't show"),
        ("a\x1b[31mb", "after “a” that screens can't show"),
        ("a\x7fb", "after “a” that screens can't show"),
        ("\ud800", "at the beginning that screens can't show"),
        ("\ue000", "at the beginning that screens can't show"),
        ("\u202eevil", "at the beginning that turns the direction of writing around"),
        ("a\u2066b", "after “a” that turns the direction of writing around"),
        ("a\u200fb", "after “a” that nobody can see"),
        ("a\u200bb", "after “a” that nobody can see"),
        ("a\u200db", "after “a” that nobody can see"),
        ("👩\u200d", "after “👩” that nobody can see"),
        ("👨‍👩‍👧\U000e0067", "after “👨‍👩‍👧” that nobody can see"),
        ("a\u00adb", "after “a” that nobody can see"),
        ("\ufeffa", "at the beginning that nobody can see"),
        ("\u0301a", "begins with an accent"),
        ("a" + "\u0301" * 4, "more than 3 accents"),
        ("\u0410nn\u0430", "“\u0410nn\u0430” mixes alphabets (Cyrillic and Latin)"),
        ("Bill \u0391nn", "“\u0391nn” mixes alphabets (Greek and Latin)"),
    ],
)
def test_what_is_no_name_and_why(typed: str, why: str) -> None:
    with pytest.raises(TurnwiseError) as error:
        tidy_name(typed)
    assert error.value.code == "bad_name"
    sentence = str(error.value)
    assert why in sentence and sentence.endswith(".")
    assert is_visible(sentence) and "\\" not in sentence, "a player reads no escapes"


LETTERS = st.characters() | st.sampled_from("aAıİſßΣςﬁＡ①\u0345\u0301\u202e\u200d\u2800\ufe0f\u3164 \n")


@given(st.text(LETTERS, max_size=30))
def test_a_name_is_short_visible_and_stays_as_it_is(typed: str) -> None:
    try:
        name = tidy_name(typed)
    except TurnwiseError as error:
        assert error.code == "bad_name"
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert is_visible(name)
    assert name == name.strip() == normalize("NFC", name) == tidy_name(name)
    assert name_key(name), "nothing would be seen of it"
    json.dumps(name).encode()


@given(st.text(LETTERS, max_size=24))
def test_case_and_form_do_not_tell_names_apart(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key
    forms: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
    for form in forms:
        assert name_key(normalize(form, name)) == key
    assert name_key(normalize("NFKC", name).casefold()) == name_key(f" {name}\ufe0f") == key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("ＡＮＮ", "ann"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u00df\u0301", "ss\u0301"),
        ("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3"),
        ("ﬁn", "FIN"),
        ("e\u0301", "\u00c9"),
        ("a\u2800nn", "Ann"),
        ("👨‍👩‍👧", "👨👩👧"),
    ],
)
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_are_not() -> None:
    names = ["Ann", "Anna", "An n", "\u00c1nn", "A1", "Al"]
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nn\u0430"),
        ("copa", "\u0441\u043e\u0440\u0430"),
        ("Anna", "\u0391\u039d\u039d\u0391"),
        ("ANNA", "\u0430nn\u0430"),
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("❤", "❤️"),
    ],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert not set(looks(one)).isdisjoint(looks(other))


def test_names_that_look_different() -> None:
    names = [
        "Ann",
        "Anna",
        "\u00c1nn",
        "Ian",
        "Lan",
        "Arnie",
        "Amie",
        "\u0410\u043d\u043d\u0430",
        "👨‍👩‍👧",
        "👨‍👩‍👦",
        "👍",
        "👍🏽",
    ]
    seen = [look for name in names for look in looks(name)]
    assert len(set(seen)) == len(seen)


def test_a_number_cuts_no_emoji_in_two() -> None:
    assert numbered("x" * 12 + "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 1234) == "x" * 12 + "👨‍👩‍👧‍👦 1234"
    assert tidy_name(numbered("👨‍👩‍👧‍👦" * 3, 1234)) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦 1234"
