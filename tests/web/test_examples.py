"""The examples are run."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.web.server import Client, Server
from tests.web.test_socket import watch

pytestmark = pytest.mark.about_a_process

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), compiled=True) as server:
        yield server


@pytest.mark.parametrize("game", ["connect_four", "whot"])
def test_the_example_bot_takes_a_seat_and_plays_to_the_end(server: Server, game: str) -> None:
    play(server, game, "bot.py")


def test_a_program_at_a_remote_table_thinks_with_our_bots(server: Server) -> None:
    """Every action that it takes comes from a bot that was handed what the house told of its seat, and nothing else."""
    play(server, "connect_four", "thinking_bot.py", "search:3")


def test_a_trained_agent_sits_down_with_a_person(server: Server, tmp_path: Path) -> None:
    file = str(tmp_path / "mind.npz")
    sys.path.insert(0, str(EXAMPLES))
    import_module("connect_four_learner").learn(20).save(Path(file))
    sit(server, "connect_four", lambda token: ["connect_four_learner.py", "sit", file, server.url, token])


def play(server: Server, game: str, example: str, *more: str) -> None:
    """Let an example take the second seat and play until the match is over."""
    sit(server, game, lambda token: [example, server.url, token, game, *more])


def sit(server: Server, game: str, started: Callable[[str], list[str]]) -> None:
    ann, robot = server.guest("Ann"), server.guest("Robot")
    id = ann.post("/api/tables", {"game": game, "seats": 2, "clock": {"kind": "none"}})["id"]
    example, *more = started(robot.token)
    command = [sys.executable, str(EXAMPLES / example), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout
        assert bot.stdout.readline() == f"I sit at table {id}\n"
        words = _played(ann, id)
        assert bot.stdout.read() == f"It is over: {words}\n"
        assert bot.wait(30) == 0


def _played(ann: Client, id: str) -> str:
    """Play the other seat with the first action that is legal, and tell how it ended."""
    with watch(ann, id) as socket:
        ann.post(f"/api/tables/{id}/start", {})
        while True:
            told = socket.hear("delta")
            if told.get("outcome"):
                return str(told["outcome"]["words"])
            if told.get("legal"):
                ann.post(f"/api/tables/{id}/actions", {"actions": told["legal"][0], "version": told["version"]})


def test_every_example_has_its_line() -> None:
    told = (EXAMPLES / "README.md").read_text()
    for file in EXAMPLES.iterdir():
        assert file.name in ("README.md", "__pycache__") or f"`{file.name}`" in told
