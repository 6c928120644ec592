"""The process that loads a game for its author: it replays the log of actions in words, plays and draws, interpreted.

It reads requests as lines of JSON and answers each with one. It is ended and another started whenever a file changes,
so no module is ever reloaded. If a rule does not end, `faulthandler` writes where it was and ends the process."""

import faulthandler
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import msgspec

from turnwise.bots import Budget, bot
from turnwise.bots.names import opponents
from turnwise.draw import coached, meant, table, written
from turnwise.draw.keyed import keyed
from turnwise.draw.layout import laid
from turnwise.draw.plan import Stage, stage
from turnwise.draw.text import text
from turnwise.kit.bind import law_faults
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.faults import Fault
from turnwise.kit.game import Game
from turnwise.kit.options import Choice, Document, Options, Switch
from turnwise.kit.trial import same_words
from turnwise.kit.words import Seat, Speaker, said
from turnwise.play.ending import headline
from turnwise.play.match import Match
from turnwise.play.view import View
from turnwise.web.dev.faults import Told, told, told_of
from turnwise.web.dev.fields import fields
from turnwise.web.pictures.easel import possible

THOUGHT = Budget(seconds=0.3)
TERMINAL = 80, 24
CARD, TEXT = "card", "terminal"

Answer = dict[str, Any]


class Ask(msgspec.Struct):
    """A request to the child, with everything needed to answer it: the child keeps no state that matters."""

    do: str
    """look, act, bot or why."""
    seats: int | None = None
    seed: int = 0
    options: dict[str, Any] = {}
    log: list[tuple[int, str]] = []
    """The actions so far, in words, with their seats."""
    seat: int | None = None
    """Who looks or acts; None is a spectator, below 0 the seat on turn."""
    width: float = 960
    height: float = 640
    shape: str = ""
    action: int = 0
    bot: str = "random"
    keys: list[str] = []


class Broken(Exception):
    """A part of the game raised, without which nothing can be shown."""

    def __init__(self, fault: Told) -> None:
        super().__init__(fault["said"])
        self.fault = fault


class Child:
    """A game, and the match of the latest request."""

    def __init__(self, package: str, name: str, folder: Path) -> None:
        self._package, self._name, self._folder = package, name, folder
        self._game: Game | None = None
        self._read: list[Told] = []
        """Faults in its sources that do not keep it from being played."""
        self._match: Match | None = None
        self._terms: Any = None
        self._log: list[tuple[int, str]] = []
        """The actions played in the match."""
        self._stopped: Answer | None = None
        """Why the rest of the log could not be played, and from which move on."""

    def answer(self, ask: Ask) -> Answer:
        """The answer to a request; where the game itself fails, what went wrong and where."""
        try:
            self._game = self._game or self._trying("While the game is loaded", self._load)
            match = self._trying("While a match is set up", lambda: self._begun(ask))
            self._replay(match, ask.log)
            deeds: dict[str, Callable[[Match, Ask], Answer]] = {
                "look": self._look,
                "act": self._act,
                "bot": self._bot,
                "why": self._why,
            }
            return deeds[ask.do](match, ask)
        except TurnwiseError as error:
            return {"refused": str(error)}
        except Broken as error:
            return {"faults": [error.fault]}

    def _trying(self, doing: str, deed: Callable[[], Any]) -> Any:
        try:
            return deed()
        except (Exception, SystemExit) as error:  # an author's file may do anything
            if isinstance(error, TurnwiseError) and not isinstance(error, Fault):
                raise
            raise Broken(told_of(doing, error, self._folder)) from None

    def _load(self) -> Game:
        one = Game(self._package, self._name)
        _facts = one.title, one.version, one.minutes, one.hidden, one.chance, one.actions, one.frame(None, {})
        read = [*law_faults(self._package), *same_words(one)]
        self._read = [told("It can be played here, but not compiled", fault) for fault in read]
        return one

    def _begun(self, ask: Ask) -> Match:
        """A match with these terms that is not past the end of the log."""
        terms = ask.seats, ask.seed, ask.options
        if self._match is None or terms != self._terms or self._log != list(ask.log[: len(self._log)]):
            assert self._game
            self._match = Match(self._game, seats=ask.seats, seed=ask.seed, compiled=False, **ask.options)
            self._terms, self._log = terms, []
        return self._match

    def _replay(self, match: Match, log: Sequence[tuple[int, str]]) -> None:
        """Play the match to the end of a log, or as far as its rules allow."""
        self._stopped = None
        for ply, (seat, words) in enumerate(log[len(self._log) :], len(self._log) + 1):
            stopped = {"ply": ply, "seat": seat, "words": words}
            try:
                self._trying(f"While move {ply} is played: {words}", partial(match.play, words, seat=seat))
            except TurnwiseError as error:
                self._stopped = stopped | {"why": str(error)}
                return
            except Broken as error:
                self._stopped = stopped | {"why": str(error), "fault": error.fault}
                return
            self._log.append((seat, words))

    def _act(self, match: Match, ask: Ask) -> Answer:
        return self._played(match, _seat(match, ask), ask.action)

    def _bot(self, match: Match, ask: Ask) -> Answer:
        """Play for the seat on turn what a bot would."""
        if match.turn is None:
            return {"refused": "The match is over."}
        view, turn = match.view(match.turn), match.turn
        doing = f"While the bot {ask.bot} thinks"

        def think() -> int:
            chosen = bot(ask.bot, match.game)
            return chosen.think(view.position, turn, seed=match.version + ask.seed, budget=THOUGHT).action

        return self._played(match, turn, self._trying(doing, think))

    def _played(self, match: Match, seat: int, action: int) -> Answer:
        words, at = match.language.action(action).words, match.version
        self._trying(f"While an action is played: {words}", lambda: match.play(action, seat=seat))
        self._log.append((seat, words))
        return {"played": (seat, words), "at": at}

    def _why(self, match: Match, ask: Ask) -> Answer:
        """Why touching these things does nothing, in the sentence with which the rules refuse it."""
        seat = _seat(match, ask)
        action = self._trying("While a touch is explained", lambda: meant(match.view(seat), ask.keys))
        refused = match.refusal(action, seat) if action is not None and match.turn is not None else None
        return {"said": str(refused.sentence) if refused else ""}

    def _look(self, match: Match, ask: Ask) -> Answer:
        """The table as a seat sees it, and everything around it. If the look raises, the rest is still shown."""
        seat = match.turn or 0 if ask.seat is not None and ask.seat < 0 else ask.seat
        if seat is not None and seat >= match.seats:
            seat = None
        view, say = match.view(seat), speaker(match.game)
        stopped = [self._stopped["fault"]] if self._stopped and "fault" in self._stopped else []
        faults = [*stopped, *self._read]
        shown: Answer = {}
        for name, doing, show in (
            ("picture", "While the table is drawn", lambda: _drawn(view, ask, say)),
            ("text", "While the table is written", lambda: _typed(view)),
            ("coach", "While the coach speaks", lambda: [say(one) for one in coached(view)]),
            ("entries", "While the log is told", lambda: [_entry(at, line, say) for at, line in enumerate(view.lines)]),
            ("status", "While the state of the match is told", lambda: _status(view, say)),
        ):
            try:
                shown[name] = self._trying(doing, show)
            except Broken as error:
                faults.append(error.fault)
        return shown | {
            "faults": faults,
            "stopped": self._stopped,
            "at": match.version,
            "seat": seat,
            "turn": match.turn,
            "seats": match.seats,
            "moves": [(action.id, say(action.said), action.words) for action in view.legal],
            "record": list(fields(match, seat)),
            "facts": _facts(match, say),
        }


def _seat(match: Match, ask: Ask) -> int:
    """The seat that acts: the one that looks, or the one on turn."""
    return (match.turn or 0) if ask.seat is None or ask.seat < 0 else ask.seat


def _drawn(view: View, ask: Ask, say: Speaker) -> Answer | None:
    if ask.shape == TEXT:
        return None
    exactly = Stage(int(ask.width), int(ask.height), card=ask.shape == CARD)
    on = exactly if ask.shape else stage(ask.width, ask.height)
    drawn = laid(table(view), on)
    moves = possible(view, drawn, say)
    return {"type": "picture", "version": view.version, "moves": moves, "coach": [], "log": []} | keyed(drawn, say)


def _typed(view: View) -> str:
    columns, rows = TERMINAL
    return text(written(view, columns=columns, rows=rows, grows=False))


def _entry(at: int, line: Any, say: Speaker) -> Answer:
    events = [" ".join(f"{name}={value}" for name, value in event.items() if name != "text") for event in line.events]
    return {"at": at, "seat": line.seat, "words": line.words, "told": [say(one) for one in line.told], "events": events}


def _status(view: View, say: Speaker) -> str:
    return say(headline(view)) if view.outcome else say(said("{seat} is to move.", seat=Seat(view.turn or 0)))


def _facts(match: Match, say: Speaker) -> Answer:
    """What the controls of the page need."""
    game = match.game
    return {
        "title": game.title,
        "summary": game.summary,
        "seats": game.seats,
        "bots": {name: say(called) for name, called in opponents(game).items()},
        "options": _options(game.options, match.frame.options),
    }


def _options(known: Options, values: dict[str, Any]) -> list[Answer]:
    found = []
    for name, option in known.items():
        choices = option.choices if isinstance(option, Choice) else ()
        kind = "switch" if isinstance(option, Switch) else "choice" if choices else "text"
        if isinstance(option, Document):
            kind, choices = "choice", option.names
        value = values[name] if isinstance(values[name], bool | int | str) else ",".join(map(str, values[name]))
        if isinstance(option, Document):
            value = next((one for one in choices if option.accept(one) == values[name]), "")
        found.append({"name": name, "kind": kind, "choices": choices, "value": value, "help": str(option.help)})
    return found


def main(package: str, name: str, folder: str, patience: str) -> None:
    """Answer requests until the input ends, each within so many seconds. A game's prints go to its author's
    terminal."""
    out: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.dont_write_bytecode = True
    child, read, write = Child(package, name, Path(folder)), msgspec.json.Decoder(Ask).decode, msgspec.json.encode
    for line in sys.stdin.buffer:
        faulthandler.dump_traceback_later(float(patience), exit=True, file=out)
        answer = write(child.answer(read(line))).decode()
        faulthandler.cancel_dump_traceback_later()
        print(answer, file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
