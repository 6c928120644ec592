"""Requests that mean no good: each gets a code and a sentence, and the house is as it was."""

import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.web.hall import Hall, in_hall, refusal
from turnwise.web.endpoints import games

pytestmark = pytest.mark.two_workers

JSON = {"Content-Type": "application/json"}
BODIES: dict[str, tuple[bytes, int, str]] = {
    "nothing": (b"", 400, "bad_request"),
    "half an object": (b'{"actions": "drop d", "version": 0', 400, "bad_request"),
    "two objects": (b'{"actions": "drop d", "version": 0}{}', 400, "bad_request"),
    "a list": (b"[1, 2, 3]", 400, "bad_request"),
    "null": (b"null", 400, "bad_request"),
    "bad UTF-8": (b'{"actions": "\xff\xfe", "version": 0}', 400, "bad_request"),
    "a lone surrogate": (b'{"actions": "\\ud800", "version": 0}', 400, "bad_request"),
    "NaN": (b'{"actions": NaN, "version": 0}', 400, "bad_request"),
    "another field": (b'{"actions": "drop d", "version": 0, "seat": 1}', 400, "bad_request"),
    "a version in words": (b'{"actions": "drop d", "version": "0"}', 400, "bad_request"),
    "a version below 0": (b'{"actions": "drop d", "version": -1}', 400, "bad_request"),
    "half a version": (b'{"actions": "drop d", "version": 0.5}', 400, "bad_request"),
    "a huge version": (b'{"actions": "drop d", "version": %s}' % (b"9" * 400), 400, "bad_request"),
    "a huge action": (b'{"actions": %s, "version": 0}' % (b"9" * 400), 400, "bad_request"),
    "a float": (b'{"actions": 1e308, "version": 0}', 400, "bad_request"),
    "true": (b'{"actions": true, "version": 0}', 400, "bad_request"),
    "control characters": (b'{"actions": "\\u0000\\u0007\\u001b[2J", "version": 0}', 400, "bad_action"),
    "raw control characters": (b'{"actions": "\x00\x07", "version": 0}', 400, "bad_request"),
    "markup": (b'{"actions": "<script>alert(1)</script>", "version": 0}', 400, "bad_action"),
    "JSON in words": (b'{"actions": "{\\"drop\\": {\\"drop\\": []}}", "version": 0}', 400, "bad_action"),
    "deep words": (b'{"actions": "%s", "version": 0}' % (b"{" * 1000), 400, "bad_action"),
    "long words": (b'{"actions": "%s", "version": 0}' % (b"x" * 60_000), 400, "bad_request"),
    "deep JSON": (b'{"actions": %s, "version": 0}' % (b"[" * 60_000), 400, "bad_request"),
    "a deep object": (b'{"actions": %s1%s, "version": 0}' % (b'{"a":' * 9_000, b"}" * 9_000), 400, "bad_request"),
    "a somewhat deep object": (b'{"actions": %s1%s, "version": 0}' % (b'{"a":' * 500, b"}" * 500), 400, "bad_request"),
    "many actions": (b'{"actions": [%s0], "version": 0}' % (b"0," * 20_000), 400, "bad_request"),
    "a long key": (b'{"actions": "drop d", "version": 0, "key": "%s"}' % (b"k" * 65), 400, "bad_request"),
    "65 kB": (b'{"actions": "%s", "version": 0}' % (b"x" * 65_536), 413, "too_large"),
}


@pytest.mark.parametrize("what", BODIES)
def test_bodies(what: str) -> None:
    body, status, code = BODIES[what]

    async def test(hall: Hall) -> None:
        ann, _, table = await hall.match()
        told = refusal(await ann.post(f"{table}/actions", content=body, headers=JSON), status, code)
        assert len(told["message"]) < 500 and told["message"].isprintable()
        assert (await ann.got(table))["version"] == 0

    in_hall(test)()


@in_hall
async def test_a_body_without_end_is_refused_early(hall: Hall) -> None:
    ann, _, table = await hall.match()
    sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(160):
            sent += 65_536
            yield b" " * 65_536

    refusal(await ann.post(f"{table}/actions", content=pieces(), headers=JSON), 413, "too_large")
    assert sent <= 3 * 65_536
    announced = JSON | {"Content-Length": str(10 << 20)}
    refusal(await ann.post(f"{table}/actions", content=b"{}", headers=announced), 413, "too_large")
    refusal(await ann.post("/api/tables", content=b" " * (10 << 20), headers=JSON), 413, "too_large")
    odd = JSON | {"Content-Length": "9" * 5000}
    refusal(await ann.post(f"{table}/actions", content=b"{}", headers=odd), 413, "too_large")


@pytest.mark.parametrize(
    "media",
    ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", "application/jsonp", ";"],
)
def test_only_json_that_says_so(media: str) -> None:
    async def test(hall: Hall) -> None:
        body = b'{"name": "Ann"}'
        refusal(await hall.nobody.post("/api/guests", content=body, headers={"Content-Type": media}), 415, "not_json")
        utf8 = {"Content-Type": 'Application/JSON; charset="UTF-8"'}
        assert (await hall.nobody.post("/api/guests", content=body, headers=utf8)).status_code == 201

    in_hall(test)()


NAMES = ["", " ", "\x00", "a\x07b", "\u202eevil", "\u200b", "x" * 25, "x" * 1001, "\ud7ff\uffff", "e" + "\u0301" * 20]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_names(name: str) -> None:
    async def test(hall: Hall) -> None:
        response = await hall.nobody.post("/api/guests", {"name": name})
        assert refusal(response, 400, "bad_request" if len(name) > 1000 else "bad_name")

    in_hall(test)()


PLACES = ["%00", "%ff", "..%2f..%2fetc", "%0d%0aSet-Cookie:%20a=b", "A" * 5000, "%F0%9F%8E%B2", "0", "table%20x", "'--"]


@pytest.mark.parametrize("place", PLACES, ids=range(len(PLACES)))
def test_addresses(place: str) -> None:
    async def test(hall: Hall) -> None:
        ann = await hall.guest("Ann")
        for path in (
            f"/api/tables/{place}",
            f"/api/tables/{place}/legal",
            f"/api/games/{place}",
            f"/api/people/{place}",
            f"/api/me/programs/{place}",
        ):
            for method in ("GET", "POST", "DELETE"):
                response = await ann.ask(method, path)
                assert response.status_code in (400, 404, 405), (method, path, response.text)
                assert "set-cookie" not in response.headers

    in_hall(test)()


@in_hall
async def test_numbers_in_addresses(hall: Hall) -> None:
    ann, _, table = await hall.match()
    for number in ("-1", "1.5", "9" * 30, "0x1", "１", " 1"):
        response = await ann.delete(f"{table}/seats/{number}")
        assert response.status_code in (400, 409), response.text


@in_hall
async def test_a_fault_of_ours_is_written_down_without_what_was_sent(hall: Hall) -> None:
    seen: list[logging.LogRecord] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append(record)

    def fail(name: str) -> Any:
        raise ValueError(f"a secret: {name}")

    log, keep = logging.getLogger("turnwise.web"), Keep()
    log.addHandler(keep)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "propagate", False)
        patch.setattr(games, "game_named", fail)
        response = await hall.client.get("/api/games/secret?password=secret", headers={"X": "secret"})
    log.removeHandler(keep)
    assert response.status_code == 500
    assert response.json()["error"] == "internal" and "secret" not in response.text
    (record,) = seen
    told = record.getMessage()
    assert "ValueError" in told and "endpoints/games.py" in told
    assert "a secret" not in told.replace('f"a secret: {name}"', "") and "password" not in told
