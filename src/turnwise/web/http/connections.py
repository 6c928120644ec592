"""How many connections there may be, and how much may be sent over them: in total, per address, per socket."""

from collections import OrderedDict
from collections.abc import Callable

from turnwise.house.work.limits import MOST_BUCKETS, Limits, network
from turnwise.kit.errors import TurnwiseError

FRAME, BYTE = 1 / 500, 1 / (256 * 1024)
"""Seconds that a frame over a socket costs, and each of its bytes: 200 small actions a second are about half of it."""
AHEAD = 1.5
"""Seconds that a client may be ahead of that, for instance after a short interruption."""
PER_ADDRESS = 5
"""How many times as much all sockets of an address may send as one."""
OF_ADDRESS = "connections from an address"
"""Their limit (`limits.py`)."""
KEPT_BACK = 200
"""File descriptors reserved for records, bots, mails and a backup."""


class Full(TurnwiseError):
    """No connection is left."""

    code = "busy"


class Allowance:
    """What may be sent, counted in seconds: kept as the moment until which it is used up."""

    __slots__ = ("_share", "_used_until")

    def __init__(self, share: float = 1.0) -> None:
        """`share`: which part of the cost counts; 0 without limits."""
        self._share, self._used_until = share, 0.0

    def spend(self, cost: float, now: float) -> bool:
        """Count what has been sent; False if that is too much."""
        self._used_until = until = max(self._used_until, now) + cost * self._share
        return until <= now + AHEAD


class Connections:
    """All connections of this process. A proxy on this machine may have any number: it knows its clients, and limits
    them itself (`examples/nginx.conf`)."""

    def __init__(self, limits: Limits, *, most: int, proxies: tuple[str, ...], limited: bool = True) -> None:
        self._limits, self._most, self._proxies, self._limited = limits, most, proxies, limited
        self.refused: Callable[[str], None] = lambda code: None
        """Called with a code for everybody who is turned away before making a request."""
        self.open = 0
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def one_more(self, address: str) -> "Counted":
        """Count a connection while it is open, or refuse it."""
        return Counted(self, address)

    def take(self, address: str) -> None:
        """Count a connection, or refuse it."""
        if self.open >= self._most:
            raise Full("All connections of this house are taken; try again in a moment.")
        if address not in self._proxies:
            self._limits.take(OF_ADDRESS, network(address))
        self.open += 1

    def give_back(self, address: str) -> None:
        """A connection that was counted is closed."""
        self.open -= 1
        if address not in self._proxies:
            self._limits.give_back(OF_ADDRESS, network(address))

    def allowance(self) -> Allowance:
        """What one socket may send."""
        return Allowance(1.0 if self._limited else 0.0)

    def allowance_of(self, address: str) -> Allowance:
        """What all sockets of an address may send together. It outlives them, so that reconnecting gains nothing."""
        where = network(address)
        found = self._allowances.get(where)
        if found is None:
            found = self._allowances[where] = Allowance(1 / PER_ADDRESS if self._limited else 0.0)
            if len(self._allowances) > MOST_BUCKETS:
                self._allowances.popitem(last=False)
        self._allowances.move_to_end(where)
        return found


class Counted:
    """A connection that is counted from `with` or `open` on, until it is closed."""

    __slots__ = ("_address", "_connections", "_open")

    def __init__(self, connections: Connections, address: str) -> None:
        self._connections, self._address, self._open = connections, address, False

    def open(self) -> None:
        """Count it, or refuse it."""
        self._connections.take(self._address)
        self._open = True

    def close(self) -> None:
        """Stop counting it, if it was counted."""
        if self._open:
            self._open = False
            self._connections.give_back(self._address)

    def __enter__(self) -> None:
        self.open()

    def __exit__(self, *_: object) -> None:
        self.close()
