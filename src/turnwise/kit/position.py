"""A state with what stands beside it, driven from Python: interpreted or compiled, the same calls and the same results."""

from functools import cached_property
from typing import Any

import numpy as np

from turnwise.kit.bind import bind, interpreted, is_loaded
from turnwise.kit.events import buffer, clear, told
from turnwise.kit.game import Frame, Game
from turnwise.kit.record import HIDDEN, Plains

DRIVER = "turnwise.kit.driver"
SPECTATOR = -1

Told = tuple[int, ...]
"""One event: its kind and its arguments."""


class Engine:
    """The bound law of one game, with the work space that its calls need."""

    def __init__(self, game: Game, *, compiled: bool | None = None, boundscheck: bool = False) -> None:
        """`compiled` None: compiled if somebody in this process has asked for the compiled game already, else interpreted."""
        self.game = game
        self.compiled = (is_loaded(DRIVER, game.package) if compiled is None else compiled) and not interpreted()
        self.driver: Any = bind(DRIVER, game.package, compiled=self.compiled, boundscheck=boundscheck)

    @cached_property
    def moves(self) -> Any:
        """Work space for legal actions."""
        return np.zeros(self.game.actions + 1, np.int64)

    @cached_property
    def tell(self) -> Any:
        """Work space for events."""
        return buffer(compiled=self.compiled)

    def apart(self) -> "Engine":
        """The same law with work space of its own, which never held anything of this one's."""
        other = Engine.__new__(Engine)
        other.game, other.compiled, other.driver = self.game, self.compiled, self.driver
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
        packed = (record.pack(plain) for record, plain in zip(self.game.records, (state, beside), strict=True))
        return Position(self, *packed)

    def position(self, frame: Frame, seed: int) -> tuple["Position", list[Told]]:
        """A match set up, and what happened while it was."""
        position = self.blank(frame, seed)
        clear(self.tell)
        self.driver.begin(position.states, position.besides, self.tell)
        return position, told(self.tell)


class Position:
    """One state and its surroundings. Every call that changes it says what happened."""

    def __init__(self, engine: Engine, state: bytes, beside: bytes) -> None:
        self.engine = engine
        self.states: Any
        self.besides: Any
        if engine.compiled:
            self.states, self.besides = (
                np.frombuffer(bytearray(data), record.dtype)
                for record, data in zip(engine.game.records, (state, beside), strict=True)
            )
        else:
            self.states, self.besides = (
                Plains([record.unpack(data)]) for record, data in zip(engine.game.records, (state, beside), strict=True)
            )

    @property
    def state(self) -> Any:
        """The record itself: `position.state.turn`."""
        return self.states.view(np.recarray)[0] if self.engine.compiled else self.states[0]

    @property
    def turn(self) -> int:
        return int(self.states[0]["turn"] if self.engine.compiled else self.states[0].turn)

    @property
    def turns(self) -> int:
        return int(self.states[0]["turns"] if self.engine.compiled else self.states[0].turns)

    @property
    def over(self) -> int:
        return int(self.states[0]["over"] if self.engine.compiled else self.states[0].over)

    def pack(self) -> tuple[bytes, bytes]:
        """The bytes of the state and of what stands beside it."""
        if self.engine.compiled:
            return self.states.tobytes(), self.besides.tobytes()
        first, second = self.engine.game.records
        return first.pack(self.states[0]), second.pack(self.besides[0])

    def save(self) -> bytes:
        """The bytes of the state alone."""
        return (
            bytes(self.states.tobytes()) if self.engine.compiled else self.engine.game.records[0].pack(self.states[0])
        )

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
                rows[0] = record.unpack(data)

    def copy(self) -> "Position":
        return Position(self.engine, *self.pack())

    def plain(self) -> Any:
        """A copy of the state as a plain object, for notation and tests."""
        return self.engine.game.records[0].unpack(self.save())

    def reseed(self, seed: int) -> None:
        if self.engine.compiled:
            self.states["seed"][0] = seed
        else:
            self.states[0].seed = seed

    def legal(self, seat: int) -> list[int]:
        n = int(self.engine.driver.options_of(self.states, self.besides, seat, self.engine.moves))
        return [int(action) for action in self.engine.moves[:n].tolist()]

    def check(self, seat: int, action: int) -> int:
        return int(self.engine.driver.refusal(self.states, self.besides, seat, action))

    def play(self, seat: int, action: int) -> list[Told]:
        clear(self.engine.tell)
        self.engine.driver.act(self.states, self.besides, seat, action, self.engine.tell)
        return told(self.engine.tell)

    def leave(self, seat: int) -> list[Told]:
        clear(self.engine.tell)
        self.engine.driver.depart(self.states, self.besides, seat, self.engine.tell)
        return told(self.engine.tell)

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
        return known

    def opened(self) -> "Position":
        """Everything but the seed: what all may know when a match has ended, be it by resigning."""
        known = Position(self.engine.apart(), *self.pack())
        known.reseed(HIDDEN)
        return known

    def imagined(self, seat: int, seed: int) -> "Position":
        """Of a redacted position: one that the seat cannot tell from the real one."""
        imagined = self.copy()
        imagined.reseed(seed)
        self.engine.driver.fill_in(imagined.states, imagined.besides, seat)
        imagined.reseed(seed)
        return imagined

    def advice(self, seat: int, seed: int) -> int:
        """Of a redacted position: what the classic computer player would do."""
        thinking = self.copy()
        thinking.reseed(seed)
        return int(self.engine.driver.advise(thinking.states, thinking.besides, seat, self.engine.moves))

    def worth(self, seat: int) -> int:
        """Of an imagined position: what the game's hints say it is worth to a seat."""
        return int(self.engine.driver.appraise(self.states, self.besides, seat))


def rows_of(position: Position, count: int) -> tuple[Any, Any]:
    """Arrays of `count` states and two besides for a bound algorithm, all equal to the position's."""
    if position.engine.compiled:
        return position.states.repeat(count), position.besides.repeat(2)
    first, second = position.engine.game.records
    state, beside = position.pack()
    return Plains(first.unpack(state) for _ in range(count)), Plains(second.unpack(beside) for _ in range(2))
