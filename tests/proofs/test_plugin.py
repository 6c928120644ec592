"""The contract as tests of somebody's own project: the plugin in a pytest of its own, with a package that was built and installed."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.proofs.outside import copied
from tests.test_package import build

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "turnwise-showdown"
version = "1.0"

[project.entry-points."turnwise.games"]
showdown = "turnwise_showdown"

[tool.pytest.ini_options]
turnwise_games = "showdown"
"""
SECRET = '"seat !card", "{seat} is dealt {card}.", "{seat} is dealt a card."'


def project(home: Path, *changes: tuple[str, str]) -> Path:
    """Somebody's project; its wheel lies unpacked in `site`."""
    folder = home / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(PROJECT)
    copied("showdown", folder, *changes, package="turnwise_showdown")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_own.py").write_text("def test_own() -> None: ...\n")
    with zipfile.ZipFile(build("wheel", folder, home / "wheel")) as packed:
        packed.extractall(home / "site")
    return folder


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    around = os.environ | {"PYTHONPATH": str(folder.parent / "site"), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_each_proof_and_case_is_a_test_with_a_readable_name(tmp_path: Path) -> None:
    folder = project(tmp_path)
    code, shown = run(folder, "-v", "-rs")
    assert code == 0, shown
    assert "tests/test_own.py::test_own PASSED" in shown
    assert "turnwise:showdown::showdown-2-0-secrecy-nobody_peeks PASSED" in shown
    assert "no look.py: it is drawn from its state" in shown and " failed" not in shown
    code, shown = run(folder, "-q", "-k", "nobody_peeks or test_own")
    assert code == 0 and "2 passed" in shown, shown
    code, shown = run(folder, "-q", "tests")
    assert code == 0 and "1 passed" in shown, "whoever names files gets only these"
    code, shown = run(folder, "-q", "-o", "turnwise_games=")
    assert code == 0 and "1 passed" in shown, "without a game it does nothing"


def test_a_leak_is_told_in_a_sentence_with_the_author_s_line(tmp_path: Path) -> None:
    folder = project(tmp_path, (SECRET, '"seat card", "{seat} is dealt {card}."'))
    code, shown = run(folder, "-q", "--turnwise-game", "showdown", "tests", "-k", "nobody_peeks")
    assert code == 1 and "everybody is told the card of the event 'dealt'" in shown and "1 failed" in shown, shown
    assert "turnwise_showdown/rules.py:" in shown and "Traceback" not in shown and "def nobody_peeks" not in shown


def test_a_game_that_is_not_there_is_told(tmp_path: Path) -> None:
    code, shown = run(project(tmp_path), "-q", "--turnwise-game", "no_such_game")
    assert code and "There is no game 'no_such_game'" in shown
