"""The proofs are shown to be able to fail: what is hidden is opened, what is veiled is told, and each time somebody peeks."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tests.our_cases import OURS, evidence, our_cases
from turnwise.draw import look_of, table
from turnwise.draw.typed import board_of
from turnwise.kit import bind
from turnwise.kit.game import Game
from turnwise.kit.layout import packer, unpacker
from turnwise.kit.pieces import Table
from turnwise.kit.position import Engine, Position
from turnwise.kit.record import ALL as EVERYBODY
from turnwise.play.match import Match
from turnwise.play.view import View
from turnwise.proofs.broken import Broken, Peeked
from turnwise.proofs.cases import Case, cases, played, walk
from turnwise.proofs.gate import veiled_actions, watched
from turnwise.proofs.hints import Hints
from turnwise.proofs.imagining import the_truth_can_be_imagined
from turnwise.proofs.layout import boards_grow_with_the_terminal
from turnwise.proofs.look import tables_compared
from turnwise.proofs.moments import moments
from turnwise.proofs.why import reasons_compared, touches_have_meanings

PLIES, GAMES = 120, 60
SECRETIVE = [game for game in OURS if game.hidden]


@contextmanager
def opened(game: Game, record: int, name: str) -> Iterator[None]:
    """A hidden field made public, with the gate written anew."""
    Engine(game, compiled=True)  # the compiled copy that this process has from now on is the true one
    fields = game.records[record].fields
    before = fields[name]
    fields[name] = replace(before, see=EVERYBODY)
    forget_the_law(game)
    try:
        yield
    finally:
        fields[name] = before
        forget_the_law(game)


def forget_the_law(game: Game) -> None:
    """Interpreted rules are bound anew, and games that were played by the old ones are forgotten."""
    sys.modules.pop(f"{game.package}.bound_law", None)
    vars(game).pop("observed", None)  # what is shown follows from the fields too
    bind._plain.cache_clear()
    played.cache_clear()
    moments.cache_clear()


def interpreted(game: Game, samples: int) -> list[Case]:
    """Cases whose games are played by rules that a test has changed."""
    return cases(game, evidence(game), samples, compiled=False)


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


def games_with(game: Game, name: str) -> Iterator[tuple[Case, int]]:
    """Random games in which a field ever holds something, found compiled, to be played again by rules that a test has changed."""
    of_game = sorted(cases(game, evidence(game), 8), key=lambda case: (-case.number, -case.seats))
    for seed in range(1, 60):
        for case in of_game:
            if not name or any(_holds(ply.position, name) for ply in walk(case, seed, plies=PLIES)):
                yield replace(case, compiled=False), seed


def assert_somebody_peeks(game: Game, name: str = "") -> None:
    """The proof must fail in some game."""
    with pytest.raises(Peeked) as peeked:
        for case, seed in islice(games_with(game, name), GAMES):
            watched(case, seed, compiled=False, plies=PLIES)
    assert len(str(peeked.value)) < 700, "the one thing that differs, and no more"


def _holds(position: Position, name: str) -> bool:
    return not name or bool(np.any(getattr(position.plain(), name, 1)))  # what never changes is always there


@pytest.mark.parametrize(("game", "record", "name"), HIDDEN_FIELDS)
def test_a_field_that_is_not_hidden_is_noticed(game: Game, record: int, name: str) -> None:
    with opened(game, record, name):
        assert_somebody_peeks(game, name)


@pytest.mark.parametrize(("game", "event", "name"), SECRET_ARGUMENTS)
def test_an_event_that_tells_too_much_is_noticed(
    game: Game, event: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(game.rules.Event.private, event, game.rules.Event.private[event] - {name})
    assert_somebody_peeks(game)


def test_an_action_that_is_not_veiled_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its veil a face-down card is named in the log."""
    veiled = [game for game in OURS if game.veil]
    assert veiled
    for game in veiled:
        for case in cases(game, evidence(game)):
            assert veiled_actions(case, 80), "there is something to be veiled"
            with monkeypatch.context() as patch, pytest.raises(Peeked):
                patch.setattr(game, "veil", lambda action: action)
                veiled_actions(case, 80)


@pytest.mark.parametrize("game", [game for game in SECRETIVE if game.records[0].hidden], ids=lambda game: game.name)
def test_a_picture_that_tells_too_much_is_noticed(game: Game) -> None:
    """Of the hidden fields of a game at least one would be drawn if it were not hidden."""
    with pytest.raises(Peeked):
        for name in game.records[0].hidden:
            with opened(game, 0, name):
                for case in interpreted(game, 1)[-2:]:
                    tables_compared(case, 1)


def test_a_reason_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence that is made of the whole table and not of what its reader knows."""
    case = next(case for case in our_cases(1) if case.game.has_hands)
    secret = case.game.records[0].hidden

    def spilling(reason: int, s: Any, frame: Any, action: int) -> str:
        return str([getattr(s, name) for name in secret])

    moments(case, 1)
    monkeypatch.setattr(Position, "shown", lambda self, viewer: self.plain())
    monkeypatch.setattr(case.game.notation, "refusal", spilling, raising=False)
    with pytest.raises(Peeked):
        reasons_compared(case, 1)


@pytest.mark.parametrize("game", [game for game in SECRETIVE if game.records[0].hidden], ids=lambda game: game.name)
def test_an_imagine_that_forgets_a_field_is_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds in which it stays hidden look as they should, and are never the real one."""
    record, name, imagined = game.records[0], game.records[0].hidden[0], Position.imagined

    def forgetful(known: Position, seat: int, seed: int) -> Position:
        state, beside = imagined(known, seat, seed).pack()
        world, before = (unpacker(record)(data) for data in (state, known.pack()[0]))
        setattr(world, name, getattr(before, name))
        return Position(known.engine, packer(record)(world), beside)

    case = next(case for case in cases(game, evidence(game)) if case.seats == game.seats[1])
    the_truth_can_be_imagined(case)
    monkeypatch.setattr(Position, "imagined", forgetful)
    with pytest.raises(Broken, match=f"never imagines what {name}.* truly is"):
        the_truth_can_be_imagined(case)


def test_some_game_is_interruptible() -> None:
    """Else the promise about speaking out of turn is empty."""
    speaking = [case for case in our_cases() if hasattr(case.game.rules, "interruptible")]
    plies = (ply for seed in (1, 2) for case in speaking for ply in walk(case, seed) if ply.legal)
    assert any(Hints(ply.position).interruptible for ply in plies)


def test_a_board_that_does_not_grow_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has the same size in every terminal, and one that names a rule for it that is not there."""
    case = next(case for case in our_cases(1) if board_of(table(Match(case.game, seats=case.seats).view(0))).written)
    case = replace(case, compiled=False)
    look = look_of(case.game)

    def fixed(view: View, rule: str = "") -> Table:
        shown = look_of_before(view)
        return replace(
            shown, board=replace(board_of(shown), written=lambda columns, rows: board_of(shown), fixed_by=rule)
        )

    assert look is not None
    look_of_before = look.look
    boards_grow_with_the_terminal(case)
    for told, rule in (("the board takes", ""), ("RULES.md has no such rule", "Z99")):
        monkeypatch.setattr(look, "look", partial(fixed, rule=rule))
        moments.cache_clear()
        with pytest.raises(Broken, match=told):
            boards_grow_with_the_terminal(case)
    moments.cache_clear()


def test_a_touch_that_is_taken_for_another_action_is_told_by_the_words_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    game = min((game for game in OURS if not game.options), key=lambda game: game.actions)
    case, first = cases(game, compiled=False)[0], Match(game).legal
    monkeypatch.setattr(look_of(game), "meant", lambda view, keys: first[0].id)
    with pytest.raises(Broken, match=f"does '{first[1].words}', and meant takes it for '{first[0].words}'"):
        touches_have_meanings(case)
