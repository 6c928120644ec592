"""What every source file keeps to, that no tool asks of it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from turnwise.kit.bind import law_functions

ROOT = Path(__file__).parent.parent
SOURCES = sorted(file for folder in ("src", "bench", "examples") for file in (ROOT / folder).rglob("*.py"))
MARKS = {"entry", "inlined", "rule"}
"""Numba types what is marked with these, so it carries no annotations; nor do the rules of a game, which need no mark."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def unannotated(tree: ast.AST, rules: frozenset[str] = frozenset()) -> Iterator[Function]:
    """The functions outside the law that leave an argument or their result without a type; mypy looks into no such function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            if node.name in rules or MARKS & {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}:
                continue
            given = node.args
            taken = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
            if node.returns is None or not all(one.annotation or one.arg in ("self", "cls") for one in taken):
                yield node
        yield from unannotated(node, rules)


def rules_in(file: Path) -> frozenset[str]:
    """The functions of a file that are rules of the game to whose folder it belongs."""
    if not (file.parent / "rules.py").exists():
        return frozenset()
    home = ROOT / "src" if ROOT / "src" in file.parents else ROOT
    game = ".".join(file.parent.relative_to(home).parts)
    return frozenset(one.__name__ for one in law_functions(game) if one.__module__ == f"{game}.{file.stem}")


def test_only_the_law_is_free_of_annotations() -> None:
    """In whole modules mypy must let functions pass that are without, because it can't tell a rule from any other."""
    assert len(SOURCES) > 200
    found = [
        f"{file.relative_to(ROOT)}:{function.lineno} {function.name}"
        for file in SOURCES
        for function in unannotated(ast.parse(file.read_text()), rules_in(file))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(x): pass",
        "def f(x) -> int: pass",
        "def f(x: int): pass",
        "class C:\n    async def f(self, *more: int): pass",
        "def f() -> None:\n    def g(*, x): pass",
        "@cache\ndef f(x): pass",
    ],
)
def test_the_look_sees_what_it_looks_for(source: str) -> None:
    assert len(list(unannotated(ast.parse(source)))) == 1
    assert not list(unannotated(ast.parse("@rule\ndef f(s, seat):\n    pass")))
    assert not list(unannotated(ast.parse("def f(s, seat):\n    pass"), frozenset({"f"})))
