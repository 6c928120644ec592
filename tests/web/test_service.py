"""The unit in examples/ starts a house as it says, and stops it in time."""

import shlex
import signal
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

from turnwise.web.serve import DRAIN

UNIT = Path(__file__).parent.parent.parent / "examples" / "turnwise.service"


def test_the_unit_starts_a_house_and_stops_it_in_time(tmp_path: Path) -> None:
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
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
