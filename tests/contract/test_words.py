"""Whatever a game says is a sentence that a person would say, and its German catalogue has it: events, moves, refusals, hints, the coach,
pictures, the end. Texts that stay as they are were written by somebody, or are letters of places."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import turnwise as tw
from scripts.catalogues import HOUSE, catalogues, has_words, updated
from tests.contract.cases import Case, cases
from tests.contract.test_look import NAMES, moments, viewers
from turnwise.bots.bot import Considered, Effort, Thought
from turnwise.bots.explain import explained
from turnwise.bots.names import names, opponents, strength
from turnwise.draw import coached, looked
from turnwise.games import all_games, ours
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import Refused
from turnwise.kit.game import Game
from turnwise.kit.shapes import Label, Picture
from turnwise.kit.words import Said, Seat, Words
from turnwise.play.ending import deeds, result

TRIES = 30
"""Illegal actions that are tried at a moment."""
WORD = re.compile(r"[^\W\d_]{3}")
"""More than numbers, signs and the letters of places."""
TOKEN = re.compile(r"\w_\w|\b[A-Z]{3,}\b|[{}]|\bNone\b|\bSeat \d|\bTrue\b|\bFalse\b")
"""What programs read: ids, constants, holes, seats by number."""
ONE_OF_MANY = re.compile(r"(?<![\d.,:+−-])\b1 (?!plus\b|minus\b)[a-z]+s\b(?!')")
"""One of something, said as if it were several."""


@pytest.mark.parametrize("whose", [HOUSE, *ours()])
def test_the_catalogues_are_complete_and_up_to_date(whose: str) -> None:
    for language, file, found in catalogues(whose):
        written, missing = updated(file, language, found)
        assert not missing, [message.id for message in missing]
        assert file.read_bytes() == written, "scripts/words brings it up to date"


@pytest.mark.parametrize("case", cases(1), ids=repr)
def test_what_is_said_at_a_table_is_a_sentence_in_both_languages(case: Case) -> None:
    chance, said, kept = Random(0), set[Said](), set[str]()
    written: list[str] = []
    for match in moments(case, 5):
        written = list(texts(match.frame.options))
        for seat in viewers(match, chance):
            view = match.view(seat)
            for words in (*of_picture(looked(view)), *coached(view), *result(view, match.frame), *deeds(view)):
                (said if isinstance(words, Said) else kept).add(words)  # type: ignore[arg-type]
            said |= {action.said for action in view.legal}
            said |= set(warnings(match, seat))
            said |= {told for line in view.lines[-5:] for told in line.told}
        for refused in refusals(match, chance):
            assert isinstance(refused, Said), refused
            said.add(refused)
    assert_sentences(case.game, said, case.seats, written)
    assert not {one for one in kept if WORD.search(one) and not any(one.rstrip("…") in text for text in written)}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_move_and_every_hint_is_a_sentence(game: Game) -> None:
    match = tw.Match(game, seats=game.seats[0], seed=1)
    actions = [match.language.action(id) for id in range(game.actions)]
    said = {action.said for action in actions}
    assert len(said) == len(actions), "two moves are called the same"
    [one, *rest] = [action.id for action in match.legal]
    considered = tuple(Considered(id, 0.25, 1.0, (id, one)) for id in (one, *rest[:3]))
    for effort in (
        Effort("plies", 7, 12345),
        Effort("plies", 1, 20),
        Effort("games", 0, 1),
        Effort("win"),
        Effort("proof"),
    ):
        for thought in (Thought(one, considered, effort), Thought(one, forced=True), Thought(one)):
            said |= set(explained(thought, match.language, Seat(0)))
    assert_sentences(game, said, game.seats[0], list(texts(match.frame.options)))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_menus_questions_and_every_reason_and_end_are_sentences(game: Game) -> None:
    """Also those that no random play comes to."""
    notation: Any = game.notation
    told: list[Any] = [*names(game).values(), *(strength(game, bot) for bot in opponents(game))]
    told += [*notation.REASONS.values(), *notation.ENDS.values(), *getattr(notation, "ASK", ())]
    told += [option.help for option in (*game.options.values(), *game.settings.values())]
    told += [name for name in getattr(notation, "SEAT_NAMES", ()) if name not in SAME_IN_GERMAN]
    assert not [one for one in told if not isinstance(one, Said)]
    assert_sentences(game, {one for one in told if not one.fields}, game.seats[0], [])


def assert_sentences(game: Game, said: set[Said], seats: int, written: list[str]) -> None:
    """Each can be said in English and German, by people with odd names, and reads like what a friend at the table would say."""
    players = NAMES[:seats]
    english, german = speaker(game, "en", players), speaker(game, "de", players)
    for one in said:
        text, other = english(one), german(one)
        assert text.strip() and other.strip(), one
        for known in sorted((*players, *written), key=len, reverse=True):
            text, other = text.replace(known, "Some"), other.replace(known, "Some")
        assert not TOKEN.search(text) and not TOKEN.search(other), (text, other, one)
        # German words end in s for other reasons: "eine 1 aus der Hand".
        assert not ONE_OF_MANY.search(text), (text, one)
        assert untranslated(game, one) == [], one


def untranslated(game: Game, one: Said) -> list[str]:
    """Templates with words in them that the German catalogue lacks."""
    german = speaker(game, "de").tongue
    return [
        template
        for template, plural in pairs(one)
        if has_words(template)
        and german.find(template, plural, 1) == template
        and WORD.search(bare(template))
        and template not in SAME_IN_GERMAN
    ]


SAME_IN_GERMAN = {
    "Whot",
    "Cleopatra",
    "Caesar",
    "Veto",
    "Rally",
    "DeerPortal",
    "Differo",
    "Meditation",
    "Start",
    "Start {place}",
}


def bare(template: str) -> str:
    return re.sub(r"\{[^}]*\}", "", template)


def pairs(one: Words | Any) -> Iterator[tuple[str, str]]:
    """The templates of a sentence and of what fills it in."""
    if isinstance(one, Said):
        yield one.template, one.plural
        for _, given in one.given:
            yield from pairs(given)
    elif isinstance(one, tuple):
        for given in one:
            yield from pairs(given)


def of_picture(shown: Picture) -> Iterator[Words]:
    """All that is said in a picture, to eyes and to ears."""
    yield shown.words
    for thing in shown.things:
        yield thing.words
        yield from (part.text for part in thing.parts if isinstance(part, Label))
        yield from thing.text


def warnings(match: tw.Match, seat: int | None) -> list[Said]:
    """What a game warns who is to move of."""
    warn = getattr(match.game.notation, "warnings", None)
    if warn is None or seat is None or seat != match.turn:
        return []
    return list(warn(match.view(seat).position.plain(), match.frame, seat))


def texts(value: Any) -> Iterator[str]:
    """What people wrote: the names and questions of a board."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


def refusals(match: tw.Match, chance: Random) -> Iterator[Words]:
    if match.turn is None:
        return
    legal = {action.id for action in match.legal}
    for action in chance.sample(range(match.game.actions), min(TRIES, match.game.actions)):
        for seat in (match.turn, (match.turn + 1) % match.seats):
            if seat == match.turn and action in legal or seat != match.turn and match.legal_for(seat):
                continue
            with pytest.raises(Refused) as error:
                match.play(action, seat=seat)
            yield error.value.sentence
