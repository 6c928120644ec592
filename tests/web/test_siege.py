"""The short form of the siege: every attack for a moment, on a machine that has other work. `python -m tests.web.siege` is the long one."""

from pathlib import Path

import pytest

from tests.web.siege import attacks
from tests.web.siege.__main__ import Houses, chosen, line

SECONDS = 2.0
TRIES = 3
"""What another process of this machine did may look like a broken defence, but not three times in a row."""


@pytest.mark.about_a_process
@pytest.mark.parametrize("module", attacks.MODULES)
def test_siege(module: str, tmp_path: Path) -> None:
    held = Houses(tmp_path, SECONDS)
    try:
        for one in chosen([module]):
            reports = []
            for _ in range(TRIES):
                reports.append(held.report(one))
                if not reports[-1].fault:
                    break
            assert not reports[-1].fault, f"{one.holds}\n" + "\n".join(map(line, reports))
    finally:
        held.close()
