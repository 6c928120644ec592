"""Reads a game's law, without running it, for what the compiler does not accept and for what is misspelt.

Rules are the part of Python that Numba compiles: whole numbers, fields, tables, loops over ranges. Most of the rest
works interpreted and fails only when a game is compiled, with two hundred lines that name no file of the author's. So
it is checked first.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import FunctionType

from turnwise.kit.faults import Fault, meant
from turnwise.kit.record import Record

BUILT_IN = {"abs", "bool", "divmod", "float", "int", "len", "max", "min", "range", "round", "True", "False", "None"}
NOT_TAKEN: dict[type[ast.AST], str] = {
    ast.List: "A list in a rule: the compiler takes whole numbers. `scratch(n)` is room for n of them; `table([…])` outside the rule "
    "is a constant list.",
    ast.Dict: "A dict in a rule: the compiler takes whole numbers. Use `table([…])` outside the rule.",
    ast.Set: "A Python set in a rule: sets are whole numbers here, `one(point) | one(other)`, in a field made with `mask(…)`.",
    ast.ListComp: "A list in a rule: write a loop over `range(…)`.",
    ast.SetComp: "A Python set in a rule: write a loop over `range(…)`.",
    ast.DictComp: "A dict in a rule: write a loop over `range(…)`.",
    ast.GeneratorExp: "A generator in a rule: write a loop over `range(…)`.",
    ast.JoinedStr: "Text in a rule: what people read is declared with its sentence, in `events(…)` and `reasons(…)`.",
    ast.Slice: "A slice in a rule: write a loop over `range(…)`.",
    ast.Lambda: "A lambda in a rule: write a function of its own.",
    ast.FunctionDef: "A function inside a rule: write it beside the rule.",
    ast.ClassDef: "A class inside a rule: the compiler takes whole numbers and functions.",
    ast.Try: "An exception in a rule: refuse an action in `check_…`, with a `Reason`.",
    ast.Raise: "An exception in a rule: refuse an action in `check_…`, with a `Reason`.",
    ast.With: "`with` in a rule: the compiler does not take it.",
    ast.Yield: "`yield` in a rule: the compiler does not take it.",
    ast.Import: "An import inside a rule: import at the top of the file.",
    ast.ImportFrom: "An import inside a rule: import at the top of the file.",
    ast.Global: "`global` in a rule: what changes in a game is a field of its record.",
}


def faults_in(files: list[Path], rules: Iterable[FunctionType], state: Record, beside: Record) -> list[Fault]:
    """The faults in the sources of a law with these rules, in the order of the lines."""
    found = list[Fault]()
    for file in files:
        tree = ast.parse(file.read_text(), str(file))
        own = {one.__name__ for one in rules if one.__module__.rpartition(".")[2] == file.stem}
        found += [Fault(sentence, file, line) for line, sentence in sorted(_in_module(tree, own, state, beside))]
    return found


def assigned(file: Path, name: str) -> int:
    """The first line of a file that assigns to a name, or to the field of that name; 0 if none does."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(name == getattr(one, "id", getattr(one, "attr", "")) for one in targets):
                return node.lineno
    return 0


Found = Iterator[tuple[int, str]]


def _in_module(tree: ast.Module, rules: set[str], state: Record, beside: Record) -> Found:
    known = {*BUILT_IN, *_module_names(tree)} if not _imports_everything(tree) else None
    for node in tree.body:
        if isinstance(node, ast.Import) and any("." in one.name and not one.asname for one in node.names):
            name = next(one.name for one in node.names if "." in one.name)
            yield node.lineno, f"`import {name}` does not compile: write `from {name} import …`."
        if isinstance(node, ast.FunctionDef) and node.name in rules:
            yield from _in_rule(node, {"s": state, "beside": beside}, known)


def _module_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((one.asname or one.name).partition(".")[0] for one in node.names)
    for node in tree.body:  # only assignments at module level
        for inner in ast.walk(node) if not isinstance(node, ast.FunctionDef | ast.ClassDef) else ():
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id


def _imports_everything(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree))


def _in_rule(function: ast.FunctionDef, records: Mapping[str, Record], known: set[str] | None) -> Found:
    taken = {one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    inner = [node for line in body for node in ast.walk(line)]
    local = taken | {node.id for node in inner if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    handed_on = {id(part) for node in inner for part in _handed_on(node)}
    for node in inner:
        if type(node) in NOT_TAKEN:
            yield _line(node, function), NOT_TAKEN[type(node)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, NOT_TAKEN[ast.JoinedStr]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and known is not None:
            yield from _unknown_name(node, known, local)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name:
            yield node.lineno, f"`{function.name}` calls itself: the compiler wants a loop with a bound."
        elif (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in taken & {*records}
        ):
            yield from _unknown_field(node, records[node.value.id])
        elif isinstance(node, ast.Subscript):
            yield from _wrong_index(node, records, taken, may_be_part=id(node) in handed_on)
        if isinstance(node, ast.Assign):
            yield from _whole_row(node, records, taken)
    gives = any(isinstance(node, ast.Return) and node.value is not None for node in inner)
    if gives and _falls_through(body):
        yield (
            function.lineno,
            f"`{function.name}` returns a number in one place and nothing at the end: the compiler wants a number everywhere.",
        )


def _line(node: ast.AST, function: ast.FunctionDef) -> int:
    return getattr(node, "lineno", function.lineno)


def _unknown_name(node: ast.Name, known: set[str], local: set[str]) -> Found:
    if node.id in known or node.id in local:
        return
    if hasattr(builtins, node.id):
        yield (
            node.lineno,
            f"`{node.id}` in a rule: of Python's own functions the compiler takes {', '.join(sorted(BUILT_IN)[3:])}.",
        )
    else:
        yield node.lineno, f"Nothing here is called `{node.id}`.{_nearest(node.id, known | local)}"


def _nearest(name: str, known: set[str]) -> str:
    said = meant(name, sorted(known))
    return said if said.startswith(" Did") else ""


def _unknown_field(node: ast.Attribute, record: Record) -> Found:
    if node.attr not in record.fields:
        own = [name for name in record.fields if name != "seed"]
        yield node.lineno, f"The record has no field `{node.attr}`.{meant(node.attr, own)}"


def _field(node: ast.AST, records: Mapping[str, Record], taken: set[str]) -> tuple[str, tuple[int, ...]] | None:
    """The name and the shape of the field that an expression denotes, if it does."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in taken & {*records}:
        if field := records[node.value.id].fields.get(node.attr):
            return f"{node.value.id}.{node.attr}", field.shape
    return None


def _handed_on(node: ast.AST) -> Iterator[ast.AST]:
    """Expressions that are passed to a function or get a name, and so may be a part of a field: `total(s.hand[seat], 0,
    KINDS)`."""
    if isinstance(node, ast.Call):
        yield from node.args
    elif isinstance(node, ast.Assign):
        yield from node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]


def _wrong_index(node: ast.Subscript, records: Mapping[str, Record], taken: set[str], *, may_be_part: bool) -> Found:
    if (found := _field(node.value, records, taken)) is None:
        return
    name, shape = found
    given = len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
    if given > len(shape) or given < len(shape) and not may_be_part:
        indices = ", ".join("ijkl"[: len(shape)])
        how = f"write `{name}[{indices}]`" if shape else f"it is one number: write `{name}`"
        yield (
            node.lineno,
            f"`{name}` has {len(shape)} dimension{'' if len(shape) == 1 else 's'} and is given {given}: {how}.",
        )


def _whole_row(node: ast.Assign, records: Mapping[str, Record], taken: set[str]) -> Found:
    for target in node.targets:
        if (found := _field(target, records, taken)) and found[1]:
            name, shape = found
            yield node.lineno, f"`{name}` has {' × '.join(map(str, shape))} cells: assign them one by one, in a loop."


def _falls_through(body: list[ast.stmt]) -> bool:
    """Whether the end of some lines can be reached without a return."""
    last = body[-1]
    if isinstance(last, ast.Return | ast.Raise):
        return False
    if isinstance(last, ast.If):
        return not last.orelse or _falls_through(last.body) or _falls_through(last.orelse)
    return not (isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value)
