"""A signal that nothing interrupts is noticed all the same."""

import signal
import subprocess
import sys

import pytest

from tests.terminal.driver import PATIENCE

UNNOTICED = """
import signal, sys, threading
from pathlib import Path
from turnwise.terminal.signals import ending_in_order

def send():
    # The kernel may hand a signal to any thread. Then it does not end the wait of the one that Python lets look at it.
    waits, stat = 0, Path(f"/proc/self/task/{threading.main_thread().native_id}/stat")
    while waits < 50:
        waits = waits + 1 if stat.read_text().rpartition(")")[2].split()[0] == "S" else 0
    signal.pthread_kill(threading.get_ident(), int(sys.argv[1]))

with ending_in_order():
    threading.Thread(target=send, daemon=True).start()
    try:
        sys.stdin.readline()
    finally:
        print("in order", flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_that_does_not_end_the_wait_for_a_line_is_noticed(number: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", UNNOTICED, str(int(number))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # the tests themselves may run where it is ignored
    ) as process:
        try:
            code = process.wait(PATIENCE)
            assert process.stdout and process.stdout.read() == "in order\n"
        finally:
            process.kill()
    assert code == (-signal.SIGINT if number == signal.SIGINT else 128 + number)
