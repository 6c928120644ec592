"""The house inside Telegram Web: played in a frame of another site, without a cookie; and no other page can be framed."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Frame, Page, Request, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.hands import POINT, POLL, VERSION
from tests.browser.telegram_web import framed, messenger
from tests.telegram.server import Aside
from tests.telegram.signing import ANN, TOKEN, behind_the_hash, init_data
from tests.telegram.world import World
from tests.web.server import Client, Server

GERMAN = {**ANN, "language_code": "de"}
SANDBOX = "allow-same-origin for its sandbox"
"""Of the messenger, which frames pages as Telegram Web does; a browser remarks on it."""
REFUSED = "chrome-error://chromewebdata/"


@pytest.fixture(scope="module")
def telegram() -> Iterator[str]:
    """Where the messenger is: under another name than the house, so another site to a browser."""
    with messenger("localhost") as origin:
        yield origin


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory, telegram: str) -> Iterator[Server]:
    """A real house with a bot in Telegram."""
    program, folder = ("tests.browser.telegram_house", telegram), tmp_path_factory.mktemp("house")
    with Aside(World(token=TOKEN)) as double:
        known = {"TURNWISE_TELEGRAM_TOKEN": TOKEN, "TURNWISE_TELEGRAM_API": double.url}
        with Server(folder, "--telegram", program=program, environment=known) as server:
            yield server


def app(house: Server, table: str = "", user: Any = GERMAN, **more: str) -> str:
    """The address that Telegram opens."""
    data = init_data(user, time.time(), query_id=f"AAF{time.time_ns()}", **more)
    return f"{house.url}/telegram/app{table}#{behind_the_hash(data, dark=True)}"


async def touch(page: Page, frame: Frame, key: str) -> None:
    """Touch something in the frame, where it is drawn."""
    await frame.wait_for_selector(f'#board [data-key="{key}"].open')
    x, y = await frame.evaluate(POINT, key)
    await page.touchscreen.tap(x, y)


async def sees(frame: Frame, version: int) -> None:
    await frame.wait_for_function(f"wanted => ({VERSION})() >= wanted", arg=version, polling=POLL)


async def without_cookies_of_others(page: Page) -> None:
    wishes = {"enableThirdPartyCookieRestriction": True, "disableThirdPartyCookieMetadata": True}
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.setCookieControls", wishes | {"disableThirdPartyCookieHeuristics": True})


def friend(house: Server) -> tuple[Client, str]:
    """Ben, and a table of his where one seat is free."""
    ben = house.guest("Ben")
    terms = {"game": "connect_four", "seats": 2, "access": "link", "clock": {"kind": "none"}}
    return ben, ben.post("/api/tables", terms)["id"]


async def test_somebody_sits_down_plays_and_goes_on_inside_telegram(
    inside: Server, telegram: str, visitors: Visit
) -> None:
    ben, table = friend(inside)
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
    async with visitors(inside, forgiving=True, **phone) as ann:
        page: Page = ann.page
        asked: list[Request] = []
        page.on("request", lambda one: asked.append(one))
        await ann.be(
            "Cleo"
        )  # in this browser somebody else is signed in, which a page of another site knows nothing of
        await without_cookies_of_others(page)
        frame = await framed(page, telegram, app(inside, f"/tables/{table}"))
        await frame.get_by_role("button", name="Platz nehmen").click()
        await expect(frame.locator("#seats li").nth(1)).to_contain_text("Ann Lee", use_inner_text=True)
        ben.post(f"/api/tables/{table}/start")
        await sees(frame, 0)
        ben.post(f"/api/tables/{table}/actions", {"actions": "drop d", "version": 0, "key": "1"})
        await sees(frame, 1)
        await touch(page, frame, "column:d")
        await sees(frame, 2)
        told = ben.get(f"/api/tables/{table}")
        assert [seat["name"] for seat in told["table"]["seats"]] == ["Ben", "Ann Lee"]
        assert told["lines"][-1]["words"] == "drop d"
        await expect(frame.locator("#log")).to_contain_text("Ann Lee wirft eine Scheibe in Spalte d.")
        assert await frame.evaluate("[document.documentElement.dataset.theme, document.cookie]") == ["dark", ""]

        ben.post(f"/api/tables/{table}/resign")
        await frame.locator("#ending").get_by_role("button", name="Revanche").click()
        ben.post(f"/api/tables/{table}/answers", {"for": "rematch", "yes": True})
        next = ben.get(f"/api/tables/{table}")["table"]["followed"]
        await frame.wait_for_url(f"**/telegram/app/tables/{next}")
        await sees(frame, 0)
        await frame.get_by_role("link", name="Spiele").first.click()
        await frame.get_by_role("link", name="Vier gewinnt").first.wait_for()
        await frame.locator(f'#mine a[href="/tables/{next}"]').click()
        await sees(frame, 0)

        heard = await page.evaluate("heard.map((one) => one.eventType)")
        assert {"web_app_ready", "web_app_expand", "web_app_setup_swipe_behavior"} <= set(heard)
        shown = await frame.evaluate("document.forms.inside.token.value")
        told_where = [one.url for one in asked] + [frame.url, *inside.log]
        for one in asked:
            headers = await one.all_headers()
            assert "cookie" not in headers and "turnwise" not in headers.get("referer", "")
            told_where.append(headers.get("referer", ""))
        assert shown and not any(shown in one for one in told_where)
        assert not any("hash=" in urlsplit(one).query for one in told_where) and "#" not in frame.url
        assert not any(TOKEN in line for line in inside.log)
        assert all(SANDBOX in fault for fault in ann.faults), ann.faults


async def test_what_is_not_for_telegram_opens_outside(inside: Server, telegram: str, visitors: Visit) -> None:
    async with visitors(inside, viewport=PHONE, forgiving=True) as ann:
        _, table = friend(inside)
        frame = await framed(ann.page, telegram, app(inside, f"/tables/{table}"))
        await frame.get_by_text("Regeln", exact=True).first.click()
        async with ann.context.expect_page() as opened:
            await frame.get_by_role("link", name="Alle Regeln, nummeriert").click()
        outside = await opened.value
        await outside.wait_for_url(f"{inside.url}/games/connect_four/rules")
        assert frame.url.endswith(f"/telegram/app/tables/{table}")


async def test_a_page_that_is_opened_a_second_time_says_what_to_do(
    inside: Server, telegram: str, visitors: Visit
) -> None:
    async with visitors(inside, forgiving=True) as ann:  # a refusal is told on the console
        address = app(inside)
        frame = await framed(ann.page, telegram, address)
        await frame.get_by_role("button", name="Jetzt spielen").first.wait_for()
        frame = await framed(ann.page, telegram, "about:blank")
        frame = await framed(ann.page, telegram, address)
        await frame.get_by_text("open it again by the button in the chat").wait_for()


async def test_no_other_page_can_be_framed_and_that_one_by_nobody_else(
    inside: Server, telegram: str, visitors: Visit, tmp_path: Path
) -> None:
    _, table = friend(inside)
    with messenger("127.0.0.1") as other:
        async with visitors(inside, forgiving=True) as eve:
            for path in ("/", f"/tables/{table}", f"/tables/{table}/replay", "/me", "/docs", "/telegram", "/api/games"):
                frame = await framed(eve.page, telegram, inside.url + path)
                assert frame.url == REFUSED, path
            assert (await framed(eve.page, other, app(inside))).url == REFUSED
            assert (await framed(eve.page, telegram, app(inside))).url.startswith(inside.url)
