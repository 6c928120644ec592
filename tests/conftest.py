import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.stores import pytest_configure

__all__ = ["pytest_configure"]

settings.register_profile("turnwise", deadline=None, database=None, derandomize=True)
settings.register_profile(
    "fresh", settings.get_profile("turnwise"), derandomize=False, max_examples=500, print_blob=True
)
settings.load_profile("turnwise")

os.environ["LC_ALL"] = "C.UTF-8"  # English, whatever the language of who runs them
for name in [name for name in os.environ if name.startswith("PG") or name == "TURNWISE_STORE"]:
    del os.environ[name]  # no database of whoever runs them is touched


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a running PostgreSQL server, one for all processes that run these tests."""
    from tests.house.postgres_server import shared

    base = tmp_path_factory.getbasetemp()
    with shared(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as folder:
        yield folder


@pytest.fixture
def database(postgres_server: Path) -> str:
    """The address of a PostgreSQL database without a house in it."""
    from tests.house.postgres_server import emptied, own_database

    return emptied(postgres_server, own_database())
