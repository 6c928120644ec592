"""A process in which bots think: `python -m turnwise.bots.thinker` reads tasks and writes thoughts, one at a time.

A message is its length in four bytes and then itself; an empty one says that the process is ready. Any input while it
thinks, an empty message or the end of the input, stops the thought: so it ends with its parent, even if that was
killed.
"""

import os
import select
import signal
import sys
from functools import cache
from importlib import import_module

import msgspec
from msgspec import Struct

from turnwise.bots.bot import Budget, Thought, bot
from turnwise.bots.ready import is_ready
from turnwise.games import game as game_named
from turnwise.kit.position import Engine, Position

LENGTH = 4
POLITENESS = 10
"""Its niceness, below the server's."""
INPUT = 0


class Task(Struct, frozen=True, array_like=True):
    """What a bot needs to think: records that have passed the gate, and a seed of its own."""

    game: str
    seat: int
    bot: str
    seed: int
    seconds: float
    state: bytes
    beside: bytes


class Answer(Struct, frozen=True, array_like=True):
    """A thought, or why there is none."""

    thought: Thought | None = None
    fault: str = ""


encode = msgspec.msgpack.Encoder().encode
decode_task = msgspec.msgpack.Decoder(Task).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH, "big") + message


STOP = framed(b"")
GREETING = framed(b"")
"""Written when it is ready."""


def think(task: Task) -> Answer:
    """Compiled if that needs no waiting."""
    game = game_named(task.game)
    known = Position(_engine(task.game, is_ready(game)), task.state, task.beside)
    try:
        budget = Budget(seconds=task.seconds)
        return Answer(bot(task.bot, game).think(known, task.seat, seed=task.seed, budget=budget, stop=_disturbed))
    except Exception as error:  # whatever the error, the next task may be another game's
        return Answer(fault=type(error).__name__)


@cache
def _engine(game: str, compiled: bool) -> Engine:
    return Engine(game_named(game), compiled=compiled)


def _disturbed() -> bool:
    return bool(select.select([INPUT], [], [], 0)[0])


def _read(size: int) -> bytes:
    """This many bytes of the input; fewer at its end."""
    data = b""
    while len(data) < size and (more := os.read(INPUT, size - len(data))):
        data += more
    return data


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the house, which ends its thinkers itself
    os.nice(POLITENESS)
    output = os.dup(1)
    os.dup2(2, 1)  # keeps prints out of the messages
    import_module("turnwise.bots.sampling")  # large: load it before the first task
    import_module("turnwise.bots.deepening")
    with os.fdopen(output, "wb") as out:
        out.write(GREETING)
        out.flush()
        while len(head := _read(LENGTH)) == LENGTH:
            if size := int.from_bytes(head, "big"):
                out.write(framed(encode(think(decode_task(_read(size))))))
                out.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
