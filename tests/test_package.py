"""What is given away: the source distribution, the wheel made of it, and that wheel in an environment of its own."""

import os
import pty
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kit.test_declared import NIM
from tests.web.server import Server
from tests.web.test_socket import watch
from turnwise.games import ours

ROOT = Path(__file__).parent.parent
SITE = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
AROUND = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"TURNWISE_INTERPRET": "1"}


def build(kind: str, source: Path, into: Path) -> Path:
    """A distribution, made by the tool that pyproject.toml names."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    [made] = into.iterdir()
    return made


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    packed = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    subprocess.run(["tar", "-xzf", packed, "-C", folder], check=True)
    [unpacked] = folder.iterdir()
    return unpacked


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, with what it says that it needs, and with nothing else."""
    folder = tmp_path_factory.mktemp("home") / "env"
    venv.create(folder, with_pip=False)
    [described] = metadata.distributions(path=[str(wheel)])
    for name in needed(described.requires or []):
        here = Path(str(metadata.distribution(name).locate_file("")))
        for top in {file.parts[0] for file in metadata.files(name) or ()} - {"..", "__pycache__"}:
            (folder / SITE / top).symlink_to(here / top)
    pip(folder, "install", "--no-deps", "--no-compile", "--no-index", str(wheel))
    return folder


def pip(home: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--python", str(home / "bin/python"), "--quiet", *arguments]
    subprocess.run(command, check=True, env=AROUND, capture_output=True)


def needed(requires: list[str]) -> Iterator[str]:
    """What must be installed for these requirements, without any extra that is not asked for."""
    waiting, seen = [(Requirement(line), "") for line in requires], set[str]()
    while waiting:
        one, extra = waiting.pop()
        name = canonicalize_name(one.name)
        if one.marker and not one.marker.evaluate({"extra": extra}):
            continue
        further = [*one.extras] if name in seen else ["", *one.extras]
        if name not in seen:
            seen.add(name)
            yield name
        waiting += [(Requirement(line), more) for more in further for line in metadata.requires(name) or ()]


def called(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command, around = [str(home / "bin" / "turnwise"), *arguments], AROUND | {"TURNWISE_HOME": str(home)}
    return subprocess.run(command, env=around, capture_output=True, text=True, input=typed)


def run(home: Path, *arguments: str, typed: str = "") -> str:
    done = called(home, *arguments, typed=typed)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout


def test_the_source_has_its_pages_and_no_tests(source: Path) -> None:
    there = {str(path.relative_to(source)) for path in source.rglob("*")}
    assert {"LICENSE", "README.md", "CHANGELOG.md", "docs/design.md", "examples/bot.py"} <= there
    assert {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*")} <= there
    assert not [path for path in there if re.search(r"\btests?\b|\bbench\b|node_modules", path)]
    assert os.access(source / "turnwise", os.X_OK) and {"constraints.txt", "scripts/environment"} <= there


def test_the_wheel_has_every_file_of_the_package_and_a_licence(wheel: Path) -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "turnwise"]
    listed = subprocess.run(command, cwd=ROOT / "src", capture_output=True, text=True, check=True).stdout.split()
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert {name for name in names if name.startswith("turnwise/")} == {
        name for name in listed if (ROOT / "src" / name).exists()
    }
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in names)


def test_an_index_shows_a_description_without_what_it_cannot_have(wheel: Path) -> None:
    [described] = metadata.distributions(path=[str(wheel)])
    facts = described.metadata
    page = facts["Description"]
    assert not re.findall(r"\]\((?!http)[^)]*\)", page), "a picture or a page that lies beside the README"
    assert "# Turnwise" in page and not re.search(r"^\| \|", page, re.M) and "`docs/protocol.md`" in page
    assert facts["License-Expression"] == "MIT" and "Operating System :: POSIX" in facts.get_all("Classifier", [])


def test_the_lock_names_everything_that_is_needed(wheel: Path) -> None:
    [described] = metadata.distributions(path=[str(wheel)])
    locked = {
        canonicalize_name(re.split("[ =;]", line)[0]) for line in (ROOT / "constraints.txt").read_text().split("\n")
    }
    every = [line.partition(";")[0] for line in described.requires or []]
    assert {*needed(every)} <= locked, "run scripts/lock"


def test_a_game_is_played_to_its_end_and_drawn(home: Path, tmp_path: Path) -> None:
    told = run(home, "play", "connect_four", "--plain", "--seats", "random,random", "--seed", "1")
    assert "The transcript is in " in told, told
    picture = tmp_path / "table.png"
    run(home, "show", "connect_four", "-o", str(picture))
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_house_shows_its_pages(home: Path, tmp_path: Path) -> None:
    around = {"PYTHONPATH": ""}
    with Server(tmp_path, python=str(home / "bin/python"), environment=around) as server:
        guest = server.client()
        for path in ("/", "/docs", "/static/page.css", *(f"/games/{name}" for name in ours())):
            status, page = guest.call("GET", path, headers={"Accept-Language": "de"})
            assert status == 200 and page, path


def test_without_textual_one_plays_line_by_line_and_hears_what_is_missing(home: Path) -> None:
    screen, terminal = pty.openpty()
    command = [str(home / "bin" / "turnwise"), "play", "connect_four"]
    around = AROUND | {"TURNWISE_HOME": str(home), "TERM": "xterm-256color"}
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, env=around, text=True
    ) as process:
        os.close(terminal)
        os.write(screen, b"quit\n")
        assert process.stderr
        missing = process.stderr.read()
        assert process.wait(60) == 0
    os.close(screen)
    assert missing.count("\n") == 1 and "pip install 'turnwise[terminal]'" in missing


# A game from outside, in a package of its own.

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "turnwise-nim"
version = "1.0"
dependencies = ["turnwise"]

[project.entry-points."turnwise.games"]
nim = "turnwise_nim"
"""
WORDS = '''"""Nim: three heaps of matches; who takes the last one wins.

Take one to three matches from **one** heap. Once in a game you may pass.
"""
'''


@pytest.fixture
def nim(home: Path, tmp_path: Path) -> Iterator[Path]:
    """Its rules in the environment that has our wheel; it has been built, and installed from its wheel."""
    project = tmp_path / "project"
    package = project / "turnwise_nim"
    package.mkdir(parents=True)
    (project / "pyproject.toml").write_text(PROJECT)
    (package / "__init__.py").write_text(WORDS)
    (package / "heaps.py").write_text("HEAPS = 3\n")
    (package / "rules.py").write_text(NIM.replace("\nHEAPS = 3\n", "\nfrom .heaps import HEAPS\n"))
    pip(home, "install", "--no-deps", "--no-compile", "--no-index", str(build("wheel", project, tmp_path / "nim")))
    yield home / SITE / "turnwise_nim" / "rules.py"
    pip(home, "uninstall", "--yes", "turnwise-nim")


def test_a_game_from_outside_is_played_at_a_terminal_and_counted(home: Path, nim: Path, tmp_path: Path) -> None:
    shelf = [line.split(maxsplit=1) for line in run(home, "games").splitlines() if line]
    assert ["nim", "Nim: three heaps of matches; who takes the last one wins."] in shelf
    alone = run(home, "play", "nim", "--plain", "--seats", "classic,random", "--seed", "1")
    file = alone.rpartition("The transcript is in ")[2].strip().removesuffix(".")
    typed = run(home, "play", "nim", "--plain", "--seats", "me:Ann,random", typed="take c 3\nquit\n")
    assert "Ann takes 3 from heap c." in typed
    assert "the last match is taken 100.0%" in run(home, "simulate", "nim", "--games", "20")
    arena = called(home, "arena", "nim", "--bots", "classic,random", "--games", "4", "--cores", "2")
    assert arena.returncode == 0 and "classic" in arena.stdout  # on a slow machine it also tells how far it is
    assert not (home / SITE / "pytest").exists(), "the plain command needs none"
    checked = called(home, "check", "nim")
    assert checked.returncode == 0 and "The contract is kept, as far as a fast look goes." in checked.stdout, checked
    assert "– no look.py" in checked.stdout and "of the package turnwise-nim: 2 seats, 10 actions." in checked.stdout
    nim.write_text(nim.read_text().replace("VERSION, SEATS, CHANCE = 1", "VERSION, SEATS, CHANCE = 2"))
    older = run(home, "replay", file)
    assert "played by version 1 of the rules; these are version 2" in older and "Result: seat" in older
    nim.write_text("VERSION = 1 +")
    listed = called(home, "games")
    assert listed.returncode == 0 and "connect_four" in listed.stdout and "nim " not in listed.stdout
    place = re.escape(f"{nim}:1: Python can't read this: ")
    assert re.fullmatch(rf"The game 'nim' of the package turnwise-nim can't be loaded: {place}.*\n", listed.stderr)
    asked = called(home, "show", "nim")
    assert (asked.returncode, asked.stderr) == (2, listed.stderr)


def test_a_game_that_is_begun_with_the_wheel_alone_is_built_installed_and_played(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "coins"
    told = run(home, "new", "coins", "--hidden", "--folder", str(project))
    assert "dev coins\n" in told and (project / "turnwise_coins" / "rules.py").exists()
    pip(home, "install", "--no-deps", "--no-compile", "--no-index", str(build("wheel", project, tmp_path / "built")))
    try:
        assert " win" in run(home, "play", "coins", "--plain", "--seats", "random,classic,random", "--seed", "1")
        assert "Round 1 of 5" in run(home, "show", "coins")
    finally:
        pip(home, "uninstall", "--yes", "turnwise-coins")


def test_a_house_plays_it_if_its_host_says_so_and_shows_its_matches_when_it_is_gone(
    home: Path, nim: Path, tmp_path: Path
) -> None:
    around, records = {"PYTHONPATH": ""}, tmp_path / "records"

    def opened(*arguments: str) -> Server:
        return Server(records, *arguments, python=str(home / "bin/python"), environment=around)

    with opened("--with-game", "nim") as server:
        ann = server.guest("Ann")
        for path in ("/", "/games/nim", "/games/nim/rules", "/games/nim/picture.svg", "/games/nim/seats.css"):
            status, page = ann.call("GET", path, headers={"Accept-Language": "de"})
            assert status == 200 and (b"Nim" in page or "." in path), path
        assert b"from <strong>one</strong> heap" in ann.call("GET", "/games/nim")[1]
        id = ann.post("/api/tables", {"game": "nim", "seats": 2})["id"]
        ann.post(f"/api/tables/{id}/bots", {"bot": "search:1"})
        ann.post(f"/api/tables/{id}/start")
        with watch(ann, id) as socket:
            socket.send(type="act", actions=["take a 1"], version=0, key="k")
            while socket.hear("delta")["version"] < 2:  # its bot thinks in a process of its own
                pass
        token = ann.token
    nim.write_text(nim.read_text().replace("VERSION, SEATS, CHANCE = 1", "VERSION, SEATS, CHANCE = 2"))
    other, no_game = (
        b"begun by version 1 of the rules of Nim; these are version 2",
        b"There is no game &#39;nim&#39; here now.",
    )
    for arguments, why in ((("--with-game", "all"), other), ((), no_game), (("--with-game", "nim"), no_game)):
        if arguments == ("--with-game", "nim"):
            pip(home, "uninstall", "--yes", "turnwise-nim")
        with opened(*arguments) as server:
            ann = server.client(token)
            status, page = ann.call("GET", f"/tables/{id}", headers={"Cookie": f"turnwise={token}"})
            assert status == 200 and why in page and b"takes 1 from heap a." in page, page
            assert ann.call("GET", "/games/nim")[0] == (200 if why is other else 404)
        faults = [line for line in server.log if '"level": "info"' not in line]
        assert ["There is no game 'nim'." in line for line in faults] == ([] if nim.exists() else [True]), faults
