"""What a game's folder has, the program uses: a function that only tests call promises what nobody can meet.

Read off the source, without running it. A function counts as called if its name stands in code that is itself reached: by the rooms
outside `games` (an attribute, a name for `getattr`, a word of the contract in `kit/contract.py`), or by a statement of the folder that
runs when it is imported.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import turnwise
from turnwise.games import ours

SOURCE = Path(turnwise.__file__).parent
HOME = SOURCE / "games"
PROOFS = SOURCE / "proofs"
"""What only a proof calls, no user meets."""
ASKING = ("getattr", "hasattr")
"""How a part is asked for that a game may go without."""
DECLARING, CARRIED_OUT = "actions", "by"
"""What declares actions, each carried out by a function of its name, allowed and refused by others; and what names another for it."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def asked_for() -> frozenset[str]:
    """What the rooms outside `games` may call in a game's folder."""
    found: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        if HOME in file.parents and file.parent != HOME or PROOFS in file.parents:
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
                found.update(_texts(node.args))
            elif file.name == "contract.py":
                found.update(_texts([node]))
    return frozenset(found)


def _texts(nodes: Iterable[ast.AST]) -> Iterator[str]:
    return (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


class Folder:
    """The source of a game: what each name stands for, and what is run when it is imported."""

    def __init__(self, sources: Iterable[str]) -> None:
        self.named: dict[str, list[ast.AST]] = {}
        self.run: list[ast.AST] = []
        self.functions: set[str] = set()
        self._called: dict[str, str] = {}
        for source in sources:
            for statement in ast.parse(source).body:
                self._read(statement)

    def _read(self, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement)
            case ast.ClassDef():
                methods = [part for part in statement.body if isinstance(part, Function) and not _python_s(part.name)]
                self.named.setdefault(statement.name, []).extend(
                    [*statement.bases, *(part for part in statement.body if part not in methods)]
                )
                for method in methods:
                    self._function(method)
            case ast.Assign() | ast.AnnAssign():
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                for name in (node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)):
                    self.named.setdefault(name.id, []).append(statement)
            case ast.ImportFrom():
                self._called |= {one.asname: one.name for one in statement.names if one.asname}
            case _:
                self.run.append(statement)

    def _function(self, function: Function) -> None:
        self.functions.add(function.name)
        self.named.setdefault(function.name, []).append(function)

    def uncalled(self, outside: Iterable[str]) -> set[str]:
        """The functions that nothing reaches."""
        reached: set[str] = set()
        waiting = [*outside, *(name for statement in self.run for name in self._mentioned(statement))]
        while waiting:
            name = waiting.pop()
            if name in self.named and name not in reached:
                reached.add(name)
                waiting += (found for node in self.named[name] for found in self._mentioned(node))
        return self.functions - reached

    def _mentioned(self, node: ast.AST) -> Iterator[str]:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                yield self._called.get(part.id, part.id)
            elif isinstance(part, ast.Attribute):
                yield part.attr
            elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == DECLARING:
                yield from (name for word in part.keywords for name in self._asked_of(word.arg or ""))
            elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "record":
                yield from (f"imagine_{word.arg}" for word in part.keywords)  # of zones
            elif isinstance(part, ast.keyword) and part.arg == CARRIED_OUT:
                yield from (name for verb in _texts([part.value]) for name in self._asked_of(verb))

    def _asked_of(self, verb: str) -> list[str]:
        """What carries an action out, what allows it, what refuses it, and what refuses it for one of its arguments."""
        allowed, check = (f"{word}_{verb.rstrip('_')}" for word in ("allowed", "check"))
        return [verb, allowed, check, *(name for name in self.functions if name.startswith(f"{check}_"))]


def _python_s(name: str) -> bool:
    """Whether Python itself calls a method of this name, as it does `__init__`, and `_missing_` of an enum."""
    return name.startswith("_") and name.endswith("_")


@pytest.mark.parametrize("name", ours())
def test_every_function_of_a_game_is_called_by_the_program(name: str) -> None:
    folder = Folder(file.read_text() for file in sorted((HOME / name).rglob("*.py")))
    assert len(folder.functions) > 10
    assert folder.uncalled(asked_for()) == set(), "only tests call these, so no user meets what they do"


def test_the_check_notices_what_only_tests_call() -> None:
    """Also what only such a function calls, what calls itself, and what is imported and never used."""
    hints = """
from turnwise.games.some.board import near, far as distant

def classic(s): return near(s) + PLAYERS["nobody"] + Walk().step()
def walker(s): return helper(s) + walker(s)
def helper(s): return distant(s)

class Walk:
    def __init__(self): self.at = start()
    def step(self): return 1
    def back(self): return self.step()

PLAYERS = {"nobody": nobody}
UNUSED = {"walker": walker}
"""
    board = """
def near(s): return 0
def far(s): return 1
def nobody(s): return 2
def start(): return 3
def registered(): return 4
print(registered())
"""
    assert Folder([hints, board]).uncalled({"classic"}) == {"walker", "helper", "far", "back"}
