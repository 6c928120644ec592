"""Promises about what a game tells its bots, kept by every game."""

import pytest

from tests.contract.cases import Case, cases, walk
from tests.contract.hints import Hints
from turnwise.bots.names import players
from turnwise.bots.search import looks_deep
from turnwise.games import all_games
from turnwise.kit.game import Game
from turnwise.kit.identity import FIXED
from turnwise.kit.position import Engine, Position

ALL = cases(2)
FEW = [case for case in ALL if case.number < 2 and case.seats in (*case.game.seats, 3)]
WIDEST = 100_000
EVERY_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@pytest.mark.parametrize("case", ALL, ids=repr)
def test_who_may_speak_out_of_turn_makes_a_game_interruptible(case: Case) -> None:
    """A search asks the others only where the rule says that it is worth asking."""
    for seed in range(2):
        for ply in walk(case, seed, compiled=True, plies=200):
            if not ply.position.over and not Hints(ply.position).interruptible:
                others = [seat for seat in range(case.seats) if seat != ply.position.turn]
                assert not any(ply.position.legal(seat) for seat in others)


def test_some_game_is_interruptible() -> None:
    found = [
        case
        for case in ALL
        for ply in walk(case, 1, compiled=True, plies=80)
        if not ply.position.over and Hints(ply.position).interruptible
    ]
    assert found, "else the promise above is empty"


@pytest.mark.parametrize("case", ALL, ids=repr)
def test_hints_stay_within_the_rules(case: Case) -> None:
    for number, ply in enumerate(walk(case, 2, compiled=True, plies=150)):
        position, hints = ply.position, Hints(ply.position)
        if position.over:
            break
        seat = position.turn
        legal = position.legal(seat)
        assert all(abs(hints.worth(other)) < WIDEST for other in range(case.seats))
        assert set(hints.urgent(seat)[0]) <= set(legal)
        assert hints.taste(seat, number) in legal
        assert hints.rival(seat, number) in legal
        everybody = [0, *range(1, 1 + len(players(case.game)))]
        assert all(position.redacted(seat).advice(seat, number, player) in legal for player in everybody)
        for other in range(case.seats):
            may, known = position.legal(other), position.redacted(other)
            assert position.duty(other) == known.duty(other), "what somebody has to do follows from what he knows"
            assert position.duty(other) in (-1, *may)
            if other != seat and may:
                assert all(known.advice(other, number, player) in may for player in everybody)


@pytest.mark.parametrize("case", FEW, ids=repr)
def test_hints_are_the_same_compiled_and_interpreted(case: Case) -> None:
    plain = Engine(case.game, compiled=False)
    for number, ply in enumerate(walk(case, 3, compiled=True, plies=60)):
        if ply.position.over:
            break
        seat, slow = ply.position.turn, Position(plain, *ply.position.pack())
        assert all(Hints(ply.position).worth(other) == slow.worth(other) for other in range(case.seats))
        told = [
            (
                hints.urgent(seat),
                [hints.appeal(seat, action) for action in ply.position.legal(seat)],
                hints.taste(seat, number),
                hints.rival(seat, number),
                hints.identity,
                hints.interruptible,
                [at.duty(other) for other in range(case.seats)],
                [at.redacted(seat).advice(seat, number, player) for player in range(1 + len(players(case.game)))],
            )
            for hints, at in ((Hints(ply.position), ply.position), (Hints(slow), slow))
        ]
        assert told[0] == told[1]


@pytest.mark.parametrize("case", FEW, ids=repr)
def test_asking_for_hints_changes_nothing(case: Case) -> None:
    for ply in walk(case, 4, compiled=True, plies=30):
        if ply.position.over:
            break
        before, hints, seat = ply.position.pack(), Hints(ply.position), ply.position.turn
        hints.worth(seat), hints.urgent(seat), hints.appeal(seat, ply.position.legal(seat)[0])
        assert (hints.identity, hints.interruptible) == (hints.identity, hints.interruptible)
        assert ply.position.pack() == before


def essence(position: Position) -> bytes:
    """What tells a state from others: without its seed, what is the same in a whole match, and what follows from the rest."""
    plain = position.plain()
    for name in FIXED:
        setattr(plain, name, 0)
    return position.engine.game.records[0].pack(plain)


def met(position: Position, plies: int) -> list[Position]:
    """All positions within so many plies."""
    found, edge = [position], [position]
    for _ in range(plies):
        following = []
        for at in edge:
            for action in at.legal(at.turn):
                ahead = at.copy()
                ahead.play(ahead.turn, action)
                following.append(ahead)
        edge = following
        found += edge
    return found


@pytest.mark.parametrize(("name", "plies"), [("connect_four", 4), ("differo", 2)])
def test_different_positions_have_different_identities(name: str, plies: int) -> None:
    game = next(game for game in all_games() if game.name == name)
    start, _ = Engine(game, compiled=True).position(game.frame(2, {}), 1)
    known: dict[int, bytes] = {}
    positions = met(start, plies)
    for position in positions:
        assert known.setdefault(Hints(position).identity, essence(position)) == essence(position)
    assert len(known) == len({essence(position) for position in positions}) > 400


@EVERY_GAME
def test_positions_of_random_games_have_identities_of_their_own(game: Game) -> None:
    known: dict[int, bytes] = {}
    for case in (case for case in ALL if case.game is game and case.number == 0):
        for ply in walk(case, 5, compiled=True, plies=80):
            found = Hints(ply.position).identity
            assert known.setdefault(found, essence(ply.position)) == essence(ply.position)
            ply.position.reseed(12345)
            assert Hints(ply.position).identity == found, "whatever the seed"
    assert len(known) > 10


@pytest.mark.parametrize("game", [game for game in all_games() if looks_deep(game)], ids=lambda game: game.name)
def test_what_one_side_of_an_open_game_for_two_is_ahead_the_other_is_behind(game: Game) -> None:
    """Alpha-beta hands a value on to the other side by its sign."""
    for ply in walk(Case(game, 2, {}, 0), 6, compiled=True, plies=40):
        if not ply.position.over:
            assert ply.position.worth(0) == -ply.position.worth(1)
