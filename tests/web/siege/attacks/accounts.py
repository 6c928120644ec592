"""Passwords are guessed from ever new addresses, while the owner of the account wants to come in."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.house.proving import proof
from tests.web.server import Client
from tests.web.siege.attack import Siege, attack

PASSWORD = "a long walk by the sea"
OWNER, ELSEWHERE = "127.0.0.3", "127.0.0.4"
"""Where the owner was signed in before, and where he never was."""
EVERY = 1.0
"""Seconds between two tries of the owner to come in, from either place."""


class Account:
    """An account, and its owner at a device that was signed in and at one that never was."""

    def __init__(self, siege: Siege) -> None:
        self.siege, self.name = siege, f"Amelia {time.monotonic_ns() % 10**9}"
        made = siege.nobody(OWNER).post("/api/accounts", {"name": self.name, "password": PASSWORD})
        self._device = {"device": made["device"]} if "device" in made else {}
        self.answers: Counter[str] = Counter()
        self.longest = 0.0

    def come_in(self) -> None:
        """Sign in from both places."""
        for where, device in ((OWNER, self._device), (ELSEWHERE, {})):
            began = time.monotonic()
            status, told = tried(self.siege, where, {"name": self.name, "password": PASSWORD, **device}, proves=True)
            self.longest = max(self.longest, time.monotonic() - began)
            self.answers["in" if status == 201 else f"{where}: {status} {told.get('error')}"] += 1


def tried(siege: Siege, address: str, body: dict[str, Any], *, proves: bool) -> tuple[int, dict[str, Any]]:
    """One try to sign in, with the proof that is asked for if need be."""
    client = Client(siege.url, "", address)
    try:
        status, text = client.call("POST", "/api/sessions", body)
        while proves and (told := json.loads(text)).get("error") == "proof_needed":
            status, text = client.call("POST", "/api/sessions", body | {"proof": proof(told)})
        return status, json.loads(text)
    finally:
        client.close()


def guessing(siege: Siege, *, every: float, proves: bool) -> None:
    """Guess from a new address each time, and let the owner come in meanwhile: he does, every time."""
    account, ended, guesses = Account(siege), threading.Event(), Counter[str]()

    def guess() -> None:
        number = 0
        while not ended.wait(every):
            number += 1
            address = f"127.0.{100 + number // 250}.{1 + number % 250}"
            told = tried(siege, address, {"name": account.name, "password": f"guess {number}"}, proves=proves)[1]
            guesses[told["error"]] += 1

    attacker = threading.Thread(target=guess)
    attacker.start()
    try:
        regularly(siege.seconds, account.come_in)
    finally:
        ended.set()
        attacker.join()
    assert guesses["wrong_password"], f"nobody guessed: {guesses}"
    assert set(account.answers) == {"in"}, f"the owner: {dict(account.answers)}; the attacker: {dict(guesses)}"


def regularly(seconds: float, deed: Callable[[], None]) -> None:
    until = time.monotonic() + seconds
    while (began := time.monotonic()) < until:
        deed()
        time.sleep(max(0.0, EVERY - (time.monotonic() - began)))


@attack("a wrong password a second", "the owner comes in every time, from old devices and new ones")
def slowly(siege: Siege) -> None:
    guessing(siege, every=min(1.0, siege.seconds / 20), proves=False)


@attack("wrong passwords with proofs", "who pays for every guess keeps nobody else out")
def dearly(siege: Siege) -> None:
    guessing(siege, every=0.01, proves=True)
