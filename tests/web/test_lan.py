"""A house for the phones in the room, in a network that the test makes for itself."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import segno

ADDRESS = "192.0.2.77"
DARK = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
"""The two points of a letter: what is printed is light."""


def network(folder: Path, *address: str) -> "subprocess.CompletedProcess[str]":
    rights = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    command = ["unshare", *rights, "--net", sys.executable, "-m", "tests.web.lan", str(folder), *address]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_phones_in_the_room_find_the_house_and_play(tmp_path: Path) -> None:
    done = network(tmp_path, ADDRESS)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["url"].startswith(f"http://{ADDRESS}:") and told["page"] == 200 and told["version"] == 1
    assert told["alone"] == errno.ECONNREFUSED, "without --lan the house is nobody's but this machine's"
    assert drawn(told["greeting"]) == [list(row) for row in segno.make(told["url"] + "/", error="m").matrix]


def drawn(greeting: str) -> list[list[int]]:
    """The points of the QR code in what the house printed, without its quiet margin."""
    lines = [line for line in greeting.splitlines() if line and set(line) <= set(DARK)]
    rows = [[DARK[letter][half] for letter in line] for line in lines for half in (0, 1)]
    rows = [row for row in rows[: len(lines[0])] if any(row)]  # a letter is two points high, and the code is a square
    left = min(row.index(1) for row in rows)
    right = max(len(row) - row[::-1].index(1) for row in rows)
    return [row[left:right] for row in rows]


def test_a_machine_in_no_network_says_so(tmp_path: Path) -> None:
    done = network(tmp_path)
    assert "This machine is in no network, so phones can't find it. Join one, or leave --lan out." in done.stderr
