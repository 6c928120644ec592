"""What goes wrong with the next calls of a method, because a test wants it.

world.disturbances.flood("sendMessage", 7)                 # 429, retry after 7 seconds
world.disturbances.fail("editMessageText", 502)
world.disturbances.silence("sendPhoto", carried_out=True)  # it is sent, but the answer never comes
world.disturbances.cut("sendMessage")                      # the connection breaks before anything was done
"""

from dataclasses import dataclass

from tests.telegram.things import Json

REASONS = {500: "Internal Server Error", 502: "Bad Gateway", 504: "Gateway Timeout"}


@dataclass
class Disturbance:
    method: str
    """`*` is any but getUpdates."""
    kind: str
    """error, silence or cut"""
    times: int
    carried_out: bool = False
    error: Json | None = None
    html: bool = False
    """Whether a proxy answers, with a page instead of JSON."""


class Disturbances:
    def __init__(self) -> None:
        self.coming: list[Disturbance] = []

    def flood(self, method: str, seconds: int, *, times: int = 1) -> None:
        """429: too many requests."""
        told = f"Too Many Requests: retry after {seconds}"
        self._refuse(method, 429, told, times, {"retry_after": seconds})

    def fail(
        self, method: str, status: int = 500, *, times: int = 1, carried_out: bool = False, html: bool = False
    ) -> None:
        """The service has a fault of its own."""
        self._refuse(method, status, REASONS[status], times, None, carried_out, html)

    def refuse(self, method: str, status: int, description: str, *, times: int = 1) -> None:
        """Any other answer."""
        self._refuse(method, status, description, times)

    def silence(self, method: str, *, times: int = 1, carried_out: bool = False) -> None:
        """The answer never comes."""
        self.coming.append(Disturbance(method, "silence", times, carried_out))

    def cut(self, method: str, *, times: int = 1, carried_out: bool = False) -> None:
        """The connection breaks."""
        self.coming.append(Disturbance(method, "cut", times, carried_out))

    def _refuse(
        self,
        method: str,
        status: int,
        description: str,
        times: int,
        parameters: Json | None = None,
        carried_out: bool = False,
        html: bool = False,
    ) -> None:
        error: Json = {"ok": False, "error_code": status, "description": description}
        if parameters:
            error["parameters"] = parameters
        self.coming.append(Disturbance(method, "error", times, carried_out, error, html))

    def take(self, method: str) -> Disturbance | None:
        """What goes wrong with this call."""
        for one in self.coming:
            if one.method == method or one.method == "*" and method != "getUpdates":
                one.times -= 1
                if not one.times:
                    self.coming.remove(one)
                return one
        return None
