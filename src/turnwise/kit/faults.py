"""An author's mistakes, with their place in the author's file: `Fault(sentence, file, line)`."""

import inspect
import re
import traceback
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turnwise.kit.errors import TurnwiseError


class Fault(TurnwiseError):
    """Something wrong in a game's own files; its text begins with the place, such as `rules.py:12`."""

    code = "fault"

    def __init__(self, sentence: str, file: str | Path = "", line: int = 0) -> None:
        self.told, self.file, self.line = sentence, str(file), line
        super().__init__(f"{self.file}:{line}: {sentence}" if self.file else sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault, (self.told, self.file, self.line)


class Endless(Exception):
    """A call of the rules took so long that it was stopped."""


def at(function: Callable[..., Any], sentence: str) -> Fault:
    """A fault of a whole function, at its first line."""
    lines, start = inspect.getsourcelines(function)
    marks = next(number for number, line in enumerate(lines) if line.lstrip().startswith("def "))
    return Fault(sentence, inspect.getsourcefile(function) or "", start + marks)


def meant(name: str, known: Iterable[str]) -> str:
    """A second sentence for an unknown name, with the nearest known one."""
    listed = [*known]
    near = get_close_matches(name, listed, 1, 0.6)
    return f" Did you mean `{near[0]}`?" if near else f" There are {', '.join(listed)}." if listed else ""


def package_folder(package: str) -> Path:
    """The folder of a package, whether it can be imported or not."""
    spec = find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else Path()


NO_NAME = re.compile(r"cannot import name '(\w+)' from '(turnwise\.[\w.]+)'")
NO_FIELD = re.compile(r"'State' object has no attribute '(\w+)'")


def raised(error: BaseException, folder: Path, fields: Iterable[str] = ()) -> Fault | None:
    """The fault behind an exception, at the innermost line of a file in the author's folder; None if there is none."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, SyntaxError) and error.filename and _within(folder, error.filename):
        return Fault(f"Python can't read this: {error.msg}.", error.filename, error.lineno or 0)
    inner = [frame for frame in traceback.extract_tb(error.__traceback__) if _within(folder, frame.filename)]
    if not inner:
        return None
    return Fault(_sentence(error, fields), inner[-1].filename, inner[-1].lineno or 0)


def _within(folder: Path, file: str) -> bool:
    return folder.resolve() in Path(file).resolve().parents


def _sentence(error: BaseException, fields: Iterable[str]) -> str:
    if found := NO_FIELD.search(str(error)):
        name = found[1]
        return f"The record has no field `{name}`.{meant(name, fields)}"
    if isinstance(error, ImportError) and (found := NO_NAME.search(str(error))):
        return f"`{found[2]}` has no `{found[1]}`.{_home_of(found[1])}"
    if isinstance(error, RecursionError):
        return "A rule calls itself without end; the compiler wants loops with a bound."
    if isinstance(error, Endless):
        return "This was not over after a long time. Is there a loop without an end?"
    if isinstance(error, AttributeError) and isinstance(error.obj, type) and issubclass(error.obj, Enum):
        return f"`{error.obj.__name__}` has no `{error.name}`.{meant(str(error.name), error.obj.__members__)}"
    return f"{type(error).__name__}: {error}"


def _home_of(name: str) -> str:
    """A second sentence for a word of the kit that was looked for elsewhere."""
    kit, defined = (
        Path(__file__).parent,
        re.compile(rf"^(?:def |class |(?:\w+, )*){name}\b(?=[(:,\[]| =)", re.MULTILINE),
    )
    files = [
        file.relative_to(kit.parent.parent) for file in sorted(kit.rglob("*.py")) if defined.search(file.read_text())
    ]
    homes = [".".join(file.with_suffix("").parts) for file in files]
    return f" It stands in {' and in '.join(f'`{home}`' for home in homes)}." if homes else ""


COMPILED_FILE = re.compile(r'File "([^"]+)", line (\d+)')
NOISE = re.compile(r"^(?:Failed in nopython mode pipeline|During: |Enable logging|This error|There are \d+ candidate)")


def from_compiler(error: BaseException, files: Iterable[Path]) -> Fault | None:
    """The fault behind an error of Numba's: the innermost line that it names of the author's files; None if the error
    is not Numba's.

    The compiled copies have the lines of their originals, so the line numbers are the same."""
    if not type(error).__module__.startswith("numba."):
        return None
    originals = {file.name: file for file in files}
    text = str(error)
    places = [(Path(name).name, int(line)) for name, line in COMPILED_FILE.findall(text)]
    own = [(originals[name], line) for name, line in places if name in originals]
    file, line = own[-1] if own else ("", 0)
    return Fault(f"The compiler can't make this: {_reason(text)}", file, line)


def _reason(text: str) -> str:
    """The one line of Numba's message that says what is wrong."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    lines = [line.strip() for line in plain.splitlines() if line.strip() and not NOISE.match(line.strip())]
    telling = [
        line
        for line in lines
        if re.match(r"(?:Unknown attribute|Cannot|Invalid use|No implementation|Use of|Unsupported)", line)
    ]
    return (telling or lines or ["it does not say why"])[-1 if telling else 0].rstrip(".") + "."
