"""The tests of the web run on both stores, as tests/stores.py says."""

from tests.stores import databases, files, on_store, pytest_generate_tests, store_kind

__all__ = ["databases", "files", "on_store", "pytest_generate_tests", "store_kind"]
