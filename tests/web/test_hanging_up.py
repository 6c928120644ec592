"""Whoever hangs up wants nothing any more: what was done for him is broken off."""

import asyncio
import json
from typing import Any

from tests.web.hall import SITE, Hall, Somebody, in_hall
from turnwise.games import all_games
from turnwise.house.services.judging import Judging

WORKSHOP = next(game for game in all_games() if game.has("workshop"))
BOARD = next(iter(WORKSHOP.module("workshop").samples().values()))
JUDGE = f"/api/games/{WORKSHOP.name}/workshop/judge"


async def call(hall: Hall, who: Somebody, path: str, body: Any, hangs_up: asyncio.Event) -> int:
    """The status that nobody hears any more."""
    sent: list[Any] = []
    head = {b"authorization": f"Bearer {who.token}".encode(), b"content-type": b"application/json"}
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": list(head.items()), "client": ("192.0.2.1", 1), "server": (SITE, 80), "scheme": "http"}
    messages = iter([{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}])

    async def receive() -> Any:
        for message in messages:
            return message
        await hangs_up.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await hall.app(scope, receive, send)
    return int(sent[0]["status"])


@in_hall
async def test_bots_stop_to_play_on_a_board_when_its_maker_hangs_up(hall: Hall) -> None:
    hall.services.judging = Judging(hall.services.jobs, games=1 << 40, seconds=1e9, glance=60)
    ann, hangs_up = await hall.guest("Ann"), asyncio.Event()
    calling = asyncio.create_task(call(hall, ann, JUDGE, {"document": BOARD}, hangs_up))
    async with asyncio.timeout(30):
        while not hall.services.jobs.running:
            await asyncio.sleep(0)
        hangs_up.set()
        assert await calling == 499
        while hall.services.jobs.running:
            await asyncio.sleep(0.001)


@in_hall
async def test_somebody_who_asks_for_much_at_once_is_told_when_to_come_back(hall: Hall) -> None:
    hall.services.judging = Judging(hall.services.jobs, games=1 << 40, seconds=1e9, glance=60)
    ann, hangs_up = await hall.guest("Ann"), asyncio.Event()
    bodies = [{"document": {**BOARD, "name": f"Board {n}"}} for n in range(4)]
    calls = [asyncio.create_task(call(hall, ann, JUDGE, body, hangs_up)) for body in bodies]
    async with asyncio.timeout(30):
        while hall.services.jobs.running + hall.services.jobs.waiting < 4:
            await asyncio.sleep(0)
        refused = await ann.post(f"/api/games/{WORKSHOP.name}/workshop/arrange", {"document": BOARD})
        assert refused.status_code == 429 and refused.json()["error"] == "too_many" and refused.headers["Retry-After"]
        assert hall.services.jobs.refused == 1
        ben = await hall.guest("Ben")
        arranged = await ben.did(f"/api/games/{WORKSHOP.name}/workshop/arrange", {"document": BOARD})
        assert len(arranged["document"]["positions"]) == len(BOARD["positions"]), "nobody else waits for her"
        hangs_up.set()
        assert await asyncio.gather(*calls) == [499] * 4
