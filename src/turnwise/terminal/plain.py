"""The table line by line: plain text for pipes and screen readers. A whole game can be driven by a script."""

import sys
import time
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from io import StringIO
from typing import TextIO

from turnwise import draw
from turnwise.draw.lettered import lettered
from turnwise.draw.text import text
from turnwise.draw.typed import room, typed
from turnwise.kit.errors import BadAction, TurnwiseError, UnknownAction
from turnwise.kit.lettering import cells_of
from turnwise.kit.words import ENGLISH, Said, Seat, Speaker, Words, counted, said, sentences
from turnwise.play import timing
from turnwise.play.ending import result
from turnwise.play.front import lists_moves
from turnwise.play.view import View
from turnwise.terminal.beside import on_thread
from turnwise.terminal.saves import NotSaved
from turnwise.terminal.sentences import offers, portions, saved, today, warnings
from turnwise.terminal.table import Table, never
from turnwise.terminal.waits import lock, pauses

BY_NUMBER = said("A move is said as in the list, or by its number. Besides, you may say:")
BY_QUESTIONS = said("A move is asked for step by step; you may say it at once, as in the list. Besides, you may say:")
HELP = said(
    """\
  help     this list                      moves    the moves you may make
  hint     what a strong player would do  board    the table again
  why      why the bot did what it did    log      everything that was played
  rules    the rules of the game          undo     take back your last move
  offer    offer a draw                   accept, refuse   answer an offer
  resign   give up, or leave the game     save     where the match is kept
  quit     save and leave; go on later with: {resume}"""
)
ANSWERS = said("say accept or refuse; a move refuses it, too")
YES = said("yes")
WIDTH = 78
MANY_MOVES = 12
QUOTED = 40
"""Letters of unreadable input that are quoted."""
CURTAIN_LINES = 60


class Gone(Exception):
    """A player wants to leave the table, or the input has ended."""

    def __init__(self, sentence: Said) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


class Talk:
    """Writes lines in the reader's language, and reads lines. A stream that was closed beforehand is an empty one."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None, speak: Speaker = ENGLISH) -> None:
        self.speak = speak
        self.source = source or sys.stdin or StringIO()
        self.sink = sink or sys.stdout or StringIO()
        for stream in (self.source, self.sink):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")

    @property
    def with_a_person(self) -> bool:
        return self.source.isatty() and self.sink.isatty()

    def say(self, *lines: Words) -> None:
        for line in lines:
            print(self.speak(line), file=self.sink)
        self.sink.flush()

    def ask(self, question: Words) -> str:
        print(self.speak(question), end=" ", file=self.sink, flush=True)
        line = self.source.readline()
        if not line:
            self.say("")
            raise Gone(said("The input has ended."))
        if not self.source.isatty():
            self.say("")  # no Enter has ended the line
        return line.strip()


class PlainTable:
    """Plays a match to its end, or until a player leaves."""

    def __init__(
        self,
        table: Table,
        talk: Talk,
        *,
        pace: float,
        wait: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.talk, self.pace, self.wait, self.now = table, talk, pace, wait, now
        self.speak = talk.speak = table.speak
        self.viewer: int | None = None
        self._heard: dict[int | None, int] = {}  # how many lines of the log each viewer has been shown
        self._asked = -1  # the version at which people were asked whether they interject

    def play(self) -> int:
        """Play, and return the exit code."""
        table = self.table
        try:
            game, players = said(table.game.title), ", ".join(table.names)
            self.talk.say(said("{game}: {players}. Say help for what you may say.", game=game, players=players))
            self.talk.say(*today(table.game, table.match.settings))
            while not table.over:
                self._go_on()
            self._end()
            return 0
        except Gone as gone:
            self._left(gone.sentence)
            return 0
        except KeyboardInterrupt:
            self.talk.say("")
            self._left(said("Stopped."))
            return 130
        finally:
            table.close()

    def _left(self, sentence: Said) -> None:
        kept = saved(self.table.keeper.resume) if self.table.match.log else said("Nothing was played.")
        self.talk.say(sentences(sentence, kept))

    def _go_on(self) -> None:
        """One step: somebody interjects, a bot acts, or a person does."""
        table = self.table
        if self._asked != table.match.version:
            self._asked = table.match.version
            for seat in table.interjectors():
                if self._interjects(seat):
                    return
        if (bot := table.bot_to_act()) is not None:
            self._bot(bot)
        elif table.turn is not None:
            self._person(table.turn)

    # Output.

    def _look(self, seat: int | None) -> View:
        """Give the screen to a viewer, through a curtain if hands are hidden, and show what is new."""
        if seat != self.viewer and self.table.needs_curtain and seat is not None:
            if self.talk.with_a_person:
                self.talk.say("\n" * CURTAIN_LINES)
            self.talk.ask(said("Pass the keyboard to {seat}, who presses Enter.", seat=Seat(seat)))
        self.viewer = seat
        view = self.table.view(seat)
        self.talk.say(*self._news(view))
        return view

    def _news(self, view: View) -> list[Said]:
        key = view.seat if self.table.needs_curtain else None
        lines = view.lines[self._heard.get(key, 0) :]
        self._heard[key] = len(view.lines)
        return [sentence for line in lines for sentence in line.told]

    def _show(self, view: View, below: Sequence[Words] = ()) -> None:
        """The table, in a terminal together with the lines below it, if there is room."""
        columns, rows = room(self.talk.sink, len(below))
        picture = typed(draw.table(view), self.speak, columns, rows, moves=False)
        self.talk.say("", text(lettered(picture, self.speak)), "")
        if view.outcome is None:
            self.talk.say(*offers(view, ANSWERS), *warnings(view, self.table.match.spoken.frame))
        self.talk.say(*below)

    def _listed(self, view: View) -> list[Words]:
        """Every legal move; numbered, unless the game asks for numbers of its own."""
        said_so = [self.speak(move.said) for move in view.legal]
        moves = said_so if self._by_questions else [f"{at}. {move}" for at, move in enumerate(said_so, 1)]
        wide = max(map(cells_of, moves)) + 2
        across = max(1, WIDTH // wide) if len(moves) > MANY_MOVES else 1
        filled = [move + " " * (wide - cells_of(move)) for move in moves]
        rows = ["".join(filled[at : at + across]) for at in range(0, len(moves), across)]
        heading = counted("{number} legal move:", "{number} legal moves:", "number", number=len(moves))
        return [heading, *(f"  {row}".rstrip() for row in rows)]

    @property
    def _by_questions(self) -> bool:
        """Whether the game asks for a move by questions of its own, answered with numbers."""
        return hasattr(self.table.game.notation, "ASK")

    # Acting.

    def _bot(self, seat: int) -> None:
        """A pause, the rest of the turn's opening, another pause, the move."""
        table = self.table
        first, last = pauses(table.match, self.pace, out_of_turn=seat != table.turn)
        locked = lock(table.match, self.pace)
        if not self._tell_in_portions(lambda: self.wait(max(first, locked))):
            last = max(last, locked)
        table.open_turn()
        self.wait(last)
        think = table.thinking(seat)
        table.settle(seat, on_thread(lambda: think(never)).result())

    def _tell_in_portions(self, between: Callable[[], None]) -> bool:
        """The latest entry up to the opening of a turn, a call of `between`, and the opening itself; whether there was
        one."""
        viewer = self.viewer if self.viewer in self.table.people else self.table.viewer(self.viewer)
        if self.table.needs_curtain and viewer != self.viewer:
            return False  # it is shown behind the curtain
        view = self.table.view(viewer)
        key = viewer if self.table.needs_curtain else None
        heard, opened = self._heard.get(key, 0), False
        self._heard[key] = len(view.lines)
        for line in view.lines[heard:]:
            own, opening = portions(view, line)
            self.talk.say(*own)
            if opening:
                between()
                self.talk.say(*opening)
            opened = bool(opening)
        return opened

    def _interjects(self, seat: int) -> bool:
        """Offer a person the chance to act out of turn."""
        view = self._look(seat)
        moves = ", ".join(f"{at}. {self.speak(move.said)}" for at, move in enumerate(view.legal, 1))
        question = said(
            "{seat}, you may act out of turn: {moves}. Say that, or its number, or just press Enter:",
            seat=Seat(seat),
            moves=moves,
        )
        while answer := self.talk.ask(question):
            if not self._command(answer, seat) and self._try(seat, self._numbered(answer, view)):
                return True
            if self.table.over or seat not in self.table.people:
                return True
        return False

    def _person(self, seat: int) -> None:
        version = self.table.match.version
        self._open(seat)
        if self.table.match.version != version:
            return
        view = self._look(seat)
        self._show(view, self._listed(view) if lists_moves(self.table.game, self.table.match.settings) else ())
        limit = timing.limit(self.table.match)
        due = self.now() + limit if limit else None
        while self.table.match.version == version:
            if self._by_questions:
                self._questions(seat, view)
                continue
            answer = self.talk.ask(said("{seat}, your move:", seat=Seat(seat)))
            if due is not None and self.now() > due:
                self.talk.say(said("Time is up."))
                self.table.time_over(seat)
            elif not self._command(answer, seat):
                self._try(seat, self._numbered(answer, view))

    def _numbered(self, answer: str, view: View) -> str:
        """The words of a move that was named by its number in the list; other answers unchanged."""
        number = int(answer) if answer.isdecimal() and len(answer) < 5 else 0
        return view.legal[number - 1].words if 0 < number <= len(view.legal) else answer

    def _open(self, seat: int) -> None:
        """Let a person make the gesture that shows the opening of the turn; a script is not asked for one."""
        table, version = self.table, self.table.match.version

        def gesture() -> None:
            self.wait(lock(table.match, self.pace))
            question = said("{seat}, press Enter: {gesture}.", seat=Seat(seat), gesture=table.game.gesture)
            while answer := self.talk.ask(question):
                if not self._command(answer, seat) or table.match.version != version:
                    return

        if table.opened is False and self.talk.with_a_person and not table.needs_curtain:
            self._tell_in_portions(gesture)
        table.open_turn()

    def _questions(self, seat: int, view: View) -> None:
        """A move by questions, one at a time; each also accepts a whole move or a command."""
        notation = self.table.game.notation
        given: list[str] = []
        while len(given) < len(notation.ASK):
            asked: Words = notation.ASK[len(given)]
            answer = self.talk.ask(said("{seat}, {question}:", seat=Seat(seat), question=asked))
            if self._command(answer, seat):
                return
            try:
                given += notation.answer(answer, given, view.position.plain(), self.table.match.spoken.frame)
            except TurnwiseError as fault:
                if not answer:
                    self.talk.say(fault.sentence)
                elif self._try(seat, answer, fault.sentence):
                    return
        self._try(seat, " ".join(given))

    def _try(self, seat: int, request: str, unreadable: Words = "") -> bool:
        """Act, or print why not."""
        try:
            if not request:
                raise BadAction(said("Say a move, its number, or help."))
            self.table.act(seat, self.table.meant(request))
        except NotSaved:
            raise
        except BadAction as refusal:
            unknown = self._unknown(seat, request) if isinstance(refusal, UnknownAction) else refusal.sentence
            self.talk.say(unreadable or unknown)
            return False
        except TurnwiseError as refusal:
            self.talk.say(refusal.sentence)
            return False
        return True

    def _unknown(self, seat: int, request: str) -> Said:
        """The sentence for words that name no move: similar ones, as people say them."""
        words, moves = request[:QUOTED], [self.speak(move.said) for move in self.table.view(seat).legal]
        if near := get_close_matches(words, moves, 1, 0.5):
            return said("“{typed}” is no move. Did you mean “{move}”?", typed=words, move=near[0])
        return said("“{typed}” is no move. Say one of the moves, or help.", typed=words)

    def _command(self, answer: str, seat: int) -> bool:
        """Whether the answer was a command, which is then carried out."""
        do = next((do for word, do in self.commands.items() if answer.casefold() in self._spellings(word)), None)
        if do is None:
            return False
        try:
            do(self, seat)
        except NotSaved:
            raise
        except TurnwiseError as refusal:
            self.talk.say(refusal.sentence)
        return True

    def _spellings(self, word: Said) -> tuple[str, str]:
        """How a word may be typed: in English and in the reader's language."""
        return str(word), self.speak(word).casefold()

    def _hint(self, seat: int) -> None:
        advise = self.table.advising(seat)
        self.talk.say(*on_thread(lambda: advise(never)).result())

    def _saved(self, seat: int) -> None:
        if self.table.match.log:
            self.talk.say(said("Every action is saved at once, in {file}.", file=str(self.table.keeper.file)))
        else:
            self.talk.say(said("There is nothing to save yet; every action is saved at once."))

    def _help(self, seat: int) -> None:
        how = BY_QUESTIONS if self._by_questions else BY_NUMBER
        self.talk.say(how, HELP.given_also(resume=self.table.keeper.resume))

    def _resign(self, seat: int) -> None:
        if self.table.game.has_leave:
            question = said("Leave the game for good? Say yes, or anything else to play on:")
        else:
            question = said("Resign? Say yes, or anything else to play on:")
        answer = self.talk.ask(question).casefold()
        if any(answer in (word, word[0]) for word in self._spellings(YES)):
            self.table.resign(seat)
        else:
            self.talk.say(said("You play on."))

    def _quit(self, seat: int) -> None:
        raise Gone(said("Good-bye."))

    commands: dict[Said, Callable[["PlainTable", int], None]] = {  # noqa: RUF012
        said("help"): _help,
        said("?"): _help,
        said("hint"): _hint,
        said("why"): lambda self, seat: self.talk.say(*self.table.why()),
        said("board"): lambda self, seat: self._show(self.table.view(seat)),
        said("moves"): lambda self, seat: self.talk.say(*self._listed(self.table.view(seat))),
        said("log"): lambda self, seat: self.talk.say(self.table.log_text(seat)),
        said("rules"): lambda self, seat: self.talk.say(self.table.game.rulebook),
        said("undo"): lambda self, seat: self.table.undo(seat),
        said("offer"): lambda self, seat: self.table.offer_draw(seat),
        said("accept"): lambda self, seat: self.table.answer_draw(seat, True),
        said("refuse"): lambda self, seat: self.table.answer_draw(seat, False),
        said("resign"): _resign,
        said("save"): _saved,
        said("quit"): _quit,
    }

    def _end(self) -> None:
        """At the end everybody may see everything."""
        view = self.table.view(self.viewer)
        self.talk.say(*self._news(view))
        self._show(view)
        self.talk.say(*result(view, self.table.match.spoken.frame))
        self.talk.say(said("The transcript is in {file}.", file=str(self.table.transcript)))
