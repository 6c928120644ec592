"""The tutorial as the folders that its reader makes: docs/tutorial.md is read block by block, as a reader would type it.

A block names its file in its first line. What it defines takes the place of what had that name in the file; what is new is put beside
what it stands next to in the block. So the text shows only what changes, and every step of it can be run.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(?:python|markdown|toml) title=\"([\w./]+)\"\n(.*?)^```$", re.M | re.S)
PICTURE = re.compile(r"^!\[[^\]]*\]\(pictures/(tutorial_\w+\.png)\)\n<!-- played:(.*?) -->$", re.M)


class Shot(NamedTuple):
    """A picture of a step: its file, the options, the moves that lead there, and who looks."""

    file: str
    options: dict[str, bool]
    moves: tuple[str, ...]
    seat: int


class Step(NamedTuple):
    """A chapter of the tutorial: the files of the game after it, and its pictures."""

    title: str
    files: dict[str, str]
    shots: tuple[Shot, ...]


def steps() -> list[Step]:
    """The chapters, in their order."""
    files, found = dict[str, str](), list[Step]()
    for chapter in re.split(r"(?m)^## (?=\d)", TUTORIAL.read_text("utf-8"))[1:]:
        title, _, body = chapter.partition("\n")
        for name, block in BLOCK.findall(body):
            python = name.endswith(".py") and name in files
            files[name] = merged(files[name], block) if python else block
        if BLOCK.search(body):
            found.append(Step(title, dict(files), tuple(_shot(*one) for one in PICTURE.findall(body))))
    return found


def _shot(file: str, played: str) -> Shot:
    """`put a1; put b2 | misere | seat 0`"""
    moves, *settings = (part.strip() for part in played.split("|"))
    seats = [int(one.removeprefix("seat ")) for one in settings if one.startswith("seat ")]
    options = {one: True for one in settings if not one.startswith("seat ")}
    return Shot(file, options, tuple(filter(None, map(str.strip, moves.split(";")))), *(seats or [0]))


def merged(source: str, block: str) -> str:
    """A file after a block was typed into it."""
    kept, new = dict(_statements(source)), _statements(block)
    for at, (name, text) in enumerate(new):
        if name not in kept:
            beside = _neighbour(kept, [one for one, _ in new[:at]], [one for one, _ in new[at + 1 :]], _kind(text))
            order = [*kept]
            order.insert(beside, name)
            kept[name] = text
            kept = {one: kept[one] for one in order}
        kept[name] = text
    return "".join(_spaced([*kept.values()]))


def _neighbour(kept: dict[str, str], before: list[str], after: list[str], kind: int) -> int:
    """Where a new statement goes: behind or before the nearest of its kind that the block has beside it, else to the end of its kind."""
    order = [*kept]
    for one in reversed(before):
        if one in kept and _kind(kept[one]) == kind:
            return order.index(one) + 1
    for one in after:
        if one in kept and _kind(kept[one]) == kind:
            return order.index(one)
    return max((at for at, one in enumerate(order) if _kind(kept[one]) <= kind), default=-1) + 1


def _statements(source: str) -> list[tuple[str, str]]:
    """The statements of a file by what they define, each with the text that stands for it."""
    lines, found = source.splitlines(), list[tuple[str, str]]()
    for node in ast.parse(source).body:
        first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", ()))])
        found.append((_defined(node), "\n".join(lines[first - 1 : node.end_lineno])))
    return found


def _defined(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef():
            return node.name
        case ast.ImportFrom():
            return f"from {'.' * node.level}{node.module}"
        case ast.Assign():
            return ast.unparse(node.targets[0])
        case _:
            return "docstring"


def _kind(text: str) -> int:
    """What comes first in a file, and what comes last."""
    if text.startswith('"""'):
        return 0
    return 3 if text.startswith(("def ", "@")) else 1 if text.startswith(("from ", "import ")) else 2


def _spaced(texts: list[str]) -> list[str]:
    """Statements with the empty lines between them that Python's readers are used to."""
    spaced, before = list[str](), 0
    for at, text in enumerate(texts):
        kind = _kind(text)
        apart = (
            kind != before
            or kind == 1
            and (text.startswith("from turnwise") != texts[at - 1].startswith("from turnwise"))
        )
        gap = "" if not at else "\n\n" if kind == 3 else "\n" if apart else ""
        spaced.append(f"{gap}{text}\n")
        before = kind
    return spaced


DRAW = """
import sys
from pathlib import Path
import turnwise as tw
from turnwise.draw.png import rasterised

match = tw.Match("noughts", seed=1, compiled=False, **{options!r})
for move in {moves!r}:
    match.play(move)
Path({file!r}).write_bytes(rasterised(match.view({seat}).svg(width=720), 720))
"""


def draw_pictures() -> None:
    """Draw every picture of the tutorial into docs/pictures, each by the game as it is at that step."""
    for step in steps():
        for shot in step.shots:
            with TemporaryDirectory() as folder:
                file = str(TUTORIAL.parent / "pictures" / shot.file)
                run(typed(step, Path(folder)), DRAW.format(**shot._replace(file=file)._asdict()))


def typed(step: Step, folder: Path) -> Path:
    """The folder as its reader has it after a step; Python takes it for installed."""
    about = "noughts-1.0.dist-info"
    metadata = {
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: noughts\nVersion: 1.0\n",
        f"{about}/entry_points.txt": "[turnwise.games]\nnoughts = noughts\n",
    }
    for name, text in (step.files | metadata).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def run(folder: Path, code: str) -> str:
    """What Python prints in a process of its own that has the package of a folder."""
    line = f"import sys; sys.path.insert(0, {str(folder)!r})\n{code}"
    done = subprocess.run([sys.executable, "-W", "error", "-c", line], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout
