"""What a rules page says of a screen, and every setting of a table, is met at a table by a test.

A test meets something if it opens a match, a house or a terminal, itself or by helpers that it calls. Read off the source of the tests.
(That whoever plays notices an option is proved by running it: `src/turnwise/proofs/options.py`.)
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.games.test_every_rule_has_a_test import BROWSER, DUE, HOME, chapters_of, marks_of, numbers_in
from turnwise.games import game, ours

ROOT = HOME.parent.parent
TABLES = {"Match", "Hall", "Parlour", "Server", "Pipe", "Terminal"}
"""What a table is opened with: in memory, in a house, in a real process, in a real terminal."""
SCREENS = {"At the table", "On the screen", "The table on the screen"}
"""The chapters of RULES.md that say what is seen."""


@cache
def module(file: Path) -> tuple[dict[str, ast.stmt], dict[str, tuple[Path, str]]]:
    """What a file of the tests defines, and what it has from others of them."""
    defined: dict[str, ast.stmt] = {}
    imported: dict[str, tuple[Path, str]] = {}
    for node in ast.parse(file.read_text()).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                defined[node.name] = node
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                defined[name] = node
            case ast.ImportFrom(module=str(source)) if source.startswith("tests."):
                home = ROOT / f"{source.replace('.', '/')}.py"
                imported |= {one.asname or one.name: (home, one.name) for one in node.names if home.exists()}
    return defined, imported


def words_of(file: Path, name: str) -> set[str]:
    """All names and words in a test, and in whatever of the tests it uses."""
    found: set[str] = set()
    waiting, seen = [(file, name)], set[tuple[Path, str]]()
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        defined, imported = module(at[0])
        if at[1] in imported:
            waiting.append(imported[at[1]])
        elif at[1] in defined:
            words = words_in(*at)
            found |= words
            waiting += ((at[0], word) for word in words if word in defined or word in imported)
    return found


@cache
def words_in(file: Path, name: str) -> frozenset[str]:
    return frozenset(_words(module(file)[0][name]))


def _words(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.keyword(arg=str(word)):
                yield word
            case ast.Constant(value=str(text)):
                yield from re.findall(r"\w+", text)


@cache
def played(name: str) -> dict[str, set[str]]:
    """The tests of a game that are played at a table, with all their words."""
    files = [*sorted((HOME / name).glob("test_*.py")), *BROWSER.glob(f"test_page_of_{name}.py")]
    tests = {(file, test): words_of(file, test) for file in files for test in module(file)[0] if test[:5] == "test_"}
    return {f"{file.name}::{test}": words for (file, test), words in tests.items() if words & TABLES}


@pytest.mark.parametrize("name", ours())
def test_what_is_said_of_a_screen_is_met_at_a_table(name: str) -> None:
    at_a_table, marks = played(name), marks_of(name)
    said = [rule for title in SCREENS & chapters_of(name).keys() for rule in numbers_in(chapters_of(name)[title])]
    assert [rule for rule in said if rule not in DUE.get(name, {}) and not at_a_table.keys() & marks[rule]] == []


@pytest.mark.parametrize("name", ours())
def test_every_setting_is_met_at_a_table(name: str) -> None:
    at_a_table = played(name)
    met = {word for words in at_a_table.values() for word in words}
    assert [setting for setting in game(name).settings if setting not in met] == []


def test_the_check_tells_a_table_from_a_call_of_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text("""
from tests.web.hall import in_hall
from turnwise.play.match import Match

LONG = {"rounds": 50}

def begun(): return Match("some", **LONG)
def test_of_words(): assert words("rounds")
def test_of_a_match(): assert begun().turn == 0

@in_hall
async def test_in_a_house(hall): assert hall
""")
    assert words_of(file, "test_of_words") == {"words", "rounds"}
    assert words_of(file, "test_of_a_match") >= {"Match", "rounds"}
    assert words_of(file, "test_in_a_house") & TABLES == {"Hall"}
