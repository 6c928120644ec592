"""The table rule → test. It is read off the `@law(…)` marks in the law tests and the numbers in each game's RULES.md.

Every numbered rule, every option and every worked example needs a law test, or a line in DUE that says which issue builds it.
"""

import ast
import re
from pathlib import Path

import pytest

from turnwise.games import game, ours

HOME = Path(__file__).parent
BROWSER = HOME.parent / "browser"

DUE: dict[str, dict[str, str]] = {}
"""Rules about tables, screens and wires, and who builds them."""
NOTICE = "> **Still to come.**"
"""How a chapter of RULES.md begins whose rules are due."""


def rules_of(name: str) -> list[str]:
    return numbers_in(game(name).rulebook)


def chapters_of(name: str) -> dict[str, str]:
    """The chapters of RULES.md by their titles."""
    _, *chapters = re.split(r"^## ", game(name).rulebook, flags=re.M)
    return {title: body.strip() for title, _, body in (chapter.partition("\n") for chapter in chapters)}


def numbers_in(text: str) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]\d+[a-z]?)\*\*", text, re.M)


def examples_of(name: str) -> list[str]:
    _, _, examples = game(name).rulebook.partition("\n## Examples\n")
    return [f"example {number}" for number in re.findall(r"^(\d+[a-z]?)\. ", examples.split("\n## ")[0], re.M)]


def marks_of(name: str) -> dict[str, list[str]]:
    """What is proved → the tests that prove it."""
    found: dict[str, list[str]] = {}
    pages = BROWSER.glob(f"test_page_of_{name}.py")  # what a rule says of the page is proved in a browser
    for file in [*sorted((HOME / name).glob("test_*.py")), *pages]:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for mark in _marks(node):
                    found.setdefault(mark, []).append(f"{file.name}::{node.name}")
    return found


def _marks(test: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    calls = [d for d in test.decorator_list if isinstance(d, ast.Call) and ast.unparse(d.func) == "law"]
    return [str(argument.value) for call in calls for argument in call.args if isinstance(argument, ast.Constant)]


@pytest.mark.parametrize("name", ours())
def test_every_rule_option_and_example_has_a_law_test_or_is_due(name: str) -> None:
    rules, options = rules_of(name), [f"option {option}" for option in game(name).options]
    assert len(rules) == len(set(rules)) and rules, "numbers in RULES.md are unique"
    marks, due = marks_of(name), DUE.get(name, {})
    wanted = [*rules, *options, *examples_of(name)]
    settings = [f"setting {setting}" for setting in game(name).settings]
    assert [mark for mark in marks if mark not in [*wanted, *settings]] == [], "marks that name nothing in RULES.md"
    assert [rule for rule in due if rule not in rules or rule in marks] == [], "due, but unknown or already proved"
    assert [what for what in wanted if what not in marks and what not in due] == [], "without a law test"


@pytest.mark.parametrize("name", ours())
def test_a_rules_page_says_what_is_still_to_come_where_it_stands(name: str) -> None:
    """Nobody reads a rule as something that he can use, which nobody has built yet."""
    due = set(DUE.get(name, {}))
    for title, chapter in chapters_of(name).items():
        told = chapter.startswith(NOTICE)
        assert told == bool(due & set(numbers_in(chapter))), f"the chapter '{title}' has rules that are due, or says so"
    assert due <= {rule for chapter in chapters_of(name).values() for rule in numbers_in(chapter)}
