"""Drives the real program: through pipes, and in a pseudo-terminal with an emulated screen."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pyte

PATIENCE = 120.0
"""Seconds for anything to happen, on a machine that has much else to do."""
PROGRAM = (sys.executable, "-m", "turnwise")
ASKS_FOR_FRAMES, WITH_FRAMES = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
FRAME_BEGINS, FRAME_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"
NUMBERED = re.compile(r"(?<![\w.])(\d+)\. \S")


FAST = ("--pace", "0", "--time", "0.05")
SETTINGS = {"TURNWISE_INTERPRET": "1", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}


def surroundings(home: Path) -> dict[str, str]:
    """Plain Python, so that no test waits for a compiler; matches kept apart from the user's; the size that the terminal has."""
    around = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**around, **SETTINGS, "TURNWISE_HOME": str(home)}


def processor_seconds(pid: int) -> float:
    """What a process has spent itself so far; while others are at work it stands still."""
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


def heard() -> None:
    """Ctrl-C is heard even if the tests themselves run where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def piped(home: Path, *arguments: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
    """A run whose whole input is known beforehand."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=lines,
        capture_output=True,
        text=True,
        env=surroundings(home),
        timeout=PATIENCE,
        check=False,
    )


class Pipe:
    """A run that is answered line by line."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=surroundings(home),
            preexec_fn=heard,
        )
        self.said = ""

    def until_asked(self) -> str:
        """What was said up to the next question, or up to the end."""
        assert self.process.stdout
        start, deadline = len(self.said), time.monotonic() + PATIENCE
        while not self.said[start:].endswith((": ", "Enter. ")):
            ready = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]
            assert ready, f"nothing more came after: {self.said[-2000:]}"
            got = os.read(self.process.stdout.fileno(), 1 << 16)
            if not got:
                break
            self.said += got.decode()
        return self.said[start:]

    def answer(self, line: str | bytes) -> str:
        assert self.process.stdin
        self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()
        return self.until_asked()

    def close(self) -> int:
        """End the input, read the rest, and give the code."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.said += self.process.stdout.read().decode()
        self.process.stdout.close()
        return self.process.wait(PATIENCE)

    def end(self) -> None:
        """Whatever has become of it: nothing is left running or open."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()


Begin = Callable[..., Pipe]


def play_at_random(pipe: Pipe, seed: int, most: int = 3000) -> int:
    """A scripted player who takes any of the listed moves; gives the number of his answers."""
    chance = Random(seed)
    said = pipe.until_asked()
    for turn in range(most):
        if "The transcript is in" in said:
            return turn
        listed = said.partition(" legal move")[2]
        moves = re.findall(r"\b([A-I]\d) to ([A-I]\d)\b", listed)
        numbers = NUMBERED.findall(listed)
        if not listed:
            said = pipe.answer("")
        elif numbers:
            said = pipe.answer(chance.choice(numbers))
        else:
            said = pipe.answer("-".join(chance.choice(moves)))
    raise AssertionError("the game did not end")


class Terminal:
    """A pseudo-terminal with the program in it; `screen` is what a person sees, `stream` all that was ever written."""

    def __init__(self, home: Path, *arguments: str, columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._eyes = pyte.ByteStream(self.screen)
        self.stream = self._unseen = b""
        self.master, slave = pty.openpty()
        self.slave = slave
        self._size(columns, rows)
        self.before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=surroundings(home),
            start_new_session=True,
            preexec_fn=self._own_terminal,
        )

    def _own_terminal(self) -> None:
        heard()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def _size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self._size(columns, rows)
        os.killpg(self.process.pid, signal.SIGWINCH)

    @property
    def seen(self) -> str:
        return "\n".join(self.screen.display)

    def until(self, holds: Callable[[str], Any], what: str = "") -> str:
        """Read until the screen is as it should be."""
        deadline = time.monotonic() + PATIENCE
        while not holds(self.seen):
            left = deadline - time.monotonic()
            assert left > 0, f"waited in vain {what}; the screen is:\n{self.seen}"
            self._read(left)
        return self.seen

    def until_shown(self, words: str) -> str:
        return self.until(lambda seen: words in seen, f"for '{words}'")

    def is_quiet(self, seconds: float) -> bool:
        """Whether nothing at all is written for so long."""
        return not self._read(seconds)

    def _read(self, patience: float) -> bool:
        if not select.select([self.master], [], [], patience)[0]:
            return False
        try:
            got = os.read(self.master, 1 << 16)
        except OSError:  # the program has closed its end
            return False
        self.stream += got
        if ASKS_FOR_FRAMES in got:
            os.write(self.master, WITH_FRAMES)
        self._unseen += got
        # A frame is seen as a whole: half of one would be a screen that no person ever sees.
        begun, ended = self._unseen.rfind(FRAME_BEGINS), self._unseen.rfind(FRAME_ENDS)
        cut = begun if begun > ended else len(self._unseen)
        whole, self._unseen = self._unseen[:cut], self._unseen[cut:]
        # The emulator knows no private modes with a modifier, as in `CSI > 1 u`.
        self._eyes.feed(re.sub(rb"\x1b\[[><=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p", b"", whole))
        return bool(got)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def click(self, column: int, row: int) -> None:
        """A press and a release of the left button, counted from 0, as terminals report them."""
        self.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def place_of(self, words: str) -> tuple[int, int]:
        for row, line in enumerate(self.screen.display):
            if words in line:
                return line.index(words), row
        raise AssertionError(f"'{words}' is not on the screen:\n{self.seen}")

    def ends(self) -> int:
        """Read to the end, and give the code."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"it does not end; the screen is:\n{self.seen}"
            self._read(0.05)
        while self._read(0):
            pass
        return self.process.returncode

    def restored(self) -> bool:
        """Whether the terminal was left as it was found."""
        return termios.tcgetattr(self.slave) == self.before


@contextmanager
def terminal(home: Path, *arguments: str, columns: int = 80, rows: int = 24) -> Iterator[Terminal]:
    one = Terminal(home, *arguments, columns=columns, rows=rows)
    try:
        yield one
    finally:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        for end in (one.master, one.slave):
            with contextlib.suppress(OSError):
                os.close(end)
