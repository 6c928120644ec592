"""Tables of Caesar and Cleopatra behind their REST contract, in memory and in a house, and players and a spectator who call them."""

import asyncio
import dataclasses
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import httpx
import pytest
from httpx import Response
from starlette.applications import Starlette

import turnwise as tw
from tests.games.caesar.picture import Table
from tests.web.hall import SITE, Hall
from turnwise.games import game
from turnwise.games.caesar import rest
from turnwise.house.tables import table as house_table
from turnwise.house.work.limits import UNLIMITED
from turnwise.kit.errors import Refused, Stale, TurnwiseError
from turnwise.kit.routes import Act, Sight, Sit
from turnwise.play import secret
from turnwise.web.contracts.mounting import Chair, Played, routes
from turnwise.web.contracts.tables import GameTables


class AnyBoard(Protocol):
    """One table, as a test may reach into it."""

    id: str
    match: tw.Match

    @property
    def seats(self) -> list[int]:
        """The seat of each player."""

    def begin(self, match: tw.Match) -> None:
        """Let the table be in the middle of this match."""


class Board:
    """One table in memory."""

    def __init__(self, id: str, seed: int, options: dict[str, Any]) -> None:
        self.id = id
        self.match = tw.Match("caesar", seed=seed, compiled=True, **options)
        self.begun, self.players, self.seats = False, 1, [0, 1]
        self.held: dict[int, Act] = {}
        self.results: dict[tuple[int, str], tuple[int, int]] = {}

    def sight(self, player: int | None) -> Sight:
        seat = None if player is None else self.seats[player]
        held = seat in self.held
        return Sight(self.id, player, tuple(self.seats), self.match.view(seat), self.begun, held)

    def begin(self, match: tw.Match) -> None:
        self.begun, self.match = True, match


class MemoryTables:
    """A tables as the house's must be, without a house: what the promises mean, in a few lines."""

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.boards: dict[str, Board] = {}
        self.chairs: dict[str, Chair] = {}

    def _seated(self, board: Board, player: int) -> tuple[Sight, str]:
        token = secrets.token_urlsafe(24)
        self.chairs[token] = Chair(board.id, player)
        return board.sight(player), token

    def _board(self, table: str) -> Board:
        if table not in self.boards:
            raise TurnwiseError("There is no such table.", "no_such_table")
        return self.boards[table]

    async def open(self, given: dict[str, Any], address: str, proof: object) -> tuple[Sight, str]:
        options = game("caesar").options.resolve(rest.terms(given)[0])
        board = Board(f"table-{len(self.boards)}", self.seed, options)
        self.boards[board.id] = board
        return self._seated(board, 0)

    async def join(
        self, table: str, choose: Callable[[Sight], Act | Sit], address: str, proof: object
    ) -> tuple[Sight, str]:
        board = self._board(table)
        if board.players == 2:
            raise Refused("All seats are taken.", "table_full")
        wish = choose(dataclasses.replace(board.sight(None), player=1))
        assert isinstance(wish, Sit)
        if wish.seat != board.seats[1] and board.held:
            raise Refused("Who sits where is settled.", "seats_fixed")
        board.players, board.seats = 2, [1 - wish.seat, wish.seat]
        board.begun = rest.begins_at_once(board.match.frame.options)
        self._due(board)
        return self._seated(board, 1)

    async def chair_of(self, token: str, table: str | None, address: str) -> Chair | None:
        return self.chairs.get(token)

    async def look(self, table: str, chair: Chair | None) -> Sight:
        return self._board(table).sight(chair.player if chair else None)

    async def play(self, chair: Chair, choose: Callable[[Sight], Act | Sit], rev: int | None, key: str) -> Played:
        board = self._board(chair.table)
        if key and (known := board.results.get((chair.player, key))):
            return Played(*known, board.sight(chair.player))
        before = board.match.version
        if rev is not None and rev != before:
            raise Stale(f"The game is at rev {before}.")
        wish = choose(board.sight(chair.player))
        if isinstance(wish, Sit):
            if board.begun or board.held:
                raise Refused("Who sits where is settled.", "seats_fixed")
            board.seats = [wish.seat, 1 - wish.seat] if chair.player == 0 else [1 - wish.seat, wish.seat]
        else:
            self._act(board, board.seats[chair.player], wish)
        if key:
            board.results[chair.player, key] = before, board.match.version
        return Played(before, board.match.version, board.sight(chair.player))

    def _act(self, board: Board, seat: int, wish: Act) -> None:
        if not board.begun and not wish.early:
            raise Refused("The match has not begun.", "not_begun")
        if wish.early and (not board.begun or board.match.turn != seat):
            if seat in board.held:
                raise Refused("Your request waits already until it is due.", "held")
            board.held[seat] = wish
        else:
            board.match.play(wish.actions, seat=seat)
        self._due(board)

    def _due(self, board: Board) -> None:
        """Begin if it is time, and play what was held."""
        board.begun = board.begun or bool(board.held) and board.players == 2
        while board.begun and board.match.turn in board.held:
            board.match.play(board.held.pop(board.match.turn).actions)

    # As a test reaches it.

    def ask(self, method: str, path: str, **more: Any) -> Response:
        async def answered() -> Response:
            transport = httpx.ASGITransport(Starlette(routes=routes(rest, self)))
            async with httpx.AsyncClient(transport=transport, base_url=SITE) as client:
                return await client.request(method, path, **more)

        return asyncio.run(answered())

    def settle(self) -> None:
        """The seed is the match's already."""

    def truth(self) -> list[str]:
        boards = self.boards.values()
        return [f"{board.match.save()} {board.match.position.pack()} {vars(board)}" for board in boards]


class HouseBoard:
    """One table of a house."""

    def __init__(self, table: house_table.Table) -> None:
        self.id, self.table = table.id, table

    @property
    def seats(self) -> list[int]:
        return self.table.players

    @property
    def match(self) -> tw.Match:
        assert self.table.match
        return self.table.match

    @match.setter
    def match(self, match: tw.Match) -> None:
        self.table.match = match
        self.table.status = "over" if match.turn is None else "running"

    def begin(self, match: tw.Match) -> None:
        self.match = match


class HouseTables:
    """The whole application, and in it the house's own tables."""

    def __init__(self, seed: int = 1) -> None:
        self.seed, self.hall, self.runner = seed, Hall(UNLIMITED), asyncio.Runner()
        OPEN.append(self)

    @property
    def boards(self) -> dict[str, HouseBoard]:
        return {id: HouseBoard(loaded.table) for id, loaded in self.hall.house.loaded.items()}

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def ask(self, method: str, path: str, **more: Any) -> Response:
        answer: Response = self.run(self.hall.client.request(method, path, **more))
        return answer

    def settle(self) -> None:
        for board in self.boards.values():
            board.table.secret = secret.small(self.seed)

    def truth(self) -> list[str]:
        """What is on the disk, and the matches in memory."""
        store, tables = self.hall.store, [board.table for board in self.boards.values()]
        matches = [f"{table.match.save()} {table.match.position.pack()}" for table in tables if table.match]
        return [f"{dict(store.logs)} {store.docs}", *matches]

    def close(self) -> None:
        self.run(self.hall.close())
        self.runner.close()


OPEN: list[HouseTables] = []
"""Houses that have yet to be closed."""
Tables = MemoryTables | HouseTables
KINDS: dict[str, type[Tables]] = {"memory": MemoryTables, "house": HouseTables}
kind: type[Tables] = MemoryTables


def new_tables(seed: int = 1) -> Tables:
    """A tables of the kind that the test is about."""
    return kind(seed)


def show_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever asks see what seat 1 sees."""
    honest, honest_too = Board.sight, GameTables._sight

    def careless(board: Board, player: int | None) -> Sight:
        return dataclasses.replace(honest(board, player), view=board.match.view(1))

    def careless_too(tables: GameTables, table: house_table.Table, person: str | None) -> Sight:
        sight = honest_too(tables, table, person)
        return dataclasses.replace(sight, view=table.match.view(1)) if table.match else sight

    monkeypatch.setattr(Board, "sight", careless)
    monkeypatch.setattr(GameTables, "_sight", careless_too)


class Client:
    """The tables behind HTTP. `tokens`: all that it has given out."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.tokens: list[str] = []

    def request(self, method: str, path: str, **more: Any) -> Response:
        answer = self.tables.ask(method, path, **more)
        if answer.status_code == 201:
            self.tokens.append(answer.json()["token"])
        return answer


class Caller:
    """Somebody with a token, or without one. Answers are (status, body); every one is checked for what all have."""

    def __init__(self, client: Client, token: str = "", player: str = "", table: str = "") -> None:
        self.client, self.token, self.player, self.game = client, token, player, table

    def raw(self, method: str, path: str, **more: Any) -> Any:
        headers = ({"Authorization": f"Bearer {self.token}"} if self.token else {}) | more.pop("headers", {})
        answer = self.client.request(method, f"/api/game{path}", headers=headers, **more)
        assert answer.headers["cache-control"] == "no-store", "nothing may be cached"
        assert answer.headers["content-type"] == "application/json"
        body = answer.json()
        if answer.status_code >= 400:
            assert list(body) == ["error", "message", "rule"]
        else:
            assert {"rev", "delta"} <= set(body)
        return answer

    def call(self, path: str, rev: int | None = None, **body: Any) -> tuple[int, dict[str, Any]]:
        """POST to an action, by default in one's own name and with the latest rev."""
        rev = self.state()["rev"] if rev is None else rev
        answer = self.raw("POST", path, json={"playerId": self.player, "rev": rev} | body)
        return answer.status_code, answer.json()

    def done(self, path: str, **body: Any) -> dict[str, Any]:
        status, answer = self.call(path, **body)
        assert status == 200, answer
        return answer

    def error(self, path: str, rev: int | None = None, **body: Any) -> tuple[int, str, str]:
        """Status, code and rule of a request that is refused; and that it changed nothing, for anybody."""
        rev = self.state()["rev"] if rev is None else rev
        before = self.everything()
        status, answer = self.call(path, rev, **body)
        assert self.everything() == before, "an error changes nothing"
        return status, answer["error"], answer["rule"]

    def state(self) -> dict[str, Any]:
        answer = self.raw("GET", "", params={} if self.token else {"game": self.game})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def everything(self) -> list[str]:
        """The truth of all tables."""
        return self.client.tables.truth()


def seated(*, seed: int = 1, **options: Any) -> tuple[Tables, Caller, Caller, Caller]:
    """A table with both players, and a spectator."""
    tables = new_tables(seed)
    client = Client(tables)
    opened = Caller(client).raw("POST", "", json=options).json()
    tables.settle()
    joined = Caller(client).raw("POST", "/join", json={"game": opened["game"]}).json()
    players = [Caller(client, seat["token"], seat["playerId"], seat["game"]) for seat in (opened, joined)]
    return tables, *players, Caller(client, table=opened["game"])  # type: ignore[return-value]


def pictured(table: Table, *, seed: int = 1, **options: Any) -> tuple[Tables, Caller, Caller, Caller]:
    """Both players in a position that was set up by hand; seat 0 is the player who opened the table."""
    found = seated(seed=seed, **options)
    (board,) = found[0].boards.values()
    match = tw.Match("caesar", seed=seed, **options)
    match.position, match.told[0] = table.at, table.laid_up()
    match._changed()
    board.begin(match)
    return found


def influence(number: int) -> dict[str, Any]:
    return {"type": "influence", "number": number}


def lay(number: int, group: str, *, up: bool) -> dict[str, Any]:
    return {"cardDetails": influence(number), "target": group, "faceUp": up, "deckType": "influence"}


def action(kind: str, **more: Any) -> dict[str, Any]:
    return {"cardDetails": {"type": kind}, "deckType": "action"} | more
