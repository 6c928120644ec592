"""From the command to the first answer, with nothing compiled yet."""

import os
import shutil
from pathlib import Path

import pytest

from tests.web.server import Server, started
from tests.web.test_faults import until

pytestmark = pytest.mark.about_a_process

COLD = 3.0
"""Seconds of processor time; an idle core takes no longer by the clock."""
MOST = 0.3
"""Seconds of processor time for a few requests while games are compiled beside them."""


def processor_time(pid: int) -> float:
    """Of a process, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def compilers(server: Server) -> list[int]:
    return server.children("turnwise.bots.ready")


def test_a_cold_house_answers_soon_also_while_games_are_compiled_and_leaves_no_process_behind(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with Server(tmp_path / "house", compiled=True, environment={"TURNWISE_CACHE": str(cache)}) as server:
        client = server.client()
        assert client.get("/healthz")["status"] == "ok"
        assert processor_time(server.pid) < COLD
        (compiling,) = until(lambda: compilers(server))
        before = processor_time(server.pid)
        ann, bob = server.guest("Ann"), server.guest("Bob")
        id = started([ann, bob], game="connect_four")
        for version in range(4):
            mover = (ann, bob)[version % 2]
            mover.post(f"/api/tables/{id}/actions", {"actions": "drop d", "version": version})
            assert client.get("/healthz")["status"] == "ok"
        assert compiling in compilers(server), "it is still at it"
        assert processor_time(server.pid) - before < MOST
        assert server.stop() == 0
        assert not Path(f"/proc/{compiling}").exists()
    shutil.rmtree(cache, ignore_errors=True)  # a busy machine may not have begun to fill it
