"""A state with what is beside it, driven from Python: interpreted or compiled, the same calls and the same results."""

from functools import cached_property
from threading import local
from types import SimpleNamespace
from typing import Any

import numpy as np

from turnwise.kit.bind import bind, interpreted, is_loaded
from turnwise.kit.events import ARGUMENTS, ROWS, buffer, clear, told
from turnwise.kit.game import Frame, Game
from turnwise.kit.layout import packer, unpacker
from turnwise.kit.observation import size_of_all
from turnwise.kit.record import HIDDEN, Plains

DRIVER = "turnwise.kit.driver"
SPECTATOR = -1
SEED, TURN, TURNS, OVER = 0, 2, 3, 4  # the first words of every record
ROW = 1 + ARGUMENTS

Told = tuple[int, ...]
"""One event: its kind and its arguments."""


class Workspace(local):
    """Work space for the calls of an engine, one per thread: matches share an engine, and compiled rules run in
    parallel."""

    def __init__(self, game: Game, compiled: bool) -> None:
        self._game, self._compiled = game, compiled

    @cached_property
    def pad(self) -> Any:
        """For legal actions, `pad[0].moves` of compiled code."""
        return pads(self._game, self._compiled)

    @cached_property
    def moves(self) -> Any:
        """The same, for Python to read."""
        return self.pad["moves"][0] if self._compiled else self.pad[0].moves

    @cached_property
    def tell(self) -> Any:
        """For events."""
        return buffer(compiled=self._compiled)

    @cached_property
    def words(self) -> memoryview:
        """Compiled, the events as a sequence of words: their number, then a row for each."""
        return memoryview(self.tell.view(np.int64))

    @cached_property
    def beside(self) -> Any:
        """For what the gate hides beside a state, if only the state is wanted."""
        record = self._game.records[1]
        return np.zeros(1, record.dtype) if self._compiled else Plains([record.blank()])


def pads(game: Game, compiled: bool, rows: int = 1) -> Any:
    """Room for legal actions, `pads[0].moves`: a field, which compiled code hands on without counting references, as it must with an
    array. Whoever compiles for arrays compiles all that lists or reads actions once more. Numba takes three times as long to know the
    type of a recarray as that of any other array."""
    room = game.actions + 1
    if compiled:
        return np.zeros(rows, [("moves", np.int64, (room,))])
    return [SimpleNamespace(moves=np.zeros(room, np.int64)) for _ in range(rows)]


class Engine:
    """The bound law of one game, with the work space for its calls."""

    def __init__(
        self, game: Game, *, compiled: bool, boundscheck: bool = False, taped: bool = False, asked: bool = True
    ) -> None:
        """`asked`: the caller wants it compiled and waits for the compiler; otherwise it is compiled only if that is
        ready. `taped`: chance comes from tapes (`kit/tape.py`)."""
        self.game, self.asked = game, asked
        self.compiled = compiled and not interpreted()
        self.driver: Any = bind(DRIVER, game.package, compiled=self.compiled, boundscheck=boundscheck, taped=taped)

    @cached_property
    def workspace(self) -> Workspace:
        return Workspace(self.game, self.compiled)

    @property
    def moves(self) -> Any:
        """Work space for legal actions."""
        return self.workspace.moves

    @property
    def tell(self) -> Any:
        """Work space for events."""
        return self.workspace.tell

    def apart(self) -> "Engine":
        """The same law with its own work space, which never held anything of this one's."""
        other = Engine.__new__(Engine)
        other.game, other.asked, other.compiled, other.driver = self.game, self.asked, self.compiled, self.driver
        return other

    def pad(self, rows: int = 1) -> Any:
        """Room of one's own for legal actions, `pad[0].moves`."""
        return pads(self.game, self.compiled, rows)

    def blank(self, frame: Frame, seed: int) -> "Position":
        """The argument of `setup`: options and seed filled in, everything else 0."""
        state, beside = (record.blank() for record in self.game.records)
        state.seed, state.seats = seed, frame.seats
        for name in self.game.options.coded:
            setattr(state, name, self.game.options[name].code(frame.options[name]))
        for name, value in frame.beside.items():
            setattr(beside, name, value)
        packed = (packer(record)(plain) for record, plain in zip(self.game.records, (state, beside), strict=True))
        return Position(self, *packed)

    def position(self, frame: Frame, seed: int) -> tuple["Position", list[Told]]:
        """A position after the set-up, and the events of the set-up."""
        position = self.blank(frame, seed)
        return position, self.begin(position)

    def begin(self, position: "Position") -> list[Told]:
        """Set up a blank position."""
        clear(self.tell)
        self.driver.begin(position.states, position.besides, self.tell)
        return told(self.tell)


def rules_loaded(game: Game) -> bool:
    """Whether this process has the compiled rules of a game already."""
    return is_loaded(DRIVER, game.package)


class Position:
    """One state and what is beside it, complete or what a seat may know: `turn`, `over`, `legal(seat)`, `play(seat,
    action)`.

    Actions are whole numbers. Every call that changes it returns the events."""

    viewer: int | None = None
    """Whose knowledge this is: a seat's, SPECTATOR's, or None, because nothing is hidden."""
    finished = False
    """Whether the match has ended here, perhaps by resigning, which is not in the game's rules."""

    def __init__(self, engine: Engine, state: bytes, beside: bytes) -> None:
        self.engine = engine
        first, second = engine.game.records
        self.states: Any
        self.besides: Any
        self._words: Any = None
        if engine.compiled:
            room = bytearray(state)
            self.states, self.besides = np.frombuffer(room, first.dtype), np.frombuffer(bytearray(beside), second.dtype)
            self._words = memoryview(room).cast("q")  # reading a single number through NumPy takes ten times as long
        else:
            self.states, self.besides = Plains([unpacker(first)(state)]), Plains([unpacker(second)(beside)])

    @property
    def state(self) -> Any:
        """The record itself: `position.state.turn`."""
        return self.states.view(np.recarray)[0] if self.engine.compiled else self.states[0]

    @property
    def seed(self) -> int:
        return int(self.states[0].seed if self._words is None else self._words[SEED])

    @property
    def turn(self) -> int:
        return int(self.states[0].turn if self._words is None else self._words[TURN])

    @property
    def turns(self) -> int:
        return int(self.states[0].turns if self._words is None else self._words[TURNS])

    @property
    def over(self) -> int:
        return int(self.states[0].over if self._words is None else self._words[OVER])

    def pack(self) -> tuple[bytes, bytes]:
        """The bytes of the state and of what is beside it."""
        if self.engine.compiled:
            return self.states.tobytes(), self.besides.tobytes()
        first, second = self.engine.game.records
        return packer(first)(self.states[0]), packer(second)(self.besides[0])

    def save(self) -> bytes:
        """The bytes of the state alone."""
        return packer(self.engine.game.records[0])(self.states[0]) if self._words is None else bytes(self._words)

    def restore(self, state: bytes, beside: bytes | None = None) -> None:
        """Restore a saved state, and what was beside it."""
        for rows, record, data in zip(
            (self.states, self.besides), self.engine.game.records, (state, beside), strict=True
        ):
            if data is None:
                continue
            if self.engine.compiled:
                rows[:] = np.frombuffer(data, record.dtype)
            else:
                rows[0] = unpacker(record)(data)

    def copy(self) -> "Position":
        other = Position(self.engine, *self.pack())
        if self.viewer is not None:
            other.viewer = self.viewer
        return other

    def plain(self) -> Any:
        """A copy of the state as a plain object, for notation and tests."""
        return unpacker(self.engine.game.records[0])(self.save())

    def reseed(self, seed: int) -> None:
        if self._words is None:
            self.states[0].seed = seed
        else:
            self._words[SEED] = seed

    def legal(self, seat: int) -> list[int]:
        workspace = self.engine.workspace
        n = self.engine.driver.options_of(self.states, self.besides, seat, workspace.pad)
        found: list[int] = workspace.moves[:n].tolist()
        return found

    def check(self, seat: int, action: int) -> int:
        return int(self.engine.driver.refusal(self.states, self.besides, seat, action))

    def play(self, seat: int, action: int) -> list[Told]:
        return self._heard(self.engine.driver.act, seat, action)

    def leave(self, seat: int) -> list[Told]:
        return self._heard(self.engine.driver.depart, seat)

    def _heard(self, rule: Any, *arguments: int) -> list[Told]:
        """The events of a rule that is carried out."""
        workspace = self.engine.workspace
        if self._words is None:
            clear(workspace.tell)
            rule(self.states, self.besides, *arguments, workspace.tell)
            n, rows = workspace.tell[0].told, workspace.tell[0].rows.cells
            if n <= ROWS:
                return [tuple(map(int, rows[at : at + ROW])) for at in range(0, n * ROW, ROW)]
            return told(workspace.tell)
        words = workspace.words
        words[0] = 0
        rule(self.states, self.besides, *arguments, workspace.tell)
        n = words[0]
        return [tuple(words[at : at + ROW]) for at in range(1, 1 + n * ROW, ROW)] if n <= ROWS else told(workspace.tell)

    def takeback(self, seat: int) -> int:
        return int(self.engine.driver.may_take_back(self.states, self.besides, seat))

    def scores(self, seats: int) -> tuple[list[int], list[float], list[int]]:
        """Places, points and winners of a finished game."""
        places, points = np.zeros(seats, np.int64), np.zeros(seats)
        winners = int(self.engine.driver.result(self.states, self.besides, places, points))
        return places.tolist(), points.tolist(), [seat for seat in range(seats) if winners >> seat & 1]

    def redacted(self, seat: int) -> "Position":
        """What a seat may know, as records; SPECTATOR: without a seat."""
        known = Position(self.engine.apart(), *self.pack())
        self.engine.driver.conceal(known.states, known.besides, seat)
        known.viewer = seat
        return known

    def shown(self, seat: int) -> Any:
        """What a seat may know of the state alone, as a plain object; the same as `redacted(seat).plain()`."""
        engine = self.engine
        unpack = unpacker(engine.game.records[0])
        if self._words is None:
            known = unpack(self.save())
            engine.driver.conceal(Plains([known]), engine.workspace.beside, seat)
            return known
        room = bytearray(self._words)
        engine.driver.conceal(np.frombuffer(room, self.states.dtype), engine.workspace.beside, seat)
        return unpack(room)

    def opened(self) -> "Position":
        """Everything but the seed: what everybody may know when a match has ended, perhaps by resigning."""
        known = Position(self.engine.apart(), *self.pack())
        known.reseed(HIDDEN)
        known.finished = True
        return known

    def observed(self, seat: int) -> Any:
        """What a seat knows, as numbers to learn from; `game.observed` describes them. A complete position passes the
        gate first."""
        into = np.zeros(size_of_all(self.engine.game.observed), np.int8)
        known = self if self.viewer == seat else self.redacted(seat)
        self.engine.driver.look(known.states, known.besides, seat, into)
        return into

    def imagined(self, seat: int, seed: int) -> "Position":
        """From a redacted position: one that the seat cannot tell from the real one."""
        imagined = Position(self.engine, *self.pack())
        imagined.reseed(seed)
        self.engine.driver.fill_in(imagined.states, imagined.besides, seat)
        imagined.reseed(seed)
        return imagined

    def advice(self, seat: int, seed: int, player: int = 0) -> int:
        """From a redacted position: what one of the rule sheet's computer players would do; 0 is the classic one."""
        thinking = self.copy()
        thinking.reseed(seed)
        return int(
            self.engine.driver.advise(thinking.states, thinking.besides, seat, self.engine.workspace.pad, player)
        )

    def duty(self, seat: int) -> int:
        """What every computer player must do at once, or -1."""
        return int(self.engine.driver.duty_of(self.states, self.besides, seat))

    def worth(self, seat: int) -> int:
        """From an imagined position: its value for a seat, by the game's hints."""
        return int(self.engine.driver.appraise(self.states, self.besides, seat))


def rows_of(position: Position, count: int) -> tuple[Any, Any]:
    """Arrays of `count` states and of two besides for a bound algorithm, all equal to the position's."""
    if position.engine.compiled:
        return position.states.repeat(count), position.besides.repeat(2)
    first, second = position.engine.game.records
    state, beside = position.pack()
    return (
        Plains(unpacker(first)(state) for _ in range(count)),
        Plains(unpacker(second)(beside) for _ in range(2)),
    )
