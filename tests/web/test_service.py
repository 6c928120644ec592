"""The unit in examples/ starts a house as it says, and stops it in time."""

import shlex
import signal
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pyrage
import pytest

from tests.house.opened import keep_nothing, run
from turnwise.cli import main
from turnwise.web.serving.serve import DRAIN

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def unit_of(name: str) -> ConfigParser:
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(EXAMPLES / name)
    return unit


def test_the_unit_starts_a_house_and_stops_it_in_time(tmp_path: Path) -> None:
    unit = unit_of("turnwise.service")
    assert "time-sync.target" in unit["Unit"]["After"].split() and unit["Unit"]["Wants"] == "time-sync.target"
    service = unit["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert Path(program).name == "turnwise"
    assert arguments[arguments.index("--data") + 1] == f"/var/lib/{service['StateDirectory']}"
    assert service["Environment"] == f"TURNWISE_CACHE=/var/cache/{service['CacheDirectory']}"
    folder = tmp_path / "records"
    arguments[arguments.index("--data") + 1] = str(folder)
    command = [sys.executable, "-m", "turnwise", *arguments, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as house:
        assert house.stdout and house.stdout.readline().startswith("Turnwise is open: http://127.0.0.1:")
        house.send_signal(signal.SIGTERM)
        assert house.wait(DRAIN + 30) == 0
    assert folder.stat().st_mode & 0o777 == int(service["StateDirectoryMode"], 8)
    assert int(service["TimeoutStopSec"]) > DRAIN


def test_the_unit_of_the_backup_makes_one_that_only_the_key_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    service = unit_of("turnwise-backup.service")["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert Path(program).name == "turnwise"
    there = {"/var/lib/turnwise": "records", "/var/backups/turnwise": "backups", "/etc/turnwise/backup-keys": "keys"}
    assert service["ReadWritePaths"].split() == list(there)[:2] and set(there) <= set(arguments)
    (tmp_path / "keys").write_text(f"{pyrage.x25519.Identity.generate().to_public()}\n")
    run(keep_nothing, tmp_path / "records" / "house.sqlite")
    assert main([str(tmp_path / there[word]) if word in there else word for word in arguments]) == 0
    (made,) = (tmp_path / "backups").iterdir()
    assert made.suffix == ".age" and "encrypted for 1" in capsys.readouterr().out
    assert unit_of("turnwise-backup.timer")["Timer"]["OnCalendar"]
