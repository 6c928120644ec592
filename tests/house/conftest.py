"""Where the tests of the store keep their file."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.sqlite"
