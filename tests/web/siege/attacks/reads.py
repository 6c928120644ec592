"""Whoever asks without end for what costs the house something to tell."""

from collections import Counter
from http.client import HTTPException
from threading import Thread
from time import monotonic

from tests.web.server import Client
from tests.web.siege.attack import ADDRESS, Siege, attack

AT_ONCE = 32
"""Connections of an attacker."""


@attack("reads of one guest", "reads are limited per person and address, and the rest is refused cheaply")
def reads(siege: Siege) -> None:
    guest = siege.guest()
    table = guest.post("/api/tables", {"game": "connect_four", "seats": 2})["id"]
    statuses = flood(siege, guest, (f"/api/tables/{table}", "/api/tables", f"/tables/{table}", "/api/games", "/"))
    assert not statuses[500], statuses
    assert statuses[200] < 1500 + 600 * siege.seconds, f"too much was answered: {statuses}"


def flood(siege: Siege, guest: Client, paths: tuple[str, ...]) -> Counter[int]:
    """Ask for all paths over and over; how often each status came."""
    statuses: Counter[int] = Counter()
    ends = monotonic() + siege.seconds

    def ask() -> None:
        asking = siege.server.client(guest.token, ADDRESS)
        while monotonic() < ends:
            for path in paths:
                try:
                    statuses[asking.call("GET", path)[0]] += 1
                except (OSError, HTTPException):
                    asking.close()  # whoever hangs up has refused as well

    threads = [Thread(target=ask) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses
