"""What to play and with whom: the questions of the menu, for a screen to ask in its own way."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from turnwise.bots.names import USUAL, opponents, strength
from turnwise.games import all_games
from turnwise.kit.game import Game
from turnwise.terminal.plain import Talk
from turnwise.terminal.sentences import today
from turnwise.terminal.sitters import PERSON, PERSON_LABEL, Sitter, sitters

IN_WORDS = dict(enumerate(["two", "three", "four", "five", "six", "seven", "eight"], 2))


@dataclass(frozen=True)
class Question:
    """Something to choose by its number; `usual` is the choice of somebody who just presses Enter. Without choices it asks
    for words."""

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


def menu(before: Party | None = None) -> Asking[Party]:
    """All questions; the party before is what is usual."""
    listed = all_games()
    names = [game.name for game in listed]
    usual = names.index(before.game.name) if before else 0
    at = yield Question("What would you like to play?", tuple(map(_line, listed)), usual)
    game = listed[int(at)]
    last = before.sitters if before and before.game is game else None
    low, high = game.seats
    number = len(last) if last else min(max(low, 2), high)
    if low < high:
        counts = range(low, high + 1)
        words = tuple("alone" if count == 1 else f"{IN_WORDS.get(count, count)} players" for count in counts)
        number = counts[int((yield Question("How many players?", words, counts.index(number), first=low)))]
    chosen: list[str] = []
    for seat in range(number):
        sitter = last[seat] if last and len(last) == number else None
        chosen.append((yield from _sitter(game, seat, sitter)))
    people = [seat for seat in range(number) if chosen[seat] == PERSON]
    if len(people) > 1:
        for at, seat in enumerate(people, 1):
            usual_name = last[seat].name if last and len(last) == number and not last[seat].bot else f"Player {at}"
            name = yield from _name(seat, usual_name)
            chosen[seat] = f"{PERSON}:{name}"
    return Party(game, sitters(game, chosen))


def _line(game: Game) -> str:
    """A game, and the holiday of the day if it knows one."""
    return " ".join([f"{game.title}: {game.summary}", *today(game)])


def _sitter(game: Game, seat: int, last: Sitter | None) -> Asking[str]:
    """Who takes a seat: a person, or a bot by the name that the game's players know."""
    bots = opponents(game)
    kinds = [PERSON, *bots]
    usual = (last.bot or PERSON) if last else PERSON if seat == 0 else USUAL
    seats: tuple[str, ...] = getattr(game.notation, "SEAT_NAMES", ())
    who = f"Who plays {seats[seat]}?" if seats else f"Who takes seat {seat + 1}?"
    listed = [f"{name}: {strength(game, bot)}" for bot, name in bots.items()]
    at = yield Question(who, (PERSON_LABEL, *listed), kinds.index(usual) if usual in kinds else 0)
    return kinds[int(at)]


def _name(seat: int, usual: str) -> Asking[str]:
    name = str((yield Question(f"Name of the player in seat {seat + 1}? (Enter: {usual})"))).strip()
    return name or usual


def asked(talk: Talk, asking: Asking[Answer]) -> Answer:
    """The answers line by line."""
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
        answer = talk.ask(f"A number from {low} to {high}, or Enter for {low + question.usual}:")
        if not answer:
            return question.usual
        if answer.isdecimal() and len(answer) < 5 and low <= int(answer) <= high:
            return int(answer) - low
        talk.say(f"'{answer[:40]}' is no number from {low} to {high}.")
