"""Differo boards for tests: drawn as the sheet's 9×9 matrix, or listed by places (i,j).

In a matrix 0 is empty, 1 white, 2 black, 3 outside."""

from dataclasses import dataclass
from typing import Any

from tests.setting import game_named, position
from turnwise.games.differo import notation
from turnwise.games.differo.board import GRID, POINTS
from turnwise.games.differo.rules import Beside, Do, End, Reason, State
from turnwise.kit.errors import Refused
from turnwise.kit.game import Frame
from turnwise.kit.grid import Place
from turnwise.kit.position import Engine, Position
from turnwise.kit.sets import has, set_of

START = """
    3 3 3 3 0 0 0 0 0
    3 3 3 0 2 2 2 2 0
    3 3 0 2 0 2 0 2 0
    3 0 2 2 2 2 2 2 0
    0 0 0 0 0 0 0 0 0
    0 1 1 1 1 1 1 0 3
    0 1 0 1 0 1 0 3 3
    0 1 1 1 1 0 3 3 3
    0 0 0 0 0 3 3 3 3
"""


@dataclass
class Table:
    """A position with the words of a player: moves are written `(5,1)-(5,7)` or in labels."""

    position: Position
    frame: Frame

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def end(self) -> End | None:
        return End(self.state.over) if self.state.over else None

    def action(self, words: str) -> int:
        (action,) = notation.read(words, self.state, self.frame) or []
        return action

    def play(self, *moves: str) -> None:
        """Each by the seat on turn; an illegal one fails the test."""
        for words in moves:
            action = self.action(words)
            assert action in self.position.legal(self.state.turn), f"{words} is not legal"
            self.position.play(self.state.turn, action)

    def moves(self) -> set[str]:
        """What the seat on turn may do, in the form `(5,1)-(5,7)`."""
        return {_written(action) for action in self.position.legal(self.state.turn)}

    def moves_from(self, base: Place) -> set[str]:
        return {move for move in self.moves() if move.startswith(_place(base))}

    def refused(self, words: str) -> tuple[Reason, str]:
        """Why the seat on turn may not do this, as a reason and as a sentence."""
        try:
            action = self.action(words)
        except Refused as refused:
            return Reason[refused.code.upper()], str(refused)
        reason = Reason(self.position.check(self.state.turn, action))
        return reason, str(notation.refusal(reason, self.state, self.frame, action))

    def differences(self) -> dict[str, int]:
        """Of every line, named by its ends, as the player to move would count it."""
        return differences(self.state)

    def matrix(self) -> str:
        """The board as the sheet draws it."""
        return "\n".join(" ".join(self._digit(GRID.at(i, j)) for j in range(9)) for i in range(9))

    def _digit(self, point: int) -> str:
        if point < 0:
            return "3"
        return "1" if has(self.state.sides[0], point) else "2" if has(self.state.sides[1], point) else "0"


def differences(s: Any) -> dict[str, int]:
    """Of every line, named by its ends: pieces of the side to move less those of the other."""
    found = {}
    for line in GRID.lines:
        own, enemy = (sum(has(s.sides[side], point) for point in line) for side in (s.ply % 2, 1 - s.ply % 2))
        found[f"{notation.POINT_NAMES[line[0]]}-{notation.POINT_NAMES[line[-1]]}"] = own - enemy
    return found


def opening(*, compiled: bool = False, **options: Any) -> Table:
    """A game set up by the rules."""
    game = game_named("differo")
    frame = game.frame(2, options)
    return Table(Engine(game, compiled=compiled).position(frame, 1)[0], frame)


def board(
    matrix: str = "",
    *,
    white: tuple[Place, ...] = (),
    black: tuple[Place, ...] = (),
    ply: int = 0,
    past: dict[int, tuple[tuple[Place, ...], tuple[Place, ...]]] | None = None,
    **options: Any,
) -> Table:
    """A position at a ply (even: White to move), with the positions (white, black) that stood at earlier plies."""
    for i, row in enumerate(matrix.split("\n")[1:10]):
        for j, digit in enumerate(row.split()):
            white += ((i, j),) * (digit == "1")
            black += ((i, j),) * (digit == "2")
    fields = {"sides": [_set(white), _set(black)], "ply": ply, "turn": ply % 2}
    bare, frame = position("differo", fields, **options)
    trail = Beside.blank()
    for earlier, sides in {**(past or {}), ply: (white, black)}.items():
        for side in range(2):
            trail.trail[earlier % 2, side, earlier // 2] = _set(sides[side])
    return Table(Position(bare.engine, State.pack(bare.state), Beside.pack(trail)), frame)


def _set(places: tuple[Place, ...]) -> int:
    points = [GRID.at(*place) for place in places]
    assert all(point >= 0 for point in points) and len(set(points)) == len(points)
    return int(set_of(points))


def _written(action: int) -> str:
    if action == Do.SWAP:
        return "swap"
    base, target = divmod(action, POINTS)
    return f"{_place(GRID.places[base])}-{_place(GRID.places[target])}"


def _place(place: Place) -> str:
    return f"({place[0]},{place[1]})"
