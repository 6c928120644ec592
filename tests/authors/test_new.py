"""`turnwise new`: every game to begin with is green and playable the moment it is written."""

import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

import turnwise as tw
from tests.authors.shelf import installed
from turnwise import games
from turnwise.authors.new import MODULE, TEMPLATES, kind_of
from turnwise.cli import main
from turnwise.kit.game import Game

ROOT = Path(__file__).parent.parent.parent
VARIANTS: dict[str, tuple[str, ...]] = {
    "first_game": (),
    "small_board": ("--board", "5x3"),
    "comb": ("--board", "hex:5"),
    "small_comb": ("--board", "hex:3"),
    "hunt": ("--board", "graph"),
    "tricks": ("--cards",),
    "fists": ("--hidden",),
}
KINDS = ("squares", "hexagon", "network", "cards", "hidden")


def called(*arguments: str, folder: Path, path: Sequence[Path] = ()) -> subprocess.CompletedProcess[str]:
    around = os.environ | {
        "TURNWISE_INTERPRET": "1",
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=around, capture_output=True, text=True)


def turnwise(*arguments: str, folder: Path, path: Sequence[Path]) -> str:
    done = called("-m", "turnwise", *arguments, folder=folder, path=path)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every game to begin with, each in a project of its own."""
    folder = tmp_path_factory.mktemp("shelf")
    for name, chosen in VARIANTS.items():
        project, told = folder / f"turnwise-{name.replace('_', '-')}", StringIO()
        with chdir(folder), redirect_stdout(told):
            assert main(["--language", "en", "new", name, *chosen]) == 0
        steps = rf"Next:\n.*pip install -e '{project.name}\[dev\]'\n.*dev {name}\n.*check {name} --evidence {project.name}/tests\n$"
        assert re.search(steps, told.getvalue()), told.getvalue()
        installed(project)
    return folder


def projects(shelf: Path) -> list[Path]:
    return sorted(shelf.iterdir())


@pytest.mark.parametrize("name", VARIANTS)
def test_its_own_tests_and_the_contract_are_green(shelf: Path, name: str) -> None:
    """All that is left out is what it does not have yet: a coach, another language, goldens."""
    project = shelf / f"turnwise-{name.replace('_', '-')}"
    quiet = ("-q", "-rs", "-p", "no:cacheprovider", "-W", "error")
    done = called("-m", "pytest", *quiet, folder=project, path=projects(shelf))
    assert done.returncode == 0, done.stdout + done.stderr
    [numbers] = re.findall(r"^(\d+) passed, \d+ skipped", done.stdout, re.M)
    assert int(numbers) >= 25
    left_out = set(re.findall(r"^SKIPPED .*: no (\S+): ", done.stdout, re.M))
    assert left_out <= {"coach.py", "de.po", "match.txt", "perft.txt", "playthrough.txt", "scenes.py", "zones.py"}


@pytest.mark.parametrize("name", ["small_board", "comb", "hunt", "tricks", "fists"])
def test_it_is_played_to_its_end_and_shown(shelf: Path, name: str) -> None:
    path = projects(shelf)
    played = turnwise(
        "play", name, "--plain", "--seats", "random,random", "--seed", "1", folder=shelf.parent, path=path
    )
    assert "The transcript is in " in played
    picture = shelf.parent / f"{name}.svg"
    turnwise("show", name, "-o", str(picture), folder=shelf.parent, path=path)
    assert picture.read_text().startswith("<svg")


def test_all_of_them_are_listed_with_a_sentence_and_their_rules_are_numbered(shelf: Path) -> None:
    listed = turnwise("games", folder=shelf, path=projects(shelf))
    for name in VARIANTS:
        assert re.search(rf"^{name} +{name.replace('_', ' ').capitalize()}: .+\.$", listed, re.M), listed
    for project in projects(shelf):
        everything = "".join(
            file.read_text() for file in project.rglob("*.*") if file.suffix in (".py", ".md", ".toml")
        )
        assert not re.search(r"\bexample\b|\bX\d", everything, re.I) and "templates" not in everything
        [rules] = project.rglob("RULES.md")
        cited = set(re.findall(rf"\b{rules.parent.name.removeprefix('turnwise_')[0].upper()}\d\b", everything))
        numbers = re.findall(r"^- \*\*(\w+)\*\*", rules.read_text(), re.M)
        assert len(numbers) >= 5 and cited == set(numbers)


def test_what_is_written_is_in_order(shelf: Path) -> None:
    done = called(
        "-m", "ruff", "check", "--isolated", "--select", "B,E,F,UP,W", "--line-length", "140", ".", folder=shelf
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_it_plays_alike_compiled_and_interpreted(kind: str) -> None:
    game, chance = Game(f"{MODULE}.{kind}", "example"), random.Random(1)
    match, other = (tw.Match(game, seed=1, compiled=compiled) for compiled in (False, True))
    while match.turn is not None:
        assert match.legal == other.legal
        action = chance.choice(match.legal)
        match.play(action.id)
        other.play(action.id)
        assert match == other


def test_every_template_is_one_of_those() -> None:
    folders = {folder.name for folder in TEMPLATES.iterdir() if (folder / "rules.py").exists()}
    assert folders == set(KINDS) == {kind_of(board, cards, hidden).folder for board, cards, hidden in CHOICES}


CHOICES = [
    ("8x8", False, False),
    ("hex:5", False, False),
    ("graph", False, False),
    (None, True, False),
    (None, False, True),
]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("Bad Name",), "A game can't be called 'Bad Name': a name has small letters"),
        (("class",), "A game can't be called 'class'"),
        (("reversi",), "There is a game 'reversi' already, in the package turnwise."),
        (("mine", "--board", "9x9"), "at most 64 squares; 9x9 has not."),
        (("mine", "--board", "2x3"), "at least 3 columns and rows"),
        (("mine", "--board", "hex:6"), "has 3 to 5 points on a side, not 6."),
        (
            ("mine", "--board", "round"),
            "There is no board 'round' to begin with. There are 8x8 (or 5x6), hex:5 and graph.",
        ),
        (("mine", "--cards", "--hidden"), "A new game begins with one thing: --board, --cards or --hidden."),
        (("mine", "--folder", "full"), "full is there already. Name another folder: --folder."),
        (("mine", "--folder", "full/file/deeper"), "can't be written: not a directory."),
        (("mine", "--inside"), "is no clone of Turnwise: --inside is for work on its own games."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    arguments: tuple[str, ...],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("something")
    monkeypatch.chdir(tmp_path)
    assert main(["--language", "en", "new", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and why in told, told
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "full", tmp_path / "full" / "file"]


def test_inside_our_tree_it_is_a_game_like_the_others(tmp_path: Path) -> None:
    """In a copy of the tree, which is installed as far as Python can tell."""
    no_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=no_caches)
    (tmp_path / "tests" / "games").mkdir(parents=True)
    for name in ("pyproject.toml", "tests/__init__.py", "tests/law.py", "tests/games/__init__.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    with chdir(tmp_path), redirect_stdout(StringIO()) as told:
        assert main(["--language", "en", "new", "tricks", "--cards", "--inside"]) == 0
    assert "scripts/bless -k tricks" in told.getvalue()
    listed = tomllib.loads((tmp_path / "pyproject.toml").read_text())["project"]["entry-points"]["turnwise.games"]
    assert [*listed] == sorted([*games.ours(), "tricks"]) and listed["tricks"] == "turnwise.games.tricks"
    installed(tmp_path, tmp_path / "src")
    tests = tmp_path / "tests" / "games" / "tricks"
    path = (tmp_path / "src", tmp_path)
    done = called("-m", "pytest", "-q", "--import-mode=importlib", str(tests), folder=tmp_path, path=path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {file.name for file in tests.glob("*.py")} == {"__init__.py", "scenes.py", "test_rules.py", "twins.py"}
    assert '@law("Z3", "Z5")' in (tests / "test_rules.py").read_text()
    assert "tricks " in turnwise("games", folder=tmp_path, path=path)
