"""Differo in slow, plain Python: a second reading of the rule sheet, for comparison only (see README.md)."""

from collections import Counter
from collections.abc import Callable

Point = tuple[int, int]  # (i, j): row from the top, column [D4]
Move = tuple[Point, Point]
Position = tuple[frozenset[Point], frozenset[Point], str]  # white, black, colour to move

SIDE = 5
LAST = 2 * SIDE - 2
# The hexagon is the part of the 9x9 matrix between two of its "/" lines [D1, D4].
BOARD = {(i, j) for i in range(LAST + 1) for j in range(LAST + 1) if SIDE - 1 <= i + j <= 3 * SIDE - 3}

WHITE_START = {
    *[(5, j) for j in (1, 2, 3, 4, 5, 6)],
    *[(6, j) for j in (1, 3, 5)],
    *[(7, j) for j in (1, 2, 3, 4)],
}
BLACK_START = {(LAST - i, LAST - j) for i, j in WHITE_START}  # the half-turn of White's camp [D5]

OTHER = {"white": "black", "black": "white"}
GOAL_ROW = {"white": 0, "black": LAST}  # the edge behind the opponent [D6]
# West and east share a row, north-east and south-west a "/" line, north-west and south-east a "\" line [D7, D8].
LINE_DIRECTIONS = [((0, -1), (0, 1)), ((-1, 1), (1, -1)), ((-1, 0), (1, 0))]


def label(point: Point) -> str:
    """The source label of a point: a letter for the row, the column counted from 1 [D9]."""
    i, j = point
    return "ABCDEFGHI"[i] + str(j + 1)


def point_of(text: str) -> Point:
    return "ABCDEFGHI".index(text[0]), int(text[1:]) - 1


def words_of(move: Move) -> str:
    start, target = move
    return f"{label(start)}-{label(target)}"


def move_of(words: str) -> Move:
    start, target = words.split("-")
    return point_of(start), point_of(target)


def step(point: Point, direction: Point, steps: int) -> Point:
    return point[0] + steps * direction[0], point[1] + steps * direction[1]


def line_through(point: Point, directions: tuple[Point, Point]) -> set[Point]:
    """The whole line: the point and everything on both sides of it [D13]."""
    line = {point}
    for direction in directions:
        beyond = step(point, direction, 1)
        while beyond in BOARD:
            line.add(beyond)
            beyond = step(beyond, direction, 1)
    return line


LINES = {point: [line_through(point, directions) for directions in LINE_DIRECTIONS] for point in BOARD}  # 3 each [D2]


class Reference:
    def __init__(self, seats: int, options: dict, below: Callable[[int], int]) -> None:
        if seats != 2:
            raise ValueError("Differo is a game for two")
        self.deviate: bool = options["repetition"] == "deviate"
        self.ply_cap: int = options["ply_cap"]
        self.swap_allowed: bool = options["swap"]
        self.pieces = {"white": set(WHITE_START), "black": set(BLACK_START)}
        self.to_move = "white"  # [D3]
        self.white_seat = 0
        self.ply = 0
        self.winner: str | None = None  # a colour, None in a draw
        self.reason: str | None = None
        # The start position is its own first occurrence [D24].
        self.occurrences: Counter[Position] = Counter([self.position()])
        self.worked_out: tuple[Position | None, list[Move]] = (None, [])

    @property
    def turn(self) -> int | None:
        return None if self.reason else self.seat_of(self.to_move)

    def seat_of(self, colour: str) -> int:
        return self.white_seat if colour == "white" else 1 - self.white_seat

    def position(self) -> Position:
        return frozenset(self.pieces["white"]), frozenset(self.pieces["black"]), self.to_move

    # Moving

    def difference(self, line: set[Point]) -> int:
        """Own pieces less enemy pieces on a line, seen by the player to move [D13]."""
        own, enemy = self.pieces[self.to_move], self.pieces[OTHER[self.to_move]]
        return len(own & line) - len(enemy & line)

    def may_land(self, target: Point) -> bool:
        """On the board, empty, and not in the row which the opponent must reach [D17]."""
        occupied = target in self.pieces["white"] or target in self.pieces["black"]
        return target in BOARD and not occupied and target[0] != GOAL_ROW[OTHER[self.to_move]]

    def targets(self, start: Point) -> set[Point]:
        """Where a piece of the player to move may go; what it jumps over is of no account [D16]."""
        found = set()
        for line, directions in zip(LINES[start], LINE_DIRECTIONS, strict=True):
            steps = self.difference(line)
            if steps > 0:  # [D14]
                found |= {step(start, direction, steps) for direction in directions}  # exactly so far [D15]
        return {target for target in found if self.may_land(target)}

    def moves(self) -> list[Move]:
        """Every move by D13 to D17, whether or not it repeats a position; asked for again, they are not worked out again."""
        position = self.position()
        if self.worked_out[0] != position:
            own = sorted(self.pieces[self.to_move])
            self.worked_out = position, [(start, target) for start in own for target in sorted(self.targets(start))]
        return self.worked_out[1]

    def shift(self, move: Move) -> None:
        """Changes the place of one piece, and nothing else [D19]; then it is the other colour's move."""
        start, target = move
        self.pieces[self.to_move].remove(start)
        self.pieces[self.to_move].add(target)
        self.to_move = OTHER[self.to_move]

    def shift_back(self, move: Move) -> None:
        start, target = move
        self.to_move = OTHER[self.to_move]
        self.pieces[self.to_move].remove(target)
        self.pieces[self.to_move].add(start)

    def would_repeat(self, move: Move) -> bool:
        """Would the move make a third occurrence? [D24]"""
        self.shift(move)
        times = self.occurrences[self.position()]
        self.shift_back(move)
        return times >= 2

    def allowed_moves(self) -> list[Move]:
        if not self.deviate:
            return self.moves()
        return [move for move in self.moves() if not self.would_repeat(move)]  # option `repetition`

    def may_swap(self) -> bool:
        """Only in place of the reply to White's first move. Having swapped, seat 1 is White, and it is too late."""
        return self.swap_allowed and self.ply == 1 and self.white_seat == 0

    # The interface

    def legal(self, seat: int) -> list[str]:
        if self.turn is None or self.turn != seat:
            return []
        words = [words_of(move) for move in self.allowed_moves()]
        return words + ["swap"] if self.may_swap() else words

    def play(self, seat: int, words: str) -> None:
        if words not in self.legal(seat):
            raise ValueError(f"seat {seat} may not play {words}")
        if words == "swap":
            self.swap()
        else:
            self.make(move_of(words))

    def swap(self) -> None:
        """The seats change colours. The board, the ply and the colour to move stay, so he who moved moves again,
        now as Black; nothing has moved, so no position occurs once more."""
        self.white_seat = 1

    def make(self, move: Move) -> None:
        mover = self.to_move
        self.shift(move)
        self.ply += 1
        self.occurrences[self.position()] += 1
        self.test_end(mover, move[1])

    # The end

    def test_end(self, mover: str, landing: Point) -> None:
        """The tests after a move, in the order of D21."""
        if landing[0] == GOAL_ROW[mover]:
            self.end("goal", mover)  # [D22]
        elif not self.moves():
            self.end("no_move", mover)  # [D23]
        elif self.repetition_draws():
            self.end("repetition", None)  # [D24]
        elif self.ply >= self.ply_cap:
            self.end("ply_cap", None)  # [D25]

    def repetition_draws(self) -> bool:
        if self.deviate:
            return not self.allowed_moves()  # there are moves, but each would make a third occurrence
        return self.occurrences[self.position()] >= 3

    def end(self, reason: str, winner: str | None) -> None:
        self.reason = reason
        self.winner = winner

    def snapshot(self) -> dict:
        return {
            "turn": self.turn,
            "ply": self.ply,
            "to_move": self.to_move,
            "white_seat": self.white_seat,
            "white": [label(point) for point in sorted(self.pieces["white"])],
            "black": [label(point) for point in sorted(self.pieces["black"])],
        }

    def result(self) -> dict | None:
        """Win 1, draw a half each, loss 0 [D27]; both share the first place of a draw, which has no winner."""
        if self.reason is None:
            return None
        if self.winner is None:
            return {"places": [1, 1], "points": [0.5, 0.5], "winners": [], "reason": self.reason}
        winner = self.seat_of(self.winner)
        return {
            "places": [1 if seat == winner else 2 for seat in (0, 1)],
            "points": [1 if seat == winner else 0 for seat in (0, 1)],
            "winners": [winner],
            "reason": self.reason,
        }
