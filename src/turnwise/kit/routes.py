"""What a game's own HTTP contract is made of: routes as data, answered by plain functions, without an HTTP library.

A game whose rule sheet has such a contract writes it in `rest.py`, a module that implements `Contract`. The web mounts
it as it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from turnwise.kit.errors import TurnwiseError


@dataclass(frozen=True)
class Sight:
    """What a caller may know of a table. Players are numbered as they joined, seats as in the rules: people may change
    seats."""

    table: str
    player: int | None
    """The caller; None: a spectator."""
    seats: tuple[int, ...]
    """The seat of each player."""
    view: Any
    """The match from the caller's seat. Before it has begun: another one with the same options, set up only to be
    shown."""
    begun: bool = True
    held: bool = False
    """An early request of the caller waits until it is due."""
    left: int | None = None
    """Milliseconds that the seat on turn has left; None without a clock."""


@dataclass(frozen=True)
class Act:
    """Actions to play, all or none. `early`: if they are not due yet, the table holds them."""

    actions: Sequence[dict[str, Any]]
    early: bool = False


@dataclass(frozen=True)
class Sit:
    """Change seats with the player of this one, before the match begins."""

    seat: int


Events = list[dict[str, Any]]


@dataclass(frozen=True)
class Route:
    """One kind of request. A parameter `rev` is the version that the sender saw, `game` names a table."""

    method: Literal["GET", "POST"]
    path: str
    does: Literal["open", "join", "read", "act"]
    summary: str
    rule: str
    reads: type | None = None
    """A dataclass of the parameters: from the query of a GET, else from a JSON object. None: the game's options."""
    choose: Callable[[Any, Sight], Act | Sit] | None = None
    """What a request wants; raises a TurnwiseError. It may use only what the sender knows. A player who joins gets the
    seat of a `Sit`."""
    tells: Callable[[Events, Sight], dict[str, Any]] | None = None
    """Further fields of the answer, from the events and what may be known."""


class Contract(Protocol):
    """What `rest.py` offers."""

    ROUTES: tuple[Route, ...]
    FURTHER_OPTIONS: dict[str, dict[str, Any]]
    """What may be given to open a table besides the game's options, each as a JSON schema."""

    def terms(self, given: dict[str, Any]) -> tuple[dict[str, Any], int]:
        """The game's options from what was given to open a table, and the seconds of a turn; 0: no clock. Raises
        BadOption."""

    def begins_at_once(self, options: dict[str, Any]) -> bool:
        """Whether the match begins when all are there; else with the first action, and seats may change until then."""

    def check_player(self, parameters: Any, player: int) -> None:
        """Refuse a request in another player's name."""

    def welcome(self, sight: Sight, token: str) -> dict[str, Any]:
        """The answer to opening or joining a table."""

    def state(self, sight: Sight) -> dict[str, Any]:
        """Everything that the caller may know."""

    def answer(self, route: Route, sight: Sight, before: int, after: int) -> dict[str, Any]:
        """The answer to a request that took the match from one version to another."""

    def refused(self, error: TurnwiseError, route: Route, parameters: Any) -> tuple[int, dict[str, Any]] | None:
        """Status and body of an error; None if the contract does not define it. `parameters` is None if they could not
        be read."""
