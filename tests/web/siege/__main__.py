"""`python -m tests.web.siege [--seconds 10] [attack …]`: all attacks in turn, and a table of what they did."""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.web.server import Server
from tests.web.siege import attacks
from tests.web.siege.attack import ATTACKS, Attack, Report, Siege, besiege

IDLE = 0.03
"""Seconds of processor time in a second, below which a house has nothing to do."""


@contextmanager
def houses(seconds: float) -> Iterator["Houses"]:
    with tempfile.TemporaryDirectory(prefix="siege") as folder:
        held = Houses(Path(folder), seconds, warm=True)
        try:
            yield held
        finally:
            held.close()


class Houses:
    """One house for all attacks of a module that need none of their own, so that none meets what the limits hold against another's
    attackers; a new one if it did not survive."""

    def __init__(self, folder: Path, seconds: float, *, warm: bool = False) -> None:
        """`warm`: wait until a house has loaded the compiled rules of all games, which it does beside the first moves."""
        self._folder, self._seconds, self._warm = folder, seconds, warm
        self._count = 0
        self._shared: Siege | None = None
        self._module = ""

    def report(self, attack: Attack) -> Report:
        if attack.arguments:
            with self._opened(*attack.arguments) as server:
                return besiege(attack, self._siege(server))
        module = attack.run.__module__
        if self._shared is None or self._shared.server.process.poll() is not None or module != self._module:
            self.close()
            self._shared, self._module = self._siege(self._opened()), module
        return besiege(attack, self._shared)

    def _siege(self, server: Server) -> Siege:
        siege, before = Siege(server, self._seconds), -1.0
        while self._warm and (spent := siege.processor) - before > IDLE:
            before = spent
            time.sleep(1)
        return siege

    def _opened(self, *arguments: str) -> Server:
        self._count += 1
        return Server(self._folder / str(self._count), *arguments, compiled=True)

    def close(self) -> None:
        if self._shared:
            self._shared.server.__exit__()


HEAD = f"{'attack':34} {'p50 ms':>7} {'p99 ms':>7} {'gap ms':>7} {'moves':>6} {'RSS MB':>7} {'disk MB':>8} {'core':>5}"


def line(report: Report) -> str:
    times = report.seen and report.seen.all
    seen = (
        f"{times.percentile(50):7.1f} {times.percentile(99):7.1f} {times.gap:7.0f} {len(times.moves):6}"
        if times
        else f"{'–':>7} {'–':>7} {'–':>7} {'–':>6}"
    )
    rest = f"{report.memory:+7.1f} {report.disk:+8.2f} {report.processor:5.2f}"
    return f"{report.attack.name:34} {seen} {rest}" + (f"  BROKEN: {report.fault}" if report.fault else "")


def chosen(names: Sequence[str]) -> list[Attack]:
    """The attacks with these names, or those of modules with these names; all of them if there are none."""
    return [one for one in ATTACKS if not names or one.name in names or one.run.__module__.rsplit(".", 1)[1] in names]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.siege", description=__doc__)
    parser.add_argument("attacks", nargs="*", help=f"names of attacks, or of modules: {', '.join(attacks.MODULES)}")
    parser.add_argument("--seconds", type=float, default=10, help="how long each lasts: 10")
    asked = parser.parse_args()
    broken = 0
    print(HEAD, flush=True)
    with houses(asked.seconds) as held:
        for one in chosen(asked.attacks):
            report = held.report(one)
            broken += bool(report.fault)
            print(line(report), flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
