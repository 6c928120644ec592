"""A real process with a real disk is killed while somebody's tap is under way (kill -9), and another one goes on."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from tests.telegram.persons import Person
from tests.telegram.players import ASKS
from tests.telegram.server import Aside
from tests.telegram.things import Chat, Shown
from tests.telegram.world import World

PATIENCE = 300.0
"""Real seconds, also on a machine that has much else to do."""
WORDS = "whot symbol_seconds=0 turn_seconds=86400"


def house(folder: Path, aside: Aside) -> "subprocess.Popen[bytes]":
    environment = os.environ | {
        "TURNWISE_INTERPRET": "1",
        "TURNWISE_TELEGRAM_API": aside.url,
        "TURNWISE_TELEGRAM_TOKEN": aside.world.token,
    }
    command = [sys.executable, "-m", "turnwise", "telegram", "--data", str(folder)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)


def asked(people: list[Person]) -> tuple[Person, Shown] | None:
    """Who is asked to move, and by which message: the latest. One that was sent when the process died, before it could be written
    down, stays behind; its buttons are old."""
    found = [
        (version(shown), person, shown)
        for person in people
        for shown in person.sees(person.private)
        if shown.photo and ASKS in shown.text
    ]
    return max(found, key=lambda one: one[0])[1:] if found else None


def has(person: Person, chat: Chat, label: str) -> bool:
    return any(label in one.labels for one in person.sees(chat))


def rings(world: World, person: Person) -> int:
    own = [one for one in world.shown if one.chat == person.private.id and one.photo and one.what == "new"]
    return sum(not one.silent and ASKS in one.text for one in own)


def version(shown: Shown) -> int:
    return int(next(one.value for one in shown if one.kind == "callback_data").split(".")[1])


def draws(shown: Shown) -> str:
    """The button that draws: whatever was dealt, it is the other's turn then."""
    return next(label for label in shown.labels if label.startswith("Draw"))


def test_a_house_is_killed_and_another_goes_on(tmp_path: Path) -> None:
    world = World()
    world.limits.on = False  # real time jitters
    ann, ben = people = [world.user(name, started=True) for name in ("Ann", "Ben")]
    group = world.group("Friday", ann, ben)
    with Aside(world) as aside:
        first = house(tmp_path, aside)
        try:
            for person in people:
                aside.do(person.start())
            aside.do(ann.writes(group, f"/startgame {WORDS}"))
            aside.until(partial(has, ben, group, "Join"), PATIENCE)
            aside.do(ben.taps(group, "Join"))
            aside.until(partial(has, ann, group, "Start"), PATIENCE)
            aside.do(ann.taps(group, "Start"))
            mover, shown = aside.until(lambda: asked(people), PATIENCE)
            aside.look(lambda: mover.presses(shown, draws(shown)))
        finally:
            first.kill()
            first.wait()
        second = house(tmp_path, aside)
        try:
            other, now = aside.until(lambda: (found := asked(people)) and found[0] is not mover and found, PATIENCE)
            assert version(now) == version(shown) + 1 == 1
            aside.do(other.taps(now, draws(now)))
            aside.until(lambda: (found := asked(people)) and found[0] is mover and version(found[1]) == 2, PATIENCE)
            assert aside.look(lambda: rings(world, mover)) == 2
            # None if it was killed between writing that down and doing it.
            assert aside.look(lambda: rings(world, other)) <= 1
        finally:
            second.terminate()
            assert second.wait(30) == 0
    assert world.faults == [] and not world.disobeyed
