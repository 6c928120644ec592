"""Your turn: sent once, to who is not looking, and to nobody's neighbours."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest

from tests.house.kept_store import KeptStore
from tests.house.parlour import Parlour
from tests.house.town import live
from turnwise.house.house import House
from turnwise.house.services.notices import Notices, Way
from turnwise.house.tables import items, playing
from turnwise.house.tables.clock import DAY, Control
from turnwise.house.tables.items import Terms
from turnwise.web.outgoing.webhook import Webhook, is_public, request

DAYS = Terms("connect_four", 2, title="Friday", clock=Control("days", 3 * DAY))


class Letterbox:
    """A real server on loopback that keeps what it is sent, and answers what the test wants."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, object]]] = []
        self.statuses: list[int] = []
        self.meanwhile: Callable[[], None] = lambda: None
        box = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                box.meanwhile()
                body = self.rfile.read(int(self.headers["Content-Length"]))
                box.got.append((self.path, json.loads(body)))
                status = box.statuses.pop(0) if box.statuses else 204
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/your-turn?of=ben"


@pytest.fixture
def letterbox() -> Iterator[Letterbox]:
    box = Letterbox()
    thread = threading.Thread(target=box.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield box
    box.server.shutdown()
    box.server.server_close()
    thread.join()


class Eyes:
    """Somebody who looks at a table."""

    def __init__(self, viewer: int, person: str) -> None:
        self.viewer, self.person = viewer, person

    def push(self, message: bytes) -> None:
        pass

    def lost(self) -> None:
        pass


async def settled(notices: Notices) -> None:
    """Timers of no seconds have fired, and what they began is done."""
    for _ in range(3):
        await asyncio.sleep(0)
        await notices.settle()


def begun(parlour: Parlour, pace: float = 0) -> Notices:
    return parlour.with_(Notices(parlour.house, [hook(parlour.house)], address="https://play.example/", pace=pace))


def hook(house: House, time_out: float = 10) -> Way:
    return Way(house.people.notified_at, Webhook(nearby=True, time_out=time_out).tell)


@live
async def test_word_is_sent_once_a_turn_and_tells_nothing_of_the_match(letterbox: Letterbox) -> None:
    store = KeptStore()
    async with Parlour(store) as parlour:
        notices = begun(parlour)
        ann, ben = await parlour.guests("Ann", "Ben")
        await parlour.house.people.notify(ben, letterbox.url)
        id = await parlour.table(DAYS, ann, ben)
        await settled(notices)
        assert letterbox.got == [], "Ann wants no notices"

        kept: list[bool] = []
        letterbox.meanwhile = lambda: kept.append(b'"what":"noticed"' in store.logs[f"table {id}"][-1])
        await parlour.act(id, 0, 3)
        await settled(notices)
        await parlour.house.change(id, ann, lambda table: playing.talk(table, ann, "players", "Your turn!", parlour.at))
        await settled(notices)
        message = {"table": id, "game": "connect_four", "title": "Friday", "link": f"https://play.example/tables/{id}"}
        assert letterbox.got == [("/your-turn?of=ben", message | {"turn": 2})]
        assert kept == [True], "it was in the log before it was sent"

        again = parlour.with_(Notices(other := parlour.elsewhere(), [hook(other)], pace=0))
        await settled(again)
        assert len(letterbox.got) == 1
        for seat in (1, 0):
            await parlour.act(id, seat, 3)
        await settled(notices)
        assert [told["turn"] for _, told in letterbox.got] == [2, 4]
        assert [item.seat for item in await parlour.log(id) if isinstance(item, items.Noticed)] == [1, 1]


@live
async def test_nothing_is_sent_to_who_looks_or_has_moved_or_has_a_stand_in(letterbox: Letterbox) -> None:
    async with Parlour() as parlour:
        notices = begun(parlour)
        ann, ben = await parlour.guests("Ann", "Ben")
        for person in (ann, ben):
            await parlour.house.people.notify(person, letterbox.url)
        await parlour.house.watch((id := await parlour.table(DAYS, ann, ben)), ann, lambda seat: Eyes(seat, ann))
        await settled(notices)
        assert letterbox.got == [], "she came to look meanwhile"
        await parlour.act(id, 0, 3)
        await parlour.act(id, 1, 3)
        await settled(notices)
        assert letterbox.got == [], "Ben was quick, and Ann looks"
        await parlour.house.change(id, ben, lambda table: [items.Away(parlour.at, ben, 1, "random")])
        await parlour.act(id, 0, 3)
        await settled(notices)
        assert letterbox.got == [], "a bot plays for Ben"
        assert not any(isinstance(item, items.Noticed) for item in await parlour.log(id))


@pytest.mark.parametrize(
    ("statuses", "tries"), [([500, 429, 200], 3), ([503] * 9, 3), ([302], 1), ([404], 1), ([500, 410], 2)], ids=str
)
@live
async def test_a_receiver_in_trouble_gets_a_few_more_tries(
    letterbox: Letterbox, statuses: list[int], tries: int
) -> None:
    async with Parlour() as parlour:
        notices = begun(parlour)
        ann, ben = await parlour.guests("Ann", "Ben")
        await parlour.house.people.notify(ann, letterbox.url)
        letterbox.statuses = [*statuses]
        await parlour.table(DAYS, ann, ben)
        await settled(notices)
        assert len(letterbox.got) == tries
        assert {path for path, _ in letterbox.got} == {"/your-turn?of=ben"}, "nobody follows a redirect"


@live
async def test_only_the_open_net_is_reached_unless_the_host_allows_more(letterbox: Letterbox) -> None:
    assert await Webhook().post(letterbox.url, b"{}"), "there is no sense in another try"
    assert await Webhook().post(letterbox.url.replace("127.0.0.1", "localhost"), b"{}")
    assert letterbox.got == []
    assert await Webhook(nearby=True).post(letterbox.url, b"{}")
    assert len(letterbox.got) == 1


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.0.9",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2002:a00:1::",
    ],
)
def test_addresses_nearby(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::909:909"])
def test_addresses_far_away(address: str) -> None:
    assert is_public(ip_address(address))


@live
async def test_a_receiver_that_says_nothing_is_given_up_and_holds_nobody_up() -> None:
    hung = asyncio.Event()

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hung.set()
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await reader.readexactly(1 << 20)
        writer.close()

    server = await asyncio.start_server(swallow, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with Parlour() as parlour:
        notices = parlour.with_(Notices(parlour.house, [hook(parlour.house, time_out=0.05)], pace=0))
        ann, ben = await parlour.guests("Ann", "Ben")
        await parlour.house.people.notify(ann, url)
        id = await parlour.table(DAYS, ann, ben)
        await hung.wait()
        await parlour.act(id, 0, 3)
        assert (await parlour.house.find(id, ann)).table.turn == 1
        await settled(notices)
        server.close()


@live
async def test_a_receiver_that_is_not_there_or_speaks_another_language_may_be_there_later() -> None:
    async def chatter(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ESMTP\r\n" * 1000)
        writer.close()

    server = await asyncio.start_server(chatter, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    hook = Webhook(nearby=True)
    assert not await hook.post(f"http://127.0.0.1:{port}/", b"{}")
    server.close()
    await server.wait_closed()
    assert not await hook.post(f"http://127.0.0.1:{port}/", b"{}")
    assert not await hook.post("http://[::1/", b"{}")


@live
async def test_the_wait_is_shorter_where_a_clock_runs() -> None:
    async with Parlour() as parlour:
        notices = begun(parlour, pace=1)
        ann, ben = await parlour.guests("Ann", "Ben")
        waits = []
        for clock in (Control(), Control("days", DAY), Control("move", 20), Control("game", 300)):
            id = await parlour.table(Terms("connect_four", 2, clock=clock), ann, ben)
            waits.append(notices._delay((await parlour.house.find(id, ann)).table))
        assert waits == [30, 30, 5, 30]
        await notices.close()


def test_what_stands_in_an_address_stays_in_its_line() -> None:
    sent = request(urlsplit("http://user:secret@bücher.example:8080/a b/ü?q=ü#part"), b"{}").decode()
    head = sent.split("\r\n")
    assert head[0] == "POST /a%20b/%C3%BC?q=%C3%BC HTTP/1.1"
    assert head[1] == "Host: xn--bcher-kva.example:8080"
    assert "secret" not in sent and sent.endswith("\r\n\r\n{}")
