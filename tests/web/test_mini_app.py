"""The house inside Telegram: the same person in the same seat, by what Telegram has signed; and every other page as closed as before."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any
from urllib.parse import urlencode

from httpx import Response

from tests.telegram.guests import mini_app
from tests.telegram.signing import ANN, behind_the_hash, init_data
from tests.web.hall import Hall, Somebody, in_hall, refusal
from tests.web.test_bans import banned
from turnwise.house.people.sessions import APP_LIFE, MOST
from turnwise.house.work.limits import RATES
from turnwise.web.chats.mini_app import APP, TELEGRAM_WEB
from turnwise.web.pages.site import POLICY
from turnwise.web.serving.app import FORMS

BEN = {"id": 4000000002, "first_name": "Ben", "language_code": "de"}
HTML = {"Accept": "text/html"}
FRAMED = f"frame-ancestors {' '.join(TELEGRAM_WEB)}"

Test = Callable[[Hall], Coroutine[Any, Any, None]]


def in_telegram(test: Test) -> Callable[[], None]:
    """A test in a hall that Telegram opens too."""

    async def visit() -> None:
        hall = Hall(mini_app=mini_app)
        try:
            await test(hall)
        finally:
            await hall.close()

    def run() -> None:
        asyncio.run(visit())

    run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
    return run


async def sent(hall: Hall, path: str = APP, **form: str) -> Response:
    """What the form of a page sends."""
    typed = HTML | {"Content-Type": "application/x-www-form-urlencoded"}
    response = await hall.client.post(path, content=urlencode(form), headers=typed)
    assert response.headers["content-type"].startswith("text/html"), response.text
    assert FRAMED in response.headers["content-security-policy"], "also a refusal is read inside Telegram"
    assert "set-cookie" not in response.headers
    return response


async def launched(hall: Hall, user: Any = ANN, path: str = APP, *, dark: bool = False, **more: str) -> Response:
    """Somebody opens the Mini App."""
    data = init_data(user, hall.at / 1000, **{"query_id": f"AAF{hall.at}", **more})
    return await sent(hall, path, launch="#" + behind_the_hash(data, dark=dark))


def token_in(response: Response) -> str:
    found = re.search(r'name="token" value="([\w-]+)"', response.text)
    assert found and response.status_code == 200, response.text
    return found[1]


async def somebody(hall: Hall, user: Any = ANN) -> Somebody:
    """The person that a Telegram user is, with the token of a page."""
    page = await launched(hall, user)
    found = re.search(r'data-me="([\w-]+)"', page.text)
    assert found
    return Somebody(hall, found[1], token_in(page))


def sorry(response: Response, status: int) -> str:
    """What a page says that can't be shown."""
    found = re.search(r'<section class="sorry">.*?<p>(.*?)</p>', response.text, re.DOTALL)
    assert found and response.status_code == status, response.text
    assert 'name="token"' not in response.text or status == 404
    return found[1]


@in_telegram
async def test_the_page_that_telegram_opens_knows_nobody_and_may_be_framed_by_telegram_alone(hall: Hall) -> None:
    for path in (APP, f"{APP}/tables/AAAAAAAAAAAAAAAA"):
        page = await hall.client.get(path, headers=HTML)
        assert page.status_code == 200 and 'name="launch" value=""' in page.text
        policy = page.headers["content-security-policy"]
        assert policy == POLICY.replace("frame-ancestors 'none'", FRAMED)
        assert page.headers["referrer-policy"] == "no-referrer" and page.headers["cache-control"] == "no-store"
    assert (await hall.client.put(APP)).status_code == 405


@in_telegram
async def test_no_other_page_may_be_framed(hall: Hall) -> None:
    ann = await somebody(hall)
    table = (await ann.opened(access="link")).removeprefix("/api")
    pages = ["/", "/me", "/tables", table, f"{table}/replay", "/games/connect_four", "/docs", "/handover", "/nothing"]
    pages += ["/telegram", "/telegram/apple", "/telegram/webhook", "/api/games", "/static/table.js", "/healthz"]
    for path in (*pages, "/games/connect_four/picture.svg", f"/api{table}/picture.svg"):
        for headers in (HTML, {**HTML, "Authorization": f"Bearer {ann.token}"}):
            response = await hall.client.get(path, headers=headers)
            assert "frame-ancestors 'none'" in response.headers["content-security-policy"], path
            assert "telegram.org" not in response.headers["content-security-policy"], path
            assert "set-cookie" not in response.headers
    for form in FORMS:
        response = await ann.ask(form.method, form.path.replace("{id}", "0").replace("{game}", "0"), {})
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"], form.path


@in_hall
async def test_a_house_that_is_not_in_telegram_has_nothing_there(hall: Hall) -> None:
    launch = behind_the_hash(init_data(ANN, hall.at / 1000))
    for path in (APP, f"{APP}/tables/AAAAAAAAAAAAAAAA"):
        refusal(await hall.nobody.get(path), 404, "no_such_address")
        refusal(await hall.nobody.post(path, content=urlencode({"launch": launch})), 404, "no_such_address")
        page = await hall.client.get(path, headers=HTML)
        assert page.status_code == 404 and "There is nothing at this address." in page.text
        assert page.headers["content-security-policy"] == POLICY


@in_telegram
async def test_somebody_plays_in_the_seat_that_is_his_everywhere(hall: Hall) -> None:
    ann, ben = await somebody(hall), await somebody(hall, BEN)
    table = await ann.opened(access="private")
    await ann.did(f"{table}/invitations", {"person": ben.id})
    await ben.did(f"{table}/seats")
    await ann.did(f"{table}/start")
    hall.at += 1000
    path = APP + table.removeprefix("/api")
    for shown in (await launched(hall, ANN, path), await launched(hall, ANN, start_param=table.rpartition("/")[2])):
        assert f'data-me="{ann.id}"' in shown.text and 'id="board"' in shown.text
        again = Somebody(hall, ann.id, token_in(shown))
        assert (await again.got(table))["seat"] == 0
        hall.at += 1000
    await again.did(f"{table}/actions", {"actions": "drop d", "version": 0, "key": "1"})
    page = await sent(hall, path, token=ben.token, theme="dark")
    assert f'data-me="{ben.id}"' in page.text and 'data-theme="dark"' in page.text and token_in(page) == ben.token
    await ben.did(f"{table}/actions", {"actions": "drop d", "version": 1, "key": "1"})
    stranger = await somebody(hall, {"id": 9, "first_name": "Cleo"})
    told = sorry(await sent(hall, path, token=stranger.token), 404)
    assert told == sorry(await sent(hall, f"{APP}/tables/none", token=stranger.token), 404), "as if there were none"


@in_telegram
async def test_without_a_table_there_are_ones_own_and_the_shelf(hall: Hall) -> None:
    ann = await somebody(hall)
    table = (await ann.opened(title="Sunday")).removeprefix("/api")
    for path in (APP, f"{APP}/", f"{APP}/me"):
        page = await sent(hall, path, token=ann.token)
        assert f'href="{table}"' in page.text and "Sunday" in page.text and "Play now" in page.text


@in_telegram
async def test_inside_there_is_nothing_that_leads_out_of_telegram_by_mistake(hall: Hall) -> None:
    ann = await somebody(hall)
    table = (await ann.opened()).removeprefix("/api")
    inside, shelf = await sent(hall, APP + table, token=ann.token), await sent(hall, APP, token=ann.token)
    outside = await ann.get(table, headers=HTML)
    for page in (inside, shelf):
        assert '<base target="_blank">' in page.text, "what is not followed by our script opens outside"
        assert 'href="/me"' not in page.text and 'id="language"' not in page.text and 'href="/docs"' not in page.text
    assert '<base target="_blank">' not in outside.text and 'href="/me"' in outside.text
    assert f'value="http://turnwise.test{table}"' in inside.text, "others get the link that opens everywhere"


@in_telegram
async def test_a_forged_or_a_stale_launch_lets_nobody_in_and_makes_nobody(hall: Hall) -> None:
    good, at = init_data(ANN, hall.at / 1000), hall.at / 1000
    for data, status, words in (
        ("", 400, "inside Telegram"),
        ("nonsense", 400, "not what Telegram says"),
        (good.replace("Ann", "Eve"), 403, "not signed"),
        (init_data(ANN, at, token="1:another"), 403, "not signed"),
        (init_data(ANN, at - 601), 403, "too long ago"),
        (init_data(ANN, at + 61), 403, "too long ago"),
        (f"{good}&user=%7B%7D", 400, "not what Telegram says"),
        (init_data(None, at), 400, "who you are"),
    ):
        assert words in sorry(await sent(hall, launch=behind_the_hash(data)), status)
    assert sorry(await sent(hall, launch="&".join("a=b" for _ in range(500))), 400)
    assert sorry(await sent(hall), 401) and sorry(await sent(hall, token="x" * 5000), 401)
    assert not hall.store.docs, "nothing was kept"


@in_telegram
async def test_a_launch_is_good_once_also_for_two_at_the_same_time(hall: Hall) -> None:
    told = behind_the_hash(init_data(ANN, hall.at / 1000))
    pages = await asyncio.gather(*(sent(hall, launch=told) for _ in range(5)))
    assert sorted(page.status_code for page in pages) == [200, 409, 409, 409, 409]
    hall.at += 9 * 60_000
    again = await sent(hall, launch=told)
    assert "open it again" in sorry(again, 409)
    hall.at += 2 * 60_000
    assert "too long ago" in sorry(await sent(hall, launch=told), 403), "the note of it may go now"


@in_telegram
async def test_a_launch_that_could_not_be_kept_was_not_used(hall: Hall) -> None:
    await somebody(hall)
    hall.at += 1000
    told = behind_the_hash(init_data(ANN, hall.at / 1000))
    hall.store.broken = True
    assert (await sent(hall, launch=told)).status_code == 503
    hall.store.broken = False
    assert token_in(await sent(hall, launch=told))


@in_telegram
async def test_the_token_plays_and_changes_nothing_about_who_one_is(hall: Hall) -> None:
    ann = await somebody(hall)
    for method, path, body in (
        ("PATCH", "/api/me", {"name": "Eve"}),
        ("DELETE", "/api/me", {}),
        ("DELETE", "/api/sessions", None),
        ("POST", "/api/me/handover", None),
        ("POST", "/api/me/programs", {"label": "bot"}),
        ("POST", "/api/me/mail", {"address": "eve@example.org"}),
        ("POST", "/api/accounts", {"name": "Eve", "password": "a long walk by the sea"}),
    ):
        refusal(await ann.ask(method, path, body), 403, "not_in_person")
    table = (await ann.opened()).removeprefix("/api")
    ben = await somebody(hall, BEN)
    refusal(await ben.post(f"{table}/join", {"name": "Eve"}), 403, "not_in_person")
    await ben.did(f"{table}/join", {"name": ""})
    assert (await ben.post(f"{table}/people", {"block": ann.id})).status_code == 200, (
        "whoever plays can keep others off"
    )
    assert (await hall.house.people.blocks(ben.id)) == (ann.id,)


@in_telegram
async def test_only_a_token_of_such_a_page_opens_such_a_page(hall: Hall) -> None:
    guest = await hall.guest("Ben")
    assert sorry(await sent(hall, token=guest.token), 401)
    ann = await somebody(hall)
    page = await hall.client.get(
        "/me", headers=HTML | {"Cookie": f"turnwise={ann.token}", "Origin": "http://other.test"}
    )
    assert ann.token not in page.text


@in_telegram
async def test_the_token_ends_with_signing_out_deletion_and_its_time(hall: Hall) -> None:
    ann = await somebody(hall)
    await ann.delete("/api/sessions/current")
    assert "open it again" in sorry(await sent(hall, token=ann.token), 401)
    refusal(await ann.get("/api/me"), 401, "bad_token")
    hall.at += 1000
    again = await somebody(hall)
    assert again.id == ann.id
    hall.at += APP_LIFE - 1
    assert (await sent(hall, token=again.token)).status_code == 200
    hall.at += 1
    assert sorry(await sent(hall, token=again.token), 401), "however often it was used"
    last = await somebody(hall)
    await hall.house.people.delete(last.id)
    assert sorry(await sent(hall, token=last.token), 401)
    refusal(await last.get("/api/me"), 401, "bad_token")


@in_telegram
async def test_somebody_has_so_many_pages_and_the_oldest_makes_way(hall: Hall) -> None:
    first, hall.at = await somebody(hall), hall.at + 1000
    second, hall.at = await somebody(hall), hall.at + 1000
    for _ in range(MOST["app"] - 1):
        await somebody(hall)
        hall.at += 1000
    assert [(await one.get("/api/me")).status_code for one in (first, second)] == [401, 200]


@in_telegram
async def test_the_house_speaks_the_language_of_telegram_whatever_the_browser_says(hall: Hall) -> None:
    page = await launched(hall, BEN)
    assert '<html lang="de"' in page.text and "Jetzt spielen" in page.text
    ben = Somebody(hall, "", token_in(page))
    english = {"Accept-Language": "en", "Cookie": "language=en"}
    assert "Tisch" in refusal(await ben.get("/api/tables/none", headers=english), 404, "no_such_table")["message"]
    table = (await ben.opened(bots=["random"])).removeprefix("/api")
    await ben.did(f"/api{table}/start")
    shown = await sent(hall, APP + table, token=ben.token)
    assert "Aufgeben" in shown.text
    assert "Noch wurde nichts gespielt" in (await ben.get(f"{table}/moves", headers=english)).text
    other = await launched(hall, {"id": 8, "first_name": "Zoë", "language_code": "xx"})
    assert '<html lang="en"' in other.text
    hall.at += 1000
    assert 'data-theme="dark"' in (await launched(hall, BEN, dark=True)).text
    assert 'data-theme="light"' in page.text


@in_telegram
async def test_who_is_banned_reads_why_and_may_appeal(hall: Hall) -> None:
    ann = await somebody(hall)
    await banned(hall, ann.id, why="Rude.")
    hall.at += 3000
    page = await launched(hall)
    assert page.status_code == 403 and "Rude." in page.text and "/api/me/ban/appeal" in page.text
    found = re.search(r'name="token" value="([\w-]+)"', page.text)
    assert found
    await Somebody(hall, ann.id, found[1]).did("/api/me/ban/appeal", {"text": "Sorry."})
    refusal(await ann.get("/api/me"), 403, "banned")


@in_telegram
async def test_many_launches_from_one_address_have_to_wait(hall: Hall) -> None:
    rate, page = RATES["launches from an address"], partial(sent, hall, launch="nonsense")
    for _ in range(rate.burst):
        assert (await page()).status_code == 400
    assert sorry(await page(), 429)
