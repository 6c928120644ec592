"""Calls of compiled functions without Numba's dispatch, which checks the type of every argument, half a microsecond
each."""

from collections.abc import Callable
from functools import partial
from typing import Any

from numba import typeof
from numba.core.registry import CPUDispatcher


def direct(function: Any, *like: Any) -> Callable[..., Any]:
    """A compiled function for arguments of the same types as these, without checks; an interpreted one as it is."""
    if not isinstance(function, CPUDispatcher):
        return function  # type: ignore[no-any-return]
    kinds = tuple(typeof(one) for one in like)
    function.compile(kinds)
    compiled: Any = function.overloads[kinds]
    return compiled.entry_point  # type: ignore[no-any-return]


def given(function: Any, *arguments: Any) -> Callable[[], Any]:
    """A call with always the same arguments."""
    return partial(direct(function, *arguments), *arguments)
