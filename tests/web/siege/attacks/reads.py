"""Whoever asks without end for what costs the house something to tell."""

from collections import Counter
from collections.abc import Sequence
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
    paths = (f"/api/tables/{table}", "/api/tables", f"/tables/{table}", "/api/games", "/")
    statuses = flood(siege, guest, paths, [ADDRESS])
    assert not statuses[500], statuses
    assert statuses[200] < 1500 + 600 * siege.seconds, f"too much was answered: {statuses}"


@attack("pages from 30 addresses", "moves have half of the loop's time, whoever reads; who waits too long is sent away")
def crowd(siege: Siege) -> None:
    statuses = flood(siege, siege.nobody(), ("/", "/games/connect_four"), [f"127.0.2.{at}" for at in range(1, 31)])
    assert statuses.keys() <= {200, 429, 503}, statuses


def flood(siege: Siege, guest: Client, paths: tuple[str, ...], addresses: Sequence[str]) -> Counter[int]:
    """Ask for all paths over and over; how often each status came."""
    statuses: Counter[int] = Counter()
    ends = monotonic() + siege.seconds

    def ask(address: str) -> None:
        asking = siege.server.client(guest.token, address)
        while monotonic() < ends:
            for path in paths:
                try:
                    statuses[asking.call("GET", path)[0]] += 1
                except (OSError, HTTPException):
                    asking.close()  # whoever hangs up has refused as well

    threads = [Thread(target=ask, args=(addresses[at % len(addresses)],)) for at in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses
