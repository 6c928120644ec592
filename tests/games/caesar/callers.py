"""Tables of Caesar and Cleopatra in memory behind their REST contract, and two players and a spectator who call them."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import httpx
from starlette.applications import Starlette

import turnwise as tw
from tests.games.caesar.picture import Table
from turnwise.games import game
from turnwise.games.caesar import rest
from turnwise.kit.errors import Refused, Stale, TurnwiseError
from turnwise.kit.routes import Act, Sight, Sit
from turnwise.web.contracts import Chair, Played, routes


class Board:
    """One table."""

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


class MemoryDesk:
    """A desk as the house's must be, without a house."""

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

    async def open(self, options: dict[str, Any]) -> tuple[Sight, str]:
        board = Board(f"table-{len(self.boards)}", self.seed, game("caesar").options.resolve(options))
        self.boards[board.id] = board
        return self._seated(board, 0)

    async def join(self, table: str) -> tuple[Sight, str]:
        board = self._board(table)
        if board.players == 2:
            raise Refused("All seats are taken.", "table_full")
        board.players = 2
        board.begun = rest.begins_at_once(board.match.frame.options)
        self._due(board)
        return self._seated(board, 1)

    async def chair_of(self, token: str) -> Chair | None:
        return self.chairs.get(token)

    async def look(self, table: str, player: int | None) -> Sight:
        return self._board(table).sight(player)

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


class Client:
    """The desk behind HTTP."""

    def __init__(self, desk: MemoryDesk) -> None:
        self.desk = desk
        self.transport = httpx.ASGITransport(Starlette(routes=routes(rest, desk)))

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def answered() -> httpx.Response:
            async with httpx.AsyncClient(transport=self.transport, base_url="http://table") as client:
                return await client.request(method, path, **more)

        return asyncio.run(answered())


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
        boards = self.client.desk.boards.values()
        return [f"{board.match.save()} {board.match.position.pack()} {vars(board)}" for board in boards]


def seated(*, seed: int = 1, **options: Any) -> tuple[MemoryDesk, Caller, Caller, Caller]:
    """A table with both players, and a spectator."""
    desk = MemoryDesk(seed)
    client = Client(desk)
    opened = Caller(client).raw("POST", "", json=options).json()
    joined = Caller(client).raw("POST", "/join", json={"game": opened["game"]}).json()
    players = [Caller(client, seat["token"], seat["playerId"], seat["game"]) for seat in (opened, joined)]
    return desk, *players, Caller(client, table=opened["game"])  # type: ignore[return-value]


def pictured(table: Table, *, seed: int = 1, **options: Any) -> tuple[MemoryDesk, Caller, Caller, Caller]:
    """Both players in a position that was set up by hand; seat 0 is the player who opened the table."""
    found = seated(seed=seed, **options)
    (board,) = found[0].boards.values()
    board.begun, board.match = True, tw.Match("caesar", seed=seed, **options)
    board.match.position = table.at
    return found


def influence(number: int) -> dict[str, Any]:
    return {"type": "influence", "number": number}


def lay(number: int, group: str, *, up: bool) -> dict[str, Any]:
    return {"cardDetails": influence(number), "target": group, "faceUp": up, "deckType": "influence"}


def action(kind: str, **more: Any) -> dict[str, Any]:
    return {"cardDetails": {"type": kind}, "deckType": "action"} | more
