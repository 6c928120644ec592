"""A game night in a network of its own:  unshare --net python -m tests.web.lan FOLDER [ADDRESS]

Nothing of it reaches the machine's real network. Without an address this machine is in no network at all.
"""

import fcntl
import json
import socket
import struct
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tests.web.server import Server, started

SET_FLAGS, SET_ADDRESS, UP = 0x8914, 0x8916, 1


def join(address: str) -> None:
    """Give this machine an address in a network of 256, besides loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        fcntl.ioctl(wire, SET_FLAGS, struct.pack("16sH14x", b"lo", UP))
        place = struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(address))
        fcntl.ioctl(wire, SET_ADDRESS, struct.pack("16s16s", b"lo:1", place))


def night(folder: Path) -> dict[str, object]:
    """Two phones play a move; then the house opens without --lan."""
    with Server(folder, "--lan") as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        table = started([ann, bob], game="connect_four")
        moved = ann.post(f"/api/tables/{table}/actions", {"actions": ["drop d"], "version": 0})
        page, _ = server.client().call("GET", "/")
        server.stop()
        told = {"url": server.url, "version": moved["version"], "page": page, "greeting": "".join(server.greeting)}
    with Server(folder) as server, socket.socket() as visitor:
        told["alone"] = visitor.connect_ex((urlsplit(str(told["url"])).hostname, urlsplit(server.url).port))
    return told


if __name__ == "__main__":
    if len(sys.argv) > 2:
        join(sys.argv[2])
    print(json.dumps(night(Path(sys.argv[1]))))
