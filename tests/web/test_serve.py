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
from turnwise.kit.errors import TurnwiseError
from turnwise.web.http.hosts import name_in, own_name

pytestmark = pytest.mark.about_a_process


def test_the_greeting_leads_somewhere_and_ctrl_c_closes_the_house(tmp_path: Path) -> None:
    with Server(tmp_path / "house", compiled=True) as server:
        with urlopen(f"{server.url}/") as page:
            assert page.url == f"{server.url}/" and b"Turnwise" in page.read()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
    assert server.greeting[1] == f"Its records are in {tmp_path / 'house'}. Ctrl-C closes it.\n"
    assert server.greeting[-1] == "Turnwise is closed.\n"
    assert [json.loads(line)["event"] for line in server.log] == ["open", "closed"]


def test_what_stands_against_opening_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Server(tmp_path / "house", compiled=True) as server:
        port = server.url.rpartition(":")[2]
        assert _refused(tmp_path / "other", port) == (
            f"Port {port} can't be used: address already in use. Try another: --port.\n"
        )
        told = _refused(tmp_path / "house", "0")
        assert told.startswith(f"house.sqlite is in use: process {server.pid} on ") and told.endswith(".\n")
    assert "'games.local:80' is no name of a machine" in _refused(tmp_path / "new", "0", "--host", "games.local:80")
    assert "is no address that people can open" in _refused(tmp_path / "new", "0", "--address", "games.example.org")
    assert "without a mail server" in _refused(tmp_path / "new", "0", "--mail-from", "games@example.org")
    assert not (tmp_path / "new").exists()
    assert _refused(tmp_path / "file", "0") == (
        f"The records can't be kept in {tmp_path / 'file'}: it is no folder. Choose another folder: --data.\n"
    )


@pytest.mark.parametrize("name", ["https://games.local/", "games.local:8000", "two words", "", "*.local", "x" * 64])
def test_a_name_that_no_browser_sends_is_refused(name: str) -> None:
    with pytest.raises(
        TurnwiseError, match="is no name of a machine. Say --host games.local, without https:// and port."
    ):
        own_name(name)


@pytest.mark.parametrize("address", ["games.example.org", "https://", "ftp://games.example.org", "https://a.org:x/y"])
def test_an_address_that_nobody_can_open_is_refused(address: str) -> None:
    with pytest.raises(TurnwiseError, match="is no address that people can open. Say --address https://games.example"):
        name_in(address)


def test_whoever_is_refused_a_socket_is_no_fault_in_the_log(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with pytest.raises(InvalidStatus) as refused, watch(server.client(), "no-such-table"):
            pass
        assert refused.value.response.status_code == 404
        assert server.stop() == 0
    assert [json.loads(line)["event"] for line in server.log] == ["open", "closed"]


def _refused(folder: Path, port: str, *more: str) -> str:
    command = [sys.executable, "-m", "turnwise", "serve", "--port", port, "--data", str(folder), *more]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stdout) == (2, "")
    return told.stderr
