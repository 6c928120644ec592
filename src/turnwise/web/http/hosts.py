"""The names of this house, against DNS rebinding: a page of another site can point its own name at this machine's
address and would then read the house's answers as its own; but its browser still sends that name, which is none of
ours."""

import re
from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from turnwise.kit.errors import TurnwiseError, quoted
from turnwise.kit.words import said

LOCAL = "localhost"


class WrongHost(TurnwiseError):
    """The request's Host is not a name of the house."""

    code = "wrong_host"

    def __init__(self) -> None:
        super().__init__(said("This house has another name. Whoever runs it can add this one: --host NAME."))


class Hosts:
    """Loopback, the address of this machine that the client connected to, and the names that the host has given."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = set(names)

    def check(self, scope: MutableMapping[str, Any]) -> None:
        """Refuse a request or a socket by a name that is not ours. The port is ignored: a proxy may have another."""
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


def own_name(given: str) -> str:
    """A name or an address given by the host, as browsers send it; refused with a sentence if no browser can."""
    name = given.lower().rstrip(".")
    with suppress(ValueError):
        return str(ip_address(name.strip("[]")))
    try:
        if re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
            return name.encode("idna").decode()
    except UnicodeError:
        pass
    raise TurnwiseError(f"{quoted(given)} is no name of a machine. Say --host games.local, without https:// and port.")


def name_in(address: str) -> str:
    """The name in the address that people open; refused with a sentence if it has none."""
    try:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and not parts.path.strip("/"):
            return own_name(parts.hostname)
    except ValueError:
        pass
    raise TurnwiseError(
        f"{quoted(address)} is no address that people can open. Say --address https://games.example.org/."
    )


def host_in(given: str) -> str:
    """The host of `host:port`, in lower case; empty if it is not valid."""
    try:
        return (urlsplit(f"//{given}").hostname or "").rstrip(".")
    except ValueError:
        return ""
