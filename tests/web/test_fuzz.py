"""No silent refusals: many people do all sorts of things at tables of all games, over REST and sockets.

Every answer is a yes, with the version where there is one, or a no with a code and a sentence; and no table is ever torn.
"""

import asyncio
import json
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.house.opened import Records, open_either
from tests.stores import Kind, house_of
from tests.web.pair import EitherClient, Pair
from tests.web.test_socket import watch
from turnwise.games import game, ours
from turnwise.house.house import House

pytestmark = pytest.mark.two_workers

STEPS: dict[Kind, int] = {"sqlite": 1500, "two workers": 500}
STATES = {"lobby", "running", "over"}
PATIENCE = 30
WITH_STANDING = ("actions", "resign", "draw", "undo")
"""Requests whose refusal says how far the match is and what may be done."""
SEATING = ("joined", "chosen", "shuffled")
SELDOM = (
    *("actions", "act", "chat", "say", "seats", "dice", "rise", "bots", "start", "draw", "undo", "rematch", "answers"),
    *("back", "mutes", "invitations", "legal", "view", "transcript", "picture.svg"),
)
NONSENSE: list[Any] = ["", "pass the salt", -1, 10**30, {"do": "it"}, {}, "drop d", 0]


class Table:
    """A table as the test knows it. At a lively one bots and time-outs move by themselves."""

    def __init__(self, id: str, game: str, lively: bool) -> None:
        self.id, self.game, self.lively = id, game, lively
        self.version = 0


class Fuzz:
    def __init__(self, server: Pair, chance: Random) -> None:
        self.server, self.chance = server, chance
        self.people = [server.guest(name) for name in ("Ann", "Bob", "Carl", "Dora")]
        self.nobody = server.client()
        self.callers = [*self.people, *self.people, self.nobody, server.client("x" * 32)]
        self.tables: list[Table] = []
        self.wires: dict[tuple[str, str], ClientConnection] = {}
        self.holding = ExitStack()
        self.said: dict[str, int] = {}
        self.seen: set[str] = set()
        self.n = 0

    # Tables.

    def open(self, name: str, lively: bool) -> None:
        fewest, most = game(name).seats
        seats = self.chance.choice((max(fewest, 2), most))
        terms = {
            "game": name,
            "seats": seats,
            "seating": self.chance.choice(SEATING),
            "absence": self.chance.choice(("move", "bot", "forfeit")),
            "access": "open" if lively else self.chance.choice(("open", "link")),
        }
        id = self.people[0].post("/api/tables", terms | {"sit": True})["id"]
        self.tables.append(Table(id, name, lively))
        for person in self.people[1:seats]:
            if self.chance.random() < 0.7:
                person.post(f"/api/tables/{id}/seats", {})

    def look(self, table: Table, client: EitherClient) -> dict[str, Any]:
        told: dict[str, Any] = client.get(f"/api/tables/{table.id}")
        while len(client.clients) > 1:  # what happened at one worker is heard of at the other a moment later
            before, told = told, client.get(f"/api/tables/{table.id}")
            if before["n"] == told["n"]:
                break
        people = [seat["person"] for seat in told["table"]["seats"] if seat.get("person")]
        assert len(people) == len(set(people)), "one identity, one seat"
        return told

    # One thing after the other.

    def step(self) -> None:
        self.n += 1
        table = self.chance.choice(self.tables)
        before = self.look(table, self.nobody)
        if not table.lively:
            assert before["version"] == table.version, "nothing moves by itself here"
        caller = self.chance.choice(self.callers)
        turn = before.get("turn")
        if turn is not None and self.chance.random() < 0.6:
            sitter = before["table"]["seats"][turn].get("person")
            caller = next((one for one in self.people if one.person == sitter), caller)
        what, body = self.wish(table, caller, before)
        yes = (
            self.by_socket(table, caller, what, body)
            if what in ("act", "chat")
            else self.ask(table, caller, what, body)
        )
        after = self.look(table, self.nobody)
        table.version = after["version"]
        self.seen.add(after["table"]["status"])
        if not table.lively and not yes:
            assert after["version"] == before["version"], f"a refused {what} did something"
        assert after["version"] >= before["version"] and after["n"] >= before["n"]

    def wish(self, table: Table, caller: EitherClient, before: dict[str, Any]) -> tuple[str, Any]:
        """What somebody wants: mostly something that makes sense."""
        chance, status = self.chance, before["table"]["status"]
        often = {
            "lobby": ["seats", "bots", "start", "start"],
            "running": ["actions"] * 8 + ["act"] * 6 + ["undo", "answers"],
            "over": ["rematch", "answers"],
        }[status]
        seldom = [*SELDOM, *(("resign", "close") if chance.random() < 0.2 else ())]
        if table.lively:
            seldom.append("away")
        what = chance.choice(often if chance.random() < 0.75 else seldom)
        if what == "bots" and not table.lively:
            what = "seats"
        seat = chance.choice([None, 0, 1, 2, 3, 7])
        bodies: dict[str, Any] = {
            "seats": {"seat": seat},
            "dice": {"house": before["table"]["seal"], "nonce": chance.choice(["", "luck", "\n", "luck" * 4])},
            "rise": {},
            "bots": {"bot": chance.choice(["random", "greedy", "nobody"]), "seat": seat},
            "draw": {"do": chance.choice(["offer", "accept", "refuse", "want"])},
            "answers": {"for": chance.choice(["undo", "rematch"]), "yes": chance.choice([True, False])},
            "say": {
                "text": chance.choice(["hello", "", "\x00", "x" * 600]),
                "room": chance.choice(["players", "watchers"]),
            },
            "chat": {"type": "chat", "text": f"word {self.n}", "room": chance.choice(["players", "watchers"])},
            "invitations": {"person": chance.choice([self.people[3].person, "nobody"])},
        }
        if what in ("actions", "act"):
            version = chance.choice([before["version"]] * 9 + [0, before["version"] + 1])
            key = f"k{chance.randrange(self.n)}" if chance.random() < 0.1 else f"k{self.n}"
            return what, {"actions": self.actions(table, caller), "version": version, "key": key}
        return what, bodies.get(what, {})

    def actions(self, table: Table, caller: EitherClient) -> Any:
        """Something legal for most, in one of its three forms; or a list of things; or nonsense."""
        _, told = caller.call("GET", f"/api/tables/{table.id}/legal")
        moves = json.loads(told).get("legal")
        if not moves or self.chance.random() < 0.1:
            return self.chance.choice([*NONSENSE, NONSENSE[1:3], []])
        one = self.chance.choice(moves)
        form = one[self.chance.choice(["id", "words", "json"])]
        return self.chance.choice([form, form, form, form, [form], [form, form]])

    # Asking, and what must be true of every answer.

    def ask(self, table: Table, caller: EitherClient, what: str, body: Any) -> bool:
        path = f"/api/tables/{table.id}/{what}"
        if what in ("legal", "transcript", "picture.svg", "view"):
            status, text = caller.call("GET", path + "?ply=1" * (what == "view"))
            told = {"version": 0} if status < 300 else json.loads(text)
        else:
            method = "POST"
            if what == "rise":
                method, path = "DELETE", f"/api/tables/{table.id}/seats/{self.chance.choice([0, 1, 2, 9])}"
            elif what == "mutes":
                method = self.chance.choice(["POST", "DELETE"])
                path += f"/{self.chance.choice([self.people[1].person, self.people[0].person, 'nobody'])}"
            elif what == "say":
                path = f"/api/tables/{table.id}/chat"
            status, text = caller.call(method, path, body)
            told = json.loads(text)
        assert status < 500, (what, body, status, text)
        if status < 300:
            assert isinstance(told["version"], int), (what, told)
            return True
        self.refused(told, what in WITH_STANDING and bool(caller.person) and told["error"] != "no_such_table")
        return False

    def refused(self, told: Any, standing: bool) -> None:
        assert told["error"] and told["message"].rstrip("”\"'").endswith((".", "!", "?")), told
        self.said[told["error"]] = self.said.get(told["error"], 0) + 1
        if standing:
            assert isinstance(told["version"], int) and isinstance(told["legal"], list), told

    def by_socket(self, table: Table, caller: EitherClient, what: str, body: dict[str, Any]) -> bool:
        key = body.get("key") or f"k{self.n}"
        wire = self.wire(table, caller)
        if wire is None:
            return False
        wire.send(json.dumps({"type": what, **body, "key": key}))
        try:
            while True:
                told = json.loads(wire.recv(PATIENCE))
                if told["type"] == "refused" and told["key"] == key:
                    self.refused(told, True)
                    return False
                talk = [line["text"] for line in told.get("talk", ())] if told["type"] == "delta" else []
                if told.get("key") == key or body.get("text") in talk:
                    assert isinstance(told["version"], int)
                    return True
        except ConnectionClosed as closed:
            raise AssertionError(f"{what} was not answered: {closed}") from None

    def wire(self, table: Table, caller: EitherClient) -> ClientConnection | None:
        """An open socket of somebody at a table; None if he may not have one, of which he is told why."""
        known = self.wires.pop((table.id, caller.token), None)
        if known is not None:
            try:
                known.ping().wait(PATIENCE)
            except ConnectionClosed as closed:
                assert closed.rcvd and closed.rcvd.code == 4012, closed
                known = None
        if known is None:
            try:
                known = self.holding.enter_context(watch(caller, table.id, max_queue=None)).wire
            except InvalidStatus as refused:
                self.refused(json.loads(refused.response.body or b""), False)
                return None
        self.wires[table.id, caller.token] = known
        return known


def test_every_answer_is_a_yes_or_a_no_with_a_reason(tmp_path: Path, store_kind: Kind, seed: int = 5) -> None:
    steps = STEPS[store_kind]
    with Pair(tmp_path, "--no-limits") as server:
        fuzz = Fuzz(server, Random(seed))
        for name in ours():
            fuzz.open(name, lively=False)
        for name in ours():
            fuzz.open(name, lively=True)
        with fuzz.holding:
            # When bots answer is not the test's to say, so neither is which tables end: it goes on until one has.
            while fuzz.n < steps or fuzz.seen != STATES and fuzz.n < 4 * steps:
                fuzz.step()
        lookers = [*fuzz.people, fuzz.nobody]
        quiet = [table for table in fuzz.tables if not table.lively]
        looks = {
            (table.id, one.person): fuzz.look(table, one) for table in quiet for one in lookers if seen(one, table)
        }
        assert server.stop() == 0
        assert not any('"level": "error"' in line for line in server.log), server.log
    assert fuzz.seen == STATES and len(fuzz.said) > 15, fuzz.said
    assert sum(table.version > steps // 150 for table in fuzz.tables) > 2
    asyncio.run(compare(house_of(tmp_path, "worker 0"), looks, fuzz.tables))


def seen(client: EitherClient, table: Table) -> bool:
    return client.call("GET", f"/api/tables/{table.id}")[0] == 200


async def compare(records: Records, looks: dict[tuple[str, str], dict[str, Any]], tables: list[Table]) -> None:
    """Whoever reads the logs anew sees what the house showed."""
    house = House(open_either(records), thinkers=0)
    try:
        for (id, person), told in looks.items():
            again = json.loads(msgspec.json.encode(await house.look(id, person)))
            other: dict[str, Any] = {"presence": None}
            if (told.get("clock") or {}).get("running") is not None:  # that it stood still meanwhile is written down
                assert again["n"] - told["n"] in (0, 1)
                other |= {"clock": None, "n": 0}
            assert again | other == told | other
        for table in tables:
            loaded = await house.find(table.id, None)
            assert not loaded.table.outdated
    finally:
        await house.close()
