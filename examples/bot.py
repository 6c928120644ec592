"""Takes a seat at an open table of a game and plays by chance to the end: `bot.py http://127.0.0.1:8000 TOKEN whot`."""

import hashlib
import json
import random
import secrets
import sys
import time
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

if len(sys.argv) != 4:
    sys.exit(__doc__)
house, token, game = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def ask(path: str, body: Any = None) -> Any:
    with urlopen(Request(f"{house}/api{path}", body and json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


while not (free := [table["id"] for table in ask(f"/tables?game={game}")["tables"] if "" in table["sitters"]]):
    time.sleep(1)
ask(f"/tables/{free[0]}/seats", {"seat": None})
luck = secrets.token_hex(16)
steps = {"seal": hashlib.sha256(luck.encode()).hexdigest(), "nonce": luck}  # what I add to the dice
print("I sit at table", free[0], flush=True)

with connect(f"{house.replace('http', 'ws', 1)}/api/tables/{free[0]}/socket", additional_headers=headers) as socket:
    for message in socket:
        told = json.loads(message)
        if (step := told.get("table", {}).get("dice")) in steps:
            with suppress(HTTPError):  # unless the match has begun meanwhile
                ask(f"/tables/{free[0]}/dice", {"house": told["table"]["seal"], step: steps.pop(step)})
        if told.get("legal"):  # in a snapshot, in a delta after a move, and beside a refusal
            action = {"type": "act", "actions": random.choice(told["legal"]), "version": told["version"]}
            socket.send(json.dumps(action | {"key": secrets.token_hex(8)}))
        if told.get("table", {}).get("status") == "over":
            print("It is over:", told.get("outcome", {}).get("words", "the table was closed"))
            break
