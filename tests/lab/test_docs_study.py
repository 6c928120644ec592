"""docs/study.md as its reader: every command is typed, and every session runs as printed."""

import doctest
import os
import re
import shlex
from pathlib import Path

import pytest

from turnwise.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "study.md").read_text()
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
HERE = [command for command in COMMANDS if "--on" not in command]
"""Those for a cluster are typed where there is one: test_ray.py."""


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWISE_HOME", str(tmp_path))
    (block,) = re.findall(r"```python\n# mine.py\n(.*?)```", PAGE, re.S)
    (tmp_path / "mine.py").write_text(block)


@pytest.mark.parametrize("command", HERE)
def test_every_command_is_run(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *words = shlex.split(command)
    assert name == "turnwise" and main(words) == 0
    out, errors = capsys.readouterr()
    assert "failed" not in out, "the page shows an agent that plays"
    for option in ("--report", "--data"):
        if option in words:
            file = Path(words[words.index(option) + 1])
            assert file.stat().st_size > 500, errors
    assert not [*Path("runs").glob("*")], "a run that is finished leaves nothing behind"


def test_the_session_runs_as_printed() -> None:
    found = doctest.DocTestParser().get_doctest(PAGE, {}, "study.md", "docs/study.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert len(found.examples) >= 6 and runner.run(found).failed == 0
    assert os.path.getsize("connect_four.html") > 10_000
