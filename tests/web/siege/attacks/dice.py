"""Whoever would choose the cards: a house that tries secrets, and a player who adds late, twice or somebody else's."""

import hashlib
import secrets
import time
from typing import Any

import turnwise as tw
from tests.web.server import Client, Refused
from tests.web.siege.attack import Siege, attack
from turnwise.play.transcript import verified

GAME, WILD = "whot", "whot"
ENOUGH = 200
"""Tries, however slow the machine is: one in ten deals two or more of the wild cards."""


def lobby(siege: Siege) -> tuple[list[Client], str, str]:
    """Two people at a table with cards, its address, and the seal of the house."""
    people = [siege.guest(), siege.guest()]
    told = people[0].post("/api/tables", {"game": GAME, "seats": 2, "clock": {"kind": "none"}})
    table = f"/api/tables/{told['id']}"
    people[1].post(f"{table}/seats")
    return people, table, told["table"]["seal"]


def finished(people: list[Client], table: str) -> tuple[list[Any], str]:
    """Who has added to the dice of a match that was begun and given up, and its transcript."""
    people[0].post(f"{table}/start")
    people[1].post(f"{table}/resign")
    _, text = people[0].call("GET", f"{table}/transcript")
    return [seat.get("gave", False) for seat in people[0].get(table)["table"]["seats"]], text.decode()


def sealed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@attack("dice: secrets are tried", "who noted the seal finds out; who added nothing is named", bystander=False)
def tried(siege: Siege) -> None:
    people, table, seal = lobby(siege)
    nonces = [secrets.token_hex(16) for _ in people]
    for person, nonce in zip(people, nonces, strict=True):
        person.post(f"{table}/dice", {"house": seal, "seal": sealed(nonce)})
    for person, nonce in zip(people, nonces, strict=True):
        person.post(f"{table}/dice", {"house": seal, "nonce": nonce})
    gave, text = finished(people, table)
    honest = verified(text)
    assert gave == [True, True] and sealed(honest.secret) == seal and list(honest.nonces) == nonces
    best, tries, until = (0, ""), 0, time.monotonic() + siege.seconds
    while time.monotonic() < until or tries < ENOUGH:
        tries += 1
        secret = secrets.token_hex(32)
        hand = tw.Match(GAME, seats=2, secret=secret, nonces=nonces).view(0).state["hands"][0]
        best = max(best, (sum(card.startswith(WILD) for card in hand), secret))
    forged = tw.Match(GAME, seats=2, secret=best[1], nonces=nonces)
    forged.leave(1)
    assert best[0] > 1 and verified(forged.save()), "by itself a forged match looks right"
    assert sealed(best[1]) != seal
    people, table, _ = lobby(siege)
    gave, text = finished(people, table)
    assert gave == [False, False] and "nonce:" not in text, "a match of the house alone is marked"
    _, said = people[0].call("POST", f"{table.removeprefix('/api')}/proof", {})
    assert b"it could have chosen them" in said, said


@attack("dice: late, twice, somebody else's", "only what was sealed in time counts", bystander=False)
def late(siege: Siege) -> None:
    (ann, ben), table, seal = lobby(siege)
    nonces = [secrets.token_hex(16) for _ in range(2)]
    ann.post(f"{table}/dice", {"house": seal, "seal": sealed(nonces[0])})
    refused = set()

    def tries(who: Client, **body: str) -> None:
        try:
            who.post(f"{table}/dice", {"house": seal} | body)
        except Refused as error:
            refused.add(error.body["error"])
        else:
            raise AssertionError(f"{body} was taken")

    tries(ann, seal=sealed(nonces[1]))
    tries(ann, nonce=nonces[1])
    tries(ben, nonce=nonces[1], house="0" * 64)
    tries(siege.guest(), nonce=nonces[1])
    ann.post(f"{table}/dice", {"house": seal, "nonce": nonces[0]})
    tries(ann, nonce=nonces[0])
    gave, text = finished([ann, ben], table)
    tries(ben, nonce=nonces[1])
    assert refused == {"sealed", "wrong_nonce", "wrong_seal", "not_seated", "given", "table_over"}, refused
    assert gave == [True, False] and list(verified(text).nonces) == nonces[:1]
