"""Termination and interruption while waiting for a line."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, main_thread

NUDGE = signal.SIGURG
"""Only interrupts a wait."""
MOMENT = 0.1


@contextmanager
def ending_in_order() -> Iterator[None]:
    """On termination also end the child that compiles, and release the match.

    Python handles a signal between two steps. One that comes after the last step before waiting for a line would be
    handled only when that line has come, so a thread interrupts the wait."""
    noticed = Event()

    def end(number: int, frame: object) -> None:
        noticed.set()
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    def see_to_it() -> None:
        while numbers := heard.recv(64):
            if set(numbers) == {NUDGE}:
                continue
            while not noticed.wait(MOMENT) and told.fileno() >= 0:
                signal.pthread_kill(main_thread().ident or 0, NUDGE)
            noticed.clear()

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}
    ours = [number for number, how in before.items() if how is not signal.SIG_IGN]  # what `nohup` ignores stays ignored
    heard, told = socket.socketpair()
    told.setblocking(False)
    awake = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    nudged = signal.signal(NUDGE, lambda number, frame: None)
    for number in ours:
        signal.signal(number, end)
    thread = Thread(target=see_to_it, daemon=True)
    thread.start()
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])
        signal.set_wakeup_fd(awake)
        noticed.set()
        told.close()
        thread.join()
        heard.close()
        signal.signal(NUDGE, nudged)
