"""The Tab key: a real bash that has read what `turnwise completion bash` prints."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from turnwise.cli import main
from turnwise.games import game, ours
from turnwise.kit.options import Switch

ASK = """
read -r folder
PATH=$folder:$PATH
eval "$(turnwise completion bash)"
while read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMPREPLY=()
    _python_argcomplete turnwise
    echo "${COMPREPLY[*]}"
done
"""


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """A folder with `turnwise` in it, as it would be installed."""
    shim = tmp_path / "turnwise"
    shim.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m turnwise "$@"\n')
    shim.chmod(0o755)
    return tmp_path


def test_commands_games_options_bots_and_files_are_completed(command: Path) -> None:
    games = map(game, ours())
    one = next(one for one in games if any(isinstance(option, Switch) for option in one.options.values()))
    switch = next(name for name, option in one.options.items() if isinstance(option, Switch))
    (command / "match.txt").touch()
    asked = {
        "turnwise si": "simulate",
        f"turnwise play {one.name[:-1]}": one.name,
        f"turnwise simulate {one.name} --option {switch}=o": "on off",
        f"turnwise arena {one.name} --bots classic,ran": "classic,random",
        "turnwise admin ban pe": "person",
        "turnwise admin answer 7K3DQ9 l": "lift",
        "turnwise serve --sign-ups pr": "proof",
        f"turnwise replay {command}/m": f"{command}/match.txt",
    }
    done = subprocess.run(
        ["bash", "-c", ASK], input="\n".join([str(command), *asked, ""]), capture_output=True, text=True
    )
    assert [line.strip() for line in done.stdout.splitlines()] == [*asked.values()], done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_a_script_of_their_own(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    told = capsys.readouterr()
    assert "complete" in told.out and "turnwise" in told.out and told.err == ""
