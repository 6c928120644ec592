"""What to play and with whom: the questions of the menu, which each front end asks in its own way."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from turnwise.bots.names import USUAL, opponents, strength
from turnwise.games import all_games
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH, Said, Words, counted, said
from turnwise.terminal.plain import Talk
from turnwise.terminal.sentences import today
from turnwise.terminal.sitters import PERSON, PERSON_LABEL, Sitter, sitters

PLAYERS = {
    1: said("alone"),
    2: said("two players"),
    3: said("three players"),
    4: said("four players"),
    5: said("five players"),
    6: said("six players"),
    7: said("seven players"),
    8: said("eight players"),
}


@dataclass(frozen=True)
class Question:
    """Something to choose by its number; `usual` is the default, for Enter. Without choices it asks for words."""

    words: str
    choices: tuple[str, ...] = ()
    usual: int = 0
    first: int = 1
    """The number of the first choice."""


@dataclass(frozen=True)
class Party:
    """A game and who is to play it."""

    game: Game
    sitters: list[Sitter]


Answer = TypeVar("Answer")
Asking = Generator[Question, int | str, Answer]


def menu(language: str = ENGLISH.language, before: Party | None = None) -> Asking[Party]:
    """All questions in a language; the party before is the default."""
    speak = speaker(None, language)
    listed = all_games()
    names = [game.name for game in listed]
    usual = names.index(before.game.name) if before else 0
    lines = tuple(_line(game, language) for game in listed)
    at = yield Question(speak(said("What would you like to play?")), lines, usual)
    game = listed[int(at)]
    last = before.sitters if before and before.game is game else None
    low, high = game.seats
    number = len(last) if last else min(max(low, 2), high)
    if low < high:
        counts = range(low, high + 1)
        words = tuple(speak(_players(count)) for count in counts)
        question = Question(speak(said("How many players?")), words, counts.index(number), first=low)
        number = counts[int((yield question))]
    chosen: list[str] = []
    for seat in range(number):
        sitter = last[seat] if last and len(last) == number else None
        chosen.append((yield from _sitter(game, language, seat, sitter)))
    people = [seat for seat in range(number) if chosen[seat] == PERSON]
    if len(people) > 1:
        for at, seat in enumerate(people, 1):
            known = last and len(last) == number and not last[seat].bot
            usual_name = last[seat].name if last and known else speak(said("Player {number}", number=at))
            asked = said("Name of the player in seat {seat}? (Enter: {usual})", seat=seat + 1, usual=usual_name)
            name = str((yield Question(speak(asked)))).strip()
            chosen[seat] = f"{PERSON}:{name or usual_name}"
    return Party(game, sitters(game, chosen, speak))


def _line(game: Game, language: str) -> str:
    """A game, and the holiday of the day if it has one."""
    speak = speaker(game, language)
    return " ".join([f"{speak(said(game.title))}: {speak(said(game.summary))}", *map(speak, today(game))])


def _players(number: int) -> Said:
    return PLAYERS.get(number) or counted("{number} player", "{number} players", "number", number=number)


def _sitter(game: Game, language: str, seat: int, last: Sitter | None) -> Asking[str]:
    """Who takes a seat: a person, or a bot by the game's own name for it."""
    speak, bots = speaker(game, language), opponents(game)
    kinds = [PERSON, *bots]
    usual = (last.bot or PERSON) if last else PERSON if seat == 0 else USUAL
    seats: tuple[Words, ...] = getattr(game.notation, "SEAT_NAMES", ())
    if seats:
        who = said("Who plays {side}?", side=seats[seat])
    else:
        who = said("Who takes seat {number}?", number=seat + 1)
    listed = [f"{speak(name)}: {speak(strength(game, bot))}" for bot, name in bots.items()]
    at = yield Question(speak(who), (speak(PERSON_LABEL), *listed), kinds.index(usual) if usual in kinds else 0)
    return kinds[int(at)]


def asked(talk: Talk, asking: Asking[Answer]) -> Answer:
    """Ask line by line, and return the answer."""
    try:
        question = next(asking)
        while True:
            question = asking.send(_answer(talk, question))
    except StopIteration as done:
        found: Answer = done.value
        return found


def _answer(talk: Talk, question: Question) -> int | str:
    if not question.choices:
        return talk.ask(question.words)
    low, high = question.first, question.first + len(question.choices) - 1
    talk.say(question.words, *(f"  {at}  {words}" for at, words in enumerate(question.choices, low)))
    while True:
        usual = low + question.usual
        span = said("A number from {low} to {high}, or Enter for {usual}:", low=low, high=high, usual=usual)
        answer = talk.ask(span)
        if not answer:
            return question.usual
        if answer.isdecimal() and len(answer) < 5 and low <= int(answer) <= high:
            return int(answer) - low
        talk.say(said("'{answer}' is no number from {low} to {high}.", answer=answer[:40], low=low, high=high))
