"""What a seat is shown as numbers: it says what the record says, own things first, and nothing that is hidden."""

import numpy as np
import pytest

from tests.contract.test_proofs_can_fail import SECRETIVE, interpreted, opened
from tests.our_cases import OURS, evidence
from turnwise.envs.batch import named
from turnwise.games import game
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position
from turnwise.proofs.broken import Broken, Peeked
from turnwise.proofs.cases import cases
from turnwise.proofs.observing import (
    observations_are_the_same_compiled,
    observations_fit,
    observations_tell_nothing,
)

FORMS = ("whot", "hex", "kuhn_poker", "caesar")
"""Games that have every form of a field between them; to compile more takes longer than it tells."""


@pytest.mark.parametrize("one", [one for one in SECRETIVE if one.records[0].hidden], ids=lambda one: one.name)
def test_a_hidden_field_that_is_observed_is_noticed(one: Game) -> None:
    with pytest.raises(Peeked, match="observes another"):
        for name in one.records[0].hidden:
            with opened(one, 0, name):
                for case in interpreted(one, 1):
                    observations_tell_nothing(case)


def test_a_look_past_the_gate_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    case = cases(game("leduc_poker"), evidence(game("leduc_poker")))[0]
    look = Position.observed

    def everything(self: Position, seat: int) -> object:
        """As if an observation showed all hands."""
        return np.concatenate([look(self, seat)[:5], look(self, 0)[5:11], look(self, 1)[5:]])

    monkeypatch.setattr(Position, "observed", everything)
    with pytest.raises(Peeked):
        observations_tell_nothing(case)


def test_an_observation_that_is_too_long_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    one = game("oware")
    shorter = {name: shape for name, shape in one.observed.items() if name != "since"}
    monkeypatch.setattr(one, "observed", shorter)
    with pytest.raises(Broken, match="writes past the"):
        observations_fit(cases(one, evidence(one))[0])


@pytest.mark.parametrize("name", FORMS)
def test_observations_are_the_same_compiled(name: str) -> None:
    observations_are_the_same_compiled(cases(game(name), evidence(game(name)))[0])


def test_every_game_has_named_pieces() -> None:
    for one in OURS:
        position, _ = Engine(one, compiled=False).position(one.frame(None, {}), 3)
        cells = position.observed(position.turn)
        pieces = named(one, cells)
        assert sum(piece.size for piece in pieces.values()) == len(cells), one.name


def test_a_hand_is_seen_by_its_owner_and_counted_by_others() -> None:
    one = game("leduc_poker")
    position, _ = Engine(one, compiled=False).position(one.frame(2, {}), 1)
    hands = [named(one, position.observed(seat)) for seat in (0, 1)]
    for seat, seen in enumerate(hands):
        assert seen["seat"].tolist() == [seat == 0, seat == 1]
        own, other = seen["hand"]
        assert 1 << int(own.argmax()) == position.state.hand[seat] and own.sum() == 1, "the own hand comes first"
        assert not other.any() and seen["hand_hidden"].tolist() == [0, 1]
        assert seen["hand_number"].tolist() == [1, 1], "how many cards somebody has is no secret"
    assert hands[position.turn]["turn"].tolist() == [1, 0]
    assert hands[1 - position.turn]["turn"].tolist() == [0, 1]


def test_a_game_may_have_an_observation_of_its_own() -> None:
    one = game("connect_four")
    position, _ = Engine(one, compiled=False).position(one.frame(2, {}), 1)
    position.play(0, 3)
    for seat, piece in ((0, "own"), (1, "other")):
        seen = named(one, position.observed(seat))
        assert seen[piece].sum() == 1 and seen[piece][5, 3] == 1, "as the board looks, the lowest row last"
