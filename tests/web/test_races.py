"""Many who want the same thing at the same moment, on a real server."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from tests.web.server import Refused, Server

CROWD = 200


def test_of_two_hundred_who_want_one_seat_one_gets_it(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        host = server.guest("Host")
        id = host.post("/api/tables", {"game": "connect_four", "seats": 2, "sit": True})["id"]
        crowd = [server.guest(f"Guest {n}") for n in range(CROWD)]
        gate = Barrier(CROWD)

        def sit(n: int) -> str:
            gate.wait()
            try:
                crowd[n].post(f"/api/tables/{id}/seats", {})
            except Refused as refused:
                assert refused.status == 409 and refused.body["message"]
                return str(refused.body["error"])
            return "seated"

        with ThreadPoolExecutor(CROWD) as pool:
            answers = list(pool.map(sit, range(CROWD)))
        assert sorted(answers) == ["full"] * (CROWD - 1) + ["seated"]
        seats = host.get(f"/api/tables/{id}")["table"]["seats"]
        assert seats[1]["name"] == f"Guest {answers.index('seated')}"


def test_of_many_copies_of_one_request_one_is_carried_out(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        id = ann.post("/api/tables", {"game": "connect_four", "seats": 2, "sit": True})["id"]
        bob.post(f"/api/tables/{id}/seats", {})
        ann.post(f"/api/tables/{id}/start", {})
        copies = [server.client(ann.token) for _ in range(40)]

        def act(n: int) -> int:
            request = {"actions": ["drop d"], "version": 0, "key": "the same"}
            return int(copies[n].post(f"/api/tables/{id}/actions", request)["version"])

        with ThreadPoolExecutor(len(copies)) as pool:
            assert set(pool.map(act, range(len(copies)))) == {1}
        assert ann.get(f"/api/tables/{id}")["version"] == 1
