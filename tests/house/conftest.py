"""Where the tests of the store keep their records."""

from pathlib import Path

import pytest

from tests.house.opened import Records
from tests.stores import databases, files, on_store, pytest_generate_tests, store_kind

__all__ = ["databases", "files", "on_store", "pytest_generate_tests", "store_kind"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def records(request: pytest.FixtureRequest) -> Records:
    """A file or a database without a house in it: what both stores promise is tested on both."""
    found: Records = request.getfixturevalue("path" if request.param == "sqlite" else "database")
    return found
