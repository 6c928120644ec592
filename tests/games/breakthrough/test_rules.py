"""The laws of Breakthrough, position by position. Pictures are read from the top row; `x` is Dark, seat 0, `o` is Light."""

import random

import pyspiel
import pytest

import turnwise as tw
from tests.law import law
from tests.setting import position
from turnwise.games.breakthrough.rules import BOARD, End, Reason
from turnwise.kit.position import Engine, Position
from turnwise.kit.sets import set_of

NAMES = BOARD.names_of_all
EMPTY = "........"


def board(*rows: str, turn: int = 0) -> Position:
    """Rows from the top; those that are not given are empty."""
    letters = "".join(rows).ljust(64, ".")
    men = [set_of(point for point, letter in enumerate(letters) if letter == mark) for mark in "xo"]
    placed, _ = position("breakthrough", {"men": men, "turn": turn, "turns": 1})
    return placed


def number(words: str) -> int:
    base, target = words.split()
    return 64 * NAMES.index(base) + NAMES.index(target)


def moves(at: Position) -> list[str]:
    return [f"{NAMES[action // 64]} {NAMES[action % 64]}" for action in at.legal(at.turn)]


@law("B1", "B2")
def test_two_rows_each_and_dark_begins_upwards() -> None:
    match = tw.Match("breakthrough")
    full = "xxxxxxxx"
    assert match.view(None).state["men"] == [*["oooooooo"] * 2, *[EMPTY] * 4, full, full]
    assert match.turn == 0 and len(match.legal) == 22
    match.play("move a2 a3")
    assert match.turn == 1 and str(match.legal[0]) == "move a7 a6"


@law("B3")
def test_one_square_forward_straight_or_slanting() -> None:
    middle = board(*[EMPTY] * 4, "...x....", turn=0)
    assert moves(middle) == ["d4 c5", "d4 d5", "d4 e5"]
    assert moves(board(*[EMPTY] * 4, "x.......")) == ["a4 a5", "a4 b5"]
    assert moves(board(*[EMPTY] * 3, ".......o", turn=1)) == ["h5 g4", "h5 h4"]
    assert middle.check(0, number("d4 d6")) == middle.check(0, number("d4 d3")) == Reason.NOT_FORWARD
    assert middle.check(0, number("e4 e5")) == Reason.NOT_YOURS


@law("B4")
def test_slanting_takes_and_straight_ahead_does_not() -> None:
    at = board(*[EMPTY] * 3, "..oox...", "...x....")
    assert moves(at) == ["e5 d6", "e5 e6", "e5 f6", "d4 c5"]
    assert at.check(0, number("d4 d5")) == Reason.TAKES_SLANTING and at.check(0, number("d4 e5")) == Reason.OWN_MAN
    at.play(0, number("d4 c5"))
    assert tw.game("breakthrough").notation.show(at.plain(), None)["men"][3:5] == ["..xox...", EMPTY]
    with pytest.raises(tw.TurnwiseError, match="one square forward"):
        tw.Match("breakthrough").play("move a2 a4")


@law("B5")
def test_the_first_man_on_the_other_side_wins() -> None:
    at = board("o.......", "...x....")
    at.play(0, number("d7 e8"))
    assert at.over == End.BROKEN_THROUGH and at.scores(2) == ([1, 2], [1.0, 0.0], [0])
    light = board(*[EMPTY] * 6, "o.......", ".x......", turn=1)
    light.play(1, number("a2 a1"))
    assert light.over == End.BROKEN_THROUGH and light.scores(2)[2] == [1]


@law("B5")
def test_taking_the_last_man_wins() -> None:
    at = board(*[EMPTY] * 3, "..o.....", "...x....")
    at.play(0, number("d4 c5"))
    assert at.over == End.ALL_TAKEN and at.scores(2)[2] == [0]


@law("B6")
def test_a_man_who_is_blocked_can_still_take_or_pass_by() -> None:
    assert moves(board(*[EMPTY] * 3, "ooo.....", ".x......")) == ["b4 a5", "b4 c5"]
    assert tw.game("breakthrough").rules.longest(2, {}) == 2 * (8 * 6 + 8 * 5) + 1


@law("B7")
def test_a_move_may_be_taken_back_by_consent() -> None:
    match = tw.Match("breakthrough")
    match.play("move a2 a3")
    match.undo(consent=True)
    assert match.turn == 0 and match.view(None).state["men"][5] == EMPTY


def test_a_thousand_random_games_are_the_same_in_openspiel() -> None:
    """Node by node. There the side that begins stands above: its rows are counted from the other end."""
    chance, game, peer_game = random.Random(1), tw.game("breakthrough"), pyspiel.load_game("breakthrough")
    start, _ = Engine(game, compiled=True).position(game.frame(None, {}), 1)
    theirs = dict[int, int]()  # our number of each of its actions
    for _ in range(1000):
        ours, peer = start.copy(), peer_game.new_initial_state()
        while not ours.over:
            legal = dict[int, int]()
            for action in peer.legal_actions():
                if action not in theirs:
                    text = peer.action_to_string(action)
                    points = [f"{text[at]}{9 - int(text[at + 1])}" for at in (0, 2)]
                    theirs[action] = number(" ".join(points))
                legal[theirs[action]] = action
            assert (ours.legal(ours.turn), ours.turn) == (sorted(legal), peer.current_player())
            action = chance.choice(sorted(legal))
            ours.play(ours.turn, action)
            peer.apply_action(legal[action])
            assert bool(ours.over) == peer.is_terminal()
        assert [2 * points - 1 for points in ours.scores(2)[1]] == peer.returns()
