"""Nobody peeks: two worlds that differ only in what a seat may not know look the same to that seat, to the byte.

The twin worlds come from `tests/games/<game>/twins.py`, written from the rule sheet's section on hidden information and not from
the audiences under test. And the proof can fail: each audience is opened in turn, and it must notice.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.contract.cases import Case, cases, walk
from turnwise.games import all_games
from turnwise.kit import bind
from turnwise.kit.game import Game
from turnwise.kit.layout import packer
from turnwise.kit.position import SPECTATOR, Engine, Position
from turnwise.kit.record import ALL as EVERYBODY
from turnwise.play.entry import Entry
from turnwise.play.language import Language
from turnwise.play.view import entry_words, seen_entry, seen_event

CASES = cases(3)
SECRETIVE = [game for game in all_games() if game.hidden]


class Peeked(AssertionError):
    """A seat could tell two worlds apart that it must not."""


def same(what: str, one: Any, two: Any) -> None:
    if one != two:
        raise Peeked(f"{what}: {one!r} is not {two!r}")


def twin_of(case: Case, position: Position, seat: int, chance: Random) -> Position:
    """The same moment in a world that the seat cannot tell from this one."""
    game = case.game
    plains = [record.unpack(data) for record, data in zip(game.records, position.pack(), strict=True)]
    others = import_module(f"tests.games.{game.name}.twins").twin(*plains, seat, chance)
    return Position(
        position.engine, *(packer(record)(plain) for record, plain in zip(game.records, others, strict=True))
    )


def prove_nobody_peeks(case: Case, seed: int, *, compiled: bool, plies: int) -> int:
    """Walk a game and compare each moment, and the action that follows, with a twin world. Returns how many twins differed."""
    game, language, chance = case.game, Language(case.game, case.frame), Random(seed)
    different = 0
    for ply in walk(case, seed, compiled=compiled, plies=plies):
        if not ply.legal:
            break
        for seat in (SPECTATOR, *range(case.seats)):
            real = ply.position.copy()
            twin = twin_of(case, real, seat, chance)
            different += real.pack()[0][8:] != twin.pack()[0][8:] or real.pack()[1] != twin.pack()[1]
            _compare_moment(case, language, real, twin, seat, chance)
            if ply.seat == seat or seat == SPECTATOR or chance.random() < 0.3:
                _compare_action(game, language, real, twin, seat, ply.seat, ply.action, chance)
    return different


def _compare_moment(case: Case, language: Language, real: Position, twin: Position, seat: int, chance: Random) -> None:
    """Records, the table as shown, legal actions and reasons of refusal."""
    game = case.game
    known = [position.redacted(seat) for position in (real, twin)]
    same("record", *(position.pack() for position in known))
    same("table", *(json.dumps(game.notation.show(position.plain(), language.frame)) for position in known))
    same("turn", real.turn, twin.turn)
    if seat != SPECTATOR:
        same("legal", real.legal(seat), twin.legal(seat))
        for action in chance.sample(range(game.actions), min(10, game.actions)):
            same("reason", real.check(seat, action), twin.check(seat, action))
        same("take back", real.takeback(seat), twin.takeback(seat))


def _compare_action(
    game: Game, language: Language, real: Position, twin: Position, seat: int, mover: int, action: int, chance: Random
) -> None:
    """What the seat is told of an action that looks the same to it in both worlds, and is followed by the same sight."""
    veiled = seen_entry(game, Entry(mover, action), seat, False)
    alike = [a for a in twin.legal(mover) if seen_entry(game, Entry(mover, a), seat, False) == veiled]
    if not alike:
        return  # the action itself shows which world it is
    heard, words = [], []
    for world, choice in ((real, action), (twin, chance.choice(alike))):
        world.reseed(99)
        told = world.play(mover, choice)
        heard.append([language.event(*seen_event(game, event, seat, bool(world.over))) for event in told])
        words.append(entry_words(game, language, seen_entry(game, Entry(mover, choice), seat, bool(world.over))))
    if real.over or twin.over:
        return  # everything is shown now
    if real.redacted(seat).pack() == twin.redacted(seat).pack():
        same("events", *heard)
        same("words", *words)


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_nobody_peeks(case: Case) -> None:
    different = prove_nobody_peeks(case, 21, compiled=True, plies=120 if case.game.hidden else 30)
    if any(record.hidden for record in case.game.records[:1]):
        assert different > 5, "the twin worlds must differ, or the proof proves nothing"


@pytest.mark.parametrize("case", [case for case in CASES if case.number < 2], ids=repr)
def test_nobody_peeks_interpreted(case: Case) -> None:
    prove_nobody_peeks(case, 22, compiled=False, plies=20)


@contextmanager
def opened(game: Game, record: int, name: str) -> Iterator[None]:
    """A hidden field made public, with the gate written anew."""
    fields = game.records[record].fields
    before = fields[name]
    fields[name] = replace(before, see=EVERYBODY)
    _forget_the_law(game)
    try:
        yield
    finally:
        fields[name] = before
        _forget_the_law(game)


def _forget_the_law(game: Game) -> None:
    sys.modules.pop(f"{game.package}.bound_law", None)
    bind._plain.cache_clear()


HIDDEN_FIELDS = [
    pytest.param(game, record, name, id=f"{game.name}-{name}")
    for game in SECRETIVE
    for record in (0, 1)
    for name in game.records[record].hidden
]
SECRET_ARGUMENTS = [
    pytest.param(game, event, name, id=f"{game.name}-{event.name.lower()}-{name}")
    for game in SECRETIVE
    for event, names in game.rules.Event.private.items()
    for name in sorted(names)  # in one order in every process: a set of words has another in each
]


def assert_somebody_peeks(game: Game, name: str = "") -> None:
    """The proof must fail in some game; where a field is named, only games in which it ever holds something are tried."""
    of_game = sorted((case for case in cases(8) if case.game is game), key=lambda case: (-case.number, case.seats))
    with pytest.raises(Peeked):
        for seed in range(8):
            for case in of_game:
                if any(_holds(ply.position, name) for ply in walk(case, seed, compiled=False, plies=70)):
                    prove_nobody_peeks(case, seed, compiled=False, plies=70)


def _holds(position: Position, name: str) -> bool:
    return not name or bool(np.any(getattr(position.plain(), name, 1)))  # what never changes is always there


@pytest.mark.parametrize(("game", "record", "name"), HIDDEN_FIELDS)
def test_the_proof_notices_a_field_that_is_not_hidden(game: Game, record: int, name: str) -> None:
    with opened(game, record, name):
        assert_somebody_peeks(game, name)


@pytest.mark.parametrize(("game", "event", "name"), SECRET_ARGUMENTS)
def test_the_proof_notices_an_event_that_tells_too_much(
    game: Game, event: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(game.rules.Event.private, event, game.rules.Event.private[event] - {name})
    assert_somebody_peeks(game)


def prove_secret_actions_are_veiled(case: Case, seed: int, plies: int) -> int:
    """What an action tells to its seat alone, without the help of chance, the action itself must not tell the others."""
    game, secret = case.game, 0
    for ply in walk(case, seed, compiled=False, plies=plies):
        if not ply.legal:
            break
        world = ply.position.copy()
        world.reseed(99)
        told = world.play(ply.seat, ply.action)
        if world.over or world.plain().seed != 99 or not any(game.rules.Event.private[event[0]] for event in told):
            continue
        entry = Entry(ply.seat, ply.action)
        secret += 1
        same("own words", seen_entry(game, entry, ply.seat, False), entry)
        for other in {SPECTATOR, *range(case.seats)} - {ply.seat}:
            if seen_entry(game, entry, other, False).action < game.actions:
                raise Peeked(f"{entry} is told to {other} by its number")
    return secret


@pytest.mark.parametrize("case", [case for case in CASES if case.game in SECRETIVE], ids=repr)
def test_an_action_is_veiled_where_its_events_are_private(case: Case) -> None:
    secret = prove_secret_actions_are_veiled(case, 1, 80)
    assert secret or not hasattr(case.game.rules, "veil")


def test_the_proof_notices_an_action_that_is_not_veiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its veil a face-down card is named in the log."""
    veiled = [case for case in CASES if hasattr(case.game.rules, "veil")]
    assert veiled
    for case in veiled:
        monkeypatch.setattr(case.game.rules, "veil", lambda action: action)
        with pytest.raises(Peeked):
            prove_secret_actions_are_veiled(case, 1, 80)


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_an_imagined_world_looks_the_same_and_can_be_played(case: Case) -> None:
    chance = Random("imagined")
    for ply in walk(case, 31, compiled=True, plies=150):
        if ply.position.over:
            break
        for seat in (SPECTATOR, *range(case.seats)):
            known = ply.position.redacted(seat)
            world = known.imagined(seat, chance.getrandbits(62))
            assert world.redacted(seat).pack() == known.pack()
            assert world.plain().seed != ply.position.plain().seed, "a bot must not see the coming chance"
            if seat != SPECTATOR:
                assert world.legal(seat) == ply.position.legal(seat)
            moves = world.legal(world.turn)
            assert moves, "the imagined mover must be able to move"
            world.play(world.turn, chance.choice(moves))


@pytest.mark.parametrize("case", [case for case in CASES if case.number < 2], ids=repr)
def test_imagining_is_the_same_compiled_and_interpreted(case: Case) -> None:
    plain = Engine(case.game, compiled=False)
    for number, ply in enumerate(walk(case, 32, compiled=True, plies=40)):
        if ply.position.over:
            break
        for seat in (SPECTATOR, *range(case.seats)):
            known = ply.position.redacted(seat)
            slow = Position(plain, *known.pack())
            assert known.imagined(seat, number).pack() == slow.imagined(seat, number).pack()
