from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.driver import Begin, Pipe


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Begin]:
    """Runs `turnwise play … --plain` to be answered line by line; whatever still runs at the end is ended."""
    begun: list[Pipe] = []

    def begin(*arguments: str) -> Pipe:
        begun.append(Pipe(tmp_path, "play", *arguments, "--plain"))
        return begun[-1]

    yield begin
    for pipe in begun:
        pipe.end()
