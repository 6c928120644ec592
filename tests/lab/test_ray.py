"""Many machines: a real Ray cluster of three nodes, one of which is killed in the middle, and drivers that are killed too."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.test_docs_study import COMMANDS
from turnwise.lab.arena import arena
from turnwise.lab.moves import self_play
from turnwise.lab.simulate import CHUNK, simulate
from turnwise.proofs.cases import Evidence
from turnwise.proofs.fuzz import Fuzz

ROOT = Path(__file__).parents[2]
ASIDE = {"seconds", "games_per_second", "actions_per_second"}


class Running:
    """A cluster in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.lab.ray_cluster"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
        )
        assert self.process.stdout and self.process.stdin
        self.address = self.process.stdout.readline().strip()

    def lose_a_node(self) -> None:
        assert self.process.stdout and self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "killed\n"

    def close(self) -> None:
        assert self.process.stdout and self.process.stdin
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Running]:
    running = Running()
    try:
        yield running
    finally:
        running.close()


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))


def typed(*words: str) -> list[str]:
    return [sys.executable, "-m", "turnwise", *words]


def parts_in(folder: Path) -> int:
    """Lines of finished parts that a driver has kept."""
    files = [*(folder / "runs").glob("*")]
    return sum(file.read_bytes().count(b"\n") - 1 for file in files)


def same(told: str, fresh: dict[str, Any]) -> None:
    found = json.loads(told)
    for name in set(fresh) - ASIDE:
        assert found[name] == fresh[name], name


def test_a_node_is_killed_in_the_middle_and_the_driver_too(cluster: Running, tmp_path: Path) -> None:
    """In the end it says what one core says, to the last number."""
    words = ("simulate", "connect_four", "--seed", "9", "--json", "--on", cluster.address, "--games")
    games = 100 * CHUNK
    endless = typed(*words, str(10**6 * CHUNK))
    driver = subprocess.Popen(endless, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    while parts_in(tmp_path) < 8:
        assert driver.poll() is None, "it ended before it could be killed"
    cluster.lose_a_node()
    before = parts_in(tmp_path)
    while parts_in(tmp_path) == before:
        assert driver.poll() is None, "it did not outlive its node"
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    done = subprocess.run(typed(*words, str(games), "--resume"), capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    same(done.stdout, simulate("connect_four", games, seed=9, cores=1).summary())


def test_an_arena_and_somebodys_own_agent_play_there(
    cluster: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an agent does wrong is its loss on a cluster as well."""
    file = tmp_path / "arena.json"
    own = "tests/lab/agents.py:raises"
    words = ("arena", "connect_four", "--bots", f"search:2@50,{own}", "--games", "2", "--seed", "6")
    done = subprocess.run(
        typed(*words, "--on", cluster.address, "--json", str(file)), capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(file.read_text())
    monkeypatch.chdir(ROOT)
    here = arena("connect_four", ["search:2@50", own], 2, seed=6, cores=1).json()
    assert found["faults"] == here["faults"] == {f"{own} raised ValueError: no idea": 2}
    assert [row["log"] for row in found["rows"]] == [row["log"] for row in here["rows"]]


def test_self_play_and_fuzzing_go_there_too(cluster: Running, tmp_path: Path) -> None:
    """Moves to learn from are the same to the last byte, and what is fuzzed comes to as many actions."""
    there, here, told = tmp_path / "there", tmp_path / "here", list[str]()
    for words in (
        ("simulate", "kuhn_poker", "--bots", "search:1@20", "--games", "3", "--moves", str(there)),
        ("fuzz", "kuhn_poker", "--games", "4"),
    ):
        done = subprocess.run(typed(*words, "--on", cluster.address), capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    self_play("kuhn_poker", 3, here, bots="search:1@20", cores=1)
    (one,), (two,) = there.iterdir(), here.iterdir()
    assert one.read_bytes() == two.read_bytes()
    work = Fuzz("kuhn_poker", 0, Evidence())
    actions = sum(work.part(number, lambda: False, lambda seat, loading: None).actions for number in range(4))
    assert told[1] == f"4 games, {actions} actions: nothing found.\n"


def test_what_the_documents_say_of_clusters_runs(cluster: Running) -> None:
    (command,) = [command for command in COMMANDS if "--on" in command]
    name, *words = command.replace("--on ray", f"--on {cluster.address}").split()
    done = subprocess.run(typed(*words), capture_output=True, text=True, cwd=ROOT)
    assert name == "turnwise" and done.returncode == 0 and "20,000 games" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("127.0.0.1:1", "The cluster 127.0.0.1:1 can't be reached: Connection refused."),
        ("nowhere", "The cluster nowhere can't be reached: Invalid address format: nowhere."),
    ],
)
def test_a_cluster_that_can_t_be_reached_is_told_in_a_sentence(address: str, why: str) -> None:
    done = subprocess.run(
        typed("simulate", "connect_four", "--games", "10", "--on", address), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.strip()) == (2, why)


def test_the_plain_install_says_what_is_missing() -> None:
    script = "import sys; sys.modules['ray'] = None; from turnwise.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, "simulate", "connect_four", "--games", "10", "--on", "ray"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (2, "Many machines need an extra: pip install 'turnwise[ray]'.")
