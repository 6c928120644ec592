"""The WebSocket of a table, on a real server: snapshot, deltas, catching up, refusals, and whom it lets in."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.stores import Kind
from tests.web.server import Client, Server, started

PATIENCE = 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, store_kind: Kind) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), "--no-limits") as server:
        yield server


class Socket:
    """Somebody who watches a table."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (told := json.loads(self.wire.recv(PATIENCE)))["type"] != kind:
            pass
        return dict(told)

    def send(self, **message: Any) -> None:
        self.wire.send(json.dumps(message))


@contextmanager
def watch(client: Client, id: str, query: str = "", **more: Any) -> Iterator[Socket]:
    url = client.url.replace("http", "ws") + f"/api/tables/{id}/socket{query}"
    headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    with connect(url, additional_headers=headers, compression=None, max_size=1 << 24, **more) as wire:
        yield Socket(wire)


@pytest.fixture
def table(server: Server) -> tuple[str, Client, Client]:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    return started([ann, bob], game="connect_four"), ann, bob


def test_a_move_reaches_both_players_and_a_watcher_as_one_small_delta(
    server: Server, table: tuple[str, Client, Client]
) -> None:
    id, ann, bob = table
    with watch(ann, id) as first, watch(bob, id) as second, watch(server.client(), id) as third:
        snapshots = [one.hear("snapshot") for one in (first, second, third)]
        assert [len(told["legal"]) for told in snapshots] == [7, 0, 0]
        first.send(type="act", actions=["drop d"], version=0, key="k")
        mine, his, theirs = (one.hear("delta") for one in (first, second, third))
    assert mine["key"] == "k" and "key" not in his and "key" not in theirs
    assert [told["version"] for told in (mine, his, theirs)] == [1, 1, 1]
    assert his["legal"][3] == "drop d" and mine["legal"] == theirs["legal"] == []
    assert [line["words"] for line in theirs["lines"]] == ["drop d"]
    assert theirs["state"]["board"][-1] == "...x..." and "table" not in theirs
    assert len(json.dumps(his)) < 600


def test_whoever_touches_something_in_vain_is_told_why(server: Server, table: tuple[str, Client, Client]) -> None:
    id, ann, bob = table
    for version in range(6):
        player = (ann, bob)[version % 2]
        player.post(f"/api/tables/{id}/actions", {"actions": "drop d", "version": version, "key": f"k{version}"})
    with (
        watch(ann, id, "?drawn=640x640") as first,
        watch(bob, id, "?drawn=640x640") as second,
        watch(server.client(), id, "?drawn=640x640") as third,
        watch(ann, id) as bare,
    ):
        sockets = (first, second, third)
        for one in sockets:
            one.hear("picture")

        def why(one: Socket, *keys: str, version: int = 6) -> Any:
            one.send(type="why", keys=keys, version=version, key="q")
            return one.hear("why")

        full = "That column is full; choose another."
        assert why(first, "column:d") == {"type": "why", "key": "q", "version": 6, "message": full}
        assert [why(one, "column:d")["message"] for one in sockets] == [full, "It is the other player's turn.", ""]
        assert why(first, "column:a")["message"] == "", "it is allowed"
        assert why(first, "frame")["message"] == "", "it means nothing"
        assert why(first, "disc:d9")["message"] == why(first, "x" * 100)["message"] == "", "it is not there"
        assert why(first, "column:d", version=5)["message"] == "", "the match has moved on"
        assert why(bare, "column:d")["message"] == "", "nobody has drawn anything there"
        for keys in ([], ["column:d"] * 33, ["x" * 101], [4], "column:d"):
            first.send(type="why", keys=keys, version=6, key="bad")
            assert first.hear("refused")["error"] == "bad_request"
        ann.post(f"/api/tables/{id}/resign")
        second.hear("delta")
        assert why(second, "column:d", version=7)["message"] == "", "it is over"
    assert ann.get(f"/api/tables/{id}")["version"] == 7


def test_a_reason_is_in_the_language_of_the_page(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = started([ann, bob], game="connect_four")
    url = server.url.replace("http", "ws") + f"/api/tables/{id}/socket?drawn=640x640"
    headers = {"Authorization": f"Bearer {bob.token}", "Accept-Language": "de"}
    with connect(url, additional_headers=headers, compression=None) as wire:
        socket = Socket(wire)
        socket.hear("picture")
        socket.send(type="why", keys=["column:d"], version=0, key="q")
        assert socket.hear("why")["message"] == "Der andere ist am Zug."


def test_a_repeated_key_is_answered_again_and_changes_nothing(table: tuple[str, Client, Client]) -> None:
    id, ann, _ = table
    with watch(ann, id) as socket:
        for _ in range(2):
            socket.send(type="act", actions=["drop d"], version=0, key="once")
        assert socket.hear("delta")["key"] == "once"
        assert socket.hear("accepted") == {"type": "accepted", "key": "once", "version": 1}
    assert ann.get(f"/api/tables/{id}")["version"] == 1


@pytest.mark.parametrize(
    "given",
    [
        {"key": "k" * 65},
        {"actions": "d" * 1001},
        {"actions": {"drop": "d" * 101}},
        {"actions": {"drop": [[["d"]]]}},
        {"actions": ["drop d"] * 101},
        {"actions": 10**30},
        {"version": -1},
        {"version": 10**30},
        {"more": 1},
    ],
)
def test_a_field_has_the_same_bounds_over_a_socket_as_over_http(
    table: tuple[str, Client, Client], given: dict[str, Any]
) -> None:
    """And what is refused is kept nowhere; its sender hears which request it was, if the key could be read."""
    id, ann, _ = table
    sent = {"actions": "drop d", "version": 0, "key": "a"} | given
    with watch(ann, id) as socket:
        socket.send(type="act", **sent)
        told = socket.hear("refused")
    status, body = ann.call("POST", f"/api/tables/{id}/actions", sent)
    assert (status, json.loads(body)["error"]) == (400, "bad_request")
    assert told["error"] == "bad_request" and told["key"] == ("" if "key" in given else "a") and len(str(told)) < 1000
    assert ann.get(f"/api/tables/{id}")["version"] == 0


def test_a_line_of_talk_that_is_sent_again_is_said_once(table: tuple[str, Client, Client]) -> None:
    id, ann, _ = table
    with watch(ann, id) as socket:
        for _ in range(2):
            socket.send(type="chat", text="hello", key="once")
        assert socket.hear("delta")["key"] == "once"
        assert socket.hear("accepted") == {"type": "accepted", "key": "once"}
    assert len(ann.get(f"/api/tables/{id}")["talk"]) == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "act", "actions": ["drop d"], "version": 7, "key": "a"}, "stale"),
        ({"type": "act", "actions": ["drop z"], "version": 0, "key": "a"}, "bad_action"),
        ({"type": "act", "actions": [], "version": 0, "key": "a"}, "bad_request"),
        ({"type": "act", "actions": ["drop d"] * 200, "version": 0, "key": "a"}, "bad_request"),
        ({"type": "chat", "room": "watchers", "text": "hello", "key": "a"}, "seated"),
        ({"type": "chat", "room": "players", "text": "\x00", "key": "a"}, "bad_text"),
    ],
)
def test_a_refusal_has_a_code_a_sentence_the_version_and_the_legal_moves(
    table: tuple[str, Client, Client], message: dict[str, Any], code: str
) -> None:
    id, ann, _ = table
    with watch(ann, id) as socket:
        socket.send(**message)
        told = socket.hear("refused")
    assert told["error"] == code and told["key"] == "a" and told["message"].endswith(".")
    assert told["version"] == 0 and len(told["legal"]) == 7


HOSTILE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '"act"',
    "{}",
    '{"type":"act"}',
    '{"type":"nothing"}',
    '{"type":"act","actions":{"a":[]},"version":1e400}',
    '{"type":"act","actions":["drop d"],"version":0,"key":7}',
    '{"type":"act","actions":["drop d"],"version":0,"more":1}',
    '{"type":"act","actions":[99999999999999999999999],"version":0}',
    '{"type":"act","actions":[true,null,1.5],"version":0}',
    "[" * 30_000,
    '{"type":"act","actions":' + "[" * 5_000 + "]" * 5_000 + ',"version":0}',
    b"\xff\xfe\x00",
    b"\x00" * 1000,
    '{"type":"chat","room":"players","text":"' + "x" * 10_000 + '"}',
]


@pytest.mark.parametrize("frame", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_frame_is_refused_in_a_sentence_and_the_socket_goes_on(
    table: tuple[str, Client, Client], frame: str | bytes
) -> None:
    id, ann, _ = table
    with watch(ann, id) as socket:
        socket.wire.send(frame)
        told = socket.hear("refused")
        assert told["error"] in ("bad_request", "bad_action", "bad_text") and told["message"]
        socket.send(type="act", actions=["drop d"], version=0)
        assert socket.hear("delta")["version"] == 1


def test_a_frame_of_many_megabytes_closes_the_socket_and_nothing_else(
    server: Server, table: tuple[str, Client, Client]
) -> None:
    id, ann, bob = table
    with watch(ann, id) as socket, watch(bob, id) as other:
        socket.hear("snapshot")
        with pytest.raises(ConnectionClosed):
            socket.wire.send("x" * 10_000_000)
            socket.hear("nothing")
        other.hear("snapshot")
        ann.post(f"/api/tables/{id}/actions", {"actions": ["drop d"], "version": 0, "key": "k"})
        assert other.hear("delta")["version"] == 1


def test_who_looked_on_and_sits_down_is_seen_looking_by_the_host(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.post("/api/tables", {"game": "connect_four", "seats": 2})["id"]
    with watch(ann, id) as host, watch(bob, id) as friend:
        friend.hear("snapshot")
        while host.hear("presence") != {"type": "presence", "here": [0], "thinking": None, "watchers": 1}:
            pass
        bob.post(f"/api/tables/{id}/seats", {})
        assert host.hear("presence") == {"type": "presence", "here": [0, 1], "thinking": None, "watchers": 0}
        bob.delete(f"/api/tables/{id}/seats/1")
        assert host.hear("presence")["here"] == [0]


def test_whoever_missed_something_gets_the_rest(table: tuple[str, Client, Client]) -> None:
    id, ann, bob = table
    with watch(bob, id) as socket:
        seen = socket.hear("snapshot")["n"]
    players = [ann, bob]
    for version, column in enumerate("ddc"):
        players[version % 2].post(
            f"/api/tables/{id}/actions", {"actions": [f"drop {column}"], "version": version, "key": str(version)}
        )
    with watch(bob, id, f"?since={seen}") as socket:
        told = socket.hear("delta")
        assert told["since"] == seen and told["version"] == 3
        assert [line["words"] for line in told["lines"]] == ["drop d", "drop d", "drop c"]
    for nonsense in ("?since=99999", "?since=-1", "?since=x", "?since="):
        with watch(bob, id, nonsense) as socket:
            assert len(socket.hear("snapshot")["lines"]) == 4


def test_a_token_may_come_as_a_subprotocol_and_a_page_of_another_site_may_not_come_at_all(
    server: Server, table: tuple[str, Client, Client]
) -> None:
    id, ann, _ = table
    nobody = server.client()
    offered = [Subprotocol("turnwise"), Subprotocol(f"bearer.{ann.token}")]
    with watch(nobody, id, subprotocols=offered) as socket:
        assert socket.wire.subprotocol == "turnwise"
        assert len(socket.hear("snapshot")["legal"]) == 7
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as refused, watch(ann, id, origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with watch(ann, id, origin=server.url) as socket:
        assert socket.hear("snapshot")["type"] == "snapshot"


def test_a_bad_token_and_a_private_table_are_refused_before_the_socket_opens(server: Server) -> None:
    ann = server.guest("Ann")
    id = ann.post("/api/tables", {"game": "connect_four", "seats": 2, "access": "private", "sit": True})["id"]
    for client, status in ((server.client("x" * 32), 401), (server.guest("Eve"), 404), (server.client(), 404)):
        with pytest.raises(InvalidStatus) as refused, watch(client, id):
            pass
        body = json.loads(refused.value.response.body or b"")
        assert refused.value.response.status_code == status and body["error"] and body["message"].endswith(".")


def test_players_and_watchers_talk_apart_until_the_end(server: Server, table: tuple[str, Client, Client]) -> None:
    id, ann, bob = table
    eve = server.guest("Eve")
    with watch(ann, id) as player, watch(eve, id) as watcher:
        player.send(type="chat", room="players", text="my <b>plan</b>")
        assert player.hear("delta")["talk"][0]["text"] == "my <b>plan</b>"
        watcher.send(type="chat", room="watchers", text="he blunders")
        assert [line["text"] for line in watcher.hear("delta")["talk"]] == ["he blunders"]
        bob.post(f"/api/tables/{id}/resign", {})
        while "outcome" not in (told := player.hear("delta")):
            assert "talk" not in told
    assert [line["text"] for line in eve.get(f"/api/tables/{id}")["talk"]] == ["my <b>plan</b>", "he blunders"]
