from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from numba import njit

from turnwise.kit.linked import Linked


@pytest.fixture(scope="session")
def native() -> Any:
    """The words of compiled rules, such that Python can call them."""
    words = vars(import_module("turnwise.kit.native"))
    return SimpleNamespace(
        **{name: njit(word.py_func) if isinstance(word, Linked) else word for name, word in words.items()}
    )
