"""What may be a name, and when two are the same."""

import json
from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.house.names import LONGEST_NAME, name_key, tidy_name
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
        ("x" * 24, "x" * 24),
    ],
)
def test_names_are_tidied(typed: str, shown: str) -> None:
    assert tidy_name(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " \n ",
        "x" * 25,
        "x" + " " * 300,
        "a\x00b",
        "a\x1b[31mb",
        "a\x7fb",
        "\u202eevil",
        "a\u2066b",
        "a\u200fb",
        "a\u200bb",
        "a\u00adb",
        "\ufeffa",
        "\u3164",
        "\u2800\u2800",
        "\u0301a",
        "a" + "\u0301" * 4,
        "\ud800",
        "\ue000",
    ],
)
def test_what_is_no_name(typed: str) -> None:
    with pytest.raises(TurnwiseError, match="A name has 1 to 24 printable characters") as error:
        tidy_name(typed)
    assert error.value.code == "bad_name"
    assert str(error.value).isprintable()


LETTERS = st.characters() | st.sampled_from("aAıİſßΣςﬁＡ①\u0345\u0301\u202e\u200d\u2800\ufe0f\u3164 \n")


@given(st.text(LETTERS, max_size=30))
def test_a_name_is_short_visible_and_stays_as_it_is(typed: str) -> None:
    try:
        name = tidy_name(typed)
    except TurnwiseError as error:
        assert error.code == "bad_name"
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert name.isprintable()
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
    ],
)
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_are_not() -> None:
    names = ["Ann", "Anna", "An n", "\u00c1nn", "A1", "Al"]
    assert len({name_key(name) for name in names}) == len(names)
