"""Background work: thoughts in a thread, compiling in a child process."""

import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

from turnwise.kit.game import Game

Result = TypeVar("Result")


def on_thread(work: Callable[[], Result]) -> "Future[Result]":
    """Work in a daemon thread, which does not keep the program from ending."""
    done: Future[Result] = Future()
    done.set_running_or_notify_cancel()  # the waiter may be cancelled; the work still ends normally

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """A child process fills the cache of compiled games meanwhile; it ends with the program."""
    from turnwise.bots.ready import warm_up

    child: subprocess.Popen[bytes] | None = warm_up(game)
    try:
        yield
    finally:
        if child is not None and child.poll() is None:
            child.terminate()
            child.wait()
