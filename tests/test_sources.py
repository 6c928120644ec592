"""What every source file keeps to, that no tool asks of it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted(file for folder in ("src", "bench", "examples") for file in (ROOT / folder).rglob("*.py"))
LAW = {"rule", "inlined"}
"""Numba types what is marked with these, so it carries no annotations."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def unannotated(tree: ast.AST) -> Iterator[Function]:
    """The functions outside the law that leave an argument or their result without a type; mypy looks into no such function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            if LAW & {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}:
                continue
            given = node.args
            taken = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
            if node.returns is None or not all(one.annotation or one.arg in ("self", "cls") for one in taken):
                yield node
        yield from unannotated(node)


def test_only_the_law_is_free_of_annotations() -> None:
    """In whole modules mypy must let functions pass that are without, because it can't tell a marked one from any other."""
    assert len(SOURCES) > 200
    found = [
        f"{file.relative_to(ROOT)}:{function.lineno} {function.name}"
        for file in SOURCES
        for function in unannotated(ast.parse(file.read_text()))
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
