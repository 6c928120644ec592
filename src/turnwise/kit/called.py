"""Which functions others call, directly or indirectly. So no rule needs a decorator: what the contract calls is
compiled."""

import dis
from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType


def called_within(package: str, callers: Iterable[FunctionType]) -> frozenset[FunctionType]:
    """The functions of a package that some functions call, directly or indirectly."""
    waiting, found = [*callers], set[FunctionType]()
    while waiting:
        own = {one for one in _called(waiting.pop()) if one.__module__.startswith(f"{package}.")}
        waiting += own - found
        found |= own
    return frozenset(found)


def _called(function: FunctionType) -> Iterator[FunctionType]:
    """The functions that a function names, by a name of its module, or as `board.opposite` by a module that it
    knows."""
    steps = [*dis.get_instructions(function)]
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.opname == "LOAD_GLOBAL":
            named = function.__globals__.get(step.argval)
            if isinstance(named, ModuleType) and after is not None:
                named = getattr(named, str(after.argval), None)
            if isinstance(named, FunctionType):
                yield named
