"""The audit log: every order of the host, who gave it, and its result. It only grows, in the store's log of that
name."""

import os
import pwd
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnwise.house.store.interface import Append, Store

LOG = "orders"
NOBODY = (1 << 32) - 1
"""The login uid of a process that was not started from a login."""


class Entry(Struct, frozen=True, omit_defaults=True):
    at: int
    who: str
    order: dict[str, Any]
    """The order with its arguments; none of them is a password."""
    came: str = "done"
    """Its result."""


class Note:
    """The entry of an order: it is committed together with what the order does, or written after it."""

    def __init__(self, at: int, entry: Entry) -> None:
        self._at, self._entry = at, entry
        self.taken = False

    def __call__(self, came: str = "done") -> Append:
        self.taken = True
        return Append(LOG, self._at, msgspec.json.encode(replace(self._entry, came=came)))


class Orders:
    """The log. Orders are carried out one after the other, so that each knows its number in it."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._length = 0

    async def note(self, who: str, order: dict[str, Any]) -> Note:
        self._length += len(await self._store.read(LOG, self._length))
        return Note(self._length, Entry(self._now(), who, order))

    async def listed(self, since: int, most: int) -> list[Entry]:
        """The latest first."""
        found: list[Entry] = []
        for item in reversed(await self._store.read(LOG)):
            entry = msgspec.json.decode(item, type=Entry)
            if len(found) == most or entry.at < since:
                break
            found.append(entry)
        return found


# Who gives an order: the operating system says it, never the client.


def this_user() -> str:
    """The user who runs this process."""
    return user(os.getuid(), os.getpid())


def peer(connection: Any) -> str:
    """The user at the other end of a Unix socket."""
    if not hasattr(socket, "SO_PEERCRED"):
        return user(os.getuid(), 0)  # only the owner of the folder can open it
    pid, uid, _gid = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return user(uid, pid)


def user(uid: int, pid: int) -> str:
    """The name of a user, with the login name if that differs, as with sudo."""
    try:
        signed_in = int(Path(f"/proc/{pid}/loginuid").read_text())
    except (OSError, ValueError):
        signed_in = NOBODY
    return user_name(uid) if signed_in in (uid, NOBODY) else f"{user_name(uid)} ({user_name(signed_in)})"


def user_name(uid: int) -> str:
    """What the system calls a user."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
