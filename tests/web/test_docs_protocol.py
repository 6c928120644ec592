"""docs/protocol.md is run: its requests are sent to a real house, and the answers must be those of the page.

In the page `$ANN` stands for a value of the house's own making: where it is met first it may be anything, and after that it must be the
same. `…` stands for what the page leaves out, and a number of five digits or more need only be near.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.server import Server
from turnwise.house.work.limits import RATES
from turnwise.web.http import websocket_protocol as protocol
from turnwise.web.serving.app import ENDPOINTS

pytestmark = pytest.mark.about_a_process

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "protocol.md"
TEXT = PAGE.read_text()
BLOCK = re.compile(r"^```(http|socket|events)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAME = re.compile(r"\$([A-Z_]+)")
PATIENCE = 30
LARGE, NEAR = 10_000, 0.05

Names = dict[str, str]


class Different(AssertionError):
    """The house says something else than the page."""


def filled(text: str, names: Mapping[str, str]) -> str:
    return NAME.sub(lambda found: names[found[1]], text)


def same(page: Any, told: Any, names: Names, at: str = "") -> None:
    """Compare what the page says with what the house says, and learn names by it."""
    if isinstance(page, str) and isinstance(told, str):
        _same_text(page, told, names, at)
    elif isinstance(page, dict) and isinstance(told, dict):
        page = {filled(key, names): value for key, value in page.items()}
        missing, more = page.keys() - told.keys() - {"…"}, told.keys() - page.keys()
        if missing or more and "…" not in page:
            raise Different(f"{at}: the house has {sorted(told)}, the page {sorted(page)}")
        for key in page.keys() - {"…"}:
            same(page[key], told[key], names, f"{at}.{key}")
    elif isinstance(page, list) and isinstance(told, list):
        whole = page[-1:] != ["…"]
        page = page if whole else page[:-1]
        if len(told) < len(page) or whole and len(told) != len(page):
            raise Different(f"{at}: the house has {told}, the page {page}")
        for number, (one, other) in enumerate(zip(page, told, strict=False)):
            same(one, other, names, f"{at}[{number}]")
    elif type(page) is int and type(told) is int and page >= LARGE:
        if abs(told - page) > NEAR * page:
            raise Different(f"{at}: the house says {told}, the page {page}")
    elif type(page) is not type(told) or page != told:
        raise Different(f"{at}: the house says {told!r}, the page {page!r}")


def _same_text(page: str, told: str, names: Names, at: str) -> None:
    pattern = ""
    for part in re.split(r"(\$[A-Z_]+)", page):
        name = part[1:]
        known = part[:1] == "$" and name in names
        unknown = part[:1] == "$" and not known
        pattern += rf"(?P<{name}>[\w-]+)" if unknown else re.escape(names[name] if known else part)
    found = re.fullmatch(pattern, told)
    if not found:
        raise Different(f"{at}: the house says {told!r}, the page {page!r}")
    names |= found.groupdict()


class Asked(NamedTuple):
    """A request as the page writes it: its line and headers, then the rest."""

    method: str
    path: str
    headers: dict[str, str]
    rest: str


def asked(text: str, names: Names) -> Asked:
    head, _, rest = text.partition("\n\n")
    first, *lines = filled(head, names).splitlines()
    method, path = first.split(" ")
    return Asked(method, path, dict(line.split(": ", 1) for line in lines), rest)


class Reader:
    """Goes through the page, from its first block to its last."""

    def __init__(self, server: Server) -> None:
        self.url, self.names, self.held = server.url, Names(), ExitStack()
        self.wire: ClientConnection | None = None
        self._callers: list[str] = []

    def _address(self, request: Asked) -> tuple[str, int]:
        """People of the page sit at different places."""
        caller = request.headers.get("Authorization", "")
        if caller not in self._callers:
            self._callers.append(caller)
        return f"127.0.1.{1 + self._callers.index(caller)}", 0

    def http(self, text: str) -> None:
        request = asked(text, self.names)
        found = re.search(r"^(\d{3})$\n(.*)", request.rest, re.DOTALL | re.MULTILINE)
        assert found, "a request needs a status and an answer"
        body = filled(request.rest[: found.start()], self.names).strip()
        answer = self._sent(request, body)
        told = answer.read().decode()
        if answer.status != int(found[1]):
            raise Different(f"the house says {answer.status} {told}")
        if answer.headers["Content-Type"] == "application/json":
            same(json.loads(found[2]), json.loads(told), self.names)
        else:
            same(_lines(found[2]), _lines(told), self.names)

    def _sent(self, request: Asked, body: str = "") -> HTTPResponse:
        parts = urlsplit(self.url)
        source = self._address(request)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE, source_address=source)
        self.held.callback(connection.close)
        headers = request.headers | ({"Content-Type": "application/json"} if body else {})
        connection.request(request.method, request.path, body.encode() or None, headers)
        return connection.getresponse()

    def socket(self, text: str) -> None:
        """A block that begins with a request opens a socket; any other goes on with the one before."""
        if text.startswith("GET "):
            request = asked(text, self.names)
            if self.wire:
                self.wire.close()
            url = self.url.replace("http", "ws") + request.path
            opened = connect(
                url, additional_headers=request.headers, compression=None, source_address=self._address(request)
            )
            self.wire = self.held.enter_context(opened)
            text = request.rest
        assert self.wire
        for way, said in re.findall(r"^([<>]) (.*(?:\n +.*)*)", text, re.MULTILINE):
            if way == ">":
                self.wire.send(filled(said, self.names))
            elif said.startswith("close "):
                self._hear_close(self.wire, int(said.split()[1]))
            else:
                self._hear(self.wire, json.loads(said))

    def _hear(self, wire: ClientConnection, page: dict[str, Any]) -> None:
        while True:
            told = json.loads(wire.recv(PATIENCE))
            try:
                same(page, told, self.names)
                return
            except Different:
                if told["type"] != "presence":  # sockets of earlier blocks come and go
                    raise

    def _hear_close(self, wire: ClientConnection, code: int) -> None:
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                wire.recv(PATIENCE)
        assert closed.value.rcvd and closed.value.rcvd.code == code, closed.value

    def events(self, text: str) -> None:
        request = asked(text, self.names)
        stream = self._sent(request)
        for event in request.rest.strip().split("\n\n"):
            page = dict(line.split(": ", 1) for line in event.splitlines())
            told = dict(line.split(": ", 1) for line in iter(lambda: stream.readline().decode().rstrip("\n"), ""))
            same(json.loads(page.pop("data")), json.loads(told.pop("data")), self.names)
            same(page, told, self.names)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    with Server(tmp_path, compiled=True) as server:
        reader = Reader(server)
        with reader.held:
            yield reader


def test_every_request_of_the_page_is_answered_as_it_says(reader: Reader) -> None:
    blocks = list(BLOCK.finditer(TEXT))
    assert len(blocks) > 30
    for block in blocks:
        try:
            getattr(reader, block[1])(block[2])
        except Exception as error:
            error.add_note(f"docs/protocol.md, line {TEXT.count(chr(10), 0, block.start()) + 2}")
            raise


def test_every_endpoint_is_named_and_no_other() -> None:
    named = set(re.findall(r"`((?:GET|POST|PATCH|DELETE) /api/[^`?]*)[^`]*`", TEXT.partition("## A game's own")[0]))
    assert named == {f"{one.method} {one.path}" for one in ENDPOINTS} | {"GET /api/tables/{id}/socket"}


def test_every_code_is_told_and_no_other() -> None:
    table = TEXT.partition("## Codes")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    names = ("house", "web", "play", "bots/names.py", "kit/errors.py", "telegram/init_data.py")
    places = [ROOT / "src/turnwise" / name for name in names]
    found = {code for place in places for file in _modules(place) for code in _codes(file)}
    assert set(re.findall(r"`(\w+)`", "".join(rows))) == found - ALWAYS_CLOSER - FOR_THE_HOST - IN_A_CONTRACT | {
        "table_running",
        "table_beginning",
    }


ALWAYS_CLOSER = {"error", "refused", "forbidden"}
FOR_THE_HOST = {
    "bad_address",
    "bad_answer",
    "bad_pattern",
    "no_folder",
    "bad_time",
    "bad_why",
    "banned_already",
    "too_many_bans",
    "no_such_appeal",
    "no_such_report",
    "bad_key",
    "bad_smtp",
    "no_postgres",
    "no_redis",
    "bad_bus",
    "bad_workers",
    "no_account",
    "no_network",
    "no_port",
    "store_in_use",
    "bad_store",
    "file_exists",
    "no_such_file",
    "no_such_house",
}
IN_A_CONTRACT = {"not_begun", "table_full", "seats_fixed"}
"""What is told in the words of a game's own contract."""


def _modules(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def _codes(file: Path) -> Iterator[str]:
    """The codes of refusals in a module: of its kinds of errors, and those that are given to one."""
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Assign([ast.Name("code")], ast.Constant(str(code))):
                yield code
            case ast.Call(ast.Name(kind), [_, ast.Constant(str(code))]) if kind in KINDS:
                yield code


KINDS = {
    "TurnwiseError",
    "Refused",
    "BadAction",
    "BadOption",
    "BadSeats",
    "NotYourTurn",
    "MatchOver",
    "NotYours",
    "Unknown",
    "BadRequest",
}


def test_every_limit_is_told() -> None:
    for what, rate in RATES.items():
        seconds = f"{rate.every / 1000:g} s"
        assert re.search(rf"^\| {what} \| {rate.burst}\b.* \| {re.escape(seconds)} \|", TEXT, re.MULTILINE), what


def test_every_way_to_be_closed_is_told() -> None:
    for code in (protocol.SIGNED_OUT, protocol.REFUSED, protocol.SLOW, protocol.AGAIN, protocol.FLOODING):
        assert f"| {code} |" in TEXT
