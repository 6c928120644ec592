"""Plays a few games interpreted, to find what is wrong with their rules before a compiler meets them: each fault with its file and line."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

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
"""Seconds of processor time for one call of interpreted rules; one that takes longer is taken for a loop without an end."""
Result = TypeVar("Result")


def faults_of(game: Game) -> list[Fault]:
    """Everything that can be told without the compiler: what stands in the sources, then what comes up in a few games."""
    try:
        read = [*lacking(game)] or law_faults(game.package) or [*same_words(game)]
    except Exception as error:  # it can't even be loaded
        fault = raised(error, package_folder(game.package))
        if fault is None:
            raise
        return [fault]
    return read or [*_first(tried(game, seats) for seats in sorted({*game.seats}))]


def _first(found: Iterator[Fault | None]) -> Iterator[Fault]:
    for one in found:
        if one:
            yield one
            return


def lacking(game: Game) -> Iterator[Fault]:
    """What every game must have, and this one has not."""
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
    """Two actions that a program could not tell apart."""
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
    """A fault of what the rules assign to a name."""
    for file in law_files(game.package):
        if line := assigned(file, name):
            return Fault(sentence, file, line)
    return Fault(sentence, game.folder / "rules.py", 1)


def compiler_fault(game: Game) -> Fault | None:
    """Compile the rules, and say what the compiler does not take."""
    try:
        compile_rules(game)
    except Exception as error:
        fault = error if isinstance(error, Fault) else from_compiler(error, law_files(game.package))
        if fault is None:
            raise
        return fault
    return None


def tried(game: Game, seats: int, games: int = GAMES) -> Fault | None:
    """The first thing that goes wrong in random games with the usual options."""
    seed = SEED
    try:
        for _ in range(games):
            seed = advance(seed)
            _play(game, seats, seed)
    except Fault as fault:
        return fault
    return None


def _play(game: Game, seats: int, seed: int) -> None:
    """One game to its end, which must come before the longest that the rules promise."""
    frame = game.frame(seats, {})
    engine = Engine(game, compiled=False)
    position, _ = _guarded(game, engine.position, frame, seed)
    _fits(game, position, engine.begin, lambda: engine.blank(frame, seed))
    opened, passed = position.turns, 0
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
        before = position.pack()
        _guarded(game, position.play, seat, action)
        _fits(game, position, partial(Position.play, seat=seat, action=action), partial(Position, engine, *before))
        passed += position.turn != seat
    else:
        raise at(game.rules.longest, f"`longest` promises at most {bound} actions, and a game was not over after them.")
    if passed > 1 and position.turns == opened:
        sentence = "The turn passes, but `turns` never rises: write `s.turns += 1` wherever a turn opens."
        raise _where(game, "turn", sentence)
    _guarded(game, position.scores, seats)


def _lister(game: Game) -> Callable[..., Any]:
    """The function that says what may be done: `legal`, or the first check that it follows from."""
    kinds = [kind for kind in declared(getattr(game.rules, "Do", None)) if not kind.act.is_veil]
    names = ["legal", *(f"check_{kind.name}" for kind in kinds), *(kind.verb for kind in kinds)]
    listed: Callable[..., Any] = next(getattr(game.rules, name) for name in names if hasattr(game.rules, name))
    return listed


def _guarded(game: Game, call: Callable[..., Result], *arguments: Any) -> Result:
    """What a call of the rules gives; whatever it raises becomes a fault of the author's file."""
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
    """Gives up what takes too long; in the main thread, which alone can be interrupted."""
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
    """See that every number fits its field; else do it again from the start and name the line after which one did not."""
    try:
        position.pack()
    except (OverflowError, TypeError) as error:
        place = _first_line_that_breaks(game, start(), again)
        raise Fault(f"{str(error).capitalize()}.", *place) from error


def _first_line_that_breaks(game: Game, position: Position, again: Callable[[Position], Any]) -> tuple[str, int]:
    """The line of the author's files after which the state could not be packed any more."""
    state, record, found = position.states[0], game.records[0], list[tuple[str, int]]()
    latest = [("", 0)]

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if game.folder not in Path(frame.f_code.co_filename).parents:
            return None
        if not found and not _packs(record, state):
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
