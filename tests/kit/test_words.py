"""Sentences are templates until somebody hears them: with names, plurals, lists, and in his language."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from turnwise.kit.catalogues import languages, speaker, tongue, users_language
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, Seat, Speaker, Tongue, counted, fields, row, said, sentences

CARDS = counted("{seat} draws one card.", "{seat} draws {number} cards.", "number", seat=Seat(1))
NAMES = ("Ann", "Ben")
ENGLISH = Speaker(names=NAMES)
PLAYS = said("{seat} plays {card}.", seat=Seat(0), card=said("the circle {number}", number=8))


def test_a_sentence_is_data_and_says_itself_in_english_without_names() -> None:
    assert str(PLAYS) == "Seat 0 plays the circle 8."
    assert ENGLISH(PLAYS) == "Ann plays the circle 8."
    assert said("{seat} plays {card}.", seat=Seat(0), card=said("the circle {number}", number=8)) == PLAYS
    assert len({PLAYS, PLAYS.given_also(seat=Seat(1))}) == 2
    assert PLAYS.fields == {"seat", "card"}


def test_a_text_is_said_as_it_is() -> None:
    assert ENGLISH("{seat} %s {0}") == "{seat} %s {0}"


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "Ben draws 0 cards."), (1, "Ben draws one card."), (2, "Ben draws 2 cards."), (21, "Ben draws 21 cards.")],
)
def test_a_number_decides_between_one_and_many(number: int, text: str) -> None:
    assert ENGLISH(CARDS.given_also(number=number)) == text


def test_a_seat_and_its_number_are_not_said_alike() -> None:
    """They are equal as numbers: a listener who was told of one must not hear the other."""
    template = "It was {who}."
    assert [ENGLISH(said(template, who=who)) for who in (1, Seat(1), 1)] == ["It was 1.", "It was Ben.", "It was 1."]
    assert ENGLISH(said("{seat}", seat=Seat(7))) == "Seat 7", "who has no name is called by the seat"
    assert Speaker(names=("", "Ben"))(said("{seat}", seat=Seat(0))) == "Seat 0"


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        ((), "Wins: ."),
        ((Seat(0),), "Wins: Ann."),
        ((Seat(0), Seat(1)), "Wins: Ann and Ben."),
        ((Seat(0), "x", said("the {n}", n=3)), "Wins: Ann, x and the 3."),
    ],
)
def test_several_are_listed(listed: tuple[Any, ...], text: str) -> None:
    assert ENGLISH(said("Wins: {who}.", who=listed)) == text


def test_a_sentence_may_begin_with_what_is_filled_in() -> None:
    card = said("the star {number}", number=2)
    assert str(said("{card:C} is turned up.", card=card)) == "The star 2 is turned up."
    assert str(said("{card} is turned up.", card=card)) == "the star 2 is turned up."
    assert str(said("{card:C}.", card="")) == "."


def test_numbers_with_a_fraction_are_short() -> None:
    assert str(said("{points} and {half}", points=2.0, half=0.5)) == "2 and 0.5"


@pytest.mark.parametrize("name", ["{x}", "{seat}", "{0}", "{", "}}", "%s", "%(name)s", "{card:C}", "{seat.__class__}"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_whatever_somebody_is_called_comes_out_unchanged(name: str, language: str) -> None:
    speak = speaker(None, language, (name, "Ben"))
    resigns = said("{seat} resigns.", seat=Seat(0))
    assert speak(resigns) == {"en": f"{name} resigns.", "de": f"{name} gibt auf."}[language]
    assert speak(sentences(said("{text}", text=name), resigns)).startswith(f"{name} {name} ")
    assert name in speak(said("{who} and more", who=(Seat(0), name)))


def test_parts_stand_one_after_the_other() -> None:
    assert str(sentences(said("One."), "Two.", said("{n}.", n=3))) == "One. Two. 3."
    assert str(row([said("a"), "b"], "; ")) == "a; b" and str(row([], "; ")) == ""


def test_what_is_not_filled_in_is_a_fault_that_is_seen() -> None:
    with pytest.raises(KeyError):
        str(said("{seat} plays."))
    assert fields("{a} {b:C} {{c}}") == {"a", "b"}


def test_a_speaker_forgets_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwise.kit.words.MOST_KEPT", 3)
    speak = Speaker()
    assert [speak(said("{n}", n=n)) for n in range(10)] == [str(n) for n in range(10)]
    assert len(speak._kept) <= 3


def test_an_error_keeps_its_sentence_and_reads_in_english() -> None:
    error = TurnwiseError(said("{seat} has left already.", seat=Seat(0)))
    assert str(error) == "Seat 0 has left already."
    assert speaker(None, "de", NAMES)(error.sentence) == "Ann ist schon gegangen."
    assert speaker(None, "de")(TurnwiseError("Plain.").sentence) == "Plain."


# Catalogues.


@pytest.fixture
def game(tmp_path: Path) -> Any:
    """A game from outside that says some of it in German."""
    (tmp_path / "de.po").write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "{seat} plays {card}."\nmsgstr "{card:C} kommt von {seat}."\n\n'
        'msgid "the circle {number}"\nmsgstr "der Kreis {number}"\n\n'
        'msgid "{seat} resigns."\nmsgstr "{seat} mag nicht mehr."\n\n'
        'msgid "never said"\nmsgstr ""\n\n'
        'msgid "{seat} draws one card."\nmsgid_plural "{seat} draws {number} cards."\n'
        'msgstr[0] "{seat} zieht eine Karte."\nmsgstr[1] "{seat} zieht {number} Karten."\n'
    )
    return SimpleNamespace(folder=tmp_path, missing="")


def test_a_game_is_spoken_by_its_own_catalogue_and_then_by_the_houses(game: Any) -> None:
    speak = speaker(game, "de", NAMES)
    assert speak(PLAYS) == "Der Kreis 8 kommt von Ann.", "in another order, and with a capital of its own"
    assert speak(said("{seat} resigns.", seat=Seat(0))) == "Ann mag nicht mehr.", "a game may say it otherwise"
    assert speak(said("{seat} offers a draw.", seat=Seat(1))) == "Ben bietet Remis an."
    assert speak(said("{who}", who=("a", "b", Seat(0)))) == "a, b und Ann"
    assert speaker(None, "de")(said("{seat}", seat=Seat(3))) == "Platz 3"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "Ben zieht 0 Karten."), (1, "Ben zieht eine Karte."), (2, "Ben zieht 2 Karten.")]
)
def test_german_has_plurals_of_its_own(number: int, text: str, game: Any) -> None:
    assert speaker(game, "de", NAMES)(CARDS.given_also(number=number)) == text


def test_what_a_catalogue_lacks_is_said_in_english(game: Any) -> None:
    speak = speaker(game, "de", NAMES)
    assert speak(said("{seat} dances.", seat=Seat(0))) == "Ann dances."
    assert speak(said("never said")) == "never said", "an empty translation is none"
    many = counted("{n} dance", "{n} dances", "n", n=2)
    assert speak(many) == "2 dances" and speak(many.given_also(n=1)) == "1 dance"
    assert speak(said("")) == "", "the empty template is the head of a catalogue"
    assert speak(said("{what}", what=PLAYS)) == "Der Kreis 8 kommt von Ann.", (
        "its parts are said in German all the same"
    )


@pytest.mark.parametrize("language", ["xx", "", "de_DE", "../de"])
def test_a_language_that_nobody_has_written_is_english(language: str, game: Any) -> None:
    speak = speaker(game, language, NAMES)
    assert speak.language == "en" and speak(PLAYS) == "Ann plays the circle 8."


def test_a_game_without_a_catalogue_is_spoken_by_the_houses(tmp_path: Path) -> None:
    outside: Any = SimpleNamespace(folder=tmp_path, missing="")
    assert speaker(outside, "de", NAMES)(said("{seat} resigns.", seat=Seat(0))) == "Ann gibt auf."
    assert tongue("en", tmp_path) is tongue("en")


@pytest.mark.parametrize(
    ("around", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "DE_AT@euro"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""}, "de"),
        ({"LANG": "en_GB", "LC_ALL": "de_CH.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "den"}, "en"),
        ({"LANG": "../de"}, "en"),
    ],
)
def test_the_users_language_is_that_of_the_system_where_we_have_it(around: dict[str, str], language: str) -> None:
    assert users_language(around) == language in languages()


def test_any_language_is_a_way_to_find_a_template() -> None:
    backwards = Tongue("zz", lambda template, plural, number: f"<{plural or template}>")
    assert Speaker(backwards, NAMES)(PLAYS) == "<Ann plays <the circle 8>.>"
    assert isinstance(PLAYS, Said)
