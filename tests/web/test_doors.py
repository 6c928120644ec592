"""Nobody comes in where they don't belong, whichever endpoint they try."""

import re
from typing import Any

import pytest

from tests.web.hall import Hall, Somebody, good, in_hall, refusal
from turnwise.web.http.endpoint import Endpoint
from turnwise.web.serving.app import ENDPOINTS

KNOCKS: dict[str, Any] = {
    "act": {"actions": "drop d", "version": 0},
    "play_on": {"ply": 0},
    "draw": {"do": "offer"},
    "answer": {"for": "undo", "yes": True},
    "say": {"text": "Hello"},
    "add_bot": {"bot": "random"},
    "add_to_dice": {"house": "0" * 64, "nonce": "sixteen letters!"},
    "invite": {"person": "somebody"},
}
"""A body that is as it should be, where one is needed at a table."""


def path_of(endpoint: Endpoint, **given: str) -> str:
    path = re.sub(r"{(\w+)}", lambda name: given.get(name[1], "0"), endpoint.path)
    return f"{path}?ply=0" if endpoint.name in ("moment", "drawing", "still") else path


@in_hall
async def test_without_a_token_or_with_a_forged_one(hall: Hall) -> None:
    forged = Somebody(hall, token="A" * 32)
    for endpoint in ENDPOINTS:
        path = path_of(endpoint, id="AAAAAAAAAAAAAAAA", game="whot")
        refusal(await forged.ask(endpoint.method, path), 401, "bad_token")
        response = await hall.nobody.ask(endpoint.method, path)
        if endpoint.who != "anybody":
            refusal(response, 401, "no_token")
            assert response.headers["www-authenticate"] == "Bearer"
        else:
            assert response.status_code in (200, 400, 404), endpoint.path
    for header in ("", "Bearer", "Bearer ", "Basic QW5uOng=", "Bearer " + "x" * 5000, "Bearer \xff"):
        response = await hall.nobody.get("/api/me", headers={"Authorization": header.encode("latin-1")})
        refusal(response, 401, "bad_token")


@in_hall
async def test_a_private_table_is_the_same_as_none_at_every_endpoint(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = (await ann.opened(access="private", bots=["random"])).rpartition("/")[2]
    await ann.did(f"/api/tables/{table}/start")
    asked = 0
    for endpoint in ENDPOINTS:
        if "id" not in endpoint.in_path:
            continue
        body = KNOCKS.get(endpoint.name)
        answers = [await ben.ask(endpoint.method, path_of(endpoint, id=id), body) for id in (table, "AAAAAAAAAAAAAAAA")]
        told = refusal(answers[0], 404, "no_such_table")
        assert "legal" not in told
        assert answers[0].content == answers[1].content and answers[0].headers == answers[1].headers
        asked += 1
    assert asked > 20


@in_hall
async def test_a_token_lapses(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    hall.at += 91 * 24 * 60 * 60 * 1000
    refusal(await ann.get("/api/me"), 401, "bad_token")


@pytest.mark.parametrize("method", ["PUT", "TRACE", "OPTIONS", "PATCH", "BREW"])
def test_other_methods_are_told_the_right_ones(method: str) -> None:
    async def test(hall: Hall) -> None:
        response = await hall.nobody.ask(method, "/api/tables")
        refusal(response, 405, "method_not_allowed")
        assert response.headers["allow"] == "GET, POST"

    in_hall(test)()


@in_hall
async def test_every_answer_has_its_headers(hall: Hall) -> None:
    for path in (
        "/api/games",
        "/api/me",
        "/nothing",
        "/api/games/whot/rules",
        "/docs",
        "/docs.css",
        "/healthz",
        "/openapi.json",
    ):
        response = await hall.nobody.get(path)
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        policy = response.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'") and "unsafe" not in policy


@in_hall
async def test_the_docs_page_shows_every_endpoint_and_has_no_script(hall: Hall) -> None:
    page = (await hall.nobody.get("/docs")).text
    assert "<script" not in page and " style=" not in page and "http://" not in page
    for endpoint in ENDPOINTS:
        assert f"<code>{endpoint.path}</code>" in page
    assert len({endpoint.name for endpoint in ENDPOINTS}) == len(ENDPOINTS)


@in_hall
async def test_health(hall: Hall) -> None:
    assert good(await hall.nobody.get("/healthz"))["status"] == "ok"
    assert (await hall.nobody.ask("HEAD", "/healthz")).status_code == 200
    refusal(await hall.nobody.post("/healthz"), 405, "method_not_allowed")
    assert (await hall.nobody.ask("HEAD", "/api/games")).status_code == 200


@in_hall
async def test_whatever_has_a_limit_says_so(hall: Hall) -> None:
    paths = (await hall.nobody.got("/openapi.json"))["paths"]
    for path, method in (
        ("/api/tables/{id}/hint", "post"),
        ("/api/tables/{id}/events", "get"),
        ("/api/tables", "post"),
    ):
        assert paths[path][method]["responses"]["429"]["headers"]["Retry-After"]["required"]
