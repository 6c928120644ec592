"""A bot's thought is the same in any two worlds that its seat cannot tell apart, for it is handed no more than its seat may know."""

from collections.abc import Callable, Iterator
from random import Random
from zlib import crc32

import pytest

from tests.bots.moments import BOTS, GAMES, Moment, moments
from tests.our_cases import evidence, our_cases
from turnwise.bots import Bot, Budget, Thought, bot
from turnwise.kit.game import Game
from turnwise.kit.position import Position
from turnwise.proofs.cases import Case
from turnwise.proofs.twins import twin_of

SECRETIVE = [game for game in GAMES if game.hidden]
CASES = [case for case in our_cases(2) if case.game.hidden and case.seats < 5]
SEED = 8
"""A state begins with so many bytes of its seed."""

Gate = Callable[[Position, int], Position]


class OpenEyed:
    """Would choose by what lies face down, if it were shown."""

    name = "open-eyed"

    def think(
        self,
        known: Position,
        seat: int,
        *,
        seed: int,
        budget: Budget | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought:
        legal = known.legal(seat)
        state, beside = known.pack()
        return Thought(legal[crc32(state[SEED:] + beside) % len(legal)])


def twins(case: Case, seed: int, most: int) -> Iterator[tuple[Moment, Position]]:
    """Moments, each with another world that looks the same to the seat that is to think."""
    chance = Random(seed)
    for moment in moments(case, seed, every=5, most=most):
        yield moment, twin_of(case, moment.position, moment.seat, chance)


def thoughts(player: Bot, moment: Moment, twin: Position, gate: Gate) -> list[Thought]:
    """What a bot thinks in both worlds."""
    return [
        player.think(gate(world, moment.seat), moment.seat, seed=11, budget=Budget(iterations=60))
        for world in (moment.position, twin)
    ]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_a_thought_is_the_same_in_worlds_that_look_the_same(case: Case) -> None:
    for moment, twin in twins(case, 41, most=6):
        for player in (*(bot(name) for name in BOTS), OpenEyed()):
            one, two = thoughts(player, moment, twin, Position.redacted)
            assert one == two, player.name
            assert one.action in moment.legal


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_the_proof_notices_a_bot_that_is_handed_the_open_state(game: Game) -> None:
    """Without the gate, somebody who looks thinks otherwise in the other world."""
    noticed = 0
    for case in (case for case in CASES if case.game is game):
        for moment, twin in twins(case, 42, most=6):
            one, two = thoughts(OpenEyed(), moment, twin, lambda world, seat: world.copy())
            noticed += one != two
    assert noticed > 3


def test_open_games_are_thought_about_without_their_seed() -> None:
    """Where nothing is hidden but the coming dice, these are hidden from the bot."""
    for game in GAMES:
        if game not in SECRETIVE:
            case = Case(game, game.seats[0], {}, 0, evidence(game))
            for moment, twin in twins(case, 43, most=2):
                assert moment.position.pack() != twin.pack()
                for player in (bot("random"), bot("greedy"), bot("search:1"), bot("search:5")):
                    one, two = thoughts(player, moment, twin, Position.redacted)
                    assert one == two, player.name
