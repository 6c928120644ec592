"""An endpoint: one declaration gives its route, the check of what is sent, and its lines in the OpenAPI page.

A function takes what it needs by name: `house`, `caller`, `asker`, `request`, the names in its path, `query` (its
fields are the parameters after the question mark) and `body`. Its annotations say what is read; what it returns is the
answer.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple, get_type_hints

from starlette.responses import Response

Method = Literal["GET", "POST", "PATCH", "DELETE"]
Who = Literal["anybody", "somebody", "by hand", "in person"]
"""Anybody; anybody with a token; a person at a page, but no program; of those, a person at their own device."""

Handler = Callable[..., Awaitable[Any]]
SMALL, LARGE = 64 * 1024, 1024 * 1024
JSON, EVENTS = "application/json", "text/event-stream"
CHANGES, READS = "changes", "reads of a person"
"""The default limits."""


class Endpoint(NamedTuple):
    method: Method
    path: str
    summary: str
    do: Handler
    takes: dict[str, type]
    """The parameters of the function, by name."""
    answers: Any
    who: Who
    limit: str
    status: int
    media: str
    most: int
    """Bytes of the body."""
    standing: bool
    """Whether a refusal includes the match's version and the legal actions."""
    banned: bool
    """Whether banned people may use it too."""
    cancels: bool
    """Whether it is cancelled when its caller hangs up: for long work that changes nothing."""

    @property
    def name(self) -> str:
        return self.do.__name__

    @property
    def group(self) -> str:
        return self.do.__module__.rsplit(".", 1)[-1]

    @property
    def in_path(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)


class Group:
    """The endpoints of a module, in their order there."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.endpoints: list[Endpoint] = []

    def __call__(
        self,
        method: Method,
        path: str,
        summary: str,
        *,
        who: Who = "somebody",
        limit: str = "",
        status: int = 200,
        answers: Any = None,
        media: str = JSON,
        most: int = SMALL,
        standing: bool = False,
        banned: bool = False,
        cancels: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Declare an endpoint. `answers`: the type of the answer where the function returns data or a whole response.
        `limit`: a limit other than the default; without a token it counts for the address."""

        named = limit or (READS if method == "GET" else CHANGES if who != "anybody" else "")

        def declare(do: Handler) -> Handler:
            hints = get_type_hints(do, include_extras=True)
            returns = hints.pop("return")
            assert answers or not (isinstance(returns, type) and issubclass(returns, Response)) or media != JSON, do
            self.endpoints.append(
                Endpoint(
                    method,
                    self.prefix + path,
                    summary,
                    do,
                    hints,
                    answers or returns,
                    who,
                    named,
                    status,
                    media,
                    most,
                    standing,
                    banned,
                    cancels,
                )
            )
            return do

        return declare
