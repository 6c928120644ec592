"""Bans as those meet them whom they concern: over REST and on the pages in memory, and with sockets and the host's command line beside a
real house."""

import getpass
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.hall import PASSWORD, SITE, Hall, Somebody, in_hall, refusal
from tests.web.server import Refused, Server, started
from tests.web.test_socket import watch
from turnwise.cli import main
from turnwise.house.hosting.admin import Admin, Order


async def banned(hall: Hall, who: str, **more: Any) -> str:
    (line,) = await Admin(hall.house).carry_out(Order("ban", kind="person", what=who, **more), "host")
    return str(line["id"])


@in_hall
async def test_a_banned_person_may_read_why_appeal_and_sign_out_and_nothing_else(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    assert await ann.got("/api/me/ban") == {"ban": None}
    refusal(await ann.post("/api/me/ban/appeal", {"text": "Why?"}), 404, "no_such_ban")
    id = await banned(hall, ann.id, why="Rude.", until=hall.at + 3_600_000)
    for method, path, body in (
        ("GET", "/api/me", None),
        ("GET", "/api/games", None),
        ("POST", f"{table}/actions", {"actions": "drop a", "version": 0}),
        ("POST", f"{table}/chat", {"room": "players", "text": "Hello"}),
        ("POST", "/api/tables", {"game": "connect_four", "seats": 2}),
        ("POST", "/api/guests", {"name": "Another"}),
        ("POST", "/api/me/programs", {"label": "bot"}),
        ("DELETE", "/api/me", {}),
    ):
        told = refusal(await ann.ask(method, path, body), 403, "banned")
        assert told["ban"]["why"] == "Rude." and told["ban"]["until"] == hall.at + 3_600_000
    refusal(await ann.post("/api/me/ban/appeal", {"text": " "}), 400, "bad_appeal")
    await ann.did("/api/me/ban/appeal", {"text": "Sorry."})
    refusal(await ann.post("/api/me/ban/appeal", {"text": "Sorry!"}), 409, "appealed")
    assert (await ann.got("/api/me/ban"))["ban"]["appeal"] == "Sorry."
    await Admin(hall.house).carry_out(Order("answer", id=id, verdict="lift", say="All right."), "host")
    assert (await ann.got("/api/me"))["name"] == "Ann"
    assert (await ann.got("/api/me/ban"))["ban"]["said"] == "All right."
    assert "All right." in (await ann.get("/me")).text, "he reads it on his own page too"
    await banned(hall, ben.id)
    assert (await ben.delete("/api/sessions/current")).status_code == 200
    refusal(await ben.get("/api/me"), 401, "bad_token")


@in_hall
async def test_who_signs_in_while_banned_gets_a_token_for_the_appeal_only(hall: Hall) -> None:
    told = await hall.nobody.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
    id = await banned(hall, "Ann", why="Rude.")
    sent = {"name": "Ann", "password": PASSWORD}
    told = refusal(await hall.nobody.post("/api/sessions", sent), 403, "banned")
    ann = Somebody(hall, "", told["token"])
    refusal(await ann.get("/api/me"), 403, "banned")
    await ann.did("/api/me/ban/appeal", {"text": "Sorry."})
    await Admin(hall.house).carry_out(Order("answer", id=id, verdict="keep", say="Not yet."), "host")
    told = refusal(await hall.nobody.post("/api/sessions", sent | {"cookie": True}), 403, "banned")
    assert "token" not in told and (told["ban"]["answer"], told["ban"]["said"]) == ("keep", "Not yet.")
    page = await hall.client.get("/", headers={"Accept-Language": "de"})
    assert page.status_code == 403 and "Du bist ausgeschlossen" in page.text and "Not yet." in page.text
    wrong = {"name": "Ann", "password": "wrong horse"}
    refusal(await hall.nobody.post("/api/sessions", wrong, headers={"Origin": SITE}), 403, "wrong_password")


@in_hall
async def test_every_page_of_a_banned_person_is_the_one_that_says_why(hall: Hall) -> None:
    ann, _, table = await hall.match()
    await banned(hall, ann.id, why="<b>Rude</b> & loud")
    for path in ("/", "/me", "/games/connect_four", table.removeprefix("/api")):
        page = await hall.client.get(path, headers={"Authorization": f"Bearer {ann.token}"})
        assert page.status_code == 403 and "&lt;b&gt;Rude&lt;/b&gt; &amp; loud" in page.text, path
        assert 'data-do="POST /api/me/ban/appeal"' in page.text
    assert (await hall.client.get("/")).status_code == 200


@in_hall
async def test_a_contract_of_a_game_knows_bans_too(hall: Hall) -> None:
    told = await hall.nobody.did("/api/game", {})
    ann = Somebody(hall, "", told["token"])
    caller = await hall.house.people.by_token(ann.token)
    assert caller
    await ann.got("/api/game")
    await banned(hall, caller.person.id)
    refusal(await ann.get("/api/game"), 403, "banned")


# Beside a real house.


@pytest.fixture
def admin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def order(*given: str) -> str:
        capsys.readouterr()
        code = main(["admin", "--data", str(tmp_path / "house"), *given])
        out, err = capsys.readouterr()
        assert (code == 0) == (err == "")
        return out + err

    return order


def code_of(told: str) -> str:
    found = re.match(r"(\w+): ", told)
    assert found, told
    return found[1]


@pytest.mark.about_a_process
def test_the_host_bans_hears_an_appeal_and_lifts_beside_an_open_house(
    tmp_path: Path, admin: Callable[..., str]
) -> None:
    house = tmp_path / "house"
    with Server(house) as server:
        ann, ben = server.guest("Ann"), server.guest("Ben")
        id = started([ann, ben], game="connect_four", absence="forfeit")
        with watch(ann, id) as hers, watch(ben, id) as his:
            hers.hear("snapshot"), his.hear("snapshot")
            told = admin("ban", "person", ann.person, "--for", "7d", "--why", "Rude.")
            assert re.match(
                r"\w{6}: Ann \(\S+\) is banned until 20\d\d-\d\d-\d\d \d\d:\d\d\. Lift it with: unban", told
            )
            assert told.splitlines()[1] == "Last seen at 127.0.0.1, which is not banned by this."
            with pytest.raises(ConnectionClosed) as closed:
                hers.hear("nothing")
            assert closed.value.rcvd and closed.value.rcvd.code == 4006
            assert his.hear("delta")["outcome"]["winners"] == [1], "nobody waits for who is banned"
        with pytest.raises(InvalidStatus) as refused, watch(ann, id):
            pass
        assert refused.value.response.status_code == 403
        with pytest.raises(Refused, match="Rude"):
            ann.get("/api/me")
        ann.post("/api/me/ban/appeal", {"text": "It was\nmy brother."})
        assert "Ann" in admin("appeals") and "      my brother.\n" in admin("appeals")
        assert admin("answer", code_of(told), "lift", "--say", "All right.") == "Ann is not banned any more.\n"
        assert ann.get("/api/me")["name"] == "Ann"
        assert admin("appeals") == "No appeals.\n" and admin("bans") == "No bans.\n"
        assert admin("unban", code_of(told)) == f"The ban {code_of(told)} is over already.\n"

        ben.post("/api/reports", {"about": ann.person, "text": "Again."})
        report = admin("reports").split()[0]
        assert "is banned until" in admin("settle", report.lower(), "ban", "--for", "1h")
        with pytest.raises(Refused, match="banned"):
            ann.get("/api/me")
        assert admin("reports") == "No reports.\n"

        assert "this machine itself" in admin("ban", "address", "127.0.0.66")
        network = admin("ban", "address", "127.0.0.66", "--force", "--until", "2999-12-31")
        assert "the address 127.0.0.66/32 is banned until 2999-12-31" in network
        with pytest.raises(Refused, match="address_banned"):
            server.guest("Eve", "127.0.0.66")
        server.guest("Eve", "127.0.0.67")
        assert admin("ban", "name", "*bEn*").splitlines()[1] == "Guests with such names were signed out: Ben."
        with pytest.raises(Refused, match="401"):
            ben.get("/api/me")
        with pytest.raises(Refused, match="bad_name"):
            server.guest("Big Ben")
        assert len(admin("bans").splitlines()) == 3 and len(admin("bans", "--all").splitlines()) >= 5
    assert admin("unban", code_of(network)) == "127.0.0.66/32 is not banned any more.\n", "a closed house too"
    lines = admin("orders").splitlines()
    assert (
        "unban id=" in lines[0]
        and "ban kind=name what=*bEn*" in lines[3]
        and lines[3].endswith(code_of(admin_ban(lines[3])))
    )
    assert all(getpass.getuser() in line for line in lines), "over the socket and on a closed house"
    assert any("until=2999-12-31 00:00" in line for line in lines), "moments can be read"
    assert any("refused: 127.0.0.66/32 is this machine itself" in line for line in lines)
    assert admin("orders", "--since", "2999-12-31") == "No orders.\n"


def admin_ban(line: str) -> str:
    return line.rpartition("ban ")[2] + ": "


def test_bad_input_on_the_command_line_gets_a_sentence(
    tmp_path: Path, admin: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    for given, said in (
        (["ban", "person", "Ann", "--for", "soon"], "time (as 30m, 12h, 7d or 4w)"),
        (["ban", "person", "Ann", "--until", "tomorrow"], "day (as 2026-12-31)"),
        (["ban", "person", "Ann", "--for", "7d", "--until", "2999-12-31"], "not allowed with"),
        (["ban"], "WHAT"),
        (["orders", "--since", "x"], "time (as 30m"),
    ):
        with pytest.raises(SystemExit):
            admin(*given)
        assert said in capsys.readouterr().err
