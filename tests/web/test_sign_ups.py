"""How strangers come in: with a proof of work, with a confirmed address before they meet others, or not at all."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.house.proving import proof
from tests.house.town import live
from tests.web.hall import PASSWORD, Hall, Somebody, refusal
from tests.web.server import Client, Refused, Server
from turnwise.cli import main
from turnwise.house.people import newcomers
from turnwise.house.people.newcomers import SignUps
from turnwise.house.people.proofs import zero_bits
from turnwise.house.store.interface import Put
from turnwise.house.work.limits import RATES, UNLIMITED, Rate


@asynccontextmanager
async def hall(sign_ups: SignUps, rates: Mapping[str, Rate] = RATES) -> AsyncIterator[Hall]:
    opened = Hall(rates, sign_ups=sign_ups)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "BITS", 4)


@live
async def test_with_proof_whoever_is_new_computes_first_and_only_once(cheap: None) -> None:
    async with hall("proof") as here:
        sent = {"name": "Ann"}
        told = refusal(await here.nobody.post("/api/guests", sent), 403, "proof_needed")
        assert told["proof"]["bits"] == 4
        shown = proof(told)
        wrong = next(str(n) for n in count() if zero_bits(shown["challenge"], str(n)) < 4)
        refusal(await here.nobody.post("/api/guests", sent | {"proof": shown | {"answer": wrong}}), 403, "proof_needed")
        made = await here.nobody.did("/api/guests", sent | {"proof": shown})
        refusal(await here.nobody.post("/api/guests", sent | {"proof": shown}), 403, "proof_needed")
        ann = Somebody(here, made["person"]["id"], made["token"])
        await ann.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
        await here.nobody.did("/api/sessions", {"name": "Ann", "password": PASSWORD})
        account = {"name": "Ben", "password": PASSWORD}
        told = refusal(await here.nobody.post("/api/accounts", account), 403, "proof_needed")
        await here.nobody.did("/api/accounts", account | {"proof": proof(told)})


@live
async def test_with_proof_a_link_to_a_table_and_a_contract_ask_for_it_too(cheap: None) -> None:
    async with hall("proof") as here:
        told = refusal(await here.nobody.post("/api/guests", {"name": "Ann"}), 403, "proof_needed")
        made = await here.nobody.did("/api/guests", {"name": "Ann", "proof": proof(told)})
        ann = Somebody(here, made["person"]["id"], made["token"])
        join = (await ann.opened(sit=True)).removeprefix("/api") + "/join"
        told = refusal(await here.nobody.post(join, {"name": "Ben", "cookie": False}), 403, "proof_needed")
        await here.nobody.did(join, {"name": "Ben", "cookie": False, "proof": proof(told)})
        opening = "/api/game"
        told = refusal(await here.nobody.post(opening, {}), 403, "proof_needed")
        shown = proof(told)
        await here.nobody.did(opening, {}, headers={"Proof": f"{shown['challenge']} {shown['answer']}"})


@live
async def test_the_price_rises_while_many_come_and_falls_again(cheap: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "USUAL", 2)
    async with hall("proof", UNLIMITED) as here:
        bits = []
        for number in range(2 * 2 ** (newcomers.MORE + 1)):
            sent = {"name": f"Guest {number}"}
            told = refusal(await here.nobody.post("/api/guests", sent), 403, "proof_needed")
            bits.append(told["proof"]["bits"])
            await here.nobody.did("/api/guests", sent | {"proof": proof(told)})
        assert bits == sorted(bits) and (bits[0], bits[4], bits[-1]) == (4, 5, 4 + newcomers.MORE)
        here.at += 20 * newcomers.SPAN
        told = refusal(await here.nobody.post("/api/guests", {"name": "Late"}), 403, "proof_needed")
        assert told["proof"]["bits"] == 4


async def confirm(here: Hall, who: Somebody) -> None:
    """As after a click on the link of a mail, which tests/web/test_mail.py follows."""
    body = b'{"language":"en","stop":"%s","address":"%s@example.org"}' % (who.id.encode(), who.id.encode())
    await here.store.commit([Put("mailbox", who.id, body, 0, (("one stop", who.id),))])


@live
async def test_with_mail_strangers_meet_and_talk_only_with_a_confirmed_address() -> None:
    async with hall("mail") as here:
        ann, ben = await here.two()
        for path, body in (
            ("/api/tables", {"game": "connect_four", "seats": 2}),
            ("/api/tables", {"game": "connect_four", "seats": 2, "access": "link", "rated": True}),
            ("/api/play-now", {"game": "connect_four"}),
        ):
            refusal(await ann.post(path, body), 403, "mail_needed")
        table = await ann.opened(access="link", sit=True)
        await ben.did(f"{table}/seats")
        await ann.did(f"{table}/start")
        await ann.did(f"{table}/actions", {"actions": "drop a", "version": 0})
        refusal(await ann.post(f"{table}/chat", {"room": "players", "text": "Hello"}), 403, "mail_needed")
        await ann.did("/api/play-now", {"game": "connect_four", "bot": "random"})
        assert "confirm an e-mail address below" in (await ann.get("/me")).text
        await confirm(here, ann)
        await ann.did(f"{table}/chat", {"room": "players", "text": "Hello"})
        public = await ann.opened(sit=True)
        refusal(await ben.post(f"{public}/seats"), 403, "mail_needed")
        refusal(await here.nobody.post(f"{public[4:]}/join", {"name": "Eve", "cookie": False}), 403, "mail_needed")
        assert "confirm an e-mail address below" not in (await ann.get("/me")).text


@pytest.mark.about_a_process
def test_a_closed_house_lets_in_only_whom_the_host_adds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Server(tmp_path, "--sign-ups", "closed") as server:
        nobody: Client = server.client()
        for path, body in (
            ("/api/guests", {"name": "Ann"}),
            ("/api/accounts", {"name": "Ann", "password": PASSWORD}),
            ("/api/game", {}),
        ):
            with pytest.raises(Refused, match="sign_ups_closed"):
                nobody.post(path, body)
        assert "only the host makes accounts" in nobody.call("GET", "/me")[1].decode()
        assert main(["admin", "--data", str(tmp_path), "add", "Ann"]) == 0
        password = capsys.readouterr().out.partition("Ann's password is ")[2].split()[0]
        ann = server.client(nobody.post("/api/sessions", {"name": "Ann", "password": password})["token"])
        assert ann.get("/api/me")["account"]
        assert main(["admin", "--data", str(tmp_path), "add", "ANN"]) == 2
        assert "taken" in capsys.readouterr().err
        assert main(["admin", "--data", str(tmp_path), "orders"]) == 0
        assert password not in capsys.readouterr().out


def test_mail_needs_a_mail_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--sign-ups", "mail"]) == 2
    assert "--smtp" in capsys.readouterr().err
