"""Long work in a separate process: `python -m turnwise.house.work.worker` reads tasks and writes answers, one at a
time.

A task holds what a person sent or may see, never a match's hidden state. SIGUSR1 interrupts the current task; the end
of the input ends the process at once, so that nothing goes on after the house.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from turnwise.bots.thinker import INPUT, LENGTH, framed
from turnwise.games import game as game_named
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import packed

POLITENESS = 15
"""Its niceness: below the server and below bots."""


class Unwanted(Exception):
    """The task was cancelled."""


class Task(Struct, frozen=True, tag=True):
    """Something to be done. `longest`: the seconds after which it is given up; on an idle machine the largest takes
    two, but it runs at low priority."""

    longest: ClassVar[float] = 30.0

    def answers(self) -> Iterator[bytes]:
        """Its results: the last is the answer, those before report progress."""
        raise NotImplementedError


class Check(Task, frozen=True, tag=True):
    """The verdict on a draft of a board."""

    game: str
    document: bytes

    def answers(self) -> Iterator[bytes]:
        workshop = _workshop(self.game)
        remarks = [(one.where, packed(one.said), one.severe) for one in workshop.check(self.document)]
        good = not any(severe for *_, severe in remarks)
        needed = workshop.options(workshop.read(self.document)) if good else {}
        yield msgspec.msgpack.encode((good, remarks, workshop.sites(self.document), needed))


class Arrange(Task, frozen=True, tag=True):
    """A draft with its places put in order, as JSON."""

    game: str
    document: bytes

    def answers(self) -> Iterator[bytes]:
        # A draft may hold numbers of any length, which only Python's own JSON module writes.
        yield json.dumps({"document": _workshop(self.game).arrange(self.document)}).encode()


class Read(Task, frozen=True, tag=True):
    """A document for an option of a game that has passed the game's check, as JSON."""

    game: str
    option: str
    document: bytes

    def answers(self) -> Iterator[bytes]:
        yield msgspec.json.encode(game_named(self.game).options[self.option].accept(self.document))


class Judge(Task, frozen=True, tag=True):
    """Games of bots on a board: reports the number after each, and the findings at the end.

    It runs at low priority, so on a busy machine its first game may take long."""

    game: str
    document: bytes
    games: int
    seconds: float
    longest: ClassVar[float] = 120.0

    def answers(self) -> Iterator[bytes]:
        from turnwise.bots import trial

        task = trial.Task(self.game, self.document, self.games, self.seconds)
        return map(msgspec.json.encode, trial.trial(task))


class Verify(Task, frozen=True, tag=True):
    """A finished match played again from its transcript."""

    transcript: str
    longest: ClassVar[float] = 60.0

    def answers(self) -> Iterator[bytes]:
        from turnwise.play.secret import sealed
        from turnwise.play.transcript import verified

        match = verified(self.transcript)
        nonces, result, seal = list(match.nonces), str(match.outcome), sealed(match.secret)
        yield msgspec.msgpack.encode((match.game.name, len(match.log), match.commitment, seal, nonces, result))


class Frame(Task, frozen=True, tag=True):
    """A drawn table as a picture of a film."""

    drawn: str

    def answers(self) -> Iterator[bytes]:
        from turnwise.draw.film import frame

        yield frame(self.drawn)


class Film(Task, frozen=True, tag=True):
    """A film of its frames."""

    frames: list[bytes]
    longest: ClassVar[float] = 60.0

    def answers(self) -> Iterator[bytes]:
        from turnwise.draw.film import film

        yield film(self.frames)


class Answer(Struct, frozen=True, array_like=True):
    """The progress of a task, its result, the code and sentence of a refusal, or the kind of error that ended it."""

    value: bytes = b""
    over: bool = True
    refused: tuple[str, Any] | None = None
    fault: str = ""


UNWANTED = Answer(fault=Unwanted.__name__)
encode = msgspec.msgpack.Encoder().encode
decode_task = msgspec.msgpack.Decoder(Check | Arrange | Read | Judge | Verify | Frame | Film).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode


def _workshop(game: str) -> Any:
    return game_named(game).module("workshop")


def done(task: Task) -> Iterator[Answer]:
    """Carry out a task. No error ends the process."""
    latest: bytes | None = None
    try:
        for value in task.answers():
            if latest is not None:
                yield Answer(latest, over=False)
            latest = value
        yield Answer(latest or b"")
    except TurnwiseError as error:
        yield Answer(refused=(error.code, packed(error.sentence)))
    except Exception as error:  # also an interrupted task
        yield Answer(fault=type(error).__name__)


class Worker:
    """Reads messages from its input as they arrive."""

    def __init__(self) -> None:
        self._messages: SimpleQueue[bytes] = SimpleQueue()
        self._working = self._unwanted = False
        signal.signal(signal.SIGUSR1, self._break_off)
        Thread(target=self._listen, daemon=True).start()

    def run(self, out: Any) -> None:
        while True:
            task = decode_task(self._messages.get())
            for answer in self._done(task):
                out.write(framed(encode(answer)))
                out.flush()

    def _done(self, task: Task) -> Iterator[Answer]:
        answers, self._unwanted = done(task), False
        while True:
            try:
                self._working = True
                answer = UNWANTED if self._unwanted else next(answers)
            except Unwanted:
                answer = UNWANTED
            finally:
                self._working = False
            yield answer
            if answer.over:
                return

    def _break_off(self, *_: object) -> None:
        self._unwanted = True
        if self._working:
            self._working = False
            raise Unwanted

    def _listen(self) -> None:
        while len(head := _read(LENGTH)) == LENGTH:
            self._messages.put(_read(int.from_bytes(head, "big")))
        os._exit(0)  # the parent process is gone


def _read(size: int) -> bytes:
    """This many bytes of the input; fewer at its end."""
    data = bytearray()
    while len(data) < size and (more := os.read(INPUT, size - len(data))):
        data += more
    return bytes(data)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the house, which ends its workers itself
    os.nice(POLITENESS)
    output = os.dup(1)
    os.dup2(2, 1)  # keeps prints out of the messages
    with os.fdopen(output, "wb") as out:
        Worker().run(out)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
