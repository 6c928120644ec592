"""When the house has too much to do, or somebody asks for too much: reads are refused, moves are not, and everybody is told why."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

from tests.web.hall import Hall, in_hall, refusal
from turnwise.house.work.limits import RATES, Rate
from turnwise.house.work.load import LOOKS, Queue
from turnwise.web.http.metrics import Metrics
from turnwise.web.live.socket import socket

BROWSER = {"Accept": "text/html", "Accept-Language": "de"}


def overload(hall: Hall) -> None:
    for _ in range(LOOKS):
        hall.house.load.was_late(1.0)


@in_hall
async def test_reads_are_refused_and_moves_are_not(hall: Hall) -> None:
    ann, _, table = await hall.match()
    overload(hall)
    answer = await ann.get(table)
    refusal(answer, 503, "overloaded")
    assert answer.headers["retry-after"] == "5"
    assert (await ann.did(f"{table}/actions", {"actions": "drop d", "version": 0}))["version"] == 1
    assert (await ann.did(f"{table}/chat", {"text": "hello"}))["version"] == 1
    assert (await hall.client.get("/static/theme.css")).status_code == 200, "a page that was shown needs its files"
    health = await hall.client.get("/healthz")
    assert (health.status_code, health.json()["status"], health.json()["records"]) == (200, "busy", "ok")
    assert health.json()["loop"] == "everything is 1000 ms late"
    hall.house.load.was_late(0.0)
    assert (await ann.got(table))["version"] == 1


@in_hall
async def test_a_browser_is_told_in_its_language(hall: Hall) -> None:
    overload(hall)
    page = await hall.client.get("/", headers=BROWSER)
    assert page.status_code == 503 and page.headers["retry-after"] == "5"
    assert "<html" in page.text and "mehr zu tun" in page.text
    assert '<meta http-equiv="refresh" content="5">' in page.text, "and it is shown once there is time"
    hall.house.load.was_late(0.0)
    assert 'http-equiv="refresh"' not in (await hall.client.get("/nowhere", headers=BROWSER)).text


@in_hall
async def test_there_is_no_way_around_the_line_of_readers(hall: Hall) -> None:
    overload(hall)
    assert (await hall.client.get("/static/nothing", headers=BROWSER)).status_code == 503, (
        "a page was made that says so"
    )
    told = await hall.client.post("/nothing", headers=BROWSER)
    assert (told.status_code, told.json()["error"]) == (404, "no_such_address"), "it is no page that somebody looks at"


FEW = {
    **RATES,
    "reads of a person": Rate(3, 60_000, "You ask for very much"),
    "requests from an address": Rate(8, 60_000, "Very much is asked for from your address"),
}


def test_reads_are_limited_by_person_and_requests_by_address() -> None:
    async def test() -> None:
        hall = Hall(FEW)
        try:
            ann, ben = await hall.two()
            for _ in range(3):
                await ann.got("/api/me")
            told = refusal(await ann.get("/api/me"), 429, "too_many")
            assert told["message"] == "You ask for very much; try again in 60 seconds."
            await ben.got("/api/me")
            assert (await ann.did("/api/tables", {"game": "connect_four", "seats": 2}))["id"], "it is no read"
            told = refusal(await ben.get("/api/me"), 429, "too_many")
            assert told["message"].startswith("Very much is asked for from your address; ")
            assert (await hall.client.get("/", headers=BROWSER)).status_code == 429
        finally:
            await hall.close()

    asyncio.run(test())


def test_who_asks_for_sockets_is_counted_as_who_asks_for_anything() -> None:
    """Each looks for a token and a table, whether it is let in or not."""

    async def test() -> None:
        hall, told = Hall(FEW), list[MutableMapping[str, Any]]()
        extensions: dict[str, dict[str, Any]] = {"websocket.http.response": {}}
        scope: dict[str, Any] = {"type": "websocket", "scheme": "ws", "headers": [], "client": ("192.0.2.9", 1)}

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            told.append(message)

        try:
            for _ in range(9):
                await socket(hall.house, "nowhere", {**scope, "extensions": extensions}, receive, send)
        finally:
            await hall.close()
        answers = [message for message in told if "status" in message]
        assert [answer["status"] for answer in answers] == [404] * 8 + [429]
        assert int(dict(answers[-1]["headers"])[b"retry-after"]) > 0

    asyncio.run(test())


@in_hall
async def test_what_waits_and_how_late_everything_is_can_be_watched(hall: Hall) -> None:
    hall.house.load.queues["parcels"] = Queue(lambda: 7, long=10)
    assert (await hall.client.get("/healthz")).json()["parcels"] == "ok"
    hall.house.load.queues["parcels"] = Queue(lambda: 7, long=5)
    assert (await hall.client.get("/healthz")).json()["parcels"] == "7 wait"
    metrics = Metrics(hall.house)
    overload(hall)
    figures = (await metrics.text()).decode().splitlines()
    assert 'turnwise_queue{queue="parcels"} 7.0' in figures
    assert "turnwise_overload 2.0" in figures
    assert f"turnwise_loop_lag_seconds_count {LOOKS}.0" in figures


@in_hall
async def test_a_house_that_can_keep_nothing_says_so(hall: Hall) -> None:
    hall.store.broken = True
    health = await hall.client.get("/healthz")
    assert (health.status_code, health.json()["status"]) == (503, "unavailable")
    assert "full" not in health.text, "what is wrong with the disk is nobody else's business"


@in_hall
async def test_who_has_hung_up_before_he_is_answered_is_no_fault(hall: Hall) -> None:
    """Else whoever hangs up fills the log."""

    async def gone(message: Any) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")

    async def nothing() -> Any:
        raise AssertionError("nobody reads from him")

    async def asked() -> None:
        headers = [(b"host", b"turnwise.test")]
        scope = {"type": "http", "method": "GET", "path": "/api/games", "headers": headers, "query_string": b""}
        await hall.app(scope, nothing, gone)

    await asked()
    overload(hall)
    await asked()
