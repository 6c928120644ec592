"""Everything that a game says is a sentence that a person would say, in each of its languages: events, moves, refusals,
hints, the coach, pictures, the end. Untranslated texts were written by a person, or are letters of places."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from turnwise.bots.bot import Considered, Effort, Thought
from turnwise.bots.explain import explained
from turnwise.bots.names import names, opponents, strength
from turnwise.draw import coached
from turnwise.kit.catalogues import languages, speaker, translated
from turnwise.kit.errors import Refused
from turnwise.kit.game import Game
from turnwise.kit.shapes import Label, Picture
from turnwise.kit.words import Said, Seat, Words
from turnwise.play.ending import deeds, result
from turnwise.play.match import Match
from turnwise.proofs.broken import Broken, Missing
from turnwise.proofs.cases import Case
from turnwise.proofs.moments import NAMES, moments

TRIES = 30
"""Illegal actions that are tried at a moment."""
WORD = re.compile(r"[^\W\d_]{3}")
"""More than numbers, signs and the letters of places."""
TOKEN = re.compile(r"\w_\w|\b[A-Z]{3,}\b|[{}]|\bNone\b|\bSeat \d|\bTrue\b|\bFalse\b")
"""What programs read: ids, constants, placeholders, seats by number."""
ONE_OF_MANY = re.compile(r"(?<![\d.,:+−-])\b1 (?!plus\b|minus\b|is\b|was\b|has\b|does\b)[a-z]+s\b(?!')")
"""One of something, in the plural."""
EFFORTS = (Effort("plies", 7, 12345), Effort("plies", 1, 20), Effort("games", 0, 1), Effort("win"), Effort("proof"))


def spoken_by(game: Game) -> list[str]:
    """The languages of a game besides English."""
    return [language for language in languages()[1:] if (game.folder / f"{language}.po").exists()]


def every_language_is_there(case: Case) -> None:
    """A game has a catalogue for every language of the house."""
    if lacking := [language for language in languages()[1:] if language not in spoken_by(case.game)]:
        raise Missing(f"no {lacking[0]}.po: whoever plays in that language reads English")


def what_is_said_is_a_sentence(case: Case) -> None:
    """No token reaches a person at a table: in pictures, the coach, the log, moves, warnings, refusals and the end."""
    chance, said, kept = Random(0), set[Said](), set[str]()
    written: list[str] = []
    for moment in moments(case, 1):
        match = moment.match
        written = [*texts(match.frame.options)]
        for seat, sight in moment.seen.items():
            view = sight.view
            pictured = of_picture(sight.looked) if case.game.has("look") else ()
            for words in (*pictured, *coached(view), *result(view, match.frame), *deeds(view)):
                (said if isinstance(words, Said) else kept).add(words)
            said |= {action.said for action in view.legal}
            said |= set(warnings(match, seat))
            said |= {told for line in view.lines[-5:] for told in line.told}
        for refused in refusals(match, chance):
            if not isinstance(refused, Said):
                raise Broken(f"{case}: the refusal {refused!r} is a finished text, not said(…).", "REASONS", "refusal")
            said.add(refused)
    sentences(case.game, said, case.seats, written)
    loose = {one for one in kept if WORD.search(one) and not any(one.rstrip("…") in text for text in written)}
    if loose:
        raise Broken(
            f"{case}: the picture has the finished text {min(loose)!r}, which no language can translate; use said(…).",
            "look",
        )


def moves_and_hints_are_sentences(case: Case) -> None:
    """Every move has words of its own, and every hint of a bot is a sentence."""
    game = case.game
    match = Match(game, seats=case.seats, seed=1, compiled=case.compiled, **case.options)
    by_words: dict[Said, str] = {}
    for id in range(game.actions):
        action = match.language.action(id)
        if (other := by_words.setdefault(action.said, action.words)) != action.words:
            raise Broken(f"two moves are called {str(action.said)!r}: {other!r} and {action.words!r}.", "move", "Do")
    said = set(by_words)
    [one, *rest] = [action.id for action in match.legal]
    considered = tuple(Considered(id, 0.25, 1.0, (id, one)) for id in (one, *rest[:3]))
    for effort in EFFORTS:
        for thought in (Thought(one, considered, effort), Thought(one, forced=True), Thought(one)):
            said |= set(explained(thought, match.language, Seat(0)))
    sentences(game, said, case.seats, [*texts(match.frame.options)])


def menus_reasons_and_ends_are_sentences(case: Case) -> None:
    """Bots, options, questions, every reason and every end have sentences, also those that no random play comes to."""
    game, notation = case.game, case.game.notation
    told: list[Any] = [*names(game).values(), *(strength(game, bot) for bot in opponents(game))]
    told += [*notation.REASONS.values(), *notation.ENDS.values(), *getattr(notation, "ASK", ())]
    told += [option.help for option in (*game.options.values(), *game.settings.values())]
    told += getattr(notation, "OPTION_WORDS", {}).values()
    told += [name for name in getattr(notation, "SEAT_NAMES", ()) if _untold(game, name)]
    if loose := [one for one in told if not isinstance(one, Said)]:
        raise Broken(f"{loose[0]!r} is a finished text, not said(…).", "REASONS", "ENDS", "SEAT_NAMES", "OPTIONS")
    sentences(game, {one for one in told if not one.fields}, case.seats, [])


def _untold(game: Game, name: Words) -> bool:
    """Whether a seat's name is neither data nor in the catalogues, where a bare name is found too."""
    return isinstance(name, Said) or any(name not in translated(language, game.folder) for language in spoken_by(game))


def sentences(game: Game, said: set[Said], seats: int, written: list[str]) -> None:
    """Each can be said in every language of the game, with unusual names, and reads like what a friend at the table
    would say."""
    players = NAMES[: max(seats, game.seats[1])]  # a move may name a seat that is empty here
    speakers = [speaker(game, language, players) for language in (languages()[0], *spoken_by(game))]
    known = sorted((*players, *written), key=len, reverse=True)
    for one in said:
        for speak in speakers:
            text = speak(one)
            if not text.strip():
                raise Broken(f"a sentence is empty: {one}.", "look", "SENTENCES")
            for name in known:
                text = text.replace(name, "Some")
            if token := TOKEN.search(text):
                raise Broken(f"{token[0]!r} is for programs, and stands in {text!r}.", *_verbs(one))
            # German words end in s for other reasons: "eine 1 aus der Hand".
            if speak is speakers[0] and (many := ONE_OF_MANY.search(text)):
                raise Broken(
                    f"{many[0]!r} in {text!r}: a sentence that depends on a number is counted(…).", *_verbs(one)
                )
        for language in spoken_by(game):
            if lacking := untranslated(game, one, language):
                raise Broken(f"{language}.po has no words for {lacking[0]!r}.", *_verbs(one))


def _verbs(one: Said) -> tuple[str, ...]:
    return ("SENTENCES", "Event", "Do")


def untranslated(game: Game, one: Said, language: str) -> list[str]:
    """Templates with words in them that a catalogue lacks."""
    known = translated(language, game.folder)
    return [template for template in templates(one) if WORD.search(bare(template)) and template not in known]


def bare(template: str) -> str:
    return re.sub(r"\{[^}]*\}", "", template)


def templates(one: Words | Any) -> Iterator[str]:
    """The templates of a sentence and of its arguments."""
    if isinstance(one, Said):
        yield one.template
        for _, given in one.given:
            yield from templates(given)
    elif isinstance(one, tuple):
        for given in one:
            yield from templates(given)


def of_picture(shown: Picture) -> Iterator[Words]:
    """Everything said in a picture, for eyes and for ears."""
    yield shown.words
    for thing in shown.things:
        yield thing.words
        yield from (part.text for part in thing.parts if isinstance(part, Label))
        yield from thing.text


def warnings(match: Match, seat: int | None) -> list[Said]:
    """The game's warnings to the player to move."""
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


def refusals(match: Match, chance: Random) -> Iterator[Words]:
    """The sentences for illegal attempts."""
    for action in (
        chance.sample(range(match.game.actions), min(TRIES, match.game.actions)) if match.turn is not None else ()
    ):
        for seat in {match.turn or 0, ((match.turn or 0) + 1) % match.seats}:
            refused: Refused | None = match.refusal(action, seat)
            if refused is not None:
                yield refused.sentence
