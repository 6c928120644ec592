"""What a copy of a state costs inside compiled code, where searches make them."""

from typing import Any

from numba import njit


@njit
def copies(states: Any, times: int) -> int:
    """Copy the first state over the second, each time another one, so that no copy can be left out."""
    for _ in range(times):
        states[0].seed += 1
        states[1] = states[0]
    return times
