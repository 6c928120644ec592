"""The table line by line: pure text for pipes and screen readers. A whole game can be driven from a script."""

import sys
import time
from collections.abc import Callable
from io import StringIO
from typing import TextIO

from turnwise.draw import picture
from turnwise.draw.text import text
from turnwise.kit.errors import BadAction, TurnwiseError
from turnwise.play import timing
from turnwise.play.ending import result
from turnwise.play.front import lists_moves
from turnwise.play.view import View
from turnwise.terminal.beside import on_thread
from turnwise.terminal.saves import NotSaved
from turnwise.terminal.sentences import offers, portions, today, told, warnings
from turnwise.terminal.table import Table, never
from turnwise.terminal.waits import lock, pauses

HELP = """\
A move is given in words or by its number. Besides, you may say:
  help     this list                      moves    the moves you may make
  hint     what a strong player would do  board    the table again
  why      why the bot did what it did    log      everything that was played
  rules    the rules of the game          undo     take back your last move
  offer    offer a draw                   accept, refuse   answer an offer
  resign   give up, or leave the game     save     where the match is kept
  quit     save and leave; go on later with: {resume}"""
WIDTH = 78
MANY_MOVES = 12
CURTAIN_LINES = 60


class Gone(Exception):
    """Somebody wants to leave the table, or the input has ended."""


class Talk:
    """Lines out and lines in. A stream that was closed beforehand is an empty one."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self.source = source or sys.stdin or StringIO()
        self.sink = sink or sys.stdout or StringIO()
        for stream in (self.source, self.sink):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")

    @property
    def with_a_person(self) -> bool:
        return self.source.isatty() and self.sink.isatty()

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self.sink)
        self.sink.flush()

    def ask(self, question: str) -> str:
        print(question, end=" ", file=self.sink, flush=True)
        line = self.source.readline()
        if not line:
            self.say("")
            raise Gone("The input has ended.")
        if not self.source.isatty():
            self.say("")  # nobody's Enter has ended the line
        return line.strip()


class PlainTable:
    """Plays a match to its end, or until somebody leaves."""

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
        self.viewer: int | None = None
        self._heard: dict[int | None, int] = {}  # how many lines of the log each viewer has been told
        self._asked = -1  # the version at which people were asked whether they interject

    def play(self) -> int:
        """The code that the program ends with."""
        table = self.table
        try:
            self.talk.say(f"{table.game.title}: {', '.join(table.names)}. Say help for what you may say.")
            self.talk.say(*today(table.game, table.match.settings))
            while not table.over:
                self._go_on()
            self._end()
            return 0
        except Gone as gone:
            self._left(str(gone))
            return 0
        except KeyboardInterrupt:
            self.talk.say("")
            self._left("Stopped.")
            return 130
        finally:
            table.close()

    def _left(self, sentence: str) -> None:
        saved = f"The match is saved; go on with: {self.table.keeper.resume}"
        kept = saved if self.table.match.log else "Nothing was played."
        self.talk.say(f"{sentence} {kept}")

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

    # Telling.

    def _look(self, seat: int | None) -> View:
        """Hand the screen to a viewer, through a curtain where hands are hidden, and tell him what is new."""
        if seat != self.viewer and self.table.needs_curtain and seat is not None:
            if self.talk.with_a_person:
                self.talk.say("\n" * CURTAIN_LINES)
            self.talk.ask(f"Pass the keyboard to {self.table.names[seat]}, who presses Enter.")
        self.viewer = seat
        view = self.table.view(seat)
        self.talk.say(*self._news(view))
        return view

    def _news(self, view: View) -> list[str]:
        key = view.seat if self.table.needs_curtain else None
        lines = view.lines[self._heard.get(key, 0) :]
        self._heard[key] = len(view.lines)
        return [sentence for line in lines for sentence in told(line, self.table.names)]

    def _show(self, view: View) -> None:
        names = self.table.names
        self.talk.say("", text(picture(view, names)), "")
        if view.outcome is None:
            self.talk.say(
                *offers(view, names, "say accept or refuse; a move refuses it, too"),
                *warnings(view, self.table.match.spoken.frame),
            )

    def _list(self, view: View) -> None:
        """Every legal move; numbered, unless the game asks for numbers of its own."""
        numbered = not hasattr(self.table.game.notation, "ASK")
        moves = [f"{at}. {move}" if numbered else str(move) for at, move in enumerate(view.legal, 1)]
        wide = max(map(len, moves)) + 2
        across = max(1, WIDTH // wide) if len(moves) > MANY_MOVES else 1
        rows = ["".join(move.ljust(wide) for move in moves[at : at + across]) for at in range(0, len(moves), across)]
        self.talk.say(f"{len(moves)} legal move{'s' * (len(moves) != 1)}:", *(f"  {row}".rstrip() for row in rows))

    # Acting.

    def _bot(self, seat: int) -> None:
        """A pause, what was still to be told of the turn's opening, another pause, the move."""
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
        """The latest entry up to the opening of a turn, something between, and the opening itself; whether there was one."""
        viewer = self.viewer if self.viewer in self.table.people else self.table.viewer(self.viewer)
        if self.table.needs_curtain and viewer != self.viewer:
            return False  # it is told behind the curtain
        view = self.table.view(viewer)
        key = viewer if self.table.needs_curtain else None
        heard, opened = self._heard.get(key, 0), False
        self._heard[key] = len(view.lines)
        for line in view.lines[heard:]:
            own, opening = portions(view, line, self.table.names)
            self.talk.say(*own)
            if opening:
                between()
                self.talk.say(*opening)
            opened = bool(opening)
        return opened

    def _interjects(self, seat: int) -> bool:
        """Offer a person the chance to act out of turn."""
        view = self._look(seat)
        words = " or ".join(str(action) for action in view.legal)
        while answer := self.talk.ask(f"{self.table.names[seat]}, you may say {words} (or just Enter):"):
            if not self._command(answer, seat) and self._try(seat, answer):
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
        self._show(view)
        if lists_moves(self.table.game, self.table.match.settings):
            self._list(view)
        limit = timing.limit(self.table.match)
        due = self.now() + limit if limit else None
        while self.table.match.version == version:
            if hasattr(self.table.game.notation, "ASK"):
                self._questions(seat, view)
                continue
            answer = self.talk.ask(f"{self.table.names[seat]}, your move:")
            if due is not None and self.now() > due:
                self.talk.say("Time is up.")
                self.table.time_over(seat)
            elif not self._command(answer, seat):
                number = int(answer) if answer.isdecimal() and len(answer) < 5 else 0
                self._try(seat, view.legal[number - 1].words if 0 < number <= len(view.legal) else answer)

    def _open(self, seat: int) -> None:
        """Let a person make the gesture that shows what the turn opens with; a script is not asked for one."""
        table, version = self.table, self.table.match.version

        def gesture() -> None:
            self.wait(lock(table.match, self.pace))
            while answer := self.talk.ask(f"{table.names[seat]}, press Enter: {table.game.gesture}."):
                if not self._command(answer, seat) or table.match.version != version:
                    return

        if table.opened is False and self.talk.with_a_person and not table.needs_curtain:
            self._tell_in_portions(gesture)
        table.open_turn()

    def _questions(self, seat: int, view: View) -> None:
        """A move by questions, each by itself; the first takes a whole move or a command as well."""
        notation = self.table.game.notation
        given: list[str] = []
        while len(given) < len(notation.ASK):
            answer = self.talk.ask(f"{self.table.names[seat]}, {notation.ASK[len(given)]}:")
            if self._command(answer, seat):
                return
            try:
                given += notation.answer(answer, given, view.position.plain(), self.table.match.spoken.frame)
            except TurnwiseError as fault:
                if given or not answer:
                    self.talk.say(str(fault))
                    continue
                self._try(seat, answer, str(fault))
                return
        self._try(seat, " ".join(given))

    def _try(self, seat: int, request: str, unreadable: str = "") -> bool:
        """Act, or say what speaks against it."""
        try:
            if not request:
                raise BadAction("Say a move, its number, or help.")
            self.table.act(seat, request)
        except NotSaved:
            raise
        except TurnwiseError as refusal:
            unread = isinstance(refusal, BadAction) and unreadable
            self.talk.say(self.table.named(unread or str(refusal)))
            return False
        return True

    def _command(self, answer: str, seat: int) -> bool:
        """Whether the answer was a command; it has been carried out then."""
        do = self.commands.get(answer.casefold())
        if do is None:
            return False
        try:
            do(self, seat)
        except NotSaved:
            raise
        except TurnwiseError as refusal:
            self.talk.say(self.table.named(str(refusal)))
        return True

    def _hint(self, seat: int) -> None:
        advise = self.table.advising(seat)
        self.talk.say(*on_thread(lambda: advise(never)).result())

    def _saved(self, seat: int) -> None:
        self.talk.say(
            f"Every action is saved at once, in {self.table.keeper.file}."
            if self.table.match.log
            else "There is nothing to save yet; every action is saved at once."
        )

    def _help(self, seat: int) -> None:
        self.talk.say(HELP.format(resume=self.table.keeper.resume))

    def _resign(self, seat: int) -> None:
        question = "Leave the game for good" if self.table.game.has_leave else "Resign"
        if self.talk.ask(f"{question}? Say yes, or anything else to play on:").casefold() in ("yes", "y"):
            self.table.resign(seat)
        else:
            self.talk.say("You play on.")

    def _quit(self, seat: int) -> None:
        raise Gone("Good-bye.")

    commands: dict[str, Callable[["PlainTable", int], None]] = {  # noqa: RUF012
        "help": _help,
        "?": _help,
        "hint": _hint,
        "why": lambda self, seat: self.talk.say(*self.table.why()),
        "board": lambda self, seat: self._show(self.table.view(seat)),
        "moves": lambda self, seat: self._list(self.table.view(seat)),
        "log": lambda self, seat: self.talk.say(self.table.log_text(seat)),
        "rules": lambda self, seat: self.talk.say(self.table.game.rulebook),
        "undo": lambda self, seat: self.table.undo(seat),
        "offer": lambda self, seat: self.table.offer_draw(seat),
        "accept": lambda self, seat: self.table.answer_draw(seat, True),
        "refuse": lambda self, seat: self.table.answer_draw(seat, False),
        "resign": _resign,
        "save": _saved,
        "quit": _quit,
    }

    def _end(self) -> None:
        """When it is over everybody may see everything."""
        view = self.table.view(self.viewer)
        self.talk.say(*self._news(view))
        self._show(view)
        self.talk.say(*result(view, self.table.match.spoken.frame, self.table.names))
        self.talk.say(f"The transcript is in {self.table.transcript}.")
