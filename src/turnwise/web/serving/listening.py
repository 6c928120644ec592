"""Where a house listens, and what it prints when it opens."""

import socket as sockets
import sys
from io import StringIO

import segno

from turnwise.kit.errors import TurnwiseError
from turnwise.web.http.backlog import UNDERWAY

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
SILENCE = 60_000
"""Milliseconds after which a connection is closed whose peer acknowledges nothing."""


class NoPort(TurnwiseError):
    code = "no_port"


class NoNetwork(TurnwiseError):
    code = "no_network"


def listener_on(host: str, port: int) -> sockets.socket:
    listener = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    for buffer in (sockets.SO_SNDBUF, sockets.SO_RCVBUF):
        listener.setsockopt(sockets.SOL_SOCKET, buffer, UNDERWAY)
    if sys.platform == "linux":
        listener.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT, SILENCE)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise NoPort(
            f"Port {port} can't be used: {(error.strerror or 'it is taken').lower()}. Try another: --port."
        ) from None
    listener.listen(1024)
    return listener


def lan_address() -> str:
    """This machine's address in the local network; no packet is sent to find it."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            raise NoNetwork(
                "This machine is in no network, so phones can't find it. Join one, or leave --lan out."
            ) from None
        return str(probe.getsockname()[0])


def address_of(listener: sockets.socket, lan: bool) -> str:
    """Where people find it."""
    return f"http://{lan_address() if lan else LOOPBACK}:{listener.getsockname()[1]}/"


def greet(address: str, lan: bool, records: object) -> None:
    print(f"Turnwise is open: {address or 'in the chat alone'}", flush=True)
    if lan:
        print("Phones in the same network can scan this:")
        print(_scannable(address))
    print(f"Its records are in {records}. Ctrl-C closes it.", flush=True)


def _scannable(address: str) -> str:
    """A QR code in text; on a terminal in black and white, since phones can't read one in a light theme's colours."""
    drawn = StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    colours, back = ("\033[97;40m", "\033[0m") if sys.stdout.isatty() else ("", "")
    return "\n".join(f"{colours}{line}{back}" for line in drawn.getvalue().splitlines())
