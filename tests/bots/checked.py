"""Searches with bounds checks: compiled code that reads or writes past the end of anything is found out."""

from functools import partial

import pytest

from turnwise.bots import deepening, sampling
from turnwise.kit.bind import bind


def check_bounds(patch: pytest.MonkeyPatch) -> None:
    """From now on both searches are bound with checks."""
    for search in (deepening, sampling):
        patch.setattr(search, "bind", partial(bind, boundscheck=True))
