"""The host of the house looks after it: through the command line, beside a real house, open or closed."""

import asyncio
import os
import re
import stat
import sys
from pathlib import Path

import pytest

from tests.house.parlour import Parlour, looked
from tests.house.town import live, refused
from tests.web.server import Refused, Server, started
from turnwise.cli import main
from turnwise.house.hosting.admin import Admin, Order
from turnwise.house.tables.items import Terms
from turnwise.web.serving.admin import SOCKET, AdminSocket, ask

NOBODY = 65_534
"""A user who owns nothing."""


@live
async def test_lists_tell_of_every_table_person_and_report() -> None:
    async with Parlour() as parlour:
        admin = Admin(parlour.house)
        ann, ben = await parlour.guests("Ann", "Ben")
        ids = []
        for _ in range(103):  # more than one page
            parlour.at += 1
            ids.append(await parlour.house.open(ann, Terms("connect_four", 2, access="private")))
        running = await parlour.table(Terms("whot", 3, title="Friday"), ann, ben, "bot:random")
        assert [line["id"] for line in await admin.tables("lobby")] == ids[::-1]
        (line,) = await admin.tables("running")
        assert (line["id"], line["title"], line["names"]) == (running, "Friday", ["Ann", "Ben", "bot:random"])
        assert await admin.tables("over") == []
        assert [line["id"] for line in await admin.tables()] == [running, *ids[::-1]]
        assert {line["name"] for line in await admin.people()} == {"Ann", "Ben"}
        await parlour.house.reports.add(ann, ben, running, "He is rude.")
        (report,) = await admin.carry_out(Order("reports"), "host")
        assert (report["by_name"], report["about_name"], report["text"]) == ("Ann", "Ben", "He is rude.")


@live
async def test_a_table_is_ended_or_hidden_for_all() -> None:
    async with Parlour() as parlour:
        admin = Admin(parlour.house)
        ann, ben, eve = await parlour.guests("Ann", "Ben", "Eve")
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        await admin.hide(id)
        await admin.hide(id)
        await refused("no_such_table", looked(parlour.house, id, eve))
        assert (await looked(parlour.house, id, ann))["table"]["status"] == "running"
        assert not await parlour.store.find("table", "listed", "running")
        await admin.end(id)
        assert (await looked(parlour.house, id, ann))["table"]["closed"] == "the house ended it"
        await refused("table_over", admin.end(id))
        await refused("table_over", parlour.act(id, 0, 3))
        await refused("no_such_table", admin.end("nothing"))


@pytest.mark.about_the_file
def test_the_command_works_on_a_house_that_is_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, copy = tmp_path / "house", tmp_path / "copy.sqlite"

    def admin(*order: str) -> str:
        capsys.readouterr()
        code = main(["admin", "--data", str(house), *order])
        out, err = capsys.readouterr()
        assert (code == 0) == (err == "")
        return out + err

    with Server(house) as server:
        ann, ben = server.guest("Ann"), server.guest("Ben")
        id = started([ann, ben], game="connect_four")
        ann.post("/api/reports", {"about": ben.person, "text": "He left.\nTwice."})
        assert stat.S_IMODE((house / SOCKET).stat().st_mode) == 0o600, "only for the owner of the house"
        assert id in admin("tables") and "Ann, Ben" in admin("tables")
        assert admin("tables", "over") == "No tables.\n"
        server.guest("Cid", "127.0.0.9")
        assert "guest    Cid  (last seen at 127.0.0.9)\n" in admin("people"), "who has done nothing yet is seen too"
        account = ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"})
        ann.token = account["token"]
        password = re.search(r"^Ann's password is (\S+) until 20", admin("password", "ann"))
        assert password
        with pytest.raises(Refused, match="401"):
            ann.get("/api/me")
        ann.token = server.client().post("/api/sessions", {"name": "Ann", "password": password[1]})["token"]
        assert admin("password", "Ben").startswith("There is no account of the name “Ben”. A guest goes by")
        assert admin("password", ben.person) == "Ben is a guest and has no password.\n"
        assert admin("reports").endswith("    He left.\n    Twice.\n")
        assert "sound" in admin("backup", str(copy))
        assert "is there already" in admin("backup", str(copy))
        assert admin("hide", id) == f"{id}: hidden.\n"
        with pytest.raises(Refused, match="404"):
            server.client().get(f"/api/tables/{id}")
        assert admin("end", id) == f"{id}: ended.\n"
        assert ann.get(f"/api/tables/{id}")["table"]["status"] == "over", "the open house knows it at once"
        assert admin("end", id) == "This table is closed.\n"
        assert admin("end", "nothing") == "There is no such table.\n"
        assert "is in use" in admin("restore", str(copy))
        server.kill()
    assert (house / SOCKET).exists(), "what a killed house leaves behind"
    assert id in admin("tables", "over"), "a closed house is looked after all the same"
    assert id in admin("tables") and admin("tables", "running") == "No tables.\n", "all of them, if none is named"
    assert admin("password", ann.person).startswith("Ann's password is ")
    assert "not sound" in admin("restore", __file__)
    assert "no file" in admin("restore", str(tmp_path / "nothing"))
    orders = admin("orders").splitlines()
    assert any(f"backup file={copy}  -> done" in line for line in orders)
    assert any(f"backup file={copy}  -> refused: {copy} is there already" in line for line in orders)
    assert any(f"restore file={copy}  -> refused: house.sqlite is in use" in line for line in orders)
    assert any(f"restore file={tmp_path / 'nothing'}  -> refused: There is no file" in line for line in orders)
    assert "kept beside it" in admin("restore", str(copy))
    assert f"restore file={copy}" in admin("orders"), "written down in what was put back"
    assert id in admin("tables", "running"), "as it was when it was copied"
    assert list(house.glob("*before-restore*")), "nothing is lost by a restore"
    with Server(house) as server:
        assert server.client(ann.token).get(f"/api/tables/{id}")["table"]["status"] == "running"
        assert id in admin("tables")
    assert not (house / SOCKET).exists()


def test_there_must_be_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "--data", str(tmp_path), "people"]) == 2
    assert "There is no house" in capsys.readouterr().err
    assert not list(tmp_path.iterdir()), "and none is made"


@pytest.mark.parametrize("order", [["people"], ["check"], ["repair"], ["backup", "copy"]], ids=lambda order: order[0])
def test_somebody_elses_house_is_refused_in_a_sentence(tmp_path: Path, order: list[str]) -> None:
    house, told = tmp_path / "house", tmp_path / "told"
    house.mkdir(0o500)
    with told.open("w") as out:
        child = os.fork()
        if child == 0:
            try:
                sys.stdout = sys.stderr = out
                if os.getuid() == 0:  # who may do everything
                    os.setuid(NOBODY)
                code = main(["admin", "--data", str(house), *order])
                out.flush()
                os._exit(code)
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    sentence = r"belongs to (\S+): give the order with sudo -u \1\.\n|house can't be used: Permission denied\.\n"
    assert re.search(sentence, told.read_text())


@live
async def test_what_is_no_order_is_refused(tmp_path: Path) -> None:
    async with Parlour() as parlour:
        socket = parlour.with_(AdminSocket(parlour.house, tmp_path))
        await socket.open()
        for text in (b"{}", b'{"do":"explode"}', b'{"do":"end","table":7}', b"\xff", b"x" * 20_000, b""):
            reader, writer = await asyncio.open_unix_connection(str(tmp_path / SOCKET))
            writer.write(text + b"\n")
            writer.write_eof()
            assert b'"error":"bad_request"' in await reader.read()
            writer.close()
            await writer.wait_closed()
        assert await asyncio.to_thread(ask, tmp_path, Order("people")) == []
