"""The laws of Oware, position by position. A picture is read as South sees it: above l to g, below a to f."""

import random

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from tests.setting import position
from turnwise.games.oware.rules import HALF, LONGEST, ROW, Do, End, Reason, seeds_in
from turnwise.kit.position import Engine, Position

NAMES = "abcdefghijkl"


def board(above: str, below: str, *, turn: int = 0, taken: tuple[int, int] = (0, 0), **more: int) -> Position:
    north, south = [int(word) for word in above.split()][::-1], [int(word) for word in below.split()]
    rows = [sum(seeds << 6 * at for at, seeds in enumerate(row)) for row in (south, north)]
    fields = {"rows": rows, "taken": list(taken), "turn": turn, "turns": 1, "ply": 2, "since": 2}
    placed, _ = position("oware", fields | more)
    state, beside = placed.pack()
    trail = placed.engine.game.records[1].unpack(beside)
    for seat in range(2):
        trail.trail[seat, placed.plain().ply] = rows[seat]
    return Position(placed.engine, state, placed.engine.game.records[1].pack(trail))


def shown(at: Position) -> tuple[str, str]:
    south, north = ([seeds_in(row, house) for house in range(ROW)] for row in at.plain().rows)
    return " ".join(map(str, north[::-1])), " ".join(map(str, south))


def sown(at: Position, house: str) -> tuple[str, str]:
    at.play(NAMES.index(house) // ROW, Do.SOW + NAMES.index(house))
    return shown(at)


def legal(at: Position) -> str:
    return "".join(NAMES[action] for action in at.legal(at.turn))


@law("O1")
def test_four_seeds_in_each_of_twelve_houses_and_south_begins() -> None:
    match = tw.Match("oware")
    assert match.view(None).state == {"turn": 0, "houses": [4] * 12, "taken": [0, 0]}
    assert [str(action) for action in match.legal] == [f"sow {house}" for house in "abcdef"]
    match.play("sow a")
    assert match.turn == 1 and [str(action) for action in match.legal] == [f"sow {house}" for house in "ghijkl"]
    with pytest.raises(tw.TurnwiseError, match="belongs to the other") as refused:
        match.play("sow a")
    assert refused.value.code == "not_yours"


@law("O2")
def test_seeds_go_one_by_one_around_the_board() -> None:
    assert sown(board("4 4 4 4 4 4", "4 4 4 4 4 4"), "e") == ("4 4 4 5 5 5", "4 4 4 4 0 5")
    assert sown(board("3 4 4 4 4 4", "4 4 4 4 4 4", turn=1), "l") == ("0 4 4 4 4 4", "5 5 5 4 4 4")
    assert board("4 4 4 4 4 4", "4 0 4 4 4 4").check(0, NAMES.index("b")) == Reason.EMPTY


@law("O2")
def test_the_house_that_seeds_came_from_is_left_out() -> None:
    """Thirteen from d: eleven into the others, then e and f once more."""
    assert sown(board("4 4 4 4 4 4", "1 1 1 13 1 1"), "d") == ("5 5 5 5 5 5", "2 2 2 0 3 3")
    assert sown(board("4 4 4 4 4 4", "1 1 1 1 1 24"), "f") == ("6 6 6 6 7 7", "3 3 3 3 3 0")


@law("O3")
def test_two_or_three_under_the_last_seed_are_taken_and_so_backwards() -> None:
    at = board("9 9 9 2 1 4", "1 1 1 1 1 3")
    assert sown(at, "f") == ("9 9 9 0 0 5", "1 1 1 1 1 0") and at.plain().taken == [5, 0]
    at = board("9 9 2 4 1 4", "1 1 1 1 1 4")  # i has five now, so that h is not looked at
    assert sown(at, "f") == ("9 9 0 5 2 5", "1 1 1 1 1 0") and at.plain().taken == [3, 0]


@law("O3")
def test_nothing_is_taken_in_ones_own_row_or_with_another_number() -> None:
    at = board("9 9 9 9 9 9", "1 1 2 1 1 1")
    assert sown(at, "b") == ("9 9 9 9 9 9", "1 0 3 1 1 1") and at.plain().taken == [0, 0]
    at = board("9 9 9 9 3 0", "1 1 1 1 1 2")
    assert sown(at, "f") == ("9 9 9 9 4 1", "1 1 1 1 1 0") and at.plain().taken == [0, 0]
    at = board("4 2 2 2 2 1", "1 2 9 9 9 9", turn=1)  # the way back from b ends at the own row
    assert sown(at, "l") == ("0 2 2 2 2 1", "2 3 10 10 9 9") and at.plain().taken == [0, 0]


@law("O4")
def test_a_grand_slam_takes_nothing() -> None:
    at = board("0 0 0 0 1 2", "1 1 1 1 1 2")
    assert sown(at, "f") == ("0 0 0 0 2 3", "1 1 1 1 1 0") and at.plain().taken == [0, 0] and not at.over
    at = board("1 0 0 0 1 2", "1 1 1 1 1 2")
    assert sown(at, "f") == ("1 0 0 0 0 0", "1 1 1 1 1 0") and at.plain().taken == [5, 0]


@law("O5")
def test_the_other_must_be_given_seeds_if_he_has_none() -> None:
    at = board("0 0 0 0 0 0", "6 4 4 2 0 1")
    assert legal(at) == "acf" and at.check(0, NAMES.index("d")) == Reason.MUST_FEED
    assert legal(board("0 0 0 0 0 1", "6 4 4 2 0 1")) == "abcdf"


@law("O5")
def test_who_cannot_give_any_ends_the_game_and_each_takes_the_own_row() -> None:
    at = board("0 0 0 0 0 0", "0 0 0 0 0 1", taken=(23, 24))
    sown(at, "f")
    assert at.over == End.NO_MOVE and at.plain().taken == [23, 25]
    at = board("1 0 0 0 0 0", "2 1 0 0 0 0", taken=(23, 21), turn=1)
    assert sown(at, "l") == ("0 0 0 0 0 0", "0 0 0 0 0 0")  # three in a are taken, b is left: South can't give it
    assert at.over == End.NO_MOVE and at.plain().taken == [24, 24]


@law("O6")
@pytest.mark.parametrize(("taken", "end"), [(21, 0), (22, End.MOST_SEEDS)])
def test_it_is_over_with_more_than_half_of_the_seeds(taken: int, end: int) -> None:
    """South takes three of g."""
    at = board("9 0 0 0 0 2", "5 0 0 0 0 1", taken=(taken, 31 - taken))
    sown(at, "f")
    assert at.over == end and at.plain().taken[0] == taken + 3 + (5 if end else 0)  # and what lies in the own row
    if end:
        assert at.scores(2) == ([1, 2], [1.0, 0.0], [0]) and taken + 3 > HALF


@law("O7", "O8")
def test_a_position_that_comes_again_ends_the_game() -> None:
    """One seed of each runs after the other's; after six moves of each they stand where they were."""
    at = board("0 0 0 0 0 1", "1 0 0 0 0 0", taken=(23, 23))
    for moves in range(12):
        assert not at.over, moves
        at.play(at.turn, at.legal(at.turn)[0])
    assert at.over == End.REPEATED and at.scores(2) == ([1, 1], [0.5, 0.5], [])


@law("O7")
def test_it_is_no_repetition_with_the_other_to_move_or_before_seeds_were_taken() -> None:
    at = board("0 0 0 0 0 1", "1 0 0 0 0 0", taken=(23, 23), since=3)
    for _ in range(12):
        at.play(at.turn, at.legal(at.turn)[0])
    assert not at.over


@law("O7")
def test_it_ends_after_a_thousand_moves() -> None:
    at = board("4 4 4 4 4 4", "4 4 4 4 4 4", ply=LONGEST - 1, since=LONGEST - 1)
    sown(at, "c")
    assert at.over == End.TOO_LONG and at.plain().taken == [23, 25] and at.scores(2) == ([2, 1], [0.0, 1.0], [1])


@law("O9")
def test_a_move_may_be_taken_back_by_consent() -> None:
    match = tw.Match("oware")
    match.play("sow d")
    match.undo(consent=True)
    assert match.turn == 0 and match.view(None).state["houses"] == [4] * 12


def test_a_thousand_random_games_are_the_same_in_openspiel() -> None:
    """Node by node: the same legal moves, the same player, the same seeds, the same end, the same result."""
    chance, game, peer_game = random.Random(1), tw.game("oware"), pyspiel.load_game("oware")
    start, _ = Engine(game, compiled=True).position(game.frame(None, {}), 1)
    ends = set()
    for _ in range(1000):
        ours, peer = start.copy(), peer_game.new_initial_state()
        while not ours.over:
            legal = ours.legal(ours.turn)
            assert ([action % ROW for action in legal], ours.turn) == (peer.legal_actions(), peer.current_player())
            action = chance.choice(legal)
            ours.play(ours.turn, action)
            peer.apply_action(action % ROW)
            assert bool(ours.over) == peer.is_terminal()
        assert [2 * points - 1 for points in ours.scores(2)[1]] == peer.returns()
        ends.add(ours.over)
    assert ends == {End.MOST_SEEDS, End.NO_MOVE, End.REPEATED}
