"""Strangers who come in crowds: mass sign-ups of guests from many addresses, in a house that asks newcomers for a proof."""

import json
import os
import subprocess
import sys
import time
from itertools import count

from tests.house.proving import proof
from tests.web.server import Client, Refused
from tests.web.siege.attack import Siege, attack

ADDRESSES = 200
"""Each would be let in forty times at once by the limit for addresses."""


def sign_up(url: str, seconds: float) -> None:
    """One attacker after the other, each from another address, as fast as this process can; how many got in, and the processor time
    that it cost them."""
    os.nice(19)  # the proofs of real strangers are computed on machines of their own
    clients = [Client(url, "", f"127.0.{2 + n // 250}.{1 + n % 250}") for n in range(ADDRESSES)]
    got_in, until = 0, time.monotonic() + seconds
    for number in count():
        if time.monotonic() > until:
            break
        client, sent = clients[number % ADDRESSES], {"name": f"Crowd {number}"}
        try:
            client.post("/api/guests", sent)
        except Refused as refused:
            if "proof" not in refused.body:
                continue
            try:
                client.post("/api/guests", sent | {"proof": proof(refused.body)})
            except Refused:
                continue
        got_in += 1
    print(json.dumps({"got_in": got_in, "processor": time.process_time()}))


@attack("sign-ups of a crowd", "each guest costs the crowd processor time", arguments=("--sign-ups", "proof"))
def crowd(siege: Siege) -> None:
    sender = [sys.executable, "-m", __name__, siege.url, str(siege.seconds)]
    told = json.loads(subprocess.run(sender, capture_output=True, text=True, check=True, timeout=120).stdout)
    assert told["got_in"] <= 20 * told["processor"] + 5, f"{told['got_in']} guests for {told['processor']:.1f} s"


if __name__ == "__main__":
    sign_up(sys.argv[1], float(sys.argv[2]))
