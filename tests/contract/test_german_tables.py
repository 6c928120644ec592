"""A German table speaks German: whatever stands in its pictures, its moves, its hints and its refusals is found in the catalogue."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import turnwise as tw
from tests.contract.cases import Case, cases
from tests.contract.test_german import fields
from tests.contract.test_look import moments, viewers
from turnwise.bots.bot import Considered, Thought
from turnwise.bots.explain import explained
from turnwise.draw import picture
from turnwise.draw.spoken import spoken
from turnwise.games import all_games
from turnwise.games import game as game_named
from turnwise.kit.errors import Refused
from turnwise.kit.game import Game
from turnwise.kit.shapes import Label, Picture, Thing
from turnwise.web.words import of_table
from turnwise.web.words.speech import Found, speech

NAMES = ("Ann & Co", "<Ben>", "Maximiliane Oberhuber", "Black", "Draw", "Kim", "Gus", "Hal")
"""Some of them are words of the games, and one has to be shortened."""
TRIES = 30
"""Illegal actions that are tried at a moment."""


def german(game: Game, seats: int = 0) -> Found:
    found = speech(game, "de", NAMES[:seats])
    assert found
    return found


@pytest.mark.parametrize("case", cases(1), ids=repr)
def test_pictures_and_refusals_speak_german(case: Case) -> None:
    found, chance = german(case.game, case.seats), Random(0)
    missing, refused = set[str](), 0
    for match in moments(case, 5):
        written = list(texts(match.frame.options))
        for seat in viewers(match, chance):
            shown = picture(match.view(seat), NAMES[: case.seats])
            missing |= {text for text in left_english(shown, found) if not any(text in one for one in written)}
        for sentence in refusals(match, chance):
            refused += 1
            if found(sentence) is None:
                missing.add(sentence)
    assert refused and not missing, "\n".join(sorted(missing))


def left_english(shown: Picture, found: Found) -> Iterator[str]:
    """Words and labels for which nothing is found, neither by themselves nor as lines of a sentence."""
    told = spoken(shown, found)
    for words in (shown.words, *(thing.words for thing in shown.things)):
        if found(words) is None:
            yield words
    for before, after in zip(shown.things, told.things, strict=True):
        same = set(labels(before)) & set(labels(after))
        yield from (label.rstrip("…") for label in same if found(label) is None and label)


def labels(thing: Thing) -> list[str]:
    return [part.text for part in thing.parts if isinstance(part, Label)]


def texts(value: Any) -> Iterator[str]:
    """What people wrote: the names and questions of a board."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


def refusals(match: tw.Match, chance: Random) -> Iterator[str]:
    if match.turn is None:
        return
    legal = {action.id for action in match.legal}
    for action in chance.sample(range(match.game.actions), min(TRIES, match.game.actions)):
        for seat in (match.turn, (match.turn + 1) % match.seats):
            if seat == match.turn and action in legal or seat != match.turn and match.legal_for(seat):
                continue
            with pytest.raises(Refused) as error:
                match.play(action, seat=seat)
            yield str(error.value)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_move_and_every_hint_is_said_in_german(game: Game) -> None:
    found, match = german(game), tw.Match(game, seats=game.seats[0], seed=1)
    moves = [match.language.action(id).words for id in range(game.actions)]
    assert not [words for words in moves if found(words) is None]
    [one, *rest] = [action.id for action in match.legal]
    considered = tuple(Considered(id, 0.25, 1.0, (id, one)) for id in (one, *rest[:3]))
    for effort in ("7 plies deep, 12,345 positions", "1 ply deep, 20 positions", "1,234 games played on"):
        for thought in (Thought(one, considered, effort), Thought(one, forced=True), Thought(one)):
            hint = explained(thought, match.language, "A fierce player")
            assert hint and not [line for line in hint if found(line) is None]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_german_sentence_uses_what_the_english_has(game: Game) -> None:
    for english, said in of_table(game, "de").items():
        assert said.strip() and fields(said) <= fields(english), english


def test_names_stay_whole() -> None:
    found = speech(game_named("whot"), "de", ("star 5", "Draw", "Ann played", "Maximiliane Oberhuber"))
    assert found
    assert found("star 5 drew star 7.") == "star 5 zieht Stern 7."
    assert found("Draw, it is your turn") == "Draw, du bist dran"
    assert found("Ann played played star 8: Suspension!") == "Ann played spielt Stern 8: Aussetzen!"
    assert found("Maximiliane O… is to move") == "Maximiliane O… ist dran"
    assert found("Draw") == "Draw" and found("Draw 2") is not None


def test_what_people_wrote_on_a_board_stays_as_it_is() -> None:
    found = german(game_named("rally"))
    for words, label in (("Answer 1: blue", "blue"), ("Position stop, visited in this turn", "stop")):
        thing = Thing("thing", words, (Label(0, 0, label, 18),))
        shown = spoken(Picture(100, 100, "Rally on Round 3. Nobody wins.", (thing,)), found)
        assert labels(shown.things[0]) == [label] and found(label) != label, words
        assert found(words) not in (None, words) and "auf Round 3." in shown.words


def test_a_sentence_in_several_lines_is_broken_anew() -> None:
    found = german(game_named("caesar"))
    lines = ("Place your cards 1 to 5", "face down, one at each", "group.")
    thing = Thing("prompt", " ".join(lines), tuple(Label(0, 20 * at, line, 18) for at, line in enumerate(lines)))
    [told] = spoken(Picture(100, 100, "Caesar and Cleopatra.", (thing,)), found).things
    assert " ".join(labels(told)) == told.words == "Lege deine Karten 1 bis 5 verdeckt aus, eine bei jeder Gruppe."


def test_what_nobody_knows_is_not_found_and_costs_no_time() -> None:
    found = german(game_named("rally"))
    assert found("Capital of France, and of Peru") is None
    assert found("aa" + ", a" * 300) is None and found("aa" + "." * 900) is None
