"""Takes a seat at an open table and plays as Turnwise's own bots do: `thinking_bot.py http://127.0.0.1:8000 TOKEN whot search:3`."""

import hashlib
import json
import secrets
import sys
import time
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

import turnwise as tw
from turnwise.bots import Bot, bot


def play(house: str, token: str, game: str, thinker: Bot) -> None:
    """Sit down at the first table of a game with a free seat, and play until it is over."""
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
            if told.get("table", {}).get("status") == "over":
                print("It is over:", told.get("outcome", {}).get("words", "the table was closed"))
                break
            if told.get("legal"):
                known = ask(f"/tables/{free[0]}/position")  # what my seat may know, and nothing else
                position, seat = tw.position(known), known["seat"]
                if position.legal(seat):  # unless somebody was quicker meanwhile
                    thought = thinker.think(position, seat, seed=secrets.randbits(60))
                    action = {"type": "act", "actions": thought.action, "version": known["version"]}
                    socket.send(json.dumps(action | {"key": secrets.token_hex(8)}))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    play(sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3], bot(sys.argv[4], sys.argv[3]))
