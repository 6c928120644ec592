"""Plays a few games interpreted, to find what is wrong with their rules before they are compiled: each fault with file
and line.

Besides faults there is advice, about what is wrong in most games and right in some."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from turnwise.kit.bind import law_faults, law_files
from turnwise.kit.declared import declared
from turnwise.kit.faults import Endless, Fault, at, from_compiler, package_folder, raised
from turnwise.kit.game import Game
from turnwise.kit.layout import packer
from turnwise.kit.plain import advance, drawn
from turnwise.kit.position import Engine, Position
from turnwise.kit.ready import compile_rules
from turnwise.kit.record import Record
from turnwise.kit.subset import assigned

GAMES, SEED = 5, 1
PATIENCE = 10.0
"""Seconds of processor time for one call of interpreted rules; a longer one is taken for an endless loop."""
Result = TypeVar("Result")


def faults_of(game: Game) -> list[Fault]:
    """All faults that can be found without the compiler: those in the sources, then those in a few games."""
    return examined(game).faults


class Examined(NamedTuple):
    """The result of examining a game."""

    faults: list[Fault]
    advice: list[Fault]


def examined(game: Game) -> Examined:
    """The faults of a game, and advice if it has none."""
    try:
        read = [*lacking(game)] or law_faults(game.package) or [*same_words(game)]
    except Exception as error:  # it can't even be loaded
        fault = raised(error, package_folder(game.package))
        if fault is None:
            raise
        return Examined([fault], [])
    advice = dict[tuple[str, int], Fault]()
    for seats in sorted({*game.seats}) if not read else ():
        try:
            for one in tried(game, seats):
                advice.setdefault((one.file, one.line), one)
        except Fault as fault:
            return Examined([fault], [])
    return Examined(read, [*advice.values()])


def lacking(game: Game) -> Iterator[Fault]:
    """Required parts that this game lacks."""
    if not hasattr(game.rules, "longest"):
        sentence = "There is no `longest(seats, options)`, which says after how many actions every game is over."
        yield Fault(sentence, game.folder / "rules.py", 1)
    if hasattr(game.rules, "play"):
        return
    for kind in declared(getattr(game.rules, "Do", None)):
        if not kind.act.is_veil and not hasattr(game.rules, kind.verb):
            takes = ", ".join(("s", "seat", *kind.act.arguments, "tell"))
            yield _where(
                game, "Do", f"The action `{kind.name}` has no function that carries it out: `{kind.verb}({takes})`."
            )


def same_words(game: Game) -> Iterator[Fault]:
    """Actions with the same words."""
    frame, first = game.frame(None, {}), dict[str, int]()
    for action in range(game.actions):
        words = game.notation.words(action, frame)
        if (other := first.setdefault(words, action)) != action:
            sentence = (
                f"The actions {other} and {action} have the same words, `{words}`: nobody could say which is meant."
            )
            if declared(getattr(game.rules, "Do", None)) and not game.has("notation"):
                yield _where(game, "Do", sentence)
            else:
                yield at(game.notation.words, sentence)
            return


def _where(game: Game, name: str, sentence: str) -> Fault:
    """A fault at the rules' assignment to a name."""
    for file in law_files(game.package):
        if line := assigned(file, name):
            return Fault(sentence, file, line)
    return Fault(sentence, game.folder / "rules.py", 1)


def compiler_fault(game: Game) -> Fault | None:
    """Compile the rules, and return what the compiler does not accept."""
    try:
        compile_rules(game)
    except Exception as error:
        fault = error if isinstance(error, Fault) else from_compiler(error, law_files(game.package))
        if fault is None:
            raise
        return fault
    return None


def tried(game: Game, seats: int, games: int = GAMES) -> Iterator[Fault]:
    """Advice from random games with the default options; the first fault in one of them is raised."""
    seed = SEED
    for _ in range(games):
        seed = advance(seed)
        yield from _play(game, seats, seed)


def _play(game: Game, seats: int, seed: int) -> Iterator[Fault]:
    """One game to its end, which must come within the longest that the rules promise."""
    frame = game.frame(seats, {})
    engine = Engine(game, compiled=False)
    position, _ = _guarded(game, engine.position, frame, seed)
    _fits(game, position, engine.begin, lambda: engine.blank(frame, seed))
    opened, passed, watch = position.turns, 0, _Watch(position.turn)
    bound = game.rules.longest(seats, frame.options)
    for _ in range(bound + 1):
        if position.over:
            break
        seat = position.turn
        if not 0 <= seat < seats:
            raise _where(game, "turn", f"Seat {seat} is on turn, but there are seats 0 to {seats - 1}.")
        moves = _guarded(game, position.legal, seat)
        if not moves:
            sentence = f"Seat {seat} is on turn and has no legal action. A game must end, or let somebody move."
            raise at(_lister(game), sentence)
        seed = advance(seed)
        action = moves[drawn(seed, len(moves))]
        position.reseed(seed)
        before, turns = position.pack(), position.turns
        _guarded(game, position.play, seat, action)
        again, start = partial(Position.play, seat=seat, action=action), partial(Position, engine, *before)
        _fits(game, position, again, start)
        passed += position.turn != seat
        if position.turn == seat and _same(position.pack(), before):
            sentence = f"This changes nothing, and seat {seat} is on turn again, so that a game need not end. Is the turn to pass?"
            raise at(_doer(game, action), sentence)
        yield from watch.advice(seat, turns, position, partial(_unopened, game, start, again))
    else:
        raise at(game.rules.longest, f"`longest` promises at most {bound} actions, and a game was not over after them.")
    if passed > 1 and position.turns == opened:
        sentence = "The turn passes, but `turns` never rises: write `s.turns += 1` wherever a turn opens."
        raise _where(game, "turn", sentence)
    _guarded(game, position.scores, seats)


class _Watch:
    """Detects turns that pass and are not counted. A seat that only answers a question gives the turn back before the
    next one opens."""

    def __init__(self, opener: int) -> None:
        self._opener, self._passed = opener, dict[int, Callable[[], Fault]]()

    def advice(self, seat: int, before: int, position: Position, told: Callable[[], Fault]) -> Iterator[Fault]:
        """After an action of a seat: advice about a turn that it had without one being opened for it."""
        if position.turns > before:
            if seat != self._opener and seat in self._passed:
                yield self._passed[seat]()
            self._opener = position.turn
            self._passed.clear()
        elif position.turn != seat and before > 0:
            self._passed[position.turn] = told


def _same(one: tuple[bytes, bytes], other: tuple[bytes, bytes]) -> bool:
    """Whether two states are equal except for their seeds, which come first."""
    return one[0][8:] == other[0][8:] and one[1] == other[1]


def _unopened(game: Game, start: Callable[[], Position], again: Callable[[Position], Any]) -> Fault:
    """Advice about a turn that passed and was not counted, at the line that passed it."""
    position = start()
    seat = position.turn
    place = _first_line_after(game, position, again, lambda state: state.turn != seat)
    sentence = (
        "The turn passes, and `turns` does not rise, as it does elsewhere. If a turn opens here, write `s.turns += 1`."
    )
    return Fault(sentence, *place)


def _doer(game: Game, action: int) -> Callable[..., Any]:
    """The function that carries an action out."""
    kinds = declared(getattr(game.rules, "Do", None))
    verb = next((kind.verb for kind in kinds if kind.start <= action < kind.stop), "play")
    doer: Callable[..., Any] = getattr(game.rules, "play", None) or getattr(game.rules, verb)
    return doer


def _lister(game: Game) -> Callable[..., Any]:
    """The function that decides what is legal: `legal`, or the first check that it follows from."""
    kinds = [kind for kind in declared(getattr(game.rules, "Do", None)) if not kind.act.is_veil]
    names = ["legal", *(f"check_{kind.name}" for kind in kinds), *(kind.verb for kind in kinds)]
    listed: Callable[..., Any] = next(getattr(game.rules, name) for name in names if hasattr(game.rules, name))
    return listed


def _guarded(game: Game, call: Callable[..., Result], *arguments: Any) -> Result:
    """The result of a call of the rules; any exception becomes a fault in the author's file."""
    try:
        with _patience():
            return call(*arguments)
    except Exception as error:
        fault = raised(error, game.folder, [name for name in game.records[0].fields if name != "seed"])
        if fault is None:
            raise
        raise fault from error


@contextmanager
def _patience() -> Iterator[None]:
    """Stops what takes too long; only in the main thread, which alone can be interrupted."""
    if current_thread() is not main_thread():
        yield
        return

    def give_up(number: int, frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _fits(game: Game, position: Position, again: Callable[[Position], Any], start: Callable[[], Position]) -> None:
    """Check that every number fits its field; else run it again from the start and name the line after which one did
    not."""
    try:
        position.pack()
    except (OverflowError, TypeError) as error:
        place = _first_line_after(game, start(), again, lambda state: not _packs(game.records[0], state))
        raise Fault(f"{str(error).capitalize()}.", *place) from error


def _first_line_after(
    game: Game, position: Position, again: Callable[[Position], Any], is_so: Callable[[Any], bool]
) -> tuple[str, int]:
    """The line of the author's files after which a condition holds for the state, when something is run again."""
    state, found = position.states[0], list[tuple[str, int]]()
    latest = [("", 0)]

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if game.folder not in Path(frame.f_code.co_filename).parents:
            return None
        if not found and is_so(state):
            found.append(latest[0])
        latest[0] = (frame.f_code.co_filename, frame.f_lineno)
        return trace

    tracer = sys.gettrace()
    sys.settrace(trace)
    try:
        again(position)
    finally:
        sys.settrace(tracer)
    return found[0] if found else latest[0]


def _packs(record: Record, state: Any) -> bool:
    try:
        packer(record)(state)
    except (OverflowError, TypeError):
        return False
    return True
