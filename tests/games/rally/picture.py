"""Rally boards and positions for tests, in one line each.

    network("S> A Q*quiz F#", "S-A A-Q Q-F")     positions in board order: > START, # FINISH, * checkpoint, *quiz with a pack
    Table("P7 P1 | die 3 | left 1 | visited P1 P4 | points P3 P11 / P20 | turn 1 | round 5 | in 2 | gone 0")

A table's line begins with the place of each seat's figure, `-` for one off the board; the rest may be left out.
"""

from types import SimpleNamespace
from typing import Any

from tests.setting import game_named, position
from turnwise.games.rally.board import cautions, faults
from turnwise.games.rally.rules import points_to_finish
from turnwise.games.rally.state import End, Event, Reason
from turnwise.games.rally.walking import find_reach
from turnwise.kit.chance import below
from turnwise.kit.sets import set_of

GAME = game_named("rally")
KINDS = {">": "start", "#": "finish", "*": "checkpoint"}

HEXAGON = {"text": "How many sides has a hexagon?", "answers": ["5", "6", "8"], "right": 1, "note": "Hex is six."}
COLOUR = {"text": "Which colour has the fourth seat?", "answers": ["blue", "green", "white", "red"], "right": 3}


def network(positions: str, connections: str, **packs: list[dict[str, Any]]) -> dict[str, Any]:
    """A board; positions get places of their own, packs their questions."""
    entries = []
    for index, word in enumerate(positions.split()):
        mark = next((i for i, letter in enumerate(word) if letter in KINDS), len(word))
        kind = KINDS.get(word[mark : mark + 1], "plain")
        pack = {"pack": word[mark + 1 :]} if word[mark + 1 :] else {}
        entries.append({"id": word[:mark], "x": index % 16, "y": index // 16, "kind": kind} | pack)
    return {
        "format": "rally-board-1",
        "name": "Test board",
        "positions": entries,
        "connections": [pair.split("-") for pair in connections.split()],
        "packs": {name: {"title": name.title(), "questions": questions} for name, questions in packs.items()},
    }


def check(board: Any) -> list[str]:
    """The messages that apply to a board, in English."""
    return [str(fault) for fault in faults(board)]


def warnings(board: Any) -> list[str]:
    """What a good board had better not have, in English."""
    return [str(caution) for caution in cautions(board)]


SQUARE = network("A> B C D* F#", "A-B A-C B-D C-D F-A")
"""Example 9: two ways from A to D."""

QUIZ = network("S> Q*quiz A F#", "S-Q S-A A-Q Q-F", quiz=[HEXAGON, COLOUR])
"""A question one move from START."""


def seed_giving(*draws: tuple[int, int]) -> int:
    """A seed whose next draws below(n) give these numbers: (n, number), …; a die that shows 4 is (6, 3)."""
    for seed in range(1_000_000):
        state = SimpleNamespace(seed=seed)
        if all(below(state, n) == wanted for n, wanted in draws):
            return seed
    raise AssertionError(f"no seed gives {draws}")


class Table:
    """A position to play from."""

    def __init__(
        self, line: str, *, board: Any = "Demo 21", seed: int = 1, asked: tuple[int, ...] = (), **options: Any
    ) -> None:
        places, *parts = (part.strip() for part in line.split("|"))
        told = {word: rest for word, _, rest in (part.partition(" ") for part in parts)}
        figures = places.split()
        self.position, self.frame = position("rally", {}, seats=len(figures), seed=seed, board=board, **options)
        self.ids = [entry["id"] for entry in self.frame.texts["positions"]]
        checkpoints = [entry["id"] for entry in self.frame.texts["positions"] if entry["kind"] == "checkpoint"]
        s = self.position.state
        s.turn, s.this_round = int(told.get("turn", 0)), int(told.get("round", 1))
        s.die = int(told.get("die", 1))
        s.moves_left = int(told.get("left", s.die))
        for seat, place in enumerate(figures):
            s.at[seat] = -1 if place == "-" else self.ids.index(place)
        for place in told.get("visited", "").split():
            s.layer[self.ids.index(place)] = -1
        for seat, points in enumerate(told.get("points", "").split("/")):
            s.held[seat] = set_of(checkpoints.index(name) for name in points.split())
        for rank, seat in enumerate(map(int, told.get("in", "").split())):
            s.arrived[rank], s.arrival_round[seat], s.arrivals = seat, 1, rank + 1
        for index, seat in enumerate(map(int, told.get("gone", "").split())):
            s.gone[index], s.leavers = seat, index + 1
        s.asked[0, 0] = set_of(asked)
        s.needed = points_to_finish(s, self.position.besides[0])
        find_reach(s, self.position.besides[0], s.turn)

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def show(self) -> dict[str, Any]:
        shown: dict[str, Any] = GAME.notation.show(self.position.plain(), self.frame)
        return shown

    @property
    def reach(self) -> dict[str, int]:
        reach: dict[str, int] = self.show["reach"]
        return reach

    def action(self, words: str) -> int:
        (found,) = [a for a in range(GAME.actions) if GAME.notation.words(a, self.frame) == words]
        return found

    def legal(self, seat: int | None = None) -> list[str]:
        return [GAME.notation.words(a, self.frame) for a in self.position.legal(self.turn if seat is None else seat)]

    def play(self, *requests: str, seed: int | None = None) -> list[tuple[str, Any]]:
        """Actions of the seat on turn, the last one with this seed; what happened with it, arguments in words."""
        told: list[tuple[int, ...]] = []
        for words in requests:
            assert words in self.legal(), f"'{words}' is not among {self.legal()}"
            if seed is not None and words == requests[-1]:
                self.position.reseed(seed)
            told = self.position.play(self.turn, self.action(words))
        return [self.heard(row) for row in told]

    def leave(self, seat: int) -> None:
        self.position.leave(seat)

    def heard(self, row: tuple[int, ...]) -> tuple[str, Any]:
        event = Event(row[0])
        names = Event.arguments[event]
        values = {
            name: GAME.notation.name(name, value, self.frame) for name, value in zip(names, row[1:], strict=False)
        }
        return event.name.lower(), values

    def refused(self, words: str, seat: int | None = None) -> str:
        """The reason why an action is refused; empty if it is legal."""
        code = self.position.check(self.turn if seat is None else seat, self.action(words))
        return Reason(code).name.lower() if code else ""

    @property
    def result(self) -> tuple[list[int], list[int], str]:
        """Places, winners and the reason of the end; nothing before it."""
        over = self.position.over
        places, _, winners = self.position.scores(self.frame.seats)
        return (places, winners, End(over).name.lower()) if over else ([], [], "")


def opened(seats: int = 2, *, seed: int = 1, **options: Any) -> Table:
    """A table after its real set-up."""
    table = Table(" ".join(["START"] * seats).replace("START", _start(options)), seed=seed, **options)
    table.position, _ = table.position.engine.position(table.frame, seed)
    return table


def _start(options: dict[str, Any]) -> str:
    board = GAME.options["board"].accept(options.get("board", "Demo 21"))
    return str(next(entry["id"] for entry in board["positions"] if entry["kind"] == "start"))
