"""An agent of the host's own sits at a live table; guests can name no other."""

from pathlib import Path
from shutil import copy

import pytest

from tests.web.server import Refused, Server
from tests.web.test_socket import watch

pytestmark = pytest.mark.about_a_process

AGENTS = Path(__file__).parent.parent / "lab" / "agents.py"


def test_an_agent_of_the_hosts_own_sits_at_a_live_table(tmp_path: Path) -> None:
    """It always takes the first column that it may: so does Ann, who loses none of her moves to it."""
    far_away = tmp_path / "agents".ljust(80, "_")
    far_away.mkdir()
    agent = f"{copy(AGENTS, far_away)}:first"
    with Server(tmp_path, "--with-bot", agent) as server:
        ann = server.guest("Ann")
        assert agent in [bot["name"] for bot in ann.get("/api/games/connect_four")["bots"]]
        with pytest.raises(Refused):
            ann.post("/api/tables", {"game": "connect_four", "seats": 2, "bots": ["os:system"]})
        id = ann.post("/api/tables", {"game": "connect_four", "seats": 2, "bots": [agent]})["id"]
        ann.post(f"/api/tables/{id}/start")
        ann.post(f"/api/tables/{id}/actions", {"actions": "drop d", "version": 0})
        with watch(ann, id) as socket:
            version = socket.hear("snapshot")["version"]
            while version < 2:
                version = socket.hear("delta").get("version", version)
        assert "drop a" in str(ann.get(f"/api/tables/{id}"))
