"""An attack: who does what to the house, and what must hold while it lasts and afterwards."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.web.server import Client, Server
from tests.web.siege.bystander import Bystander, Seen

Run = Callable[["Siege"], None]
PATIENT = 50.0
"""Milliseconds that a bystander's move may take, in 99 of 100."""
ADDRESS = "127.0.0.66"
"""Where attackers come from unless they say otherwise; all of 127.0.0.0/8 is this machine's own."""


SHORT, PATIENCE = 5.0, 2.0
"""Seconds from which on an attack is measured by the clock alone. A shorter one is run beside other work of the machine: there the
bystander's time stands still while nobody has a core for it, and all other limits are so many times as long."""


class Attack(NamedTuple):
    name: str
    holds: str
    """What must hold, in a sentence."""
    run: Run
    arguments: tuple[str, ...]
    """With which a house is opened for this attack alone; without any, the house of its siege serves."""
    bystander: bool
    """Whether an honest table plays meanwhile, and is measured."""


ATTACKS: list[Attack] = []
"""All of them, in the order of their modules."""


def attack(name: str, holds: str, *, arguments: tuple[str, ...] = (), bystander: bool = True) -> Callable[[Run], Run]:
    """Declare an attack. It asserts what is its own to assert; the bystander is looked at after it."""

    def declare(run: Run) -> Run:
        ATTACKS.append(Attack(name, holds, run, arguments, bystander))
        return run

    return declare


class Siege:
    """What an attack is given: a house, and how many seconds it should last."""

    def __init__(self, server: Server, seconds: float) -> None:
        self.server, self.seconds = server, seconds
        self._guests = 0

    @property
    def short(self) -> bool:
        return self.seconds < SHORT

    def within(self, seconds: float) -> float:
        """The seconds that something may take here which takes so many at most when the machine does nothing else."""
        return seconds * (PATIENCE if self.short else 1)

    def slow(self, seen: Seen) -> str:
        """Why a bystander was too slow, or nothing: by his 99th percentile, or in a short siege by the 90th of his own time."""
        times, hundredth = (seen.own, 90) if self.short else (seen.all, 99)
        if (slow := times.percentile(hundredth)) <= PATIENT:
            return ""
        return f"p{hundredth} of the bystander was {slow:.0f} ms, longest wait {times.gap:.0f} ms"

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def folder(self) -> Path:
        return self.server.folder

    def guest(self, address: str = ADDRESS) -> Client:
        """An attacker with a name."""
        self._guests += 1
        return self.server.guest(f"Mallory {self._guests}", address)

    def nobody(self, address: str = ADDRESS) -> Client:
        """An attacker without one."""
        return self.server.client("", address)

    # What can be seen from outside.

    @property
    def memory(self) -> float:
        """Resident megabytes of the house's own process."""
        return _status(self.server.pid, "VmRSS") / 1024

    @property
    def disk(self) -> float:
        """Megabytes that the house has written into its folder."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file()) / 1e6

    @property
    def processor(self) -> float:
        """Seconds of processor time that the house's own process has used."""
        return processor_of(self.server.pid)


class Report(NamedTuple):
    """What became of an attack."""

    attack: Attack
    seen: Seen | None
    memory: float
    """Megabytes more than before."""
    disk: float
    processor: float
    """Seconds of the house's processor time for each second of the attack."""
    fault: str
    """Why it broke something, or nothing."""


def besiege(attack: Attack, siege: Siege) -> Report:
    """Run an attack beside an honest table."""
    bystander = Bystander(siege.server) if attack.bystander else None
    memory, disk, processor, fault = siege.memory, siege.disk, siege.processor, ""
    try:
        if bystander:
            bystander.mark()
        attack.run(siege)
    except AssertionError as error:
        fault = str(error) or "a check of its own failed"
    finally:
        seen = bystander.times() if bystander else None
    if seen and not fault:
        fault = siege.slow(seen)
    alive = siege.server.process.poll() is None
    grown = siege.memory - memory if alive else 0.0
    spent = (siege.processor - processor) / siege.seconds if alive else 0.0
    return Report(attack, seen, grown, siege.disk - disk, spent, fault)


def processor_of(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _status(pid: int, field: str) -> int:
    """A figure of a process in kilobytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1])
    raise KeyError(field)
