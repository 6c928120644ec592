"""A real process with a real disk is killed while somebody's tap is under way (kill -9), and another one goes on."""

import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.telegram.persons import Person
from tests.telegram.players import ASKS
from tests.telegram.prefork import Forked, Prefork
from tests.telegram.server import Aside
from tests.telegram.things import Chat, Shown
from tests.telegram.world import World
from turnwise.cli import main

PATIENCE = 300.0
"""Real seconds, also on a machine that has much else to do."""
WORDS = "whot symbol_seconds=0 turn_seconds=86400"


@pytest.fixture(scope="module")
def prefork() -> Iterator[Prefork]:
    with Prefork() as found:
        yield found


def spoken_to(aside: Aside) -> dict[str, str]:
    """The environment of a house that speaks with the double."""
    return {"TURNWISE_TELEGRAM_API": aside.url, "TURNWISE_TELEGRAM_TOKEN": aside.world.token}


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


def begun(aside: Aside, ann: Person, ben: Person, group: Chat) -> tuple[Person, Shown]:
    """A match of a group by taps; who is asked first, and by which message."""
    for person in (ann, ben):
        aside.do(person.start())
    aside.do(ann.writes(group, f"/startgame {WORDS}"))
    aside.until(partial(has, ben, group, "Join"), PATIENCE)
    aside.do(ben.taps(group, "Join"))
    aside.until(partial(has, ann, group, "Start"), PATIENCE)
    aside.do(ann.taps(group, "Start"))
    found: tuple[Person, Shown] = aside.until(lambda: asked([ann, ben]), PATIENCE)
    return found


def test_a_house_is_killed_and_another_goes_on(tmp_path: Path, prefork: Prefork) -> None:
    world = World()
    world.limits.on = False  # real time jitters
    ann, ben = people = [world.user(name, started=True) for name in ("Ann", "Ben")]
    group = world.group("Friday", ann, ben)
    command = ["telegram", "--data", str(tmp_path / "house")]
    with Aside(world) as aside:
        first = prefork.start(command, spoken_to(aside), tmp_path)
        try:
            mover, shown = begun(aside, ann, ben, group)
            aside.look(lambda: mover.presses(shown, draws(shown)))
        finally:
            first.signal(signal.SIGKILL)
            prefork.ended(first)
        second = prefork.start(command, spoken_to(aside), tmp_path)
        try:
            other, now = aside.until(lambda: (found := asked(people)) and found[0] is not mover and found, PATIENCE)
            assert version(now) == version(shown) + 1 == 1
            aside.do(other.taps(now, draws(now)))
            aside.until(lambda: (found := asked(people)) and found[0] is mover and version(found[1]) == 2, PATIENCE)
            assert aside.look(lambda: rings(world, mover)) == 2
            # None if it was killed between writing that down and doing it.
            assert aside.look(lambda: rings(world, other)) <= 1
        finally:
            second.signal(signal.SIGTERM)
            assert prefork.ended(second) == 0
    assert world.faults == [] and not world.disobeyed


# Two workers.

SECRET = "a-secret-of-this-webhook"


def speaks(worker: Forked) -> bool:
    return "this worker speaks with Telegram" in worker.log.read_text()


def test_the_worker_that_speaks_is_killed_and_the_other_goes_on(
    tmp_path: Path, database: str, prefork: Prefork
) -> None:
    """On a real database; Telegram calls the one that speaks. That one stands still, and a tap is answered by the other."""
    world = World()
    world.limits.on = False
    ann, ben = people = [world.user(name, started=True) for name in ("Ann", "Ben")]
    group = world.group("Friday", ann, ben)
    options = ["--telegram", "--store", database, "--address", "https://games.example.org"]
    workers: list[Forked] = []
    with Aside(world) as aside:
        environment = spoken_to(aside) | {"TURNWISE_TELEGRAM_WEBHOOK_SECRET": SECRET}
        try:
            for number in range(2):
                command = ["serve", "--port", "0", "--data", str(tmp_path / str(number)), *options]
                workers.append(prefork.start(command, environment, tmp_path))
            first, second = workers
            world.updates.rerouted = address(first)
            mover, shown = begun(aside, ann, ben, group)
            assert speaks(first) and not speaks(second)
            first.signal(signal.SIGSTOP)
            world.updates.rerouted = address(second)
            assert aside.do(mover.taps(shown, draws(shown))) == ""
            first.signal(signal.SIGKILL)
            other, now = aside.until(lambda: (found := asked(people)) and found[0] is not mover and found, PATIENCE)
            assert version(now) == version(shown) + 1 == 1 and speaks(second)
            assert aside.do(other.taps(now, draws(now))) == ""
            aside.until(lambda: (found := asked(people)) and found[0] is mover and version(found[1]) == 2, PATIENCE)
            # Fewer if a worker was so slow that its lease lapsed after it had written down that it is about to ring.
            assert aside.look(lambda: rings(world, mover)) <= 2 and aside.look(lambda: rings(world, other)) <= 1
        finally:
            for worker in workers:
                worker.signal(signal.SIGTERM)
                ended = prefork.ended(worker)
    assert ended == 0 and world.faults == [] and not world.disobeyed


def address(worker: Forked) -> str:
    """Where it listens."""
    return worker.greeting.split("open: ")[1].strip().rstrip("/")


def test_several_workers_may_speak_with_telegram_if_they_share_their_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TURNWISE_TELEGRAM_TOKEN", World().token)
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--telegram", "--workers", "2"])
    assert "Several workers need records that they can share" in capsys.readouterr().err
