"""What is compiled before the tests start: no more than they need."""

import pytest

from tests.compile_games import wanted
from turnwise.games import ours

ALL = [*ours()]
ONE, OTHER, *_ = ALL


@pytest.mark.parametrize(
    ("arguments", "games", "checked"),
    [
        ([], ALL, ALL),
        (["-k", "undo"], ALL, ALL),
        (["tests"], ALL, ALL),
        ([f"tests/games/{ONE}"], [ONE], []),
        ([f"tests/games/{ONE}/test_rules.py::test_one", f"tests/games/{OTHER}/test_look.py"], sorted([ONE, OTHER]), []),
        (["tests/contract", "tests/games", "-k", ONE], [ONE], [ONE]),
        ([f"tests/browser/test_page_of_{ONE}.py"], [ONE], []),
        (["tests/house", "tests/play"], ALL, []),
        (["tests/bots"], ALL, ALL),
        (["tests/kit", "tests/draw/test_text.py"], [], []),
    ],
)
def test_named_tests_get_the_games_they_name(arguments: list[str], games: list[str], checked: list[str]) -> None:
    assert wanted(arguments) == (games, checked)
