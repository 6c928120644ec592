"""`turnwise new`: a small finished game to begin with, as a package of its own or inside our own tree."""

import keyword
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

from turnwise.games import GROUP, NAME, installed, package_of
from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.words import said

TEMPLATES = Path(__file__).parent / "templates"
MODULE = f"{__package__}.templates"
INSIDE = "turnwise.games"
CARDS, HIDDEN, NETWORK = "cards", "hidden", "graph"
USUAL = "8x8"
MOST_POINTS = 64
"""The most points of a board whose points are the members of one set."""
TWINS = "twins.py"
"""Twin worlds, for games with secrets: evidence for the proofs."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class BadName(TurnwiseError):
    code = "bad_name"


class BadBoard(TurnwiseError):
    code = "bad_board"


class BadFolder(TurnwiseError):
    code = "bad_folder"


class Kind(NamedTuple):
    """One of the games to begin with: its folder among the templates, and what changes in it for a board of another
    size."""

    folder: str
    sized: Mapping[str, str] = {}


class Written(NamedTuple):
    """What was written, and where."""

    folder: Path
    files: tuple[Path, ...]


def kind_of(board: str | None, cards: bool, hidden: bool) -> Kind:
    """The requested game to begin with."""
    if sum((board is not None, cards, hidden)) > 1:
        raise BadBoard(
            said(
                "A new game begins with one thing: --board, --cards or --hidden. Write one of each, and take what you need from the others."
            )
        )
    if cards or hidden:
        return Kind(CARDS if cards else HIDDEN)
    board = (board or USUAL).lower()
    if board == NETWORK:
        return Kind("network")
    if found := re.fullmatch(r"hex:(\d{1,3})", board):
        side = int(found[1])
        if not 3 <= side <= 5:
            raise BadBoard(said("A hexagon to begin with has 3 to 5 points on a side, not {given}.", given=side))
        return Kind("hexagon", {"hexagon(5)": f"hexagon({side})", "with 5 points": f"with {side} points"})
    if found := re.fullmatch(r"(\d{1,3})x(\d{1,3})", board):
        columns, rows = int(found[1]), int(found[2])
        if min(columns, rows) < 3 or columns * rows > MOST_POINTS or columns > 26:
            raise BadBoard(
                said(
                    "A board to begin with has at least 3 columns and rows and at most {most} squares; {given} has not.",
                    most=MOST_POINTS,
                    given=board,
                )
            )
        return Kind(
            "squares",
            {
                "square(8, 8": f"square({rows}, {columns}",
                "8 × 8": f"{columns} × {rows}",
                "== 8 and {len(row) for row in rows} == {8}": f"== {rows} and {{len(row) for row in rows}} == {{{columns}}}",
                "a8": f"a{rows}",
                "b8": f"b{rows}",
            },
        )
    raise BadBoard(
        said("There is no board {given} to begin with. There are 8x8 (or 5x6), hex:5 and graph.", given=quoted(board))
    )


def package(name: str, kind: Kind, folder: Path | None = None) -> Written:
    """Write a package of its own, which `pip install` can install."""
    _check_name(name)
    folder = folder or Path(f"turnwise-{name.replace('_', '-')}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadFolder(said("{folder} is there already. Name another folder: --folder.", folder=str(folder)))
    code = f"turnwise_{name}"
    change = _Changes(name, kind, code, name[0].upper())
    files = {folder / "tests" / file.name: file for file in _files(kind) if file.name.startswith("test_")}
    files |= {folder / code / file.name: file for file in _files(kind) if not file.name.startswith("test_")}
    files |= {folder / one: TEMPLATES / "project" / one for one in ("pyproject.toml", "README.md")}
    if (twins := TEMPLATES / kind.folder / TWINS).exists():
        files[folder / "tests" / TWINS] = twins
    return _write(folder, {target: change(file.read_text("utf-8")) for target, file in files.items()})


def inside(name: str, kind: Kind, root: Path) -> Written:
    """Write a game into our own tree: its folder, its tests, and its line in pyproject.toml."""
    _check_name(name)
    listed = root / "pyproject.toml"
    heading = f'[project.entry-points."{GROUP}"]\n'
    if (
        not listed.is_file()
        or heading not in (text := listed.read_text("utf-8"))
        or not (root / "tests" / "law.py").exists()
    ):
        raise BadFolder(
            said("{folder} is no clone of Turnwise: --inside is for work on its own games.", folder=str(root))
        )
    home, tests = root / "src" / "turnwise" / "games" / name, root / "tests" / "games" / name
    for folder in (home, tests):
        if folder.exists():
            raise BadFolder(said("{folder} is there already.", folder=str(folder)))
    change = _Changes(name, kind, f"{INSIDE}.{name}", _free_letter(root))
    laws, others = ([file for file in _files(kind) if file.name.startswith("test_") is law] for law in (True, False))
    files = {home / file.name: change(file.read_text("utf-8")) for file in others}
    files |= {tests / file.name: _marked(change(file.read_text("utf-8"))) for file in laws}
    files |= {tests / file.name: change(file.read_text("utf-8")) for file in _beside(kind)}
    files[tests / "__init__.py"] = ""
    before, after = text.split(heading)
    lines, rest = after.split("\n\n", 1)
    rows = "\n".join(sorted([*lines.splitlines(), f'{name} = "{INSIDE}.{name}"']))
    files[listed] = f"{before}{heading}{rows}\n\n{rest}"
    return _write(root, files)


class _Changes:
    """What changes in the copy of a template: names, the letter before the numbers of rules, and the size of the
    board."""

    def __init__(self, name: str, kind: Kind, code: str, letter: str) -> None:
        title = name.replace("_", " ").capitalize()
        self._texts = {
            f"{MODULE}.{kind.folder}": code,
            "turnwise-example": f"turnwise-{name.replace('_', '-')}",
            **kind.sized,
        }
        self._patterns = {
            r"\bX(?=\d+\b)": letter,
            r"\bturnwise_example\b": f"turnwise_{name}",
            r"\bexample\b": name,
            r"\bExample\b": title,
        }

    def __call__(self, text: str) -> str:
        for old, new in self._texts.items():
            text = text.replace(old, new)
        for pattern, new in self._patterns.items():
            text = re.sub(pattern, new, text)
        return text


def _files(kind: Kind) -> Iterator[Path]:
    """The files of a game to begin with, without cached ones."""
    return (
        file
        for file in sorted((TEMPLATES / kind.folder).iterdir())
        if file.suffix in (".py", ".md") and file.name != TWINS
    )


def _beside(kind: Kind) -> Iterator[Path]:
    """What our own contract tests need besides law tests: twin worlds, and scenes."""
    twins = TEMPLATES / kind.folder / TWINS
    yield twins if twins.exists() else TEMPLATES / "inside" / TWINS
    yield TEMPLATES / "inside" / "scenes.py"


def _marked(text: str) -> str:
    """Add the marks by which law tests of our own tree name the rules they prove."""
    marked = re.sub(
        r"^# \[(.+)\]$",
        lambda found: "@law(" + ", ".join(f'"{n}"' for n in found[1].split(", ")) + ")",
        text,
        flags=re.M,
    )
    return marked.replace("import turnwise as tw\n", "import turnwise as tw\nfrom tests.law import law\n", 1)


def _free_letter(root: Path) -> str:
    """A letter that no other game of ours uses before the numbers of its rules."""
    texts = (file.read_text("utf-8") for file in root.glob("src/turnwise/games/*/RULES.md"))
    taken = {letter for text in texts for letter in re.findall(r"^- \*\*([A-Z])\d", text, re.M)}
    return next((letter for letter in reversed(LETTERS) if letter not in taken), LETTERS[-1])


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadName(
            said(
                "A game can't be called {name}: a name has small letters, digits and _, 60 at most, begins with a letter, and is no "
                "word of Python's own.",
                name=quoted(name),
            )
        )
    if name in installed():
        raise BadName(
            said("There is a game '{name}' already, in the package {package}.", name=name, package=package_of(name))
        )
    if any(one.name == f"turnwise-{name.replace('_', '-')}" for one in distributions()):
        raise BadName(said("A package turnwise-{name} is installed already.", name=name.replace("_", "-")))


def _write(folder: Path, files: Mapping[Path, str]) -> Written:
    try:
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BadFolder(said("{file} can't be written: {why}.", file=str(file), why=why)) from None
    return Written(folder, tuple(files))
