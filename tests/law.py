"""Marks a law test with what it proves: `@law("W14", "option tender", "example 3")`.

The marks are read by `tests/games/test_every_rule_has_a_test.py`, which keeps the table rule → test.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


def law(*proves: str) -> Callable[[Test], Test]:
    def marked(test: Test) -> Test:
        return test

    assert proves
    return marked
