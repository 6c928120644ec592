"""On which stores the tests of the house and of the web run. All of it is decided here.

A test that reaches the records runs on both stores, in a file and in a database; nobody has to say so. It reaches them if its code, or what
that calls, makes a `KeptStore` (as `Parlour`, `Hall` and `Town` do) or a `Server`. It runs once if it
- has no store;
- asks for the fixture `path` or `database`: then it is about the file, or about PostgreSQL; `records` gives it both;
- is marked with one of `WHY_ONCE`.

Whoever reaches a store in a way that is not seen here is refused by it.
"""

import asyncio
import types
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

Kind = Literal["sqlite", "postgresql", "two workers", "memory"]
BOTH: tuple[Kind, Kind] = ("sqlite", "postgresql")
SPREAD: tuple[Kind, Kind] = ("sqlite", "two workers")
WHY_ONCE = {
    "about_the_file": "it is about SQLite's file: its journal, its lock, its backups, its damage",
    "about_a_process": "it is about a process and not about what that keeps, and a process takes seconds to start",
}
TWO_WORKERS = "two_workers"
"""The mark of a proof whose requests go to two workers in turn, on PostgreSQL."""
CHOSEN = {"path", "records", "database", "postgres_server"}
"""Fixtures by which a test chooses its store itself."""

running: Kind | None = "memory"
"""The store of the test that runs; none if it has said that it has none. Tests of other folders keep their records in memory."""


def pytest_configure(config: pytest.Config) -> None:
    for mark, why in WHY_ONCE.items():
        config.addinivalue_line("markers", f"{mark}: runs once, because {why}")
    config.addinivalue_line("markers", f"{TWO_WORKERS}: on PostgreSQL, its requests go to two workers in turn")


def stores_of(test: Any, fixtures: dict[str, Any] | None = None, marks: Collection[str] = ()) -> tuple[Kind, ...]:
    """On which stores a test runs that asks for these fixtures; none if it reaches no store or chooses itself."""
    fixtures = fixtures or {}
    if CHOSEN & fixtures.keys() or not any(map(Reach().reaches, (test, *fixtures.values()))):
        return ()
    if WHY_ONCE.keys() & set(marks):
        return BOTH[:1]
    return SPREAD if TWO_WORKERS in marks else BOTH


class Reach:
    """Looks through code for what makes a store."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def reaches(self, one: Any) -> bool:
        from tests.house.kept_store import KeptStore
        from tests.web.server import Server

        if one in (KeptStore, Server):
            return True
        if id(one) in self._seen:
            return False
        self._seen.add(id(one))
        return any(map(self.reaches, parts(one)))


def parts(one: Any) -> Iterator[Any]:
    """What a function, a class or something that wraps one consists of and calls, as far as it is the tests' own."""
    inner = getattr(getattr(one, "hypothesis", None), "inner_test", None)
    yield from (part for part in (inner, getattr(one, "__wrapped__", None), getattr(one, "__func__", None)) if part)
    if isinstance(one, type) and one.__module__.startswith("tests."):
        yield from one.__bases__
        yield from vars(one).values()
    elif isinstance(one, property):
        yield one.fget
    elif isinstance(one, types.FunctionType) and one.__module__.startswith("tests."):
        yield from (cell.cell_contents for cell in one.__closure__ or () if callable(cell.cell_contents))
        names = set(names_in(one.__code__))
        for name in names & one.__globals__.keys():
            found = one.__globals__[name]
            if not isinstance(found, types.ModuleType):
                yield found
            elif found.__name__.startswith("tests."):
                yield from (vars(found)[name] for name in names & vars(found).keys())


def names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked = {name: found[-1].func for name, found in metafunc._arg2fixturedefs.items()}
    for ours in ("on_store", "store_kind"):
        asked.pop(ours, None)
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if kinds := stores_of(metafunc.function, asked, marks):
        metafunc.fixturenames.append("store_kind")
        metafunc.parametrize("store_kind", kinds, indirect=True, scope="module")


@pytest.fixture(scope="module")
def store_kind(request: pytest.FixtureRequest) -> Iterator[Kind]:
    """The store that a test runs on. Whatever lasts longer than a test and has a store asks for it."""
    global running
    running = kind = request.param
    request.getfixturevalue("files" if kind == "sqlite" else "databases")
    yield kind
    served.clear()


@pytest.fixture(autouse=True)
def on_store(request: pytest.FixtureRequest) -> Iterator[None]:
    """Has the running test reach the store that it is for, and no other."""
    global running
    callspec = getattr(request.node, "callspec", None)
    chosen = callspec is not None and "store_kind" in callspec.params
    running = request.getfixturevalue("store_kind") if chosen else None
    yield
    if running:
        from tests.house import kept_store

        asyncio.run((kept_store.files if running == "sqlite" else kept_store.databases).give_back())
    running = "memory"


@pytest.fixture(scope="session")
def files() -> Iterator[None]:
    from tests.house import kept_store

    yield
    asyncio.run(kept_store.files.close())


@pytest.fixture(scope="session")
def databases(postgres_server: Path) -> Iterator[None]:
    from tests.house import kept_store

    kept_store.cluster = postgres_server
    yield
    asyncio.run(kept_store.databases.close())


def of_running_test() -> Kind:
    """Where the running test has its records."""
    assert running, "This test reaches a store, but runs on one only: see tests/stores.py"
    return running


served: dict[Path, str] = {}
"""The databases of the houses that are processes, by their folders."""


def house_of(folder: Path, inside: str = "") -> Path | str:
    """Where a process kept the records of the house of a folder: in a file, which may lie deeper, or in a database."""
    return served.get(folder) or folder / inside / "house.sqlite"


def arguments_of_house(folder: Path) -> list[str]:
    """What tells a process where the house of a folder has its records."""
    if of_running_test() not in ("postgresql", "two workers"):
        return []
    from tests.house import kept_store
    from tests.house.postgres_server import emptied, own_database

    if folder not in served:
        served[folder] = emptied(kept_store.cluster, f"{own_database()}-house-{len(served)}")
    return ["--store", served[folder]]
