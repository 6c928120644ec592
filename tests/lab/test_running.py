"""A run is the same wherever its parts are played, and goes on where it was stopped or killed."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import turnwise as tw
from turnwise.kit.errors import TurnwiseError
from turnwise.lab.arena import arena
from turnwise.lab.compare import compare
from turnwise.lab.kept import Kept
from turnwise.lab.simulate import CHUNK, Plan, kept_of, plan_of, run, simulate
from turnwise.lab.sums import SAMPLE, Counts, Tally


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))


def facts(tally: Tally) -> dict[str, object]:
    """Everything but the time it took."""
    found = {name: getattr(tally, name) for name in tally.__struct_fields__}
    return {name: value for name, value in found.items() if name != "seconds"}


def watched(game: str, **more: object) -> Plan:
    return plan_of(game, seed=5, options={}, watch=True, rows=True, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "bots"), [("connect_four", ["classic", "random"]), ("whot", ["search:1@20", "classic"])]
)
def test_one_core_and_two_come_to_the_same_to_the_last_number(game: str, bots: list[str]) -> None:
    games = 4 * CHUNK + 3 if "random" in bots else 8
    one, two = (run(watched(game, bots=bots), games, cores=cores) for cores in (1, 2))
    assert facts(one) == facts(two) and one.games == games
    assert sum(one.acts.values()) >= one.actions == sum(n for _, n in one.wide) and one.happened


def test_a_run_that_is_stopped_goes_on_where_it_was() -> None:
    plan, games, told = watched("connect_four"), 6 * CHUNK, list[int]()

    def stop_soon(done: int) -> None:
        if done >= 3 * CHUNK:
            raise KeyboardInterrupt

    kept = kept_of(plan, games, resume=False)
    early = run(plan, games, cores=1, kept=kept, progress=stop_soon)
    kept.close(finished=False)
    assert early.games == 3 * CHUNK
    with kept.file.open("a") as file:
        file.write('4 {"counts":{"seats":2,"gam')  # whoever wrote this was killed
    kept = kept_of(plan, games, resume=True)
    whole = run(plan, games, cores=2, kept=kept, progress=told.append)
    kept.close(finished=True)
    assert told[0] == 3 * CHUNK, "what was done is not done again"
    assert facts(whole) == facts(run(plan, games, cores=1)) and not kept.file.exists()


def test_a_run_begins_anew_unless_it_is_resumed_and_is_no_other_run() -> None:
    plan = watched("connect_four")
    kept = kept_of(plan, CHUNK, resume=False)
    run(plan, CHUNK, cores=1, kept=kept)
    with pytest.raises(TurnwiseError, match="The same run goes on in another window"):
        kept_of(plan, CHUNK, resume=True)
    beside = kept_of(plan, CHUNK, resume=False)
    assert beside.file != kept.file and len(kept) == 1
    beside.close(finished=True)
    kept.close(finished=False)
    other = kept_of(watched("connect_four", bots="classic"), CHUNK, resume=True)
    again = kept_of(plan, CHUNK, resume=False)
    assert len(other) == len(again) == 0
    for one in (other, again):
        one.close(finished=True)


def test_an_arena_goes_on_too() -> None:
    def stop_soon(done: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    told: list[int] = []
    early = arena("connect_four", ["classic", "random"], 12, cores=1, keep=True, progress=stop_soon)
    whole = arena("connect_four", ["classic", "random"], 12, cores=1, resume=True, progress=told.append)
    assert early.stopped and len(early.bouts) == 5 and told[0] == 5
    fresh = arena("connect_four", ["classic", "random"], 12, cores=1)
    assert [bout.log for bout in whole.bouts] == [bout.log for bout in fresh.bouts]
    assert [bout.places for bout in whole.bouts] == [bout.places for bout in fresh.bouts]


def test_what_cannot_be_written_in_the_end_can_be_had_by_going_on() -> None:
    def full(_: object) -> None:
        raise OSError("the disk is full")

    told: list[int] = []
    with pytest.raises(OSError):
        arena("connect_four", ["classic", "random"], 12, cores=1, keep=True, written=full)
    arena("connect_four", ["classic", "random"], 12, cores=1, resume=True, progress=told.append)
    assert told[0] == 12
    plans = watched("connect_four", bots="classic"), watched("connect_four", bots="random")
    with pytest.raises(OSError):
        compare(("a", "b"), plans, 30, cores=1, resume=False, written=full)
    told.clear()
    compare(("a", "b"), plans, 30, cores=1, resume=True, progress=told.append)
    assert told[0] == 30


def test_a_driver_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    """kill -9 in the middle of a very long run; with --resume and fewer games it ends with what an undisturbed run says."""
    typed = [sys.executable, "-m", "turnwise", "simulate", "connect_four", "--seed", "3", "--json", "--games"]
    process = subprocess.Popen([*typed, str(10**6 * CHUNK)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    runs, games = tmp_path / "runs", 50 * CHUNK
    while not runs.exists() or sum(file.read_bytes().count(b"\n") for file in runs.iterdir()) < 20:
        assert process.poll() is None, "it ended before it could be killed"
    process.send_signal(signal.SIGKILL)
    process.wait()
    (file,) = runs.iterdir()
    assert file.read_bytes().count(b"\n") >= 20
    done = subprocess.run([*typed, str(games), "--resume"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found, fresh = json.loads(done.stdout), simulate("connect_four", games, seed=3).summary()
    for name in set(fresh) - {"seconds", "games_per_second", "actions_per_second"}:
        assert found[name] == fresh[name], name
    assert not [*runs.iterdir()]


def test_how_many_games_differ_is_estimated_beyond_a_sample() -> None:
    """All of the sample are one game, so all further ones are; where each is another, all are."""
    for same, different in ((True, 1), (False, SAMPLE + 1000)):
        tally = Tally.begin(tw.game("connect_four"), 2, ["a", "b"])
        for number in range(0, SAMPLE, 1024):
            part = Counts.none(2)
            part.games, part.traces = 1024, [7] * 1024 if same else list(range(number, number + 1024))
            tally.add(part)
        more = Counts.none(2)
        more.games = 1000
        tally.add(more)
        assert tally.different == different and tally.compared == SAMPLE


def test_a_file_that_cannot_be_written_is_told_before_a_game_is_played(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("in the way")
    with pytest.raises(TurnwiseError, match="cannot be written"):
        Kept(tmp_path / "runs" / "x.jsonl", "x", resume=False)
