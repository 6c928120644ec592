"""Processes of `turnwise` that begin at once: what all of them import, aiogram above all, takes five seconds and is imported once.

    with Prefork() as prefork:
        house = prefork.start(["telegram", "--data", …], {"TURNWISE_TELEGRAM_TOKEN": …}, folder)

Each is a process of its own, forked from one that has done nothing but import, and may be killed.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, TextIO


class Forked(NamedTuple):
    """One of them; what it says on standard error is in `log`."""

    pid: int
    log: Path
    said: TextIO
    greeting: str

    def signal(self, way: int) -> None:
        os.kill(self.pid, way)


class Prefork:
    """Whoever forks them, and waits for them when they have ended."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.telegram.prefork"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"TURNWISE_INTERPRET": "1"},
        )
        self._number = 0

    def start(self, command: list[str], environment: dict[str, str], folder: Path) -> Forked:
        """Start one and wait until it is open."""
        self._number += 1
        said, log = folder / f"said {self._number}", folder / f"log {self._number}"
        os.mkfifo(said)
        pid = int(self._ask({"command": command, "environment": environment, "said": str(said), "log": str(log)}))
        lines = said.open()
        for line in lines:
            if "Turnwise is open" in line:
                return Forked(pid, log, lines, line)
        lines.close()
        raise RuntimeError(f"it did not begin: {log.read_text()}")

    def ended(self, one: Forked) -> int:
        """Wait until it has ended; how."""
        with one.said:
            return int(self._ask({"ended": one.pid}))

    def _ask(self, order: dict[str, object]) -> str:
        assert self._process.stdin and self._process.stdout
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return self._process.stdout.readline()

    def __enter__(self) -> "Prefork":
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate(timeout=60)


def _begin(order: dict[str, object]) -> None:
    """In the new process: what a shell would do, and the command."""
    from turnwise.cli import main

    assert isinstance(order["environment"], dict) and isinstance(order["command"], list)
    os.environ |= order["environment"]
    for number, name, flags in ((1, "said", os.O_WRONLY), (2, "log", os.O_WRONLY | os.O_CREAT)):
        os.dup2(os.open(str(order[name]), flags), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    try:
        code = main(order["command"])
    except SystemExit as end:
        code = int(end.code or 0)
    os._exit(code)


def _serve() -> None:
    import turnwise.telegram.front
    import turnwise.web.serving.serve  # noqa: F401
    from turnwise.web.serving.rehearsal import rehearse

    rehearse()
    children: set[int] = set()
    for line in sys.stdin:
        order = json.loads(line)
        if "ended" in order:
            children.discard(order["ended"])
            print(os.waitstatus_to_exitcode(os.waitpid(order["ended"], 0)[1]), flush=True)
        elif child := os.fork():
            children.add(child)
            print(child, flush=True)
        else:
            _begin(order)
    for child in children:  # whoever asked is gone
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    _serve()
