"""The names of this house. A page of another site can have its own name lead to this machine's address, and would then read as
its own what the house answers (DNS rebinding); but its browser still says the name, and that is none of ours."""

from collections.abc import Iterable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from turnwise.kit.errors import TurnwiseError

LOCAL = "localhost"


class WrongHost(TurnwiseError):
    """Asked for by a name that is not the house's."""

    code = "wrong_host"

    def __init__(self) -> None:
        super().__init__("This house has another name. Whoever runs it can add this one: --host NAME.")


class Hosts:
    """Loopback, whichever address of this machine somebody has connected to, and the names that the host has given."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name.lower().rstrip(".") for name in names if name}

    def check(self, scope: MutableMapping[str, Any]) -> None:
        """Refuse a request or a socket by a name that is not ours. The port does not count: in front of us may be another."""
        asked = [value for name, value in scope["headers"] if name == b"host"]
        if len(asked) != 1 or not self._is_ours(host_in(asked[0].decode("latin-1")), (scope.get("server") or ("",))[0]):
            raise WrongHost

    def _is_ours(self, host: str, reached: str) -> bool:
        if not host:
            return False
        if host in self._names or host == LOCAL or host.endswith(f".{LOCAL}"):
            return True
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return address.is_loopback or host == reached


def host_in(given: str) -> str:
    """The host of `host:port`, in small letters; nothing if it is none."""
    try:
        return (urlsplit(f"//{given}").hostname or "").rstrip(".")
    except ValueError:
        return ""
