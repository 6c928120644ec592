"""Every command of docs/train.md and every cell of the notebooks is run; its sessions are run by tests/test_docs.py."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "train.md").read_text()
CONSOLES = re.findall(r"```console\n(.*?)```", PAGE, re.S)
COMMANDS = [line[2:] for block in CONSOLES for line in block.splitlines() if line.startswith("$ ")]
LEARNER = "examples/connect_four_learner.py"
TELLS = {"solve": "Exploitability: ", "arena": "Points by seat", "simulate": "moves a second"}
SHOW = """
import ast
def show(cell):
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), globals())
    if last:
        found = eval(compile(ast.Expression(last.value), "cell", "eval"), globals())
        assert found is None or getattr(found, "_repr_html_", found.__repr__)()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train")
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


def test_every_block_is_run_somewhere() -> None:
    """Sessions by tests/test_docs.py, commands here, and how the example sits down by tests/web/test_examples.py."""
    kinds = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.S | re.M)
    assert {kind for kind, _ in kinds} == {"pycon", "console", "text"}
    (sits,) = (block for kind, block in kinds if kind == "text")
    assert sits == "python examples/connect_four_learner.py sit learned.npz http://127.0.0.1:8000 TOKEN\n"


@pytest.mark.parametrize("command", [one for one in COMMANDS if LEARNER not in one])
def test_the_commands_do_what_they_say(command: str, folder: Path) -> None:
    done = _run(command, folder)
    block = next(block for block in CONSOLES if command in block)
    printed = [line for line in block.splitlines() if not line.startswith("$ ")]
    if printed:
        assert done.returncode == 2 and done.stderr.splitlines() == printed
    else:
        assert done.returncode == 0 and TELLS[command.split()[1]] in done.stdout, done.stderr


def test_the_example_learns_and_meets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer steps than it takes by itself: how good it becomes is measured in bench/."""
    learning, meeting, contest = (one for one in COMMANDS if LEARNER in one)
    monkeypatch.setenv("LEARNER_STEPS", "300")
    assert "learned for" in _run(learning, folder).stdout
    assert "% of the points against classic" in _run(meeting, folder).stdout
    told = _run(contest, folder).stdout
    assert f"{LEARNER}:Agent" in told and "failed" not in told


@pytest.mark.parametrize("notebook", sorted((ROOT / "examples").glob("*.ipynb")), ids=lambda file: file.stem)
def test_the_cells_of_the_notebooks_run(notebook: Path, tmp_path: Path) -> None:
    """One after the other; what stands last in a cell can be shown."""
    held = json.loads(notebook.read_text())
    cells = ["".join(cell["source"]) for cell in held["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 6 and all(not cell.get("outputs") for cell in held["cells"])
    script = [SHOW, *(f"show({cell!r})" for cell in cells)]
    done = subprocess.run([sys.executable, "-c", "\n".join(script)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    name, *rest = shlex.split(command)
    program = [sys.executable, "-m", "turnwise"] if name == "turnwise" else [sys.executable]
    return subprocess.run([*program, *rest], cwd=folder, capture_output=True, text=True, env={**os.environ})
