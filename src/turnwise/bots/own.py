"""A person's own agent: a function or a class, named `module:name` or `file.py:name`.

    def agent(known, seat, legal):          any of known, seat, legal, seed, budget, stop, by name
        return legal[0]                     a number of an action, or a Thought

A class is instantiated once per process, without arguments, and called like a function; an object with a `think` is a
bot like ours. Nothing is imported before the agent has to choose, so that any error happens on its own turn.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, isclass, signature
from operator import index
from types import ModuleType
from typing import Any

from turnwise.bots.bot import Budget, Failed, Thought, asked
from turnwise.kit.errors import quoted
from turnwise.kit.game import Game
from turnwise.kit.position import Position
from turnwise.kit.words import Said, said

ARGUMENTS = ("known", "seat", "legal", "seed", "budget", "stop")
PEERS = {"openspiel": "turnwise.envs.spiel_bots"}
"""The modules of other projects' players: `openspiel:mcts`."""
SHOWN = 200
"""Letters of an exception that are shown."""


class Own:
    """An agent by its name; `home`: where its module is searched for besides installed packages."""

    game: Game | None = None

    def __init__(self, name: str) -> None:
        self.name, self.home = name, os.getcwd()

    def load(self) -> None:
        """Import the agent, once per process."""
        _agent(self.name, self.home)

    @asked
    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        legal = known.legal(seat)
        given = {"known": known, "seat": seat, "legal": legal, "seed": seed, "budget": budget, "stop": stop}
        agent = _agent(self.name, self.home)
        try:
            answer = agent(given)
        except (MemoryError, Failed):
            raise
        except (Exception, SystemExit) as error:
            raise Failed(said("raised {error}", error=told(error))) from error
        thought = answer if isinstance(answer, Thought) else Thought(_number(answer))
        if thought.action not in legal:
            raise Failed(said("chose {action}, which is not legal", action=quoted(thought.action)))
        return thought


def told(error: BaseException) -> str:
    """An exception in a line."""
    text = " ".join(str(error).split())[:SHOWN]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _number(answer: Any) -> int:
    try:
        return index(answer)
    except TypeError:
        raise Failed(said("answered {given}, which is no action", given=quoted(answer))) from None


@cache
def _agent(name: str, home: str) -> Callable[[dict[str, Any]], Any]:
    """An agent as a function of all arguments that it may take."""
    place, _, path = name.rpartition(":")
    try:
        found: Any = _module(place, home)
        for part in path.split("."):
            found = getattr(found, part)
        made: Any = found() if isclass(found) else found
        if hasattr(made, "think"):
            return lambda given: made.think(
                given["known"], given["seat"], seed=given["seed"], budget=given["budget"], stop=given["stop"]
            )
        taken = _taken(made)
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:
        raise Failed(cant_load(error)) from error
    return lambda given: made(**{one: given[one] for one in taken})


def cant_load(error: BaseException) -> Said:
    return said("can't be loaded ({error})", error=told(error))


def _taken(agent: Any) -> list[str]:
    """The arguments that it takes."""
    parameters = signature(agent).parameters.values()
    if any(one.kind is Parameter.VAR_KEYWORD for one in parameters):
        return list(ARGUMENTS)
    if strange := [one.name for one in parameters if one.name not in ARGUMENTS and one.default is Parameter.empty]:
        raise TypeError(f"it wants {strange[0]!r}; an agent is given any of {', '.join(ARGUMENTS)}, by name")
    return [one.name for one in parameters if one.name in ARGUMENTS]


def _module(place: str, home: str) -> ModuleType:
    place = PEERS.get(place, place)
    if home not in sys.path:
        sys.path.insert(0, home)
    if not place.endswith(".py"):
        return import_module(place)
    file = os.path.join(home, place)
    spec = spec_from_file_location(f"turnwise_agent_{os.path.basename(place).removesuffix('.py')}", file)
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # so that its classes can be copied and pickled
    spec.loader.exec_module(module)
    return module
