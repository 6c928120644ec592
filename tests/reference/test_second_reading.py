"""The compiled rules against a second reading of the rule sheets, action by action (see README.md in this folder)."""

from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.our_cases import evidence
from turnwise.games import game as game_named
from turnwise.games import ours
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.game import Frame, Game
from turnwise.kit.plain import advance, scramble
from turnwise.kit.position import Engine, Position
from turnwise.proofs.cases import mixture

GAMES = [name for name in ours() if Path(__file__).with_name(f"{name}.py").exists()]
BATCHES = 20
GAMES_A_BATCH = 52
LOOKS = 0.4
"""The share of the positions that are compared as a whole. Whose turn it is and what is legal is compared in all of them, and what
two readings disagree about comes up in many positions."""


class Words(dict[int, str]):
    """The words of a match's actions by their numbers, each made when it is first needed."""

    def __init__(self, game: Game, frame: Frame) -> None:
        self._game, self._frame = game, frame

    def __missing__(self, action: int) -> str:
        words: str = self._game.notation.words(action, self._frame)
        self[action] = words
        return words


class Chance:
    """The kit's chance, for a reader that shares nothing else with the rules."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def below(self, n: int) -> int:
        assert n >= 1
        self.seed = advance(self.seed)
        return scramble(self.seed) * n >> 48


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", GAMES)
def test_two_readings_of_the_rules_agree(name: str, batch: int) -> None:
    game = game_named(name)
    chance = Random(f"{name} {batch}")
    engine = Engine(game, compiled=True)
    for number in range(GAMES_A_BATCH):
        seats = chance.randint(*game.seats)
        frame = _frame(game, seats, chance)
        _play_both(engine, frame, chance, f"{name}, batch {batch}, game {number}, {seats} seats, {frame.options}")


def _frame(game: Game, seats: int, chance: Random) -> Frame:
    """Options that the game accepts; every fifth time the defaults."""
    if chance.random() < 0.2:
        return game.frame(seats, {})
    while True:
        try:
            return game.frame(seats, mixture(game, chance, evidence(game)))
        except TurnwiseError:
            continue


def _play_both(engine: Engine, frame: Frame, chance: Random, where: str) -> None:
    game, words = engine.game, Words(engine.game, frame)
    shared = Chance(chance.getrandbits(62))
    position, _ = engine.position(frame, shared.seed)
    reference = import_module(f"tests.reference.{game.name}").Reference(frame.seats, frame.options, shared.below)
    leaves_at = chance.choice([0, 0, 0, *range(1, 80)]) if game.has_leave else 0
    done: list[str] = []
    left: set[int] = set()
    while True:
        legal = [position.legal(seat) for seat in range(frame.seats)]
        over = position.over
        try:
            _compare_choice(position, legal, reference, words)
            if over or chance.random() < LOOKS:
                _compare_state(position, reference, frame)
        except AssertionError as error:
            error.add_note(f"{where}\nafter {', '.join(done[-12:])}")
            raise
        if over:
            return
        shared.seed = chance.getrandbits(62)
        position.reseed(shared.seed)
        if leaves_at and len(left) < frame.seats and (len(done) + 1 == leaves_at or chance.random() < 0.004):
            seat = chance.choice([seat for seat in range(frame.seats) if seat not in left])
            left.add(seat)
            done.append(f"{seat} leaves")
            position.leave(seat)
            reference.leave(seat)
            continue
        seat = position.turn
        others = [s for s in range(frame.seats) if s != seat and legal[s]]
        if others and chance.random() < 0.4:
            seat = chance.choice(others)
        action = chance.choice(legal[seat])
        done.append(f"{seat} {words[action]}")
        position.play(seat, action)
        reference.play(seat, words[action])


def _compare_choice(position: Position, legal: list[list[int]], reference: Any, words: Words) -> None:
    turn = None if position.over else position.turn
    assert turn == reference.turn
    for seat, actions in enumerate(legal):
        assert {words[action] for action in actions} == set(reference.legal(seat)), f"legal for seat {seat}"


def _compare_state(position: Position, reference: Any, frame: Frame) -> None:
    snapshot = _as_json(reference.snapshot())
    shown = _as_json(position.engine.game.notation.show(position.plain(), frame))
    for key, value in snapshot.items():
        assert shown[key] == value, key
    result = reference.result()
    if not position.over:
        assert result is None
        return
    places, points, winners = position.scores(frame.seats)
    reason = position.engine.game.rules.End(position.over).name.lower()
    assert (places, points, winners, reason) == (
        list(result["places"]),
        [float(p) for p in result["points"]],
        list(result["winners"]),
        result["reason"],
    )


def _as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
