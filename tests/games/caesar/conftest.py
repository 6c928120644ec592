"""Tests of the REST contract run twice: on tables in memory, and on those of a house with all that stands around it."""

from collections.abc import Iterator

import pytest

from tests.games.caesar import callers


@pytest.fixture(params=list(callers.KINDS))
def both_kinds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(callers, "kind", callers.KINDS[request.param])
    yield
    while callers.OPEN:
        callers.OPEN.pop().close()
