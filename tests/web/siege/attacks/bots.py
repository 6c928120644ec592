"""Bots that think for strangers: a crowd of guests fills many tables with the strongest, and an honest player waits for one."""

import asyncio
import time
from contextlib import suppress

from bench.wire import Wire, connect
from tests.web.server import Client, Refused
from tests.web.siege.attack import Siege, attack

HONEST = "127.0.0.3"
BOT, CALM = "classic", 0.9
"""The bot of the honest player, and the seconds after which it answers in a calm house."""
HINT = 3.0
"""Seconds in which a hint comes."""
LOOK = 0.1
"""Seconds between two looks of the honest player, who has no socket."""
FULL = {"game": "whot", "seats": 8, "access": "link", "sit": False, "bots": ["search:5"] * 8}
OWN = {"game": "whot", "seats": 2, "access": "link", "sit": True, "bots": [BOT], "clock": {"kind": "none"}}


def begun(client: Client, terms: dict[str, object]) -> str:
    """A table at which a match runs; whoever sits there has added to its dice, and nobody waits for that."""
    opened = client.post("/api/tables", terms)
    id: str = opened["id"]
    if terms["sit"]:
        client.post(f"/api/tables/{id}/dice", {"house": opened["table"]["seal"], "nonce": f"the luck of table {id}"})
    client.post(f"/api/tables/{id}/start")
    return id


def crowd(siege: Siege, guests: int, tables: int) -> tuple[list[tuple[Client, str]], set[str]]:
    """So many guests with so many full tables each, as far as the house lets them; and why it did not."""
    full, why = [], set()
    for _ in range(guests):
        guest = siege.guest()
        try:
            for _ in range(tables):
                full.append((guest, begun(guest, FULL)))
        except Refused as refusal:
            why.add(refusal.body["error"])
    return full, why


class Player:
    """Somebody who plays a bot, takes any action, and looks at the clock while the bot is on turn."""

    def __init__(self, client: Client) -> None:
        self._client, self._id = client, begun(client, OWN)
        self.waits: list[float] = []

    def play(self, seconds: float) -> None:
        """Until so much time has passed, a bot has answered, and it is one's own turn."""
        end = time.monotonic() + seconds
        while True:
            told = self._client.get(f"/api/tables/{self._id}")
            if told["turn"] is None:
                self._id = begun(self._client, OWN)
            elif not told["legal"]:
                self._wait(told["version"])
            elif time.monotonic() > end and self.waits:
                return
            else:
                act = {"actions": told["legal"][:1], "version": told["version"], "key": str(told["version"])}
                self._client.post(f"/api/tables/{self._id}/actions", act)

    def _wait(self, version: int) -> None:
        began = time.monotonic()
        while self._client.get(f"/api/tables/{self._id}")["version"] == version:
            time.sleep(LOOK)
        self.waits.append(time.monotonic() - began)

    def hint(self) -> float:
        """Seconds until a hint has come; for ever if it does not."""
        began = time.monotonic()
        with suppress(TimeoutError):
            self._client.post(f"/api/tables/{self._id}/hint")
            return time.monotonic() - began
        return float("inf")


async def watched(full: list[tuple[Client, str]]) -> list[Wire]:
    """Sockets at these tables, as many as the house lets in."""
    wires = []
    for guest, id in full:
        headers, url = {"Authorization": f"Bearer {guest.token}"}, f"{guest.url}/api/tables/{id}/socket"
        with suppress(ConnectionError):
            wires.append(await connect(url, headers, lambda body: None, guest.address))
    return wires


@attack(
    "forty guests' bots",
    "an honest player's bot answers within twice its calm time, and a hint comes, however many tables others fill with bots",
    arguments=("--pace", "1"),
)
def bots_of_strangers(siege: Siege) -> None:
    long = not siege.short
    player = Player(siege.guest(HONEST))
    player.play(0)  # the first answer waits for a process to start
    player.waits.clear()

    async def play() -> tuple[float, str, set[str]]:
        full, why = await asyncio.to_thread(crowd, siege, 40 if long else 12, 10 if long else 5)
        wires = await watched(full)
        await asyncio.to_thread(player.play, siege.seconds)
        hint = await asyncio.to_thread(player.hint)
        for wire in wires:
            wire.close()
        return hint, f"{len(full)} full tables, {len(wires)} of them watched", why

    hint, tables, why = asyncio.run(play())
    slowest = max(player.waits)
    seen = f"{tables}: a bot's {len(player.waits)} answers took up to {slowest:.2f} s, a hint {hint:.2f} s"
    if long:
        print(f"    {seen}", flush=True)
    assert slowest <= 2 * CALM and hint <= siege.within(HINT), seen
    assert "too_many_bots" in why, f"{tables}, and nobody was told that these are too many bots: {why}"
