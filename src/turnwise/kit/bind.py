"""Binds a game-blind algorithm to one game: interpreted as it is, or compiled and cached without ever being stale.

Numba's cache does not notice an edit in another file, and never hits for functions passed as arguments. So a compiled
game has a folder of its own, named by a hash of everything that could change the result: copies of the kit, of the
game's law and of the algorithm, with their imports redirected to each other. Other sources give another folder.

A game's rules need no decorator: what the contract calls is compiled, with everything that those functions call in its
folder.
"""

import hashlib
import importlib
import importlib.util
import inspect
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from turnwise.kit import contract
from turnwise.kit.called import called_within
from turnwise.kit.choosing import by_appeal
from turnwise.kit.declared import reasons
from turnwise.kit.derive import Derived
from turnwise.kit.events import events
from turnwise.kit.faults import Fault, at
from turnwise.kit.folders import cache_folder
from turnwise.kit.gate import redaction
from turnwise.kit.identity import identification
from turnwise.kit.record import NOTHING_BESIDE, Record
from turnwise.kit.subset import faults_in

KIT = Path(__file__).parent
LAW = ("rules", "hints")
NO_COPIES = ("linked", "operators")
"""Modules of the kit that are not copied but shared by all compiled games; their sources are part of the hash."""
_BOUND: set[tuple[str, str]] = set()
NONE: Mapping[str, str] = MappingProxyType({})
KIT_IMPORT = re.compile(r"^from turnwise\.kit(?:\.(\w+))? import (\(.*?\)|.*?$)", re.M | re.S)


class Switches(NamedTuple):
    """Extras of a compiled copy; `kit/native.py` has a switch of the same name for each."""

    boundscheck: bool = False
    taped: bool = False


ORDINARY = Switches()


def records(game: str) -> tuple[Record, Record]:
    """The layout of a game's state and of what is beside it."""
    rules = rules_of(game)
    return rules.State, getattr(rules, "Beside", NOTHING_BESIDE)


def interpreted() -> bool:
    """Whether TURNWISE_INTERPRET=1 makes everything run as plain Python."""
    return os.environ.get("TURNWISE_INTERPRET", "") not in ("", "0")


def bind(
    algorithm: str, game: str, *, compiled: bool = True, boundscheck: bool = False, taped: bool = False
) -> ModuleType:
    """The module `algorithm` with its rules imported from the package `game` (both by dotted name).

    Compiled, it can check array bounds (`boundscheck`), and take chance from tapes (`taped`, see `kit/tape.py`)."""
    if compiled and not interpreted():
        switched = Switches(boundscheck, taped)
        if switched == ORDINARY:
            _BOUND.add((algorithm, game))
        return _compiled(algorithm, game, switched)
    return _plain(algorithm, game)


@cache
def _plain(algorithm: str, game: str) -> ModuleType:
    source = _path(algorithm).read_text()
    bound = ModuleType(f"{game}.bound.{algorithm}")
    text = re.sub(r"\bturnwise\.kit\.contract\b", plain_law(game).__name__, source)
    exec(compile(text, str(_path(algorithm)), "exec"), bound.__dict__)
    return bound


def plain_law(game: str) -> ModuleType:
    """The contract of one game, interpreted: what its rules define, and what is derived from their declarations."""
    law = f"{game}.bound_law"
    if law not in sys.modules:
        module = ModuleType(law)
        exec(compile(_law(game, game, "turnwise.kit"), f"<law of {game}>", "exec"), module.__dict__)
        sys.modules[law] = module
    return sys.modules[law]


@cache
def _compiled(algorithm: str, game: str, switched: Switches) -> ModuleType:
    folder = _folder(game, switched)
    package = folder.name
    if package not in sys.modules:
        _load(package, folder / "__init__.py")
    source = _path(algorithm).read_text()
    name = f"{algorithm.rsplit('.', 1)[-1]}_{_digest(source)}"
    file = folder / f"{name}.py"
    if not file.exists():
        _write(file, _pointed(source, package, game))
    return importlib.import_module(f"{package}.{name}")


def is_loaded(algorithm: str, game: str) -> bool:
    """Whether an algorithm is already bound to a game and compiled in this process."""
    return (algorithm, game) in _BOUND


def game_folder(game: str, switched: Switches = ORDINARY) -> Path:
    """The folder of the compiled game, for these sources on this machine; it need not exist yet."""
    return cache_folder() / _package(game, switched)


def digest_of(*modules: str) -> str:
    """A hash of the sources of some modules."""
    return _digest("\0".join(_path(module).read_text() for module in modules))


@cache
def _package(game: str, switched: Switches) -> str:
    """The name of a compiled game, by its sources at this process's first call."""
    return _named(game, _files(game, switched))


def _named(game: str, files: dict[str, str]) -> str:
    """A name that differs for other sources or another machine."""
    surroundings = [sys.version, platform.processor(), platform.machine(), _processor_flags()]
    surroundings += [metadata.version(package) for package in ("numba", "numpy", "llvmlite")]
    key = _digest("\0".join([*surroundings, *(f"{name}\0{text}" for name, text in sorted(files.items()))]))
    return f"turnwise_{game.rsplit('.', 1)[-1]}_{key}"


def _files(game: str, switched: Switches) -> dict[str, str]:
    """The sources of a compiled game."""
    files = {f"game/{path.name}": path.read_text() + _compiling(game, path.stem) for path in law_files(game)}
    files |= {f"kit/{name}.py": (KIT / f"{name}.py").read_text() for name in _kit_modules(list(files.values()))}
    files["kit/__init__.py"] = (KIT / "__init__.py").read_text()
    files |= {f"{name}.txt": (KIT / f"{name}.py").read_text() for name in NO_COPIES}
    files["contract.py"] = _law(game, "turnwise.games_bound", "turnwise.kit")
    for name, on in switched._asdict().items():
        if on:
            files["kit/native.py"] = files["kit/native.py"].replace(f"{name.upper()} = False", f"{name.upper()} = True")
    return files


def _folder(game: str, switched: Switches) -> Path:
    """The folder of a compiled game, created at the first call for these sources."""
    folder = game_folder(game, switched)
    if folder.exists():
        return folder
    if faults := law_faults(game):
        raise faults[0]
    files = _files(game, switched)
    folder = cache_folder() / _named(game, files)  # an edit in between gets a folder of its own
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=folder.parent))
        for name, text in files.items():
            _write(draft / name, _pointed(text, folder.name, game))
        for name in ("__init__.py", "game/__init__.py"):
            _write(draft / name, "")
        try:
            draft.rename(folder)
        except OSError:  # another process was first; its folder is the same
            shutil.rmtree(draft)
    return folder


def _pointed(source: str, package: str, game: str) -> str:
    """A source with its imports of the kit, the game and the contract redirected into a compiled game's folder."""
    source = re.sub(r"\bturnwise\.kit\.contract\b", f"{package}.contract", source)
    source = re.sub(r"\bturnwise\.games_bound\b", f"{package}.game", source)
    source = re.sub(rf"(?m)^(\s*(?:from|import)\s+){re.escape(game)}(?=[.\s])", rf"\g<1>{package}.game", source)
    source = re.sub(r"\bturnwise\.kit\.plain\b", f"{package}.kit.native", source)
    return re.sub(r"\bturnwise\.kit\b", f"{package}.kit", source)


def _law(game: str, package: str, kit: str) -> str:
    """Source of the contract for one game: its functions, each with all arguments, and the gate."""
    rules, hints = rules_of(game), hints_of(game)
    lines = [
        f"from {kit}.chance import any_of, below, some_of",
        f"from {kit}.events import SILENT, Tell",
        f"from {kit}.plain import count, down, mix, room_for, rule, scratch, spread",
        f"from {kit}.record import HIDDEN",
        f"from {kit}.sets import has, listed, spread_all",
    ]
    beside_home = (
        f"{package}.rules import Beside"
        if hasattr(rules, "Beside")
        else f"{kit}.record import NOTHING_BESIDE as Beside"
    )
    lines += [
        f"from {package}.rules import State",
        f"from {beside_home}",
        "",
        "STATE, BESIDE = State.dtype, Beside.dtype",
        "room_to_try, room_to_tell = room_for(State), room_for(Tell)",
    ]
    lines.append(f"SECRETS_BESIDE = {bool(records(game)[1].hidden)}")
    lines.append(f"FORESEEN = {hasattr(hints, 'rival')}")
    for name in ("SCALE", "HORIZON", "BOLDNESS"):
        lines.append(f"{name} = {getattr(hints, name, getattr(contract, name))!r}")
    imported = dict[str, str]()

    def called(
        name: str, function: Callable[..., Any], arguments: Sequence[str], given: Mapping[str, str] = NONE
    ) -> str:
        """The call of a function of the rules."""
        imported[f"game_{name}"] = f"from {package}.rules import {name} as game_{name}"
        return f"game_{name}({_given(function, arguments, given)})"

    derived = Derived(rules, hints, records(game), called)
    lines.append(f"LISTED, BY_SETS = {not derived.spreads}, {derived.by_sets}")
    for name, arguments in contract.ARGUMENTS.items():
        module, home = (hints, "hints") if name in contract.HINTS else (rules, "rules")
        lines += ["", "", "@rule", f"def {name}({', '.join(arguments)}):"]
        function = getattr(module, name, None)
        if function is None or function is by_appeal:
            body = derived.by_appeal() if function else derived.body(name, arguments)
            if body is None and name not in contract.ABSENT:
                raise Fault(f"There is no `{name}({', '.join(arguments)})`.", rules.__file__ or "", 1)
            lines += [f"    {line}" for line in body or [contract.ABSENT[name]]]
            continue
        lines.insert(3, f"from {package}.{home} import {name} as game_{name}")
        lines.append(f"    return game_{name}({_given(function, arguments)})")
    lines[3:3] = imported.values()
    lines += ["", "", "@rule", f"def advised({', '.join((*contract.ARGUMENTS['classic'], 'player'))}):"]
    for number, function in enumerate(getattr(hints, "PLAYERS", {}).values(), 1):
        lines.insert(3, f"from {package}.hints import {function.__name__} as player_{number}")
        lines.append(f"    if player == {number}:")
        lines.append(f"        return player_{number}({_given(function, contract.ARGUMENTS['classic'])})")
    lines.append(f"    return classic({', '.join(contract.ARGUMENTS['classic'])})")
    return "\n".join([*lines, "", "", redaction(*records(game)), "", identification(*records(game)[:1], rules)])


def rules_of(game: str) -> ModuleType:
    """The module `rules` of a game, with the common reasons if it declares none, and without events if it has none."""
    rules = importlib.import_module(f"{game}.rules")
    for name, declare in (("Reason", reasons), ("Event", events)):
        if not hasattr(rules, name):
            setattr(rules, name, declare())
    return rules


def hints_of(game: str) -> Any:
    """The module `hints` of a game, or an empty one."""
    name = f"{game}.hints"
    return importlib.import_module(name) if importlib.util.find_spec(name) else SimpleNamespace()


def _given(function: Callable[..., Any], arguments: Sequence[str], given: Mapping[str, str] = NONE) -> str:
    """The arguments that a game's function takes of those available; `given` has expressions for some."""
    taken = list(inspect.signature(function).parameters)
    unknown = [argument for argument in taken if argument not in arguments]
    if unknown:
        raise at(function, f"`{function.__name__}` takes `{unknown[0]}`; the contract gives {', '.join(arguments)}.")
    return ", ".join(given.get(one, one) for one in taken)


def law_files(game: str, names: Sequence[str] = LAW) -> list[Path]:
    """rules.py, hints.py if there is one, and the modules of the same folder that they import; or the same for other
    files."""
    waiting = [_path(f"{game}.{name}") for name in names if importlib.util.find_spec(f"{game}.{name}")]
    found = list[Path]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.append(path)
            waiting += [_path(f"{game}.{name}") for name in _chapters(game, path.read_text())]
    return sorted(found)


@cache
def law_functions(game: str) -> frozenset[FunctionType]:
    """The rules of a game: the functions of its folder that the contract calls, and everything that these call
    there."""
    law = plain_law(game)
    called = called_within(game, [one for one in vars(law).values() if isinstance(one, FunctionType)])
    return frozenset(one for one in called if one.__module__ != law.__name__)


def law_faults(game: str) -> list[Fault]:
    """What the compiler would not accept in a game's rules, and what is misspelt there."""
    return faults_in(law_files(game), law_functions(game), *records(game))


def _compiling(game: str, chapter: str) -> str:
    """The last lines of a compiled copy, which compile its rules, so that all other lines keep their numbers."""
    home, rules = f"{game}.{chapter}", law_functions(game)
    own = [one for one in vars(importlib.import_module(home)).items() if isinstance(one[1], FunctionType)]
    names = [name for name, function in own if function in rules and function.__module__ == home]
    lines = ["", "from turnwise.kit.plain import rule as _rule", *(f"{name} = _rule({name})" for name in names)]
    return "\n".join(lines)


def _chapters(game: str, source: str) -> list[str]:
    """The files of the same folder that a source imports, absolutely or relatively (`from .board import HEAPS`)."""
    own = re.escape(game)
    found = re.findall(rf"(?m)^\s*(?:(?:from|import)\s+{own}\.|from\s+\.)(\w+)", source)
    for names in re.findall(rf"(?ms)^\s*from\s+(?:{own}|\.)\s+import\s+(\(.*?\)|.*?$)", source):
        found += [name for name in re.findall(r"\w+", names) if importlib.util.find_spec(f"{game}.{name}")]
    return found


def _kit_modules(sources: list[str]) -> list[str]:
    """The modules of the kit that these sources import, directly or indirectly, with `native` in place of `plain`."""
    waiting, found = ["__init__", "native", *_kit_imports("\n".join(sources))], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _kit_imports((KIT / f"{name}.py").read_text())
    return sorted(found - {"__init__", "plain"})


def _kit_imports(source: str) -> list[str]:
    """The modules of the kit that a source imports: `from turnwise.kit.grid import square`, or `from turnwise.kit
    import grid`."""
    named = [[module] if module else re.findall(r"\w+", names) for module, names in KIT_IMPORT.findall(source)]
    return [name for names in named for name in names if (KIT / f"{name}.py").exists()]


@cache
def _processor_flags() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return ""
    return "".join(re.findall(r"^(?:flags|Features).*$", text, re.M)[:1])


def _path(module: str) -> Path:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no module named {module!r}")
    return Path(spec.origin)


def _load(name: str, file: Path) -> None:
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


def _write(file: Path, text: str) -> None:
    """Write a file atomically, because another process may be reading."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_text(text)
    draft.replace(file)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()
