"""Promises about playing, kept by every game."""

from importlib import import_module
from importlib.util import find_spec
from random import Random

import pytest

from tests.contract.cases import Case, Ply, cases, walk
from turnwise.kit.position import Engine
from turnwise.lab.simulate import simulate

ALL = cases()
FEW = [case for case in ALL if case.number < 2 and case.seats in (case.game.seats[0], case.game.seats[1], 3)]


@pytest.mark.parametrize("case", ALL, ids=repr)
def test_random_play_ends_within_the_declared_bound(case: Case) -> None:
    bound = case.game.longest(case.seats, **case.options)
    actions = 0
    for seed in range(3):
        actions = sum(
            ply.seat == ply.position.turn for ply in walk(case, seed, compiled=True, plies=bound + 1) if ply.legal
        )
        assert actions <= bound
    assert actions > 0


@pytest.mark.parametrize("case", ALL, ids=repr)
def test_the_seat_on_turn_can_act_until_the_end_and_nobody_after_it(case: Case) -> None:
    last, turns = None, 0
    for ply in walk(case, 11, compiled=True):
        assert ply.position.turns >= turns, "turns are counted upwards"
        last, turns = ply, ply.position.turns
        if not ply.position.over:
            assert ply.position.legal(ply.position.turn)
    assert last is not None and last.position.over
    assert not any(last.position.legal(seat) for seat in range(case.seats))
    assert 0 < turns <= case.game.longest(case.seats, **case.options)
    places, points, winners = last.position.scores(case.seats)
    assert min(places) == 1 and len(points) == case.seats
    assert all(places[seat] == 1 for seat in winners)
    assert all(1 + sum(other < place for other in places) == place for place in places), (
        "equals share a place: 1, 2, 2, 4"
    )


@pytest.mark.parametrize("case", ALL, ids=repr)
def test_check_allows_exactly_what_legal_lists_in_ascending_order(case: Case) -> None:
    chance = Random(5)
    for ply in walk(case, 5, compiled=True):
        for seat in range(case.seats):
            legal = ply.position.legal(seat)
            assert legal == sorted(set(legal))
            everything = range(case.game.actions)
            asked = (
                everything
                if chance.random() < 20 / len(everything)
                else chance.sample(everything, min(9, len(everything)))
            )
            for action in {*asked, *legal}:
                assert (ply.position.check(seat, action) == 0) == (action in legal), (seat, action)


@pytest.mark.parametrize("case", ALL, ids=repr)
def test_compiled_and_interpreted_agree_ply_by_ply(case: Case) -> None:
    for seed in (1, 2):
        plain = walk(case, seed, compiled=False, plies=150)
        for fast, slow in zip(walk(case, seed, compiled=True, plies=150), plain, strict=True):
            _assert_equal(fast, slow, case.seats)


@pytest.mark.parametrize("case", FEW, ids=repr)
def test_a_run_with_bounds_checks_finds_nothing_and_agrees(case: Case) -> None:
    checked = walk(case, 3, compiled=True, boundscheck=True)
    for fast, slow in zip(walk(case, 3, compiled=True), checked, strict=True):
        _assert_equal(fast, slow, case.seats)
        known = slow.position.redacted(slow.position.turn)
        if slow.legal:
            known.imagined(slow.position.turn, 9).advice(slow.position.turn, 9)


def _assert_equal(fast: Ply, slow: Ply, seats: int) -> None:
    assert (fast.seat, fast.action, fast.legal) == (slow.seat, slow.action, slow.legal)
    assert fast.position.pack() == slow.position.pack()
    if fast.position.over:
        assert fast.position.scores(seats) == slow.position.scores(seats)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("case", FEW, ids=repr)
def test_past_states_never_change(case: Case, compiled: bool) -> None:
    """A position that was copied stays what it was, whatever is played on from it."""
    past = []
    for ply in walk(case, 7, compiled=compiled, plies=60):
        past.append((ply.position.copy(), ply.position.pack()[0]))
    assert all(position.pack()[0] == before for position, before in past)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("case", FEW, ids=repr)
def test_asking_changes_nothing(case: Case, compiled: bool) -> None:
    for ply in walk(case, 8, compiled=compiled, plies=40):
        before = ply.position.pack()
        for seat in range(case.seats):
            ply.position.legal(seat)
            ply.position.check(seat, 0)
            ply.position.takeback(seat)
            ply.position.redacted(seat)
        assert ply.position.pack() == before


@pytest.mark.parametrize("case", FEW, ids=repr)
def test_the_classic_player_makes_legal_moves_in_both_modes(case: Case) -> None:
    plain = Engine(case.game, compiled=False)
    for number, ply in enumerate(walk(case, 9, compiled=True, plies=40)):
        if ply.legal:
            known = ply.position.redacted(ply.seat)
            choice = known.advice(ply.seat, number)
            assert choice in ply.legal
            assert choice == type(known)(plain, *known.pack()).advice(ply.seat, number)


@pytest.mark.parametrize("case", [case for case in ALL if case.number == 0], ids=repr)
def test_a_simulation_is_the_same_on_one_core_and_on_two(case: Case) -> None:
    one, two = (simulate(case.game, 600, seats=case.seats, bots=["classic"], seed=4, cores=cores) for cores in (1, 2))
    assert (one.wins, one.places, one.ends, one.actions) == (two.wins, two.places, two.ends, two.actions)


@pytest.mark.parametrize("case", [case for case in ALL if find_spec(f"tests.games.{case.game.name}.zones")], ids=repr)
def test_nothing_is_lost_or_doubled(case: Case) -> None:
    """Zones are disjoint and together hold every card; `tests/games/<game>/zones.py` counts them."""
    pieces = import_module(f"tests.games.{case.game.name}.zones").pieces
    for seed in range(2):
        counts = [
            count for ply in walk(case, seed, compiled=True) if (count := pieces(ply.position.plain())) is not None
        ]
        assert counts and all(count == counts[0] for count in counts)
