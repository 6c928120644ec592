"""`turnwise serve` as somebody meets it who has never used it: how it greets, what it says when it can't open, and how it ends."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets.exceptions import InvalidStatus

from tests.web.server import Server
from tests.web.test_socket import watch


def test_the_greeting_leads_somewhere_and_ctrl_c_closes_the_house(tmp_path: Path) -> None:
    with Server(tmp_path / "house") as server:
        with urlopen(f"{server.url}/") as page:
            assert page.url == f"{server.url}/" and b"Turnwise" in page.read()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
    assert server.greeting[1] == f"Its records are in {tmp_path / 'house'}. Ctrl-C closes it.\n"
    assert server.greeting[-1] == "Turnwise is closed.\n"
    assert [json.loads(line)["event"] for line in server.log] == ["open", "closed"]


def test_what_stands_against_opening_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Server(tmp_path / "house") as server:
        port = server.url.rpartition(":")[2]
        assert _refused(tmp_path / "other", port) == (
            f"Port {port} can't be used: address already in use. Try another: --port.\n"
        )
        told = _refused(tmp_path / "house", "0")
        assert told.startswith(f"house.sqlite is in use: process {server.pid} on ") and told.endswith(".\n")
    assert _refused(tmp_path / "file", "0") == (
        f"The records can't be kept in {tmp_path / 'file'}: it is no folder. Choose another folder: --data.\n"
    )


def test_whoever_is_refused_a_socket_is_no_fault_in_the_log(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with pytest.raises(InvalidStatus) as refused, watch(server.client(), "no-such-table"):
            pass
        assert refused.value.response.status_code == 404
        assert server.stop() == 0
    assert [json.loads(line)["event"] for line in server.log] == ["open", "closed"]


def _refused(folder: Path, port: str) -> str:
    command = [sys.executable, "-m", "turnwise", "serve", "--port", port, "--data", str(folder)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stdout) == (2, "")
    return told.stderr
