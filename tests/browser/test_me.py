"""Who I am: a guest at once, an account if one likes, the same person on another device, and gone when one wants to be."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Route
from pyotp import TOTP

from tests.browser.conftest import MAIL_PASSWORD, Visit, Visitor
from tests.web.post_office import PostOffice
from tests.web.server import Server

PASSWORD = "a long walk by the sea"


async def keep_account(somebody: Visitor, name: str) -> None:
    await somebody.be(name)
    await somebody.open("/me")
    form = somebody.page.locator("form", has=somebody.page.get_by_role("heading", name="Keep an account"))
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button").click()
    await somebody.page.get_by_text("You have an account here.").wait_for()


async def test_a_name_is_changed_and_shown(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Guest 7")
        await ann.open("/me")
        await ann.page.get_by_label("What the others call you").fill("Ann of Kent")
        await ann.page.get_by_role("button", name="Save").first.click()
        await ann.page.get_by_role("heading", name="Ann of Kent").wait_for()
        assert await ann.page.locator("#my-name").inner_text() == "Ann of Kent"


async def test_an_account_is_kept_left_and_come_back_to(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await keep_account(ann, "Amelia")
        person = await ann.page.get_attribute("html", "data-me")
        await ann.page.get_by_role("button", name="Sign out here").click()
        await ann.page.wait_for_url("**/")
        await ann.open("/me")
        assert await ann.page.get_attribute("html", "data-me") == ""
        form = ann.page.locator("form", has=ann.page.get_by_role("heading", name="Sign in"))
        await form.get_by_label("Name").fill("Amelia")
        await form.get_by_label("Password").fill("a short walk")
        await form.get_by_role("button").click()
        await form.get_by_role("alert").wait_for()
        await form.get_by_label("Password").fill(PASSWORD)
        await form.get_by_role("button").click()
        await ann.page.get_by_text("You have an account here.").wait_for()
        assert await ann.page.get_attribute("html", "data-me") == person


async def test_a_weak_password_is_refused_in_the_readers_language(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True, locale="de-DE") as ann:
        await ann.be("Annegret")
        await ann.open("/me")
        form = ann.page.locator("form", has=ann.page.get_by_role("heading", name="Konto behalten"))
        for typed, said in (("12345678", "die zuerst probiert werden"), ("4nn3gr3t", "Dein Name")):
            await form.get_by_label("Passwort").fill(typed)
            await form.get_by_role("button").click()
            await form.get_by_role("alert").get_by_text(said).wait_for()


async def test_a_second_factor_is_set_up_used_and_switched_off(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await keep_account(ann, "Ann of Two Locks")
        page = ann.page
        card = page.locator("section", has=page.get_by_role("heading", name="Two-step sign-in"))
        await card.get_by_label("Password").fill(PASSWORD)
        await card.get_by_role("button", name="Set it up").click()
        await card.locator(".qr svg path").first.wait_for(state="attached")
        secret = (await card.locator("#secret").inner_text()).replace(" ", "")
        await card.get_by_label("The code that it shows now").fill("000000")
        await card.get_by_role("button", name="Switch it on").click()
        await card.get_by_text("This code is not right").wait_for()
        await card.get_by_label("The code that it shows now").fill(TOTP(secret).now())
        await card.get_by_role("button", name="Switch it on").click()
        await card.get_by_text("Keep these recovery codes").wait_for()
        codes = await card.locator(".codes li").all_inner_texts()
        assert len(codes) == 10
        await card.get_by_role("link", name="I have kept them").click()
        await page.get_by_text("Recovery codes left: 10").wait_for()
        await page.get_by_role("button", name="Sign out here").click()
        await page.wait_for_url("**/")
        await ann.open("/me")
        form = page.locator("form", has=page.get_by_role("heading", name="Sign in"))
        await form.get_by_label("Name").fill("Ann of Two Locks")
        await form.get_by_label("Password").fill(PASSWORD)
        assert not await form.get_by_label("Code of your authenticator").is_visible()
        await form.get_by_role("button").click()
        await form.get_by_label("Code of your authenticator").fill(codes[0])
        await form.get_by_role("button").click()
        await page.get_by_text("Recovery codes left: 9").wait_for()
        await card.get_by_text("Switch it off").first.click()
        off = card.locator("form", has=page.get_by_role("button", name="Switch it off"))
        await off.get_by_label("Password").fill(PASSWORD)
        await off.get_by_label("Code of your authenticator").fill(codes[1])
        await off.get_by_role("button").click()
        await card.get_by_role("button", name="Set it up").wait_for()


async def test_the_owner_comes_in_at_a_new_device_while_strangers_guess(
    tmp_path_factory: pytest.TempPathFactory, visitors: Visit
) -> None:
    with Server(tmp_path_factory.mktemp("besieged")) as besieged:
        account = {"name": "Amelia", "password": PASSWORD}
        besieged.client().post("/api/accounts", account)
        for number in range(6):
            stranger = besieged.client("", f"127.0.9.{number + 1}")
            stranger.call("POST", "/api/sessions", account | {"password": "not hers"})
        async with visitors(besieged, forgiving=True) as ann:
            await ann.open("/me")
            form = ann.page.locator("form", has=ann.page.get_by_role("heading", name="Sign in"))
            await form.get_by_label("Name").fill("Amelia")
            await form.get_by_label("Password").fill(PASSWORD)
            async with ann.page.expect_response("**/static/proof.js"):
                await form.get_by_role("button").click()
            await ann.page.get_by_text("You have an account here.").wait_for()


async def test_the_link_for_another_device_is_good_once(house: Server, visitors: Visit) -> None:
    async with visitors(house) as laptop, visitors(house) as phone, visitors(house, forgiving=True) as thief:
        person = await laptop.be("Cleo")
        await laptop.open("/me")
        await laptop.page.get_by_role("button", name="Make a code").click()
        link = await laptop.page.locator("#handed:not([hidden]) #link").get_attribute("href")
        assert link
        assert await laptop.page.locator("#qr svg path").count()
        for somebody in (phone, thief):
            await somebody.page.goto(link)
            assert urlsplit(somebody.page.url).fragment == ""  # it stays in no history
            await somebody.page.get_by_role("button", name="That's me").click()
        await phone.page.get_by_role("heading", name="Cleo").wait_for()
        assert await phone.page.get_attribute("html", "data-me") == person
        await thief.page.get_by_role("alert").get_by_text("not good any more").wait_for()


async def test_a_code_is_typed_on_another_device(house: Server, visitors: Visit) -> None:
    async with visitors(house) as laptop, visitors(house) as phone:
        await laptop.be("Dan")
        await laptop.open("/me")
        await laptop.page.get_by_role("button", name="Make a code").click()
        code = await laptop.page.locator("#handed:not([hidden]) #code").inner_text()
        await phone.open("/me")
        await phone.page.get_by_role("link", name="I have a code").click()
        await phone.page.get_by_label("Code").fill(code.lower())
        await phone.page.get_by_role("button", name="That's me").click()
        await phone.page.get_by_role("heading", name="Dan").wait_for()


async def test_blocks_can_be_taken_back(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        await ann.be("Ann")
        other = await ben.be("Rude Ben")
        await ann.ask("POST", f"/api/people/{other}/block")
        await ann.open("/me")
        await ann.page.get_by_role("button", name="Unblock: Rude Ben").click()
        await ann.page.get_by_text("People you don't want to meet").wait_for(state="detached")
        assert (await ann.ask("GET", "/api/me"))["blocks"] == []


async def test_finished_games_lead_to_their_replay(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        await ann.be("Ann")
        id = (await ann.ask("POST", "/api/tables", {"game": "differo", "seats": 2, "bots": ["random"]}))["id"]
        await ann.ask("POST", f"/api/tables/{id}/start", {})
        await ann.ask("POST", f"/api/tables/{id}/resign", {})
        await ann.open("/me")
        game = ann.page.locator(".finished li", has_text="Differo")
        assert "Lost" in await game.inner_text()
        assert await game.get_by_role("link").get_attribute("href") == f"/tables/{id}/replay"


async def test_who_is_deleted_is_asked_first_and_then_gone(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        person = await ann.be("Ann the Brief")
        await ann.open("/me")
        question = ann.page.get_by_text("This can't be undone.")
        for answer in ("No", "Yes"):
            await ann.page.get_by_role("button", name="Delete me").click()
            await question.wait_for()
            await ann.page.get_by_role("button", name=answer, exact=True).click()
            await question.wait_for(state="hidden")
            if answer == "No":
                assert (await ann.ask("GET", "/api/me"))["id"] == person
        await ann.page.wait_for_url("**/")
        gone = await ann.context.request.get(f"{house.url}/api/people/{person}")
        assert gone.status == 404


async def test_who_has_an_account_types_the_password_to_delete_it(house: Server, visitors: Visit) -> None:
    async with visitors(house, forgiving=True) as ann:
        await ann.be("Ann the Sure")
        await ann.ask("POST", "/api/accounts", {"name": "Ann the Sure", "password": "correct horse", "cookie": True})
        await ann.open("/me")
        for typed in ("battery staple", "correct horse"):
            await ann.page.get_by_label("Your password, to delete your account").fill(typed)
            await ann.page.get_by_role("button", name="Delete me").click()
            await ann.page.get_by_role("button", name="Yes", exact=True).click()
            if typed == "battery staple":
                await ann.page.get_by_text("That is not your password.").wait_for()
        await ann.page.wait_for_url("**/")


async def test_mails_are_asked_for_and_stopped_by_the_links_in_them(
    house: Server, visitors: Visit, letterbox: PostOffice
) -> None:
    async with visitors(house, locale="de-DE") as ann, visitors(house) as reader:
        await ann.be("Ann by Mail")
        await ann.open("/me")
        await ann.page.get_by_label("E-Mail-Adresse").fill("ann@example.org")
        await ann.page.locator("form", has=ann.page.get_by_label("E-Mail-Adresse")).get_by_role("button").click()
        await ann.page.get_by_text("Wir haben an ann@example.org geschrieben").wait_for()
        question = await asyncio.to_thread(letterbox.wait, 1)
        link = next(line for line in question[-1].text.splitlines() if line.startswith(house.url))
        await reader.open(link.removeprefix(house.url))
        await reader.page.get_by_role("button", name="Yes, please").click()
        await reader.page.get_by_text("From now on you get a mail").wait_for()
        assert not await reader.page.locator("html").get_attribute("data-me"), "and nobody became a guest for it"
        assert (await ann.ask("GET", "/api/me"))["mail"] == "ann@example.org"
        id = (await ann.ask("POST", "/api/tables", {"game": "connect_four", "seats": 2, "bots": ["random"]}))["id"]
        await ann.ask("POST", f"/api/tables/{id}/start", {})
        word = (await asyncio.to_thread(letterbox.wait, len(question) + 1))[-1]
        assert word.mail["Subject"] == "Du bist dran: Vier gewinnt"
        assert (word.user, word.secure, set(letterbox.passwords)) == ("games", True, {MAIL_PASSWORD})
        told = "".join([*house.log, *house.greeting, Path(f"/proc/{house.pid}/cmdline").read_text()])
        assert MAIL_PASSWORD not in told and "ann@example.org" not in told
        await reader.open(word.text.split()[-1].removeprefix(house.url))
        await reader.page.get_by_role("button", name="No more mails").click()
        await reader.page.get_by_text("no more mails from us").wait_for()
        assert (await ann.ask("GET", "/api/me"))["mail"] == ""


async def test_what_is_pressed_before_the_scripts_have_come_is_done_when_they_are_there(
    house: Server, visitors: Visit
) -> None:
    pressed = asyncio.Event()

    async def late(route: Route) -> None:
        await pressed.wait()
        await route.continue_()

    async with visitors(house) as ann:
        await ann.page.route("**/deeds.js", late)
        await ann.page.goto(ann.url + "/me", wait_until="commit")
        form = ann.page.locator("form", has=ann.page.get_by_role("heading", name="As a guest"))
        await form.get_by_label("Name").fill("Ann")
        await form.get_by_role("button").click()
        pressed.set()
        await ann.page.get_by_role("heading", name="Ann").wait_for()
