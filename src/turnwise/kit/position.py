"""A state with what stands beside it, driven from Python: interpreted or compiled, the same calls and the same results."""

from functools import cached_property
from threading import local
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
SEED, TURN, TURNS, OVER = 0, 2, 3, 4  # the words that every record begins with
ROW = 1 + ARGUMENTS

Told = tuple[int, ...]
"""One event: its kind and its arguments."""


class Desk(local):
    """Work space for the calls of an engine, for each thread its own: matches share an engine, and compiled rules run beside each other."""

    def __init__(self, game: Game, compiled: bool) -> None:
        self._game, self._compiled = game, compiled

    @cached_property
    def moves(self) -> Any:
        """For legal actions."""
        return np.zeros(self._game.actions + 1, np.int64)

    @cached_property
    def tell(self) -> Any:
        """For events."""
        return buffer(compiled=self._compiled)

    @cached_property
    def words(self) -> memoryview:
        """Compiled, the events as a run of words: how many, then a row for each."""
        return memoryview(self.tell.view(np.int64))

    @cached_property
    def beside(self) -> Any:
        """For what the gate hides beside a state, where only the state is wanted."""
        record = self._game.records[1]
        return np.zeros(1, record.dtype) if self._compiled else Plains([record.blank()])


class Engine:
    """The bound law of one game, with the work space that its calls need."""

    def __init__(
        self, game: Game, *, compiled: bool, boundscheck: bool = False, taped: bool = False, asked: bool = True
    ) -> None:
        """`asked`: whoever wants it compiled waits for the compiler; otherwise it is, because that costs nothing. `taped`: chance comes
        from tapes (`kit/tape.py`)."""
        self.game, self.asked = game, asked
        self.compiled = compiled and not interpreted()
        self.driver: Any = bind(DRIVER, game.package, compiled=self.compiled, boundscheck=boundscheck, taped=taped)

    @cached_property
    def desk(self) -> Desk:
        return Desk(self.game, self.compiled)

    @property
    def moves(self) -> Any:
        """Work space for legal actions."""
        return self.desk.moves

    @property
    def tell(self) -> Any:
        """Work space for events."""
        return self.desk.tell

    def apart(self) -> "Engine":
        """The same law with work space of its own, which never held anything of this one's."""
        other = Engine.__new__(Engine)
        other.game, other.asked, other.compiled, other.driver = self.game, self.asked, self.compiled, self.driver
        return other

    def pad(self) -> Any:
        """Room for legal actions, `pad[0].moves`, that compiled code hands on without counting references, as it must with an array."""
        return np.zeros(1, [("moves", np.int64, (self.game.actions + 1,))]).view(np.recarray)

    def blank(self, frame: Frame, seed: int) -> "Position":
        """What `setup` starts from: options and seed filled in, everything else 0."""
        state, beside = (record.blank() for record in self.game.records)
        state.seed, state.seats = seed, frame.seats
        for name in self.game.options.coded:
            setattr(state, name, self.game.options[name].code(frame.options[name]))
        for name, value in frame.beside.items():
            setattr(beside, name, value)
        packed = (packer(record)(plain) for record, plain in zip(self.game.records, (state, beside), strict=True))
        return Position(self, *packed)

    def position(self, frame: Frame, seed: int) -> tuple["Position", list[Told]]:
        """A match set up, and what happened while it was."""
        position = self.blank(frame, seed)
        return position, self.begin(position)

    def begin(self, position: "Position") -> list[Told]:
        """Set a blank position up."""
        clear(self.tell)
        self.driver.begin(position.states, position.besides, self.tell)
        return told(self.tell)


def rules_loaded(game: Game) -> bool:
    """Whether this process has the compiled rules of a game already."""
    return is_loaded(DRIVER, game.package)


class Position:
    """One state and its surroundings, the whole truth or what a seat may know: `turn`, `over`, `legal(seat)`, `play(seat, action)`.

    Actions are whole numbers. Every call that changes it says what happened."""

    viewer: int | None = None
    """Whose knowledge this is: a seat's, SPECTATOR's, or nobody's in particular, because nothing is hidden."""
    finished = False
    """Whether this is how a match ended, be it by resigning, which no game's rules know."""

    def __init__(self, engine: Engine, state: bytes, beside: bytes) -> None:
        self.engine = engine
        first, second = engine.game.records
        self.states: Any
        self.besides: Any
        self._words: Any = None
        if engine.compiled:
            room = bytearray(state)
            self.states, self.besides = np.frombuffer(room, first.dtype), np.frombuffer(bytearray(beside), second.dtype)
            self._words = memoryview(room).cast("q")  # NumPy takes ten times as long for a single number
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
        """The bytes of the state and of what stands beside it."""
        if self.engine.compiled:
            return self.states.tobytes(), self.besides.tobytes()
        first, second = self.engine.game.records
        return packer(first)(self.states[0]), packer(second)(self.besides[0])

    def save(self) -> bytes:
        """The bytes of the state alone."""
        return packer(self.engine.game.records[0])(self.states[0]) if self._words is None else bytes(self._words)

    def restore(self, state: bytes, beside: bytes | None = None) -> None:
        """Back to a saved state, and to what stood beside it."""
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
        moves = self.engine.desk.moves
        n = self.engine.driver.options_of(self.states, self.besides, seat, moves)
        found: list[int] = moves[:n].tolist()
        return found

    def check(self, seat: int, action: int) -> int:
        return int(self.engine.driver.refusal(self.states, self.besides, seat, action))

    def play(self, seat: int, action: int) -> list[Told]:
        return self._heard(self.engine.driver.act, seat, action)

    def leave(self, seat: int) -> list[Told]:
        return self._heard(self.engine.driver.depart, seat)

    def _heard(self, rule: Any, *arguments: int) -> list[Told]:
        """What a rule tells while it is carried out."""
        desk = self.engine.desk
        if self._words is None:
            clear(desk.tell)
            rule(self.states, self.besides, *arguments, desk.tell)
            return told(desk.tell)
        words = desk.words
        words[0] = 0
        rule(self.states, self.besides, *arguments, desk.tell)
        n = words[0]
        return [tuple(words[at : at + ROW]) for at in range(1, 1 + n * ROW, ROW)] if n <= ROWS else told(desk.tell)

    def takeback(self, seat: int) -> int:
        return int(self.engine.driver.may_take_back(self.states, self.besides, seat))

    def scores(self, seats: int) -> tuple[list[int], list[float], list[int]]:
        """Places, points and winners of a finished game."""
        places, points = np.zeros(seats, np.int64), np.zeros(seats)
        winners = int(self.engine.driver.result(self.states, self.besides, places, points))
        return places.tolist(), points.tolist(), [seat for seat in range(seats) if winners >> seat & 1]

    def redacted(self, seat: int) -> "Position":
        """What a seat may know, as records; SPECTATOR for somebody without a seat."""
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
            engine.driver.conceal(Plains([known]), engine.desk.beside, seat)
            return known
        room = bytearray(self._words)
        engine.driver.conceal(np.frombuffer(room, self.states.dtype), engine.desk.beside, seat)
        return unpack(room)

    def opened(self) -> "Position":
        """Everything but the seed: what all may know when a match has ended, be it by resigning."""
        known = Position(self.engine.apart(), *self.pack())
        known.reseed(HIDDEN)
        known.finished = True
        return known

    def observed(self, seat: int) -> Any:
        """What a seat knows, as numbers to learn from; `game.observed` says what lies where. Of a position that is hidden from
        nobody it is what the gate lets through."""
        into = np.zeros(size_of_all(self.engine.game.observed), np.int8)
        known = self if self.viewer == seat else self.redacted(seat)
        self.engine.driver.look(known.states, known.besides, seat, into)
        return into

    def imagined(self, seat: int, seed: int) -> "Position":
        """Of a redacted position: one that the seat cannot tell from the real one."""
        imagined = Position(self.engine, *self.pack())
        imagined.reseed(seed)
        self.engine.driver.fill_in(imagined.states, imagined.besides, seat)
        imagined.reseed(seed)
        return imagined

    def advice(self, seat: int, seed: int, player: int = 0) -> int:
        """Of a redacted position: what one of the rule sheet's computer players would do; 0 is the classic one."""
        thinking = self.copy()
        thinking.reseed(seed)
        return int(self.engine.driver.advise(thinking.states, thinking.besides, seat, self.engine.moves, player))

    def duty(self, seat: int) -> int:
        """What every computer player has to do at once, or -1."""
        return int(self.engine.driver.duty_of(self.states, self.besides, seat))

    def worth(self, seat: int) -> int:
        """Of an imagined position: what the game's hints say it is worth to a seat."""
        return int(self.engine.driver.appraise(self.states, self.besides, seat))


def rows_of(position: Position, count: int) -> tuple[Any, Any]:
    """Arrays of `count` states and two besides for a bound algorithm, all equal to the position's."""
    if position.engine.compiled:
        return position.states.repeat(count), position.besides.repeat(2)
    first, second = position.engine.game.records
    state, beside = position.pack()
    return (
        Plains(unpacker(first)(state) for _ in range(count)),
        Plains(unpacker(second)(beside) for _ in range(2)),
    )
