"""The laws of Reversi, position by position. Pictures are read from the top row; `x` is Dark, seat 0, `o` is Light."""

import random

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from tests.setting import position
from turnwise.games.reversi.rules import BOARD, Do, End, Reason, open_squares
from turnwise.kit.position import Engine, Position
from turnwise.kit.sets import set_of
from turnwise.lab.perft import perft

NAMES = BOARD.names_of_all


def board(*rows: str, turn: int = 0) -> Position:
    """Rows from the top; those that are not given are empty."""
    letters = "".join(row.replace(" ", "") for row in rows).ljust(64, ".")
    discs = [set_of(point for point, letter in enumerate(letters) if letter == mark) for mark in "xo"]
    can = open_squares(discs[turn], discs[1 - turn])
    placed, _ = position("reversi", {"discs": discs, "can": can, "turn": turn, "turns": 1})
    return placed


def shown(at: Position) -> list[str]:
    rows: list[str] = tw.game("reversi").notation.show(at.plain(), None)["discs"]
    return rows


def placed(at: Position, seat: int, name: str) -> list[str]:
    at.play(seat, Do.PLACE + NAMES.index(name))
    return shown(at)


@law("V1", "V2")
def test_four_discs_in_the_middle_and_dark_begins() -> None:
    match = tw.Match("reversi")
    empty = "........"
    assert match.view(None).state["discs"] == [*[empty] * 3, "...ox...", "...xo...", *[empty] * 3]
    assert match.turn == 0 and [str(action) for action in match.legal] == [
        "place d6",
        "place c5",
        "place f4",
        "place e3",
    ]
    match.play("place d6")
    assert match.turn == 1


@law("V3")
def test_a_disc_must_enclose_something_in_a_straight_line() -> None:
    at = board("xo......", "o.......", "xx......")
    assert [NAMES[action] for action in at.legal(0)] == ["c8"]
    assert at.check(0, NAMES.index("a8")) == Reason.TAKEN and at.check(0, NAMES.index("h1")) == Reason.TURNS_NOTHING
    with pytest.raises(tw.TurnwiseError, match="enclose none") as refused:
        tw.Match("reversi").play("place a1")
    assert refused.value.code == "turns_nothing"


@law("V3")
def test_no_line_runs_around_the_edge() -> None:
    assert board("......xo", "x.......", "o......x", "........").legal(0) == [NAMES.index("a5")]


@law("V4")
def test_all_directions_are_turned_at_once_and_nothing_else() -> None:
    at = board("x..x..x.", ".o.o.o..", "..ooo...", "xoo.oox.", "..ooo...", ".o.o.o..", "x..x..x.", "........")
    assert placed(at, 0, "d5") == [
        "x..x..x.",
        ".x.x.x..",
        "..xxx...",
        "xxxxxxx.",
        "..xxx...",
        ".x.x.x..",
        "x..x..x.",
        "........",
    ]


@law("V4")
def test_what_comes_to_lie_between_stays() -> None:
    """Turning d8 puts it beside e7, with d6 behind; but only lines from the new disc count."""
    at = board("..xo....", "....o...", ".....x..", "........")
    assert placed(at, 0, "e8")[:3] == ["..xxx...", "....o...", ".....x.."]


@law("V5")
def test_who_can_enclose_nothing_passes_and_nobody_else_may() -> None:
    at = board("xo......", turn=1)
    assert at.legal(1) == [Do.PASS] and at.check(1, Do.PASS) == 0
    at.play(1, Do.PASS)
    assert at.turn == 0 and at.check(0, Do.PASS) == Reason.MUST_PLACE


@law("V6")
@pytest.mark.parametrize(
    ("apart", "places", "points", "winners"),
    [("", [1, 2], [1.0, 0.0], [0]), ("ooo", [1, 1], [0.5, 0.5], []), ("ooooo", [2, 1], [0.0, 1.0], [1])],
)
def test_it_is_over_when_neither_can_place_a_disc_and_more_discs_win(
    apart: str, places: list[int], points: list[float], winners: list[int]
) -> None:
    """Dark turns b8 and has three discs; Light has some on row 6, out of reach."""
    at = board("xo......", "........", apart)
    at.play(0, NAMES.index("c8"))
    assert at.over == End.NO_MOVES and at.scores(2) == (places, points, winners)


@law("V7")
def test_a_move_may_be_taken_back_by_consent() -> None:
    match = tw.Match("reversi")
    match.play("place d6")
    match.undo(consent=True)
    assert match.turn == 0 and match.view(None).state["discs"][2] == "........"


def test_lines_of_play_are_as_many_as_published() -> None:
    counted = [perft(tw.game("reversi"), depth) for depth in range(1, 8)]
    assert counted == [4, 12, 56, 244, 1396, 8200, 55092]


def test_a_thousand_random_games_are_the_same_in_openspiel() -> None:
    """Node by node: the same legal moves, the same player, the same end, the same result."""
    chance, game, peer_game = random.Random(1), tw.game("reversi"), pyspiel.load_game("othello")
    start, _ = Engine(game, compiled=True).position(game.frame(None, {}), 1)
    for _ in range(1000):
        ours, peer = start.copy(), peer_game.new_initial_state()
        while not ours.over:
            legal = ours.legal(ours.turn)
            assert (legal, ours.turn) == (peer.legal_actions(), peer.current_player())
            action = chance.choice(legal)
            ours.play(ours.turn, action)
            peer.apply_action(action)
            assert bool(ours.over) == peer.is_terminal()
        assert [2 * points - 1 for points in ours.scores(2)[1]] == peer.returns()
