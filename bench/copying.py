"""What a copy of a state costs inside compiled code, where searches make them."""

from typing import Any

from numba import njit


@njit
def copies(states: Any, times: int) -> int:
    """Copy each state over the next, round and round, so that no copy can be left out."""
    for i in range(times):
        states[(i + 1) % len(states)] = states[i % len(states)]
    return times
