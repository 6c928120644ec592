"""Notices by e-mail, over a real mail server's wire: asked for first, sent once a turn, and stopped from the mail itself. (A real
house that signs in over TLS is in tests/browser/test_me.py.)"""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.house.town import live
from tests.web.hall import PASSWORD, Hall, Somebody, good, in_hall, refusal
from tests.web.post_office import PostOffice, post_office
from turnwise.cli import main
from turnwise.house import upkeep
from turnwise.house.services.notices import Notices, Way
from turnwise.web.outgoing.letters import Letters
from turnwise.web.outgoing.mailer import PASSWORD as VARIABLE
from turnwise.web.outgoing.mailer import Letter, Mailer, Security, Smtp, smtp

ADDRESS = "https://play.example"
FROM = "The games <games@play.example>"


class Office:
    """A hall whose house sends mail."""

    def __init__(self, hall: Hall, box: PostOffice) -> None:
        self.hall, self.box = hall, box
        mailer = Mailer(Smtp("127.0.0.1", box.port, "none", FROM))
        self.letters = hall.services.letters = Letters(hall.house, mailer, address=f"{ADDRESS}/", pace=0)
        way = Way(hall.house.mailboxes.reaches, self.letters.tell)
        self.notices = Notices(hall.house, [way], address=f"{ADDRESS}/", pace=0)

    async def settle(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
            await self.notices.settle()
            await self.letters.settle()

    async def asked(self, who: Somebody, address: str, **headers: str) -> str:
        """Somebody asks for mails; the code in the question that comes."""
        await who.did("/api/me/mail", {"address": address}, headers=headers)
        await self.settle()
        return code_in(self.box.taken[-1].text)


@asynccontextmanager
async def office() -> AsyncIterator[Office]:
    hall = Hall()
    with post_office() as box:
        opened = Office(hall, box)
        try:
            yield opened
        finally:
            await opened.notices.close()
            await hall.close()


def code_in(text: str) -> str:
    found = re.search(rf"^{re.escape(ADDRESS)}/mail/([\w-]+)$", text, re.MULTILINE)
    assert found, text
    return found[1]


@live
async def test_from_the_question_to_the_last_mail() -> None:
    async with office() as here:
        hall, taken = here.hall, here.box.taken
        ann, ben, table = await hall.match(title="Secret plans", clock={"kind": "days", "seconds": 86400})
        code = await here.asked(ben, " Ben@Example.ORG ", **{"Accept-Language": "de"})
        me = await ben.got("/api/me")
        assert (me["mail"], me["mail_asked"]) == ("", "Ben@example.org")
        question = taken[-1]
        assert (question.to, question.mail["From"]) == ("Ben@example.org", FROM)
        assert question.mail["Subject"] == "Mails, wenn du bei play.example dran bist?" and "Hallo" in question.text
        page = (await hall.nobody.get(f"/mail/{code}", headers={"Accept-Language": "de"})).text
        assert "Sollen wir an Ben@example.org schreiben" in page
        await ann.did(f"{table}/actions", {"version": 0, "actions": ["drop d"]})
        await here.settle()
        assert len(taken) == 1, "nobody has said yes: to open the page is not enough"

        good(await hall.nobody.post(f"/api/mail/{code}/confirm"))
        refusal(await hall.nobody.post(f"/api/mail/{code}/confirm"), 404, "no_such_link")
        assert (await ben.got("/api/me"))["mail"] == "Ben@example.org"
        for version, (who, move) in enumerate(((ben, "drop d"), (ann, "drop d")), 1):
            await who.did(f"{table}/actions", {"version": version, "actions": [move]})
        await here.settle()
        await ann.did(f"{table}/chat", {"text": "Your turn!"})
        await here.settle()
        assert len(taken) == 2, "once a turn, and Ann has asked for nothing"
        word = taken[1]
        link = f"{ADDRESS}{table.removeprefix('/api')}"
        assert word.mail["Subject"] == "Du bist dran: Vier gewinnt" and link in word.text
        assert not any(said in word.mail.as_string() for said in ("Secret", "Ann", "Ben ", "drop"))
        assert word.mail["Auto-Submitted"] == "auto-generated"

        stop = code_in(word.text)
        assert (
            "Wir schreiben an Ben@example.org"
            in (await hall.nobody.get(f"/mail/{stop}", headers={"Accept-Language": "de"})).text
        )
        assert word.mail["List-Unsubscribe"] == f"<{ADDRESS}/api/mail/{stop}/stop>"
        assert word.mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        form = {"List-Unsubscribe": "One-Click"}
        good(await hall.client.post(f"/api/mail/{stop}/stop", data=form))  # as a mail program does
        refusal(await hall.nobody.post(f"/api/mail/{stop}/stop"), 404, "no_such_link")
        for version, (who, move) in enumerate(((ben, "drop c"), (ann, "drop c")), 3):
            await who.did(f"{table}/actions", {"version": version, "actions": [move]})
        await here.settle()
        assert len(taken) == 2 and "Ben@" not in str(hall.store.docs)


@live
async def test_nobody_can_have_others_written_to() -> None:
    async with office() as here:
        hall, taken = here.hall, here.box.taken
        guests = [await hall.guest(name) for name in ("Ann", "Bob", "Eve")]
        await here.asked(guests[0], "victim@example.org")
        code = await here.asked(guests[1], "Victim+x@example.org")
        again = refusal(await guests[2].post("/api/me/mail", {"address": "victim@example.org"}), 429, "too_many")
        assert "written to a short while ago" in again["message"] and len(taken) == 2
        good(await hall.nobody.post(f"/api/mail/{code}/stop"))
        refusal(await hall.nobody.post(f"/api/mail/{code}/confirm"), 404, "no_such_link")
        hall.at += 7 * 24 * 60 * 60 * 1000
        for guest in guests:
            refusal(await guest.post("/api/me/mail", {"address": "victim@example.org"}), 409, "no_mail_wanted")
        for address in (
            "",
            "ann",
            "ann@example",
            "a@b@c.de",
            "ann@example.org\r\nBcc: eve@x.org",
            "Ann <ann@x.org>",
            "a b@x.org",
        ):
            refusal(await guests[0].post("/api/me/mail", {"address": address}), 400, "bad_mail")
        for _ in range(5):
            code = await here.asked(guests[0], f"ann{hall.at}@example.org")
            hall.at += 1
        refusal(await guests[0].post("/api/me/mail", {"address": "new@example.org"}), 429, "too_many")
        hall.at += 24 * 60 * 60 * 1000
        refusal(await hall.nobody.post(f"/api/mail/{code}/confirm"), 404, "no_such_link")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(upkeep, "EVERY", 0)
            hall.house.resume()
            async with asyncio.timeout(60):
                while "@example.org" in str(hall.store.docs):  # what nobody confirmed in time is forgotten
                    await asyncio.sleep(0)


@live
async def test_an_address_changes_is_turned_off_and_goes_with_the_account() -> None:
    async with office() as here:
        hall = here.hall
        told = await hall.nobody.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
        ann = Somebody(hall, told["person"]["id"], told["token"])
        first = await here.asked(ann, "old@example.org")
        good(await hall.nobody.post(f"/api/mail/{first}/confirm"))
        second = await here.asked(ann, "new@bücher.example")
        me = await ann.got("/api/me")
        assert (me["mail"], me["mail_asked"]) == ("old@example.org", "new@xn--bcher-kva.example"), (
            "until it is confirmed"
        )
        page = (await ann.get("/me")).text
        assert 'value="old@example.org"' in page and "We have written to new@xn--bcher-kva.example" in page
        good(await hall.nobody.post(f"/api/mail/{second}/confirm"))
        assert (await ann.got("/api/me"))["mail"] == "new@xn--bcher-kva.example"
        await ann.did("/api/me/mail", {"address": "new@bücher.example"})
        await here.settle()
        assert len(here.box.taken) == 2, "there is nothing to ask any more"
        good(await ann.delete("/api/me/mail"))
        assert "example" not in str(hall.store.docs)
        good(await hall.nobody.post(f"/api/mail/{await here.asked(ann, 'ann@example.org')}/confirm"))
        good(await ann.ask("DELETE", "/api/me", {"password": PASSWORD}))
        assert "example" not in str(hall.store.docs)


@live
async def test_somebody_gets_only_so_many_mails() -> None:
    async with office() as here:
        hall = here.hall
        ann = await hall.guest("Ann")
        good(await hall.nobody.post(f"/api/mail/{await here.asked(ann, 'ann@example.org')}/confirm"))
        boxes = hall.house.mailboxes
        assert [await boxes.reaches(ann.id) for _ in range(31)] == [ann.id] * 30 + [""]
        assert await boxes.reaches("nobody") == ""


@in_hall
async def test_a_house_without_a_mail_server_offers_no_mail(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    refusal(await ann.post("/api/me/mail", {"address": "ann@example.org"}), 409, "no_mail")
    assert "E-mail address" not in (await ann.get("/me")).text and "@" not in str(hall.store.docs)


LETTER = Letter("ann@example.org", "Hello", "Your turn.", "https://play.example/stop")


@pytest.mark.parametrize(
    ("answers", "tries", "arrives"),
    [([b"451 later", b"421 later"], 3, True), ([b"550 no such person"], 1, False), ([b"451 later"] * 9, 3, False)],
    ids=str,
)
@live
async def test_a_server_in_trouble_gets_a_few_more_tries(answers: list[bytes], tries: int, arrives: bool) -> None:
    async with office() as here:
        here.box.answers = [*answers]
        ann = await here.hall.guest("Ann")
        await ann.did("/api/me/mail", {"address": "ann@example.org"})
        await here.settle()
        assert (here.box.tries, len(here.box.taken)) == (tries, int(arrives))


@live
async def test_a_server_that_says_nothing_holds_nobody_up() -> None:
    hung, over = asyncio.Event(), asyncio.Event()

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hung.set()
        await over.wait()
        writer.close()

    server = await asyncio.start_server(swallow, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    hall = Hall()
    hall.services.letters = Letters(hall.house, Mailer(Smtp("127.0.0.1", port, "none", FROM)), address=ADDRESS, pace=0)
    ann = await hall.guest("Ann")
    await ann.did("/api/me/mail", {"address": "ann@example.org"})
    await hung.wait()
    await hall.close()
    over.set()
    server.close()


@pytest.mark.parametrize("security", ["starttls", "tls"])
@live
async def test_no_password_goes_to_a_server_that_nobody_knows(security: Security) -> None:
    with post_office() as box:
        mailer = Mailer(Smtp("localhost", box.port, security, FROM, "ann", "sesame"))
        assert not await mailer.send(LETTER), "its certificate may be mended"
        assert (box.passwords, box.taken) == ([], [])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--smtp", ":25"], "HOST:PORT"),
        (["--smtp", "mail:x"], "HOST:PORT"),
        (["--smtp", "mail"], "--mail-from"),
        (["--smtp", "mail", "--mail-from", "a@b.c", "--smtp-user", "ann"], "needs a password"),
        (["--smtp", "mail", "--mail-from", "a@b.c", "--smtp-user", "ann", "--smtp-password-file", "/none"], "/none"),
    ],
    ids=str,
)
def test_bad_settings_get_a_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_the_password_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "open sesame")
    chosen = smtp("mail.example.org", "tls", FROM, "games", None)
    assert (chosen.port, chosen.password) == (465, "open sesame")
    assert VARIABLE not in os.environ and "sesame" not in repr(chosen)
