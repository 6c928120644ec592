"""Whose token ends while a socket or an event stream is open is sent away from it at once."""

import http.client
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.stores import Kind
from tests.web.server import Client, Refused, Server
from tests.web.test_socket import Socket, watch


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, store_kind: Kind) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("house")
    with Server(folder, "--no-limits") as server:
        yield server


def closed(socket: Socket) -> int:
    with pytest.raises(ConnectionClosed) as told:
        socket.hear("nothing")
    assert told.value.rcvd
    return told.value.rcvd.code


def table(host: Client) -> str:
    return str(host.post("/api/tables", {"game": "connect_four", "seats": 2, "sit": True})["id"])


def another_device(server: Server, client: Client) -> Client:
    return server.client(
        server.client().post("/api/handover", {"code": client.post("/api/me/handover")["code"]})["token"]
    )


def sign_out(client: Client) -> None:
    client.delete("/api/sessions/current")


def sign_out_everywhere(client: Client) -> None:
    client.delete("/api/sessions")


def keep_an_account(client: Client) -> None:
    """The guest's tokens end, and there is a new one."""
    client.post("/api/accounts", {"name": f"Ann {client.person[:6]}", "password": "correct horse"})


@pytest.mark.parametrize(
    ("how", "all_devices"),
    [(sign_out, False), (sign_out_everywhere, True), (keep_an_account, True)],
)
def test_whoever_signs_out_is_sent_away_with_what_the_token_opened(
    server: Server, how: Callable[[Client], None], all_devices: bool
) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id, phone = table(ann), another_device(server, ann)
    with watch(ann, id) as first, watch(phone, id) as second, watch(bob, id) as other:
        for socket in (first, second, other):
            socket.hear("snapshot")
        how(ann)
        assert closed(first) == 4001
        with pytest.raises(InvalidStatus) as refused, watch(ann, id):
            pass
        assert refused.value.response.status_code == 401
        if all_devices:
            assert closed(second) == 4001
        else:
            second.send(type="chat", room="players", text="still here")
            assert second.hear("delta")["talk"]
        other.send(type="chat", room="watchers", text="still here too")
        while "talk" not in other.hear("delta"):
            pass


def test_a_stream_ends_with_its_token(server: Server) -> None:
    ann = server.guest("Ann")
    id, parts = table(ann), urlsplit(server.url)
    wire = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    wire.request("GET", f"/api/tables/{id}/events", headers={"Authorization": f"Bearer {ann.token}"})
    stream = wire.getresponse()
    assert stream.readline() == b"event: snapshot\n"
    sign_out_everywhere(ann)
    stream.read()  # to its end
    wire.close()


def test_a_programs_socket_ends_with_its_token(server: Server) -> None:
    ann = server.guest("Ann")
    id = table(ann)
    made = ann.post("/api/me/programs", {"label": "my bot"})
    with watch(server.client(made["token"]), id) as bot, watch(ann, id) as own:
        bot.hear("snapshot")
        ann.delete(f"/api/me/programs/{made['id']}")
        assert closed(bot) == 4001
        own.send(type="chat", room="players", text="still here")
        own.hear("delta")


def test_whoever_is_sent_away_from_a_table_does_not_see_it_any_more(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = table(ann)
    bob.post(f"/api/tables/{id}/seats")
    with watch(bob, id) as socket:
        socket.hear("snapshot")
        ann.delete(f"/api/tables/{id}/seats/1")
        assert closed(socket) == 4012
    with pytest.raises(InvalidStatus) as refused, watch(bob, id):
        pass
    assert refused.value.response.status_code == 404
    with pytest.raises(Refused):
        bob.get(f"/api/tables/{id}")


def test_whoever_deletes_himself_is_gone_from_every_table(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = table(ann)
    bob.post(f"/api/tables/{id}/seats")
    with watch(bob, id) as his, watch(ann, id) as mine:
        his.hear("snapshot")
        assert mine.hear("snapshot")["table"]["seats"][1]["name"] == "Bob"
        bob.delete("/api/me")
        assert closed(his) == 4001
        while mine.hear("delta")["table"]["seats"][1]:
            pass
